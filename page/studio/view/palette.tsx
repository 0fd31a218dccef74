// The palette: everything that can be put into the diagram, by family, with a search; and the examples of the bank.
import { memo, use, useDeferredValue, useMemo, useState } from "react";
import type { ComponentType } from "../protocol";
import { insertType } from "../state/editing";
import { leave } from "../state/actions";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { Icon } from "./icons";
import { Items } from "./items";

/** How well a type answers what was typed: 0 is not at all. */
export function score(type: { type: string; description: string; family?: string; symbol?: string }, words: string): number {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return 1;
  const name = type.type.toLowerCase(), last = name.split(".").at(-1)!, description = type.description.toLowerCase();
  if (last === wanted || name === wanted) return 100;
  if (type.symbol && type.symbol.toLowerCase() === wanted) return 60;
  if (last.startsWith(wanted)) return 50 - last.length / 10;
  if (name.includes(wanted)) return 30;
  if (new RegExp(`\\b${wanted.replace(/[^\p{L}\p{N} ]/gu, ".")}`, "u").test(description)) return 20;
  if (description.includes(wanted) || type.family?.toLowerCase().includes(wanted)) return 10;
  const parts = wanted.split(/\s+/);
  return parts.length > 1 && parts.every((part) => name.includes(part) || description.includes(part) || type.family?.toLowerCase().includes(part)) ? 15 : 0;
}

export function ownTypes(definitions: Record<string, any> | undefined): ComponentType[] {
  return Object.entries(definitions ?? {}).map(([type, content]) => ({
    type, library: "this file", family: "made here", description: String(content?.description ?? ""), symbol: "", role: "", frames: [], values: [], variables: [],
    ports: Object.keys(content?.ports ?? {}).map((name) => ({ name, inward: true, many: false, n: "n", causality: "", domain: null, description: "" })), composite: true, icon: null,
  }));
}

export const TypeIcon = memo(function TypeIcon({ type, size = 34 }: { type: ComponentType; size?: number }) {
  const icon = type.icon;
  if (!icon) return <svg width={size} height={size * 0.76} viewBox="-22 -16 44 32" aria-hidden="true"><rect className="composite" x="-20" y="-13" width="40" height="26" rx="6" /></svg>;
  const symbol = icon.items.length && icon.items.every(({ t }) => t === "text") ? icon.items.find(({ role }) => role === "symbol") ?? icon.items[0] : null;
  if (symbol?.t === "text") { // the name beside it is that of the type, which is told anyway
    return <svg width={size} height={size * 0.76} viewBox="-22 -16 44 32" aria-hidden="true" className="type-icon"><text y="5.5" fontSize={symbol.words.length > 4 ? 11 : 16} fontWeight="bold" fill="var(--d-ink)">{symbol.words}</text></svg>;
  }
  const half = Math.max(icon.width / 2, icon.height / 1.5, 16) + 3;
  return <svg width={size} height={size * 0.76} viewBox={`${-half} ${-half * 0.76} ${2 * half} ${1.52 * half}`} aria-hidden="true" className="type-icon"><Items items={icon.items} /></svg>;
});

export function useTypes(): ComponentType[] {
  const studio = use(StudioContext)!;
  const hello = useStore(studio.state, (state) => state.hello);
  const revision = useStore(studio.state, (state) => state.revision);
  return useMemo(() => [...ownTypes(studio.history.reading.value(["definitions"])), ...(hello?.types ?? [])], [hello, revision, studio]);
}

const NO_EXAMPLES: { name: string; description: string }[] = [];
const LIBRARIES: Record<string, string> = { multibond: "Bond graph", planar: "Planar mechanics", spatial: "Spatial mechanics", "this file": "Components of this file" };

