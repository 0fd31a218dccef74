// What can be done to a model: each command changes a text through a patch and knows nothing of the page.
import { isMap, isScalar, parseDocument, type Scalar } from "yaml";
import { componentOf, rewrite, written, type Bond, type BondPlace } from "./bonds";
import { componentAt, freeName, namesOf, stemOf } from "./level";
import { mentions, namesIn } from "./names";
import type { Key, Patch, Value } from "./patch";

export type Place = [number, number]; // in units of the file, y up
export type Layout = Record<string, Place>;

/** What was typed as a value: a number, a list, true or false where it is one, else the text as it is. */
export function typed(text: string): Value {
  const words = text.trim();
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(words)) return Number(words);
  if (words.startsWith("[")) {
    const found = parseDocument(words);
    if (!found.errors.length) return found.toJS() as Value;
  }
  return words === "true" ? true : words === "false" ? false : words;
}

/** A value as it is shown for typing. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}

// ------------------------------------------------------------ components
/** Add a component; gives its name. `layout`: places of all components of the level, the new one without a name as "". */
export function insert(patch: Patch, place: Key[], type: string, name = "", values: Record<string, Value> = {}, layout: Layout = {}): string {
  const called = freeName(name || stemOf(type), namesOf(patch, place));
  const entry: Value = Object.keys(values).length ? { type, ...values } : type;
  patch.add([...place, "components"], called, entry);
  const { "": here, ...others } = layout;
  if (here) move(patch, place, { ...others, [called]: here });
  return called;
}

export interface Doomed {
  components: string[];
  bonds: BondPlace[];
  joins: { index: number; piece?: number }[];
  wires: number[];
  values: { component: string; value: string }[];
}
export const nothing = (): Doomed => ({ components: [], bonds: [], joins: [], wires: [], values: [] });

/** Take out components, with everything that cannot be without them, and single bonds, joins and signals. */
export function remove(patch: Patch, place: Key[], doomed: Doomed): void {
  const gone = new Set(doomed.components);
  const key = ({ entry, piece }: BondPlace) => `${entry}.${piece}`;
  const bonds = new Set(doomed.bonds.map(key));
  for (const name of gone) {
    patch.remove([...place, "components", name]);
    patch.remove([...place, "layout", name]);
  }
  rewrite(patch, place, (bond, at) => (bonds.has(key(at)) || gone.has(componentOf(bond.from)) || gone.has(componentOf(bond.to)) ? null : bond));
  removeJoins(patch, place, gone, doomed.joins);
  removeMentions(patch, place, gone, doomed);
}

function removeJoins(patch: Patch, place: Key[], gone: Set<string>, doomed: Doomed["joins"]): void {
  const joins = patch.value([...place, "joins"]);
  if (!Array.isArray(joins)) return;
  joins.forEach((ends: string[], i) => {
    const whole = doomed.some(({ index, piece }) => index === i && (piece === undefined || ends.length < 3));
    const kept = ends.filter((end, k) => !gone.has(componentOf(end)) && !doomed.some(({ index, piece }) => index === i && piece === k));
    if (whole || kept.length < 2) patch.remove([...place, "joins", i]);
    else if (kept.length < ends.length) patch.set([...place, "joins", i], kept);
  });
}

function removeMentions(patch: Patch, place: Key[], gone: Set<string>, doomed: Doomed): void {
  for (const index of doomed.wires) patch.remove([...place, "wires", index]);
  for (const { component, value } of doomed.values) {
    if (!gone.has(component)) setValue(patch, place, component, value, null);
  }
  if (!gone.size) return;
  const speaks = (text: string) => namesIn(text).some((name) => gone.has(componentOf(name)));
  const removed = new Set<string>();
  for (const { section, path, text } of mentions(patch, place)) {
    const plain = section.replace(":key", "");
    if (!["wires", "start", "states", "outputs", "ports", "names", "limits"].includes(plain) || !speaks(text)) continue;
    const here = [...place, plain, path[1]];
    if (!removed.has(JSON.stringify(here))) patch.remove(here);
    removed.add(JSON.stringify(here));
  }
}

/** Write the members of a list of components as components of their own, under the names that they have already:
 *  wheel[1] is wheel_1 from then on, so that it can be taken out or renamed without the others. */
export function writeOut(patch: Patch, place: Key[], list: string): void {
  const members = patch.value([...place, "components", list]);
  if (!Array.isArray(members)) return;
  const member = new RegExp(`(?<![\\p{L}\\p{N}_.])${list}\\[(\\d+)\\]`, "gu");
  const plain = (text: string) => text.replace(member, `${list}_$1`);
  for (const { node, text } of mentions(patch, place)) if (plain(text) !== text && !insideList(node, patch, place, list)) patch.replace(node, plain(text));
  patch.remove([...place, "components", list]);
  members.forEach((entry, i) => patch.add([...place, "components"], `${list}_${i}`, JSON.parse(plain(JSON.stringify(entry)))));
}

function insideList(node: Scalar, patch: Patch, place: Key[], list: string): boolean {
  const range = patch.node([...place, "components", list])?.range;
  return Boolean(range && node.range && node.range[0] >= range[0] && node.range[1] <= range[1]);
}

/** Give a component a value; null takes it back to its default. */
export function setValue(patch: Patch, place: Key[], component: string, key: string, value: Value | null): void {
  const here = componentAt(patch, place, component) ?? [...place, "components", component];
  const node = patch.node(here);
  if (isMap(node)) {
    if (value === null) patch.remove([...here, key]);
    else patch.set([...here, key], value);
  } else if (value !== null && isScalar(node)) patch.set(here, { type: String(node.value), [key]: value });
}

