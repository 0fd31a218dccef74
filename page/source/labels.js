// Names, values and marks over the scene, as page elements that follow and keep out of each other's way.
import { Vector3 } from "three";

const CLEAR = 3; // pixels between two labels
const TINY = 4.5; // pixels: what is smaller gets a mark, so that it is seen at all
// where a label may go, seen from its point: beside it first, then farther away
const PLACES = [[0, 0], ...[20, 34, 52, 74].flatMap((r) => [[0, -r], [r * 1.6, -r * 0.6], [-r * 1.6, -r * 0.6], [0, r], [r * 1.6, r * 0.6], [-r * 1.6, r * 0.6]])];
const at = new Vector3();

/** Lay rectangles of given sizes at points so that they do not overlap: `{x, y, width, height, last}` gets `left`, `top`, `place`. */
export function arrange(items, width, height) {
  const taken = [];
  for (const item of items) {
    const box = ([dx, dy]) => {
      const left = Math.min(Math.max(item.x + dx - item.width / 2, 2), Math.max(2, width - item.width - 2));
      const top = Math.min(Math.max(item.y + dy - item.height / 2, 2), Math.max(2, height - item.height - 2));
      return [left, top, left + item.width, top + item.height];
    };
    const free = (place) => {
      const [a, b, c, d] = box(PLACES[place]);
      return taken.every(([e, f, g, h]) => c + CLEAR <= e || g + CLEAR <= a || d + CLEAR <= f || h + CLEAR <= b);
    };
    // the place of the last picture is kept while it is free, so that labels do not jump
    const order = [item.last ?? 0, ...PLACES.keys()];
    item.place = order.find(free) ?? -1;
    if (item.place < 0) continue;
    const chosen = box(PLACES[item.place]);
    [item.left, item.top] = chosen;
    taken.push(chosen);
  }
  return items;
}

export class Labels {
  constructor(bodies, layer) {
    this.layer = layer;
    this.bodies = bodies;
    const items = [...bodies.byComponent].map(([name, list]) => ({ body: list[0], text: list[0].shape.label || name, kind: "name" }));
    const texts = bodies.list.filter((body) => body.shape.kind === "text").map((body) => ({ body, text: body.shape.size.text || body.name, kind: "text" }));
    this.items = [...texts, ...items.filter(({ body }) => body.shape.kind !== "text" && body.shape.kind !== "plane")];
    for (const item of this.items) item.element = this.made(item.kind, item.text);
    this.lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    layer.prepend(this.lines);
    this.dots = new Map();
    const isJoint = ({ shape }) => Number(shape.role === "joint");
    this.ordered = [...bodies.list].sort((one, other) => isJoint(one) - isJoint(other)); // a mark has the colour of a body
    this.shown = false;
  }

  made(kind, text) {
    const element = Object.assign(document.createElement("span"), { className: kind, textContent: text });
    this.layer.append(element);
    return element;
  }

  /** Put all labels; `values` are those of arrows: `{point, text, color, element}`, points on the stage. */
  place(stage, values = []) {
    const { clientWidth: width, clientHeight: height } = stage.holder;
    const wanted = [];
    const put = (item, point, kind) => {
      at.copy(point).project(stage.camera);
      if (at.z > 1 || Math.abs(at.x) > 1.05 || Math.abs(at.y) > 1.05) return false;
      Object.assign(item, { x: ((at.x + 1) * width) / 2, y: ((1 - at.y) * height) / 2, width: 6.7 * item.text.length + (kind === "name" ? 16 : 10), height: 19 });
      wanted.push(item);
      return true;
    };
    for (const item of this.items) {
      const on = (item.kind === "text" || this.shown) && item.body.object.visible;
      item.element.hidden = !(on && put(item, item.body.middle(new Vector3()), item.kind));
    }
    for (const item of values) {
      item.element ??= this.made("value", "");
      item.element.hidden = !(item.on && put(item, item.point, "value"));
      if (!item.element.hidden && item.element.textContent !== item.text) item.element.textContent = item.text;
      item.element.style.color = item.color;
    }
    this.lines.replaceChildren();
    for (const item of arrange(wanted, width, height)) {
      item.last = item.place;
      item.element.hidden = item.place < 0;
      if (item.place < 0) continue;
      item.element.style.transform = `translate(${item.left.toFixed(1)}px, ${item.top.toFixed(1)}px)`;
      if (item.place > 6) this.leader(item);
    }
    this.mark(stage, width, height);
  }

  /** A line from a label that stands apart to its point. */
  leader({ x, y, left, top, width, height }) {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    const ends = { x1: x, y1: y, x2: Math.min(Math.max(x, left), left + width), y2: Math.min(Math.max(y, top), top + height) };
    for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value.toFixed(1));
    this.lines.append(line);
  }

  /** A dot where a body is too small to be seen. */
  mark(stage, width, height) {
    const scale = height / (2 * Math.tan((stage.camera.fov * Math.PI) / 360));
    const seen = new Set();
    for (const body of this.ordered) {
      const group = body.shape.group ?? body.name;
      if (!body.moves || body.span || !body.object.visible || ["plane", "text", "path", "frame"].includes(body.shape.kind)) continue;
      const pixels = (scale * body.reach()) / body.middle(at).distanceTo(stage.camera.position);
      if (pixels > TINY) seen.add(group);
      const dot = this.dots.get(group) ?? this.dots.set(group, { element: this.made("dot", ""), body }).get(group);
      if (dot.body === body) {
        at.project(stage.camera);
        dot.off = at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1;
        dot.element.style.background = body.color;
        dot.element.style.transform = `translate(${(((at.x + 1) * width) / 2 - 4).toFixed(1)}px, ${(((1 - at.y) * height) / 2 - 4).toFixed(1)}px)`;
      }
    }
    for (const [group, dot] of this.dots) dot.element.hidden = dot.off || seen.has(group) || !dot.body.object.visible;
  }
}
