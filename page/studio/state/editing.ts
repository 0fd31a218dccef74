// What people do to the diagram, as commands on the document.
import type { BondPlace } from "../document/bonds";
import { componentOf } from "../document/bonds";
import { copied, paste, pieceOf } from "../document/clipboard";
import * as commands from "../document/commands";
import type { Layout, Place, Side } from "../document/commands";
import { componentAt } from "../document/level";
import type { Value } from "../document/patch";
import type { ComponentType, DiagramEdge, DiagramNode, Group, LayoutReply, Layout as LayoutRequest, NodePort, Rename, TextReply, ValueType } from "../protocol";
import type { Studio } from "./studio";

export const UNIT = 100; // pixels for one unit of the file's layout
const STEP = 0.05;

export function toPlace(x: number, y: number): Place {
  const round = (value: number) => Math.round(value / UNIT / STEP) * STEP;
  return [round(x), round(-y)];
}

/** The places of all components as they are shown. */
export function placesOf(studio: Studio): Layout {
  return Object.fromEntries(studio.nodes.filter((node) => node.kind === "component").map((node) => [node.key, toPlace(node.x, node.y)]));
}

/** Change values in the level that is shown; nothing happens, with a word, where it is not in the file. */
export function editLevel<T>(studio: Studio, label: string, command: (patch: Parameters<typeof commands.connect>[0], place: (string | number)[]) => T, level = studio.value.level): T | null {
  const place = studio.place(level);
  return place === null ? null : studio.history.edit(label, (patch) => command(patch, place));
}

// ------------------------------------------------------------ inserting
/** A place near `near` that nothing is at. */
function freePlace(studio: Studio, near: [number, number]): Place {
  const taken = studio.nodes.map(({ x, y }) => [x, y]);
  for (let ring = 0; ring < 12; ring++) {
    for (const [dx, dy] of [[1.2, 0], [0, -1], [0, 1], [-1.2, 0], [1.2, 1], [1.2, -1], [-1.2, 1], [-1.2, -1]]) {
      const at = [near[0] + dx * ring * UNIT, near[1] + dy * ring * UNIT];
      if (taken.every(([x, y]) => Math.abs(x - at[0]) > 80 || Math.abs(y - at[1]) > 50)) return toPlace(at[0], at[1]);
    }
  }
  return toPlace(near[0], near[1] + 200);
}

/** Put a component of a type into the level: at a place of the canvas, or where there is room. It becomes the selection.
 *  `from`: the component that it is to be bonded to. */
export function insertType(studio: Studio, type: string, at: [number, number] | null, from: DiagramNode | null = null, port: string | null = null): string | null {
  const exact = studio.value.check?.diagram?.exact ?? false;
  const empty = !studio.nodes.some((node) => node.kind === "component");
  const near = from ?? studio.chosen[0];
  const layout: Layout = {};
  if (at || (exact && !empty)) {
    Object.assign(layout, placesOf(studio));
    layout[""] = at ? toPlace(at[0], at[1]) : freePlace(studio, near ? [near.x, near.y] : (studio.canvas?.centre() ?? [0, 0]));
  }
  const declared = studio.typeOf(type);
  const name = editLevel(studio, `insert ${type}`, (patch, place) => {
    const values = from && declared ? signalsInto(studio, from, port, declared) : {};
    const called = commands.insert(patch, place, type, "", values, layout);
    const link = from && declared && !Object.keys(values).length ? linkTo(studio, from, port, declared, called) : null;
    if (link) link(patch, place);
    else if (from && !Object.keys(values).length) studio.say(`${called} stands beside ${from.name}: they have no free ports that suit each other.`);
    return called;
  });
  if (name) studio.select([studio.pathOf(name)]);
  return name;
}

/** The values that a component is made with when a signal of one that is there is led to it: its input, or where it has
 *  none and nothing else suits, its first parameter. */
function signalsInto(studio: Studio, from: DiagramNode, port: string | null, type: ComponentType): Record<string, Value> {
  const ports = from.ports.filter((p) => port === null || p.name === port), found = fitting(ports, freshPorts(type));
  if (found && found[0].kind === "out") {
    const source = `${from.name}.${found[0].name}`, declared = type.values.find(({ name }) => name === found[1].name);
    return { [found[1].name]: declared && takesSeveral(declared) ? [source] : source };
  }
  const out = found ? undefined : ports.find(({ kind }) => kind === "out"), parameter = out && modulated(type);
  return out && parameter ? { [parameter.name]: `${from.name}.${out.name}` } : {};
}

function takesSeveral({ shape }: ValueType): boolean {
  return !["", "field", "n"].includes(shape);
}

