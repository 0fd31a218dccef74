// Bonds as files write them: "a >> b", "a - b", chains, and mappings with from, to, stroke and label.
import type { Key, Patch, Value } from "./patch";

export interface Bond {
  from: string;
  to: string;
  directed: boolean;
  stroke?: Value;
  label?: Value;
}

/** Which bond: the entry of the list `bonds`, and the piece of its chain. */
export interface BondPlace {
  entry: number;
  piece: number;
}

/** The bonds of one entry, one for each piece of a chain. */
export function piecesOf(entry: Value): Bond[] {
  if (typeof entry === "string") {
    const parts = entry.split(/(>>|-)/).map((part) => part.trim());
    const found: Bond[] = [];
    for (let i = 0; i + 2 < parts.length; i += 2) found.push({ from: parts[i], to: parts[i + 2], directed: parts[i + 1] === ">>" });
    return found;
  }
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return [];
  const { from, to, directed, stroke, label } = entry;
  return [{ from: String(from ?? ""), to: String(to ?? ""), directed: directed !== false, ...(stroke === undefined ? {} : { stroke }), ...(label === undefined ? {} : { label }) }];
}

/** A bond as it is written: short where nothing but ends and direction is said. */
export function written(bond: Bond): Value {
  if (bond.stroke === undefined && bond.label === undefined) return `${bond.from} ${bond.directed ? ">>" : "-"} ${bond.to}`;
  return {
    from: bond.from, to: bond.to, ...(bond.directed ? {} : { directed: false }),
    ...(bond.stroke === undefined ? {} : { stroke: bond.stroke }), ...(bond.label === undefined ? {} : { label: bond.label }),
  };
}

export function componentOf(end: string): string {
  return end.split(".")[0];
}

export function bondsOf(patch: Patch, place: Key[]): { bond: Bond; place: BondPlace }[] {
  const list = patch.value([...place, "bonds"]);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry, i) => piecesOf(entry).map((bond, piece) => ({ bond, place: { entry: i, piece } })));
}

/** Put other bonds in the place of all bonds of some entries; entries that stay the same are not touched. */
export function rewrite(patch: Patch, place: Key[], change: (bond: Bond, at: BondPlace) => Bond | null): void {
  const list = patch.value([...place, "bonds"]);
  if (!Array.isArray(list)) return;
  list.forEach((entry, i) => {
    const pieces = piecesOf(entry);
    const after = pieces.map((bond, piece) => change(bond, { entry: i, piece }));
    if (after.every((bond, k) => bond !== null && same(bond, pieces[k]))) return;
    const entries = joined(after);
    const here = [...place, "bonds", i];
    if (!entries.length) patch.remove(here);
    else patch.spread(here, entries);
  });
}

/** Neighbouring pieces of a chain stay one chain where they still hang together. */
function joined(bonds: (Bond | null)[]): Value[] {
  const entries: Value[] = [];
  let open = "";
  for (const bond of bonds) {
    const words = bond === null ? null : written(bond);
    if (typeof words !== "string") {
      if (words !== null) entries.push(words);
      open = "";
    } else if (open && open === bond!.from) {
      entries[entries.length - 1] = `${entries.at(-1)} ${bond!.directed ? ">>" : "-"} ${bond!.to}`;
      open = bond!.to;
    } else {
      entries.push(words);
      open = bond!.to;
    }
  }
  return entries;
}

function same(a: Bond, b: Bond): boolean {
  return JSON.stringify(written(a)) === JSON.stringify(written(b));
}