/** Change something of the model or of a definition itself: name, description, stop, domain, n; null takes it out. */
export function setHeader(patch: Patch, place: Key[], key: string, value: Value | null): void {
  if (value === null || value === "") patch.remove([...place, key]);
  else patch.set([...place, key], value);
}

/** Change one entry of a section of named things (parameters, outputs, start); null takes it out.
 *  `field`: only this part of the entry, such as the value of a parameter with a unit. */
export function setEntry(patch: Patch, place: Key[], section: string, name: string, value: Value | null, field = ""): void {
  const here = [...place, section, name];
  if (value === null) patch.remove(here);
  else if (field && isMap(patch.node(here))) patch.set([...here, field], value);
  else if (field && field !== "value") {
    const before = patch.value(here);
    patch.set(here, before === undefined ? { [field]: value } : { value: before, [field]: value });
  } else patch.set(here, value);
}

// ------------------------------------------------------------ bonds, frames, signals
export function connect(patch: Patch, place: Key[], bond: Bond): void {
  patch.append([...place, "bonds"], written(bond));
}

/** Change one bond; a chain is taken apart only where it must be. */
export function changeBond(patch: Patch, place: Key[], at: BondPlace, change: (bond: Bond) => Bond): void {
  rewrite(patch, place, (bond, { entry, piece }) => (entry === at.entry && piece === at.piece ? change(bond) : bond));
}

/** The half arrow the other way round; a forced stroke stays at its end of the line. */
export function turned(bond: Bond, from = bond.from, to = bond.to): Bond {
  const other = (stroke: Value): Value => (Array.isArray(stroke) ? stroke.map(other) : stroke === "tail" ? "head" : stroke === "head" ? "tail" : stroke);
  return { ...bond, from: to, to: from, directed: true, ...(bond.stroke === undefined ? {} : { stroke: other(bond.stroke) }) };
}

export function forced(bond: Bond, stroke: "tail" | "head" | null): Bond {
  const { stroke: _, ...rest } = bond;
  return stroke === null ? rest : { ...rest, stroke };
}

/** Join two frames; a frame that is joined already takes the other one in. */
export function join(patch: Patch, place: Key[], first: string, second: string): void {
  const joins: string[][] = patch.value([...place, "joins"]) ?? [];
  const a = joins.findIndex((ends) => ends.includes(first)), b = joins.findIndex((ends) => ends.includes(second));
  if (a >= 0 && a === b) return;
  if (a >= 0 && b >= 0) {
    patch.set([...place, "joins", a], [...joins[a], ...joins[b]]);
    patch.remove([...place, "joins", b]);
  } else if (a >= 0) patch.append([...place, "joins", a], second);
  else if (b >= 0) patch.append([...place, "joins", b], first);
  else patch.append([...place, "joins"], [first, second]);
}

/** Lead a signal to an input of a component; an input of several signals takes one more. */
export function wire(patch: Patch, place: Key[], source: string, component: string, input: string, several = false): void {
  const before = patch.value([...(componentAt(patch, place, component) ?? []), input]);
  if (several && before !== undefined) setValue(patch, place, component, input, Array.isArray(before) ? [...before, source] : [before, source]);
  else setValue(patch, place, component, input, several ? [source] : source);
}

// ------------------------------------------------------------ places
/** Write places into the layout; those that are there and not spoken of stay. */
export function move(patch: Patch, place: Key[], layout: Layout): void {
  const there = patch.node([...place, "layout"]);
  const round = ([x, y]: Place): Value => [Number(x.toFixed(2)) + 0, Number(y.toFixed(2)) + 0];
  if (isMap(there)) for (const [name, at] of Object.entries(layout)) {
    if (JSON.stringify(patch.value([...place, "layout", name])) !== JSON.stringify(round(at))) patch.set([...place, "layout", name], round(at));
  }
  else for (const [name, at] of Object.entries(layout)) patch.add([...place, "layout"], name, round(at));
}

export function forgetPlaces(patch: Patch, place: Key[]): void {
  patch.remove([...place, "layout"]);
}

export type Side = "left" | "right" | "top" | "bottom" | "column" | "row";

/** Places on one line: at a side of the box around them, or at its middle. */
export function aligned(places: Layout, side: Side): Layout {
  const all = Object.values(places);
  const xs = all.map(([x]) => x), ys = all.map(([, y]) => y);
  const middle = (list: number[]) => (Math.min(...list) + Math.max(...list)) / 2;
  const to: Record<Side, (at: Place) => Place> = {
    left: ([, y]) => [Math.min(...xs), y], right: ([, y]) => [Math.max(...xs), y], column: ([, y]) => [middle(xs), y],
    top: ([x]) => [x, Math.max(...ys)], bottom: ([x]) => [x, Math.min(...ys)], row: ([x]) => [x, middle(ys)],
  };
  return Object.fromEntries(Object.entries(places).map(([name, at]) => [name, to[side](at)]));
}

/** Places at equal distances along the longer side of the box around them. */
export function distributed(places: Layout): Layout {
  const xs = Object.values(places).map(([x]) => x), ys = Object.values(places).map(([, y]) => y);
  const axis = Math.max(...xs) - Math.min(...xs) >= Math.max(...ys) - Math.min(...ys) ? 0 : 1;
  const order = Object.entries(places).sort(([, a], [, b]) => a[axis] - b[axis]);
  const first = order[0][1][axis], step = (order.at(-1)![1][axis] - first) / Math.max(1, order.length - 1);
  return Object.fromEntries(order.map(([name, at], k) => [name, (axis ? [at[0], first + k * step] : [first + k * step, at[1]]) as Place]));
}