/** What a signal gives that is led to a component without inputs: the effort of a source, the R of a resistor. */
function modulated({ values, composite }: ComponentType): ValueType | undefined {
  return composite ? undefined : values.find(({ kind, name }) => kind === "parameter" && !name.endsWith("0"));
}

type Link = (patch: Parameters<typeof commands.connect>[0], place: (string | number)[]) => void;

/** How a component that is just being made is tied to one that is there. */
function linkTo(studio: Studio, from: DiagramNode, port: string | null, type: ComponentType, name: string): Link | null {
  const found = fitting(from.ports.filter((p) => port === null || p.name === port), freshPorts(type));
  return found && linking(studio, { name: from.name, type: from.type, port: found[0] }, { name, type: type.type, port: found[1] });
}

/** The ports of a component of a type that nothing is tied to yet. */
function freshPorts(type: ComponentType): NodePort[] {
  return [
    ...type.ports.map((p) => ({ name: p.name, kind: "bond" as const, inward: p.inward, many: p.many, free: true, n: 0, domain: p.domain, x: 0, y: 0, outward: [0, 0] as [number, number] })),
    ...type.frames.map((frame) => ({ name: frame, kind: "frame" as const, inward: frame === "a", many: false, free: true, n: 0, domain: null, x: 0, y: 0, outward: [0, 0] as [number, number] })),
    ...type.values.filter(({ kind }) => kind === "input").map((input) => ({ name: input.name, kind: "in" as const, inward: true, many: false, free: true, n: 0, domain: null, x: 0, y: 0, outward: [0, 0] as [number, number] })),
    ...type.variables.filter(({ signal }) => signal).map((out) => ({ name: out.name, kind: "out" as const, inward: false, many: true, free: true, n: 0, domain: null, x: 0, y: 0, outward: [0, 0] as [number, number] })),
  ];
}

// ------------------------------------------------------------ connecting
/** Whether two ports may be bonded: one that has no domain of its own yet takes that of the other. */
function sameDomain(a: string | null, b: string | null): boolean {
  return a === b || [a, b].some((domain) => !domain || domain === "generic");
}

/** The ports of two components that suit each other best; null where none do. */
export function fitting(first: NodePort[], second: NodePort[]): [NodePort, NodePort] | null {
  let best: [NodePort, NodePort] | null = null, most = -Infinity;
  for (const a of first) for (const b of second) {
    const bonds = a.kind === "bond" && b.kind === "bond" && (a.free || a.many) && (b.free || b.many);
    const frames = a.kind === "frame" && b.kind === "frame";
    const signals = (a.kind === "out" && b.kind === "in") || (a.kind === "in" && b.kind === "out");
    if (!bonds && !frames && !signals) continue;
    if (bonds && !sameDomain(a.domain, b.domain)) continue;
    // power goes from the first to the second where both ways are open, as at junctions
    const along = bonds && a.many ? b.inward : bonds && b.many ? !a.inward : a.inward !== b.inward;
    const score = (bonds ? 40 : frames ? 30 : 10) + (a.free ? 3 : 0) + (b.free ? 3 : 0) + (along ? 2 : 0) + (!a.inward ? 1 : 0)
      + (bonds && a.domain && a.domain === b.domain ? 1 : 0) + (signals && a.kind === "out" ? 1 : 0);
    if (score > most) [best, most] = [[a, b], score];
  }
  return best;
}

interface End { name: string; type: string; port: NodePort }

function endText(studio: Studio, { name, type, port }: End): string {
  const ports = studio.typeOf(type)?.ports;
  return port.many || (ports && ports.length === 1) ? name : `${name}.${port.name}`;
}

function linking(studio: Studio, a: End, b: End): Link | null {
  if (a.port.kind === "frame" && b.port.kind === "frame") return (patch, place) => commands.join(patch, place, `${a.name}.${a.port.name}`, `${b.name}.${b.port.name}`);
  if (a.port.kind === "bond" && b.port.kind === "bond") {
    // the half arrow by convention: into passive elements, out of sources, otherwise as drawn
    const swap = !a.port.many && a.port.inward && (b.port.many || !b.port.inward) || a.port.many && !b.port.many && !b.port.inward;
    const [tail, head] = swap ? [b, a] : [a, b];
    return (patch, place) => commands.connect(patch, place, { from: endText(studio, tail), to: endText(studio, head), directed: true });
  }
  const [out, input] = a.port.kind === "out" ? [a, b] : [b, a];
  if (out.port.kind !== "out" || input.port.kind !== "in") return null;
  const declared = studio.typeOf(input.type)?.values.find(({ name }) => name === input.port.name);
  const several = declared !== undefined && takesSeveral(declared);
  return (patch, place) => commands.wire(patch, place, `${out.name}.${out.port.name}`, input.name, input.port.name, several);
}

