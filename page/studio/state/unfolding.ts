// Components opened in place: the inside of each is put into a frame where it stands, and everything else makes room.
import type { Diagram, DiagramEdge, DiagramNode, Item } from "../protocol";
import { bondItems, itemAt } from "./bond_mark";

type Point = [number, number];
const ROOM = 26, HEAD = 16; // around the inside of a frame, and more above it for its title

/** A node as it is shown: `home` is where the file has it, `frame` the opened component that it is inside of. */
export interface ShownNode extends DiagramNode {
  home: Point;
  frame: string;
}
export interface Shown extends Diagram {
  nodes: ShownNode[];
}

function edgeAt(edge: DiagramEdge, by: Point, path: string): DiagramEdge {
  const points = edge.points.map(([x, y]): Point => [x + by[0], y + by[1]]);
  const name = (key: string) => `${path}/${key}`;
  return { ...edge, id: name(edge.id), tail: name(edge.tail), head: name(edge.head), points, items: edge.items.map((item) => itemAt(item, by)), entry: null };
}

const known = new WeakMap<DiagramNode, ShownNode>(); // the same objects again, so that only what changed is drawn anew

function shownAs(node: DiagramNode): ShownNode {
  if (!known.has(node)) known.set(node, { ...node, home: [node.x, node.y], frame: "" });
  return known.get(node)!;
}

/** The diagram with the insides of opened components in the places of these. */
export function unfolded(diagram: Diagram, insides: Record<string, Diagram>): Shown {
  let shown: Shown = { ...diagram, nodes: diagram.nodes.map(shownAs) };
  for (const { path } of diagram.nodes) if (path in insides) shown = opened(shown, path, unfolded(insides[path], insides));
  return shown;
}

function opened(around: Shown, path: string, inside: Shown): Shown {
  const own = around.nodes.find((node) => node.path === path)!;
  const [left, top, right, bottom] = inside.box;
  const width = Math.max(own.icon.width, right - left + 2 * ROOM), height = Math.max(own.icon.height, bottom - top + 2 * ROOM + HEAD);
  const growth: Point = [(width - own.icon.width) / 2, (height - own.icon.height) / 2];
  const pushed = (at: number, middle: number, half: number, by: number) => (at > middle + half ? by : at < middle - half ? -by : 0);
  const shiftAt = (x: number, y: number): Point => [pushed(x, own.x, own.icon.width / 2, growth[0]), pushed(y, own.y, own.icon.height / 2, growth[1])];
  const room = (x: number, y: number): Point => { const [dx, dy] = shiftAt(x, y); return [x + dx, y + dy]; };
  const by: Point = [own.x - (left + right) / 2, own.y + HEAD / 2 - (top + bottom) / 2];
  const inner = inside.nodes.map((node): ShownNode => ({ ...node, key: `${path}/${node.key}`, x: node.x + by[0], y: node.y + by[1], frame: node.frame || path }));
  const shifts = new Map(around.nodes.map((node) => [node.key, node === own || node.frame === path ? ([0, 0] as Point) : shiftAt(node.x, node.y)]));
  const nodes = around.nodes.map((node): ShownNode => {
    const [dx, dy] = shifts.get(node.key)!;
    return node === own ? framed(own, width, height) : { ...node, x: node.x + dx, y: node.y + dy };
  });
  const edges = around.edges.map((edge) => {
    const end = (key: string, port: string, at: Point): Point => (key === own.key ? away(doorOf(own, inside, port, by), at) : shifts.get(key)!);
    return pulled(edge, end(edge.tail, edge.tailPort, edge.points[0]), end(edge.head, edge.headPort, edge.points.at(-1)!), room);
  });
  const [first, last] = [room(around.box[0], around.box[1]), room(around.box[2], around.box[3])];
  const box: Diagram["box"] = [Math.min(first[0], own.x - width / 2), Math.min(first[1], own.y - height / 2), Math.max(last[0], own.x + width / 2), Math.max(last[1], own.y + height / 2)];
  const at = (items: Item[]) => items.map((item) => itemAt(item, by));
  return { ...around, box, nodes: [...nodes, ...inner], edges: [...edges, ...inside.edges.map((edge) => edgeAt(edge, by, path))], under: [...around.under, ...at(inside.under)], over: [...around.over, ...at(inside.over)] };
}

/** The component as a frame around its inside; its title is in the corner. */
function framed(node: ShownNode, width: number, height: number): ShownNode {
  const words = node.type && node.type !== node.name ? `${node.name} : ${node.type}` : node.name, length = 6.4 * words.length;
  const title: Item = { t: "text", role: "name", x: -width / 2 + 26 + length / 2, y: -height / 2 + 16, words, size: 12, bold: true, italic: false, color: "#111827", length, halo: null };
  return { ...node, role: "opened", icon: { width, height, outline: "box", items: [title], captions: [] }, ports: [] };
}

/** Where a line from outside ends inside: at the mark of the port, or at the frame of a part. */
function doorOf(own: ShownNode, inside: Shown, port: string, by: Point): Point {
  const mark = inside.nodes.find(({ name, frame }) => name === port && !frame);
  if (mark) return [mark.x + by[0], mark.y + by[1]];
  const [part, end] = [port.slice(0, port.lastIndexOf(".")), port.slice(port.lastIndexOf(".") + 1)];
  const node = inside.nodes.find(({ name, frame }) => name === part && !frame), frame = node?.ports.find(({ name }) => name === end);
  return node ? [node.x + (frame?.x ?? 0) + by[0], node.y + (frame?.y ?? 0) + by[1]] : [own.x, own.y];
}

function away(to: Point, from: Point): Point {
  return [to[0] - from[0], to[1] - from[1]];
}

/** A line whose ends were moved, and its corners by `room`; what is painted at one of its ends goes with that end. */
function pulled(edge: DiagramEdge, tail: Point, head: Point, room: (x: number, y: number) => Point): DiagramEdge {
  const last = edge.points.length - 1;
  if (last < 1) return edge;
  const by = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy];
  const points = edge.points.map((point, i) => (i === 0 ? by(point, tail) : i === last ? by(point, head) : room(...point)));
  if ((edge.kind === "bond" || edge.kind === "port") && last === 1) {
    const middle: Point = [(tail[0] + head[0]) / 2, (tail[1] + head[1]) / 2];
    return { ...edge, points, items: [...bondItems(edge, points[0], points[1]), ...edge.items.filter(({ t }) => t === "text").map((item) => itemAt(item, middle))] };
  }
  const nearer = ([x, y]: Point) => (Math.hypot(x - edge.points[0][0], y - edge.points[0][1]) < Math.hypot(x - edge.points[last][0], y - edge.points[last][1]) ? tail : head);
  const items = edge.items.map((item): Item => (item.t === "line" && item.points.length === points.length && last > 0 && !item.closed ? { ...item, points }
    : itemAt(item, nearer(item.t === "line" ? item.points[0] : [item.x, item.y]))));
  return { ...edge, points, items };
}
