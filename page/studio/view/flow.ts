// The flow of power at one time, painted straight into the diagram: width, colour and direction of every bond, filling of
// storages, heat of what dissipates. React is not asked, so that hundreds of bonds can follow the time slider.
import type { WithColumns } from "../state/connection";
import { located } from "../state/clock";
import { currentRun } from "../state/runs";
import type { Studio } from "../state/studio";
import type { PowerReply } from "../protocol";

type Reply = WithColumns<PowerReply>;
interface Inside { storages: number[]; dissipators: number[]; least: number; most: number }

export class FlowPainter {
  private bonds = new Map<string, { flows: [number, number][]; element: SVGPathElement }>();
  private nodes = new Map<string, SVGGElement>();
  private scale: { reply: Reply; bond: number; heat: number; inside: Map<string, Inside> } | null = null;
  private offset = 0;
  private asked = false;
  private blank = true; // nothing is painted

  constructor(private studio: Studio) {
    studio.clock.subscribe(() => this.soon());
    studio.state.subscribe(() => this.soon());
  }

  bond(id: string, flows: [number, number][], element: SVGPathElement | null): void {
    if (element && flows.length) this.bonds.set(id, { flows, element });
    else this.bonds.delete(id);
    this.soon();
  }

  node(path: string, element: SVGGElement | null): void {
    if (element) this.nodes.set(path, element);
    else {
      this.nodes.get(path)?.replaceChildren(); // a component that was opened in place stays, as a frame
      this.nodes.delete(path);
    }
    this.soon();
  }

  /** Paint with the next picture of the screen. */
  soon(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.paint();
    });
  }

  private paint(): void {
    const run = this.studio.value.flow ? currentRun(this.studio) : null;
    const now = this.studio.value.check?.summary?.structure; // bonds are told by number, which another structure has otherwise
    const reply = run && run.reply.structure === now ? run.power : null;
    if (!reply) {
      if (this.blank) return;
      this.blank = true;
      for (const { element } of this.bonds.values()) element.removeAttribute("d");
      for (const element of this.nodes.values()) element.replaceChildren();
      this.scale = null;
      return;
    }
    this.blank = false;
    if (this.scale?.reply !== reply) this.scale = scaled(reply);
    const { time, playing } = this.studio.clock.value;
    const { index, share } = located(reply.columns.time.data, time);
    if (playing) this.offset += 1.2;
    this.paintBonds(reply, index, share);
    this.paintNodes(reply, index, share);
  }

  private paintBonds(reply: Reply, index: number, share: number): void {
    const { data, shape } = reply.columns.bonds, most = this.scale!.bond;
    const before = index * shape[1], after = Math.min(shape[0] - 1, index + 1) * shape[1];
    for (const { flows, element } of this.bonds.values()) {
      const power = flows.reduce((sum, [bond, sign]) => sum + sign * (data[before + bond] * (1 - share) + data[after + bond] * share), 0);
      const part = Math.sqrt(Math.min(1, Math.abs(power) / most));
      if (!(part > 0.02)) {
        element.removeAttribute("d");
        continue;
      }
      element.setAttribute("d", element.dataset.way!);
      element.setAttribute("stroke-width", (2 + 13 * part).toFixed(1));
      element.setAttribute("class", power > 0 ? "power forth" : "power back");
      element.setAttribute("stroke-dashoffset", ((power > 0 ? -1 : 1) * this.offset * (0.4 + part)).toFixed(1));
    }
  }

  private paintNodes(reply: Reply, index: number, share: number): void {
    const at = (name: "stored" | "dissipated", column: number) => {
      const { data, shape } = reply.columns[name];
      return data[index * shape[1] + column] * (1 - share) + data[Math.min(shape[0] - 1, index + 1) * shape[1] + column] * share;
    };
    const { heat } = this.scale!;
    for (const [path, element] of this.nodes) {
      const { storages, dissipators, least, most } = this.inside(reply, path);
      if (storages.length && most > least) fill(element, (storages.reduce((sum, column) => sum + at("stored", column), 0) - least) / (most - least));
      else clear(element, "vessel", "content");
      if (dissipators.length) glow(element, Math.sqrt(Math.max(0, dissipators.reduce((sum, column) => sum + at("dissipated", column), 0)) / heat));
      else clear(element, "heat");
    }
  }

  /** The columns of what is at a path or inside of it, and between which energies its filling goes. */
  private inside(reply: Reply, path: string): Inside {
    const known = this.scale!.inside.get(path);
    if (known) return known;
    const within = (list: string[]) => list.flatMap((name, column) => (name === path || name.startsWith(`${path}.`) ? [column] : []));
    const storages = within(reply.storages), { data, shape } = reply.columns.stored;
    let least = 0, most = -Infinity;
    for (let row = 0; row < shape[0] && storages.length; row++) {
      const sum = storages.reduce((total, column) => total + data[row * shape[1] + column], 0);
      least = Math.min(least, sum);
      most = Math.max(most, sum);
    }
    const found = { storages, dissipators: within(reply.dissipators), least, most };
    this.scale!.inside.set(path, found);
    return found;
  }
}

/** The largest numbers of a run, against which the picture is drawn. */
function scaled(reply: Reply): FlowPainter["scale"] {
  const bond = reply.columns.bonds.data.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 1e-300);
  const heat = reply.columns.dissipated.data.reduce((most, value) => Math.max(most, value), 1e-300);
  return { reply, bond, heat, inside: new Map() };
}

const SVG = "http://www.w3.org/2000/svg";

function part(element: SVGGElement, tag: string, name: string): SVGElement {
  const there = element.querySelector<SVGElement>(`.${name}`);
  if (there) return there;
  const made = document.createElementNS(SVG, tag);
  made.setAttribute("class", name);
  element.append(made);
  return made;
}

function clear(element: SVGGElement, ...names: string[]): void {
  for (const name of names) element.querySelector(`.${name}`)?.remove();
}

/** Energy in a storage: a vessel left of the icon, filled from below. */
function fill(element: SVGGElement, share: number): void {
  const width = Number(element.dataset.width), height = Math.max(26, Number(element.dataset.height));
  const x = -width / 2 - 11, top = -height / 2;
  const full = Math.min(1, Math.max(0, share)) * height;
  const set = (node: SVGElement, y: number, h: number) => {
    node.setAttribute("x", String(x));
    node.setAttribute("y", y.toFixed(1));
    node.setAttribute("width", "7");
    node.setAttribute("height", h.toFixed(1));
    node.setAttribute("rx", "2");
  };
  set(part(element, "rect", "vessel"), top, height);
  set(part(element, "rect", "content"), top + height - full, full);
}

/** Power that becomes heat: a glow behind the icon. */
function glow(element: SVGGElement, share: number): void {
  const circle = part(element, "ellipse", "heat");
  circle.setAttribute("rx", (Number(element.dataset.width) / 2 + 4 + 12 * Math.min(1, share)).toFixed(1));
  circle.setAttribute("ry", (Number(element.dataset.height) / 2 + 4 + 12 * Math.min(1, share)).toFixed(1));
  circle.setAttribute("opacity", (0.75 * Math.min(1, share)).toFixed(2));
}