/** Tie two components together, at given ports or at those that suit. */
export function connectNodes(studio: Studio, first: DiagramNode, second: DiagramNode, firstPort: string | null = null, secondPort: string | null = null): boolean {
  const of = (node: DiagramNode, name: string | null) => node.ports.filter((port) => name === null || port.name === name);
  const found = fitting(of(first, firstPort), of(second, secondPort)) ?? (secondPort ? fitting(of(first, firstPort), second.ports) : null);
  if (!found && modulate(studio, first, second, firstPort)) return true;
  if (!found) {
    studio.say(`${first.name} and ${second.name} have no free ports that suit each other: bonds go to bonds of the same domain, frames to frames, signals to inputs.`, "error");
    return false;
  }
  const link = linking(studio, { name: first.name, type: first.type, port: found[0] }, { name: second.name, type: second.type, port: found[1] });
  if (link) editLevel(studio, `connect ${first.name} and ${second.name}`, link);
  return link !== null;
}

/** A signal led to a component without inputs gives its first parameter. */
function modulate(studio: Studio, first: DiagramNode, second: DiagramNode, firstPort: string | null): boolean {
  const out = first.ports.find(({ kind, name }) => kind === "out" && (firstPort === null || name === firstPort));
  const type = studio.typeOf(second.type), parameter = type && modulated(type);
  if (!out || !parameter) return false;
  editLevel(studio, `lead ${first.name}.${out.name} to ${second.name}`, (patch, place) => commands.setValue(patch, place, second.name, parameter.name, `${first.name}.${out.name}`));
  studio.say(`${second.name}.${parameter.name} is now ${first.name}.${out.name}`);
  return true;
}

// ------------------------------------------------------------ bonds
function bondPlace(edge: DiagramEdge): BondPlace | null {
  return edge.entry && "section" in edge.entry && edge.entry.section === "bonds" ? { entry: edge.entry.index, piece: edge.entry.piece } : null;
}

export function turnBonds(studio: Studio): void {
  const places = studio.chosenEdges.map(bondPlace).filter((place) => place !== null);
  if (!places.length) return;
  editLevel(studio, "turn the half arrow", (patch, place) => {
    for (const at of places) commands.changeBond(patch, place, at, (bond) => commands.turned(bond));
  });
}

/** Force the stroke to the other end, then back to what causality finds: tail, head, free. */
export function forceStrokes(studio: Studio, to?: "tail" | "head" | null): void {
  const edges = studio.chosenEdges.filter(bondPlace);
  if (!edges.length) return;
  editLevel(studio, "force the stroke", (patch, place) => {
    for (const edge of edges) {
      commands.changeBond(patch, place, bondPlace(edge)!, (bond) => {
        const next = to !== undefined ? to : bond.stroke === undefined ? (edge.strokes[0] === "tail" ? "head" : "tail") : bond.stroke === "tail" ? "head" : null;
        return commands.forced(bond, next as "tail" | "head" | null);
      });
    }
  });
}

// ------------------------------------------------------------ what is selected
/** Lists of components that some of these are members of are written out, so that each stands under its own name. */
function writeOutLists(studio: Studio, names: string[], level = studio.value.level): void {
  const place = studio.place(level);
  if (place === null) return;
  const keys = names.map((name) => componentAt(studio.history.reading, place, name)?.slice(place.length + 1) ?? []);
  for (const list of new Set(keys.filter(({ length }) => length > 1).map(([name]) => String(name)))) {
    studio.history.edit(`write out the list ${list}`, (patch) => commands.writeOut(patch, place, list));
  }
}

export function removeSelected(studio: Studio): void {
  const names = studio.chosen.map(({ name }) => name), edges = studio.chosenEdges;
  writeOutLists(studio, names);
  if (!names.length && !edges.length) return;
  editLevel(studio, "delete", (patch, place) => {
    const doomed = { ...commands.nothing(), components: names };
    for (const { entry } of edges) {
      if (entry === null) continue;
      if ("component" in entry) doomed.values.push(entry);
      else if (entry.section === "bonds") doomed.bonds.push({ entry: entry.index, piece: entry.piece });
      else if (entry.section === "joins") doomed.joins.push({ index: entry.index, piece: entry.piece });
      else if (entry.section === "wires") doomed.wires.push(entry.index);
    }
    commands.remove(patch, place, doomed);
  });
  studio.select([]);
}

