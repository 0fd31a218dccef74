// Where in a file the content of a component stands: the file itself, a definition, or a model written in place.
import type { Key, Patch } from "./patch";

export interface Level {
  /** Path of the content in the file: [], ["definitions", "Motor"] or [..., "components", "load", "model"]. */
  place: Key[];
  /** Whether the inside can be written on; the inside of library components cannot. */
  open: boolean;
}

/** The type of a component as written: "R", "planar.Rod", a definition, or "" for a model in place. */
export function typeOf(entry: unknown): string {
  if (typeof entry === "string") return entry;
  if (typeof entry === "object" && entry !== null) return String((entry as { type?: string }).type ?? "");
  return "";
}

/** Where the content of the component at a dotted path of the model stands ("" is the model itself). */
export function levelAt(patch: Patch, path: string): Level {
  let place: Key[] = [];
  for (const name of path ? path.split(".") : []) {
    const inside = insideOf(patch, place, name);
    if (inside === null) return { place, open: false };
    place = inside;
  }
  return { place, open: true };
}

/** The place at which a component is written: under its name, or for wheel_1 as a member of the list wheel. */
export function componentAt(patch: Patch, place: Key[], name: string): Key[] | null {
  const list = [...place, "components"], there = patch.value([...list, name]);
  if (there !== undefined && !Array.isArray(there)) return [...list, name];
  const [, stem, number] = /^(.+)_(\d+)$/.exec(name) ?? [];
  const members = stem === undefined ? null : patch.value([...list, stem]);
  return Array.isArray(members) && Number(number) < members.length ? [...list, stem, Number(number)] : null;
}

/** Where the content of a component of the level at `place` stands; null where it is not in the file. */
export function insideOf(patch: Patch, place: Key[], name: string): Key[] | null {
  const here = componentAt(patch, place, name);
  if (here === null) return null;
  const entry = patch.value(here);
  if (entry === undefined || entry === null) return null;
  if (typeof entry === "object" && "model" in entry) return [...here, "model"];
  const type = typeOf(entry);
  return patch.node(["definitions", type]) ? ["definitions", type] : null;
}

/** A name that none of `taken` has: the stem, or the stem with the next free number. */
export function freeName(stem: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  const base = stem.replace(/_?\d+$/, "") || stem;
  if (!used.has(stem)) return stem;
  for (let k = 2; ; k++) if (!used.has(`${base}${k}`)) return `${base}${k}`;
}

/** All names that a level has given: components, parameters, inputs, ports... */
export function namesOf(patch: Patch, place: Key[]): string[] {
  const members = Object.entries(patch.value([...place, "components"]) ?? {}).flatMap(([name, entry]) => (Array.isArray(entry) ? entry.map((_, i) => `${name}_${i}`) : []));
  return [...["parameters", "inputs", "signals", "discrete", "components", "ports", "outputs"].flatMap((section) => patch.keys([...place, section])), ...members];
}

export const NAME = /^[\p{L}][\p{L}\p{N}_]*$/u;

/** What a type suggests as the name of a component: resistor for R, hinge for planar.Revolute. */
export function stemOf(type: string): string {
  const usual: Record<string, string> = {
    Se: "source", Sf: "source", R: "resistor", G: "conductor", C: "capacitor", I: "inertia", TF: "transformer", GY: "gyrator",
    J0: "node", J1: "loop", Dq: "position", De: "effort", Df: "flow", "planar.Revolute": "hinge", "planar.Prismatic": "slider",
    "spatial.Revolute": "hinge", "spatial.Prismatic": "slider", "planar.Fixed": "ground", "spatial.Fixed": "ground",
  };
  if (usual[type]) return usual[type];
  const last = type.split(".").at(-1)!;
  return last.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
}
