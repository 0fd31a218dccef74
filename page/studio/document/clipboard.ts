// Copying: a part of a model as text of the same format, and putting it into a model under free names.
import { bondsOf, componentOf, written } from "./bonds";
import type { Layout, Place } from "./commands";
import { move } from "./commands";
import { componentAt, freeName, namesOf, typeOf } from "./level";
import { withNames } from "./names";
import { Patch, type Key, type Value } from "./patch";

export interface Piece {
  multibond: 1;
  components: Record<string, Value>;
  bonds: Value[];
  joins: string[][];
  layout: Layout;
  definitions: Record<string, Value>;
}

/** The components with the bonds and joins among them, and the definitions that they need. */
export function copied(patch: Patch, place: Key[], names: string[], layout: Layout): Piece {
  const chosen = new Set(names);
  const inside = (ends: string[]) => ends.every((end) => chosen.has(componentOf(end)));
  const components = Object.fromEntries(names.map((name) => [name, patch.value(componentAt(patch, place, name) ?? [...place, "components", name])]).filter(([, entry]) => entry !== undefined));
  const joins = ((patch.value([...place, "joins"]) ?? []) as string[][]).map((ends) => ends.filter((end) => chosen.has(componentOf(end)))).filter((ends) => ends.length > 1);
  return {
    multibond: 1,
    components,
    bonds: bondsOf(patch, place).filter(({ bond }) => inside([bond.from, bond.to])).map(({ bond }) => written(bond)),
    joins,
    layout: Object.fromEntries(names.filter((name) => layout[name]).map((name) => [name, layout[name]])),
    definitions: needed(patch, Object.values(components)),
  };
}

function needed(patch: Patch, entries: Value[], found: Record<string, Value> = {}): Record<string, Value> {
  for (const entry of entries) {
    const type = typeOf(entry);
    const content = type ? patch.value(["definitions", type]) : (entry as any)?.model;
    if (!content || type in found) continue;
    if (type) found[type] = content;
    needed(patch, Object.values(content.components ?? {}), found);
  }
  return found;
}

/** What a text from the clipboard holds; null where it is none of ours. */
export function pieceOf(text: string): Piece | null {
  if (!text.includes("multibond")) return null;
  const patch = new Patch(text);
  if (patch.document.errors.length) return null;
  const found = patch.value([]);
  if (found?.multibond !== 1 || typeof found.components !== "object") return null;
  return { bonds: [], joins: [], layout: {}, definitions: {}, ...found };
}

/** Put a copied piece into a level, moved by `shift`; `layout`: places of what is there. Gives the new names. */
export function paste(patch: Patch, place: Key[], piece: Piece, shift: Place, layout: Layout): string[] {
  const taken = namesOf(patch, place);
  const fresh: Record<string, string> = {};
  for (const name of Object.keys(piece.components)) {
    fresh[name] = freeName(name, taken);
    taken.push(fresh[name]);
  }
  const renamed = (dotted: string) => {
    const [first, ...rest] = dotted.split(".");
    return first in fresh ? [fresh[first], ...rest].join(".") : dotted;
  };
  const defined = definitions(patch, piece);
  for (const [name, entry] of Object.entries(piece.components)) patch.add([...place, "components"], fresh[name], renamedEntry(entry, renamed, defined));
  for (const bond of piece.bonds) {
    const value: Value = typeof bond === "string" ? bond.split(/(\s*(?:>>|-)\s*)/).map((part, i) => (i % 2 ? part : renamed(part))).join("")
      : { ...(bond as object), from: renamed((bond as any).from), to: renamed((bond as any).to) };
    patch.append([...place, "bonds"], value);
  }
  for (const ends of piece.joins) patch.append([...place, "joins"], ends.map(renamed));
  const placed = Object.entries(piece.layout).map(([name, [x, y]]) => [fresh[name], [x + shift[0], y + shift[1]]] as [string, Place]);
  if (placed.length) move(patch, place, { ...layout, ...Object.fromEntries(placed) });
  return Object.values(fresh);
}

/** Definitions that are not there yet are added; one of the same name and another content gets a free name. */
function definitions(patch: Patch, piece: Piece): Record<string, string> {
  const names: Record<string, string> = {};
  for (const [name, content] of Object.entries(piece.definitions)) {
    const there = patch.value(["definitions", name]);
    names[name] = there === undefined || JSON.stringify(there) === JSON.stringify(content) ? name : freeName(name, patch.keys(["definitions"]));
    if (there === undefined || names[name] !== name) patch.add(["definitions"], names[name], content, true);
  }
  return names;
}

function renamedEntry(entry: Value, renamed: (dotted: string) => string, defined: Record<string, string>): Value {
  if (typeof entry === "string") return defined[entry] ?? entry;
  const change = (value: Value, key: string): Value => {
    if (key === "type") return defined[String(value)] ?? value;
    if (key === "domain" || key === "model") return value;
    if (typeof value === "string") return withNames(value, renamed);
    return Array.isArray(value) ? value.map((part) => change(part, key)) : value;
  };
  return Object.fromEntries(Object.entries(entry as object).map(([key, value]) => [key, change(value, key)]));
}