export function moveTo(studio: Studio, moved: Record<string, [number, number]>, label = "move"): void {
  const layout = { ...placesOf(studio), ...Object.fromEntries(Object.entries(moved).map(([key, [x, y]]) => [key, toPlace(x, y)])) };
  editLevel(studio, label, (patch, place) => commands.move(patch, place, layout));
}

export function nudge(studio: Studio, dx: number, dy: number): void {
  const chosen = studio.chosen;
  if (chosen.length) moveTo(studio, Object.fromEntries(chosen.map((node) => [node.key, [node.x + dx, node.y + dy]])));
}

export function align(studio: Studio, side: Side | "spread"): void {
  const chosen = studio.chosen;
  if (chosen.length < 2) return studio.say("Select two or more components to align them.");
  const places = Object.fromEntries(chosen.map((node) => [node.key, toPlace(node.x, node.y)]));
  const after = side === "spread" ? commands.distributed(places) : commands.aligned(places, side);
  editLevel(studio, "align", (patch, place) => commands.move(patch, place, { ...placesOf(studio), ...after }));
}

/** Places chosen by the server: for the selection if there is one, else for all. */
export async function arrange(studio: Studio): Promise<void> {
  const keys = studio.chosen.map(({ key }) => key);
  if (keys.length < 2) {
    editLevel(studio, "arrange all", (patch, place) => commands.forgetPlaces(patch, place));
    setTimeout(() => studio.canvas?.fit(), 400);
    return;
  }
  const request = { do: "layout", text: studio.history.text, level: studio.value.level, keys } as const;
  const reply = await studio.trying(studio.connection.ask<LayoutRequest, LayoutReply>(request));
  if (reply) editLevel(studio, "arrange", (patch, place) => commands.move(patch, place, { ...placesOf(studio), ...reply.layout }));
}

// ------------------------------------------------------------ copying
export function copyText(studio: Studio): string {
  const place = studio.place();
  const names = studio.chosen.map(({ name }) => name);
  return place === null || !names.length ? "" : JSON.stringify(copied(studio.history.reading, place, names, placesOf(studio)), null, 1);
}

export function pasteText(studio: Studio, text: string, at: [number, number] | null): boolean {
  const piece = pieceOf(text);
  if (!piece) return false;
  const places = Object.values(piece.layout);
  const middle: Place = places.length ? [places.reduce((s, p) => s + p[0], 0) / places.length, places.reduce((s, p) => s + p[1], 0) / places.length] : [0, 0];
  const target = at ? toPlace(at[0], at[1]) : null;
  const shift: Place = target ? [target[0] - middle[0], target[1] - middle[1]] : [0.4, -0.6];
  const names = editLevel(studio, "paste", (patch, place) => paste(patch, place, piece, shift.map((v) => Math.round(v / STEP) * STEP) as Place, placesOf(studio)));
  if (names) studio.select(names.map((name) => studio.pathOf(name)));
  return names !== null;
}

export function duplicate(studio: Studio): void {
  const text = copyText(studio);
  if (text) pasteText(studio, text, null);
}

// ------------------------------------------------------------ names and components
export async function rename(studio: Studio, old: string, fresh: string, level = studio.value.level): Promise<boolean> {
  if (old === fresh) return true;
  writeOutLists(studio, [old], level);
  const reply = await studio.trying(studio.connection.ask<Rename, TextReply>({ do: "rename", text: studio.history.text, level, old, new: fresh }));
  if (!reply) return false;
  studio.history.write(`rename ${old}`, reply.text);
  studio.select([level ? `${level}.${fresh}` : fresh]);
  return true;
}

export async function group(studio: Studio, name: string, definition: string, parameters: string[] = []): Promise<boolean> {
  const keys = studio.chosen.map(({ key }) => key);
  const { level } = studio.value;
  writeOutLists(studio, keys);
  const request = { do: "group", text: studio.history.text, level, keys, name, definition, parameters } as const;
  const reply = await studio.trying(studio.connection.ask<Group, TextReply>(request));
  if (!reply) return false;
  studio.history.write(`make ${definition} of the selection`, reply.text);
  studio.select([studio.pathOf(name)]);
  return true;
}

export function setValues(studio: Studio, names: string[], key: string, text: string | null, level = studio.value.level, value?: Value): void {
  if (!names.length) return;
  editLevel(studio, `set ${key}`, (patch, place) => {
    const given = text === null || text.trim() === "" ? null : (value ?? commands.typed(text));
    for (const name of names) commands.setValue(patch, place, name, key, given);
  }, level);
}

export { componentOf };
