// Names in expressions: where they stand in a file, and changing them.
import { isMap, isScalar, isSeq, type Scalar } from "yaml";
import { keyOf, type Key, type Patch } from "./patch";

// Texts under these keys are words for people or for the format, never expressions.
const WORDS = new Set(["type", "domain", "description", "unit", "label", "stroke", "name", "shape", "meaning", "library", "n", "multibond"]);
const DOTTED = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/gu;
const RESERVED = new Set(["if", "else", "and", "or", "not", "time", "pi"]);
const QUANTITY = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*(?:[\p{L}µΩ°%])/u;

/** Whether a text is a number with a unit ("24 V", "3 kΩ"), in which no names stand. */
export function isQuantity(text: string): boolean {
  return QUANTITY.test(text) && !/\d\s*(?:if|and|or)\b/.test(text);
}

/** The dotted names in an expression, in order; functions and words of the language are left out. */
export function namesIn(text: string): string[] {
  if (isQuantity(text)) return [];
  return [...text.matchAll(DOTTED)]
    .filter((match) => !RESERVED.has(match[0]) && !/^\s*\(/.test(text.slice(match.index + match[0].length)))
    .map((match) => match[0]);
}

/** The text with `change` made on every dotted name in it. */
export function withNames(text: string, change: (dotted: string) => string): string {
  if (isQuantity(text)) return text;
  return text.replace(DOTTED, (name, at: number) =>
    RESERVED.has(name) || /^\s*\(/.test(text.slice(at + name.length)) ? name : change(name));
}

export interface Mention {
  /** The level that it is written in. */
  place: Key[];
  /** The scalar, and whether it is a key. */
  node: Scalar;
  text: string;
  /** What it is part of: "bonds", "components", "layout"... */
  section: string;
  /** The path within the level. */
  path: Key[];
}

/** Every text of a level in which names of the level may stand; texts of models in place belong to those. */
export function mentions(patch: Patch, place: Key[], isWord: (type: string, key: string) => boolean = () => false): Mention[] {
  const found: Mention[] = [];
  const root = patch.node(place);
  if (!isMap(root)) return found;
  const visit = (node: unknown, path: Key[], section: string, words: boolean) => {
    if (isScalar(node)) {
      if (!words && typeof node.value === "string") found.push({ place, node, text: node.value, section, path });
    } else if (isSeq(node)) {
      node.items.forEach((item, i) => visit(item, [...path, i], section, words));
    } else if (isMap(node)) {
      const type = section === "components" && path.length === 2 ? String(patch.value([...place, ...path, "type"]) ?? "") : "";
      for (const pair of node.items) {
        const key = keyOf(pair as any);
        if (section === "components" && key === "model" && path.length === 2) continue;
        if (keysAreNames(section, path) && isScalar(pair.key) && typeof pair.key.value === "string") {
          found.push({ place, node: pair.key as Scalar, text: key, section: `${section}:key`, path: [...path, key] });
        }
        const expression = !keysAreNames(section, path) && (WORDS.has(key) || (type !== "" && isWord(type, key)));
        visit(pair.value, [...path, key], section, words || expression);
      }
    }
  };
  for (const pair of root.items) {
    const section = keyOf(pair as any);
    if (["definitions", "multibond", "name", "description", "stop", "n", "domain", "part", "shaped"].includes(section)) continue;
    if (section === "components") { // plain types are no names: `shaft: J1`
      for (const component of isMap(pair.value) ? pair.value.items : []) {
        if (isMap(component.value)) visit(component.value, ["components", keyOf(component as any)], section, false);
        else if (isSeq(component.value)) for (const member of component.value.items) if (isMap(member)) visit(member, ["components", keyOf(component as any)], section, false);
      }
      continue;
    }
    visit(pair.value, [section], section, section === "states");
  }
  return found;
}

/** Whether the keys of a mapping are names of variables: start values, states, other names, and what events set. */
function keysAreNames(section: string, path: Key[]): boolean {
  if (section === "start" || section === "states" || section === "layout" || section === "names") return path.length === 1;
  return section === "events" && path.at(-1) === "set";
}