export function Palette() {
  const studio = use(StudioContext)!;
  const types = useTypes();
  const bank = useStore(studio.state, (state) => state.hello)?.bank ?? NO_EXAMPLES;
  const [words, setWords] = useState("");
  const wanted = useDeferredValue(words);
  const groups = useMemo(() => grouped(types, wanted), [types, wanted]);
  const examples = useMemo(() => bank.map((entry) => ({ ...entry, rank: score({ type: entry.name, description: entry.description }, wanted) })).filter(({ rank }) => rank > 0), [bank, wanted]);
  return (
    <aside className="palette" aria-label="Palette">
      <label className="search"><Icon name="search" size={15} /><input id="palette-search" type="search" placeholder="Search" aria-label="Search the palette" value={words}
        onChange={(event) => setWords(event.target.value)} onKeyDown={(event) => { if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && groups[0]?.families[0]?.types[0]) insertType(studio, bestOf(groups), null); }} /></label>
      <div className="shelves">
        {groups.map(({ library, families }) => (
          <section key={library}>
            <h2>{LIBRARIES[library] ?? library}</h2>
            {families.map(({ family, types: list }) => (
              <details key={`${family}${wanted ? "!" : ""}`} open={wanted !== "" || library === "this file" || OPEN.has(family)}>
                <summary>{familyTitle(family)}<span className="count">{list.length}</span></summary>
                <ul>{list.map((type) => <Shelf key={type.type} type={type} />)}</ul>
              </details>
            ))}
          </section>
        ))}
        {examples.length > 0 && <section>
          <h2>Examples</h2>
          <details key={wanted ? "!" : ""} open={wanted !== ""}>
            <summary>model bank<span className="count">{examples.length}</span></summary>
            <ul>{examples.map(({ name, description }) => (
              <li key={name}><button type="button" className="shelf example" title={description} onClick={() => leave(studio) && void studio.open({ bank: name })}><b>{name}</b><small>{description}</small></button></li>
            ))}</ul>
          </details>
        </section>}
        {wanted && !groups.length && !examples.length && <p className="hint">Nothing is called like that.</p>}
      </div>
    </aside>
  );
}

// Families in the order in which one draws; what is not named here follows.
const FAMILIES: Record<string, string> = {
  source: "Sources", storage: "Storages", resistor: "Resistors", junction: "Junctions", transducer: "Transformers and gyrators", sensor: "Sensors", block: "Signal blocks",
  hydraulic: "Hydraulic", "hydraulic valve": "Hydraulic valves", thermal: "Thermal", chemical: "Chemical", semiconductor: "Semiconductors", switch: "Switches", "power switch": "Power switches",
  "dry friction": "Dry friction", stop: "Stops", contact: "Contacts", frame: "Frames",
};
const ORDER = Object.keys(FAMILIES);
const OPEN = new Set(["source", "storage", "resistor", "junction", "transducer"]);

function familyTitle(name: string): string {
  return FAMILIES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

function bestOf(groups: Shelves): string {
  return groups.flatMap(({ families }) => families.flatMap(({ types }) => types)).sort((a, b) => b.rank - a.rank)[0].type;
}

type Ranked = ComponentType & { rank: number };
type Shelves = { library: string; families: { family: string; types: Ranked[] }[] }[];

function grouped(types: ComponentType[], words: string): Shelves {
  const found: Shelves = [];
  for (const type of types) {
    const rank = score(type, words);
    if (!rank) continue;
    let library = found.find((one) => one.library === type.library);
    if (!library) found.push((library = { library: type.library, families: [] }));
    let family = library.families.find((one) => one.family === type.family);
    if (!family) library.families.push((family = { family: type.family, types: [] }));
    family.types.push({ ...type, rank });
  }
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : 99);
  for (const { families } of found) families.sort((a, b) => rank(a.family) - rank(b.family));
  if (words) for (const { families } of found) for (const family of families) family.types.sort((a, b) => b.rank - a.rank);
  return found;
}

const Shelf = memo(function Shelf({ type }: { type: ComponentType }) {
  const studio = use(StudioContext)!;
  return (
    <li>
      <button type="button" className="shelf" draggable title={`${type.type}: ${type.description}`} data-type={type.type}
        onDragStart={(event) => event.dataTransfer.setData("application/x-multibond", type.type)}
        onClick={() => insertType(studio, type.type, null)}>
        <TypeIcon type={type} /><span><b>{type.type.split(".").at(-1)}</b><small>{type.description}</small></span>
      </button>
    </li>
  );
});
