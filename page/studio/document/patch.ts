// Changes of a YAML (or JSON) text at single places: everything else, comments and order included, stays as it was written.
import { Document, isCollection, isMap, isScalar, isSeq, parseDocument, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";

export type Key = string | number;
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

// The order in which sections are written when they are new; see docs/files.md.
export const SECTIONS = ["multibond", "name", "stop", "description", "n", "domain", "parameters", "inputs", "signals", "discrete",
  "components", "bonds", "ports", "joins", "wires", "start", "states", "events", "outputs", "names", "limits", "shaped",
  "part", "layout", "definitions"];

interface Splice { start: number; end: number; text: string; order: number }

/** A value as one line of YAML, quoted where that is needed. */
export function flow(value: Value, json = false): string {
  if (json) return JSON.stringify(value);
  const document = new Document(value);
  const options = { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: false, indentSeq: true } as const;
  let text = document.toString(options).trimEnd();
  // a text that is not plain is written between double quotes on one line
  if (text.includes("\n")) text = JSON.stringify(value);
  return text;
}

export function keyText(key: string, json = false): string {
  return json ? JSON.stringify(key) : flow(key);
}

/** Reads a text once and gathers changes of it; `result` is the text with all of them made. */
export class Patch {
  readonly document: Document;
  readonly json: boolean;
  private splices: Splice[] = [];
  private added = new Map<string, { path: Key[]; entries: [string | null, Value, boolean][] }>();
  private removed = new Map<string, Key[]>();

  constructor(readonly text: string, document?: Document) {
    this.document = document ?? parseDocument(text, { version: "1.2", keepSourceTokens: false });
    this.json = /^\s*\{/.test(text) && /^\s*\{\s*(?:"|\})/.test(text);
  }

  /** The node at a path, or undefined. */
  node(path: Key[]): Node | null | undefined {
    let at: unknown = this.document.contents;
    for (const key of path) {
      if (isMap(at)) at = pairOf(at, String(key))?.value;
      else if (isSeq(at)) at = at.items[Number(key)];
      else return undefined;
      if (at === undefined) return undefined;
    }
    return at as Node | null;
  }

  /** The plain value at a path, or undefined. */
  value(path: Key[]): any {
    const node = this.node(path);
    return node === undefined ? undefined : node === null ? null : (node as any).toJS(this.document);
  }

  keys(path: Key[]): string[] {
    const node = this.node(path);
    return isMap(node) ? node.items.map((pair) => keyOf(pair)) : [];
  }

  /** Write a value at a path; what is missing on the way is added. `lines`: one entry of a mapping a line. */
  set(path: Key[], value: Value, lines = false): this {
    const pair = this.pair(path);
    const parent = this.node(path.slice(0, -1));
    if (isSeq(parent) && typeof path.at(-1) === "number") {
      this.replaceItem(parent.items[Number(path.at(-1))] as Node, flow(value, this.json));
      return this;
    }
    if (pair === undefined) return this.add(path.slice(0, -1), String(path.at(-1)), value, lines);
    this.replaceValue(pair, parent as YAMLMap, value, lines && !this.json && !(parent as YAMLMap).flow);
    return this;
  }

  /** Write several items of a list in the place of one. */
  spread(path: Key[], values: Value[]): this {
    const list = this.node(path.slice(0, -1)) as YAMLSeq;
    const between = list.flow ? ", " : `\n${this.indentOf(list)}- `;
    this.replaceItem(list.items[Number(path.at(-1))] as Node, values.map((value) => flow(value, this.json)).join(between));
    return this;
  }

  /** Add an entry to the mapping (or, without a key, to the list) at a path. */
  add(path: Key[], key: string | null, value: Value, lines = false): this {
    const name = JSON.stringify(path);
    if (!this.added.has(name)) this.added.set(name, { path, entries: [] });
    this.added.get(name)!.entries.push([key, value, lines]);
    return this;
  }

  append(path: Key[], value: Value): this {
    return this.add(path, null, value);
  }

  /** Take out what is at a path; a section that nothing is left of goes too. */
  remove(path: Key[]): this {
    if (this.node(path) !== undefined || this.pair(path)) this.removed.set(JSON.stringify(path), path);
    return this;
  }

  /** Give a key another name; its place stays. */
  rename(path: Key[], name: string): this {
    const pair = this.pair(path);
    const key = pair?.key as Node | undefined;
    if (key?.range) this.splice(key.range[0], key.range[1], keyText(name, this.json));
    return this;
  }

  /** Write another text in the place of a node's own. */
  replace(node: Node, value: Value): this {
    if (node.range) this.splice(node.range[0], node.range[1], flow(value, this.json));
    return this;
  }

  get result(): string {
    this.flushRemovals();
    this.flushAdditions();
    const ordered = [...this.splices].sort((a, b) => a.start - b.start || a.order - b.order);
    let text = "", at = 0;
    for (const { start, end, text: words } of ordered) {
      if (start < at) { // overlaps what is gone already
        if (end > at) at = end;
        continue;
      }
      text += this.text.slice(at, start) + words;
      at = end;
    }
    return text + this.text.slice(at);
  }

  // ------------------------------------------------------------ places
  private splice(start: number, end: number, text: string): void {
    this.splices.push({ start, end, text, order: this.splices.length });
  }

  private pair(path: Key[]): Pair | undefined {
    const parent = this.node(path.slice(0, -1));
    return path.length && isMap(parent) ? pairOf(parent, String(path.at(-1))) : undefined;
  }

  private lineStart(position: number): number {
    return this.text.lastIndexOf("\n", position - 1) + 1;
  }

  /** The end of the line on which something ends, after its newline. */
  private lineEnd(position: number): number {
    if (position > 0 && this.text[position - 1] === "\n") return position;
    const found = this.text.indexOf("\n", position);
    return found < 0 ? this.text.length : found + 1;
  }

  private colon(pair: Pair): number {
    const key = pair.key as Node;
    return this.text.indexOf(":", key.range![1]) + 1;
  }

  /** Where the content of an entry ends (not the comment behind it). */
  private contentEnd(pair: Pair): number {
    const value = pair.value as Node | null;
    if (!value?.range || (isScalar(value) && value.value === null && value.range[0] === value.range[1])) return this.colon(pair);
    if (isCollection(value) && !value.flow) {
      const last = value.items.at(-1);
      if (last === undefined) return value.range[1];
      return isMap(value) ? this.contentEnd(last as Pair) : this.itemEnd(last as Node);
    }
    return value.range[1];
  }

  private itemEnd(item: Node): number {
    if (isCollection(item) && !item.flow && item.items.length) {
      const last = item.items.at(-1);
      return isMap(item) ? this.contentEnd(last as Pair) : this.itemEnd(last as Node);
    }
    return item.range![1];
  }

  private replaceItem(item: Node, text: string): void {
    const end = this.itemEnd(item);
    this.splice(item.range![0], end, this.text[end - 1] === "\n" ? `${text}\n` : text);
  }

  private replaceValue(pair: Pair, parent: YAMLMap, value: Value, lines: boolean): void {
    const start = this.colon(pair), end = this.contentEnd(pair);
    const open = lines && isRecord(value) && Object.keys(value).length > 0;
    const indent = open ? this.indentOf(parent) + "  " : "";
    const text = open ? `\n${block(value, indent)}` : ` ${flow(value, this.json)}`;
    this.splice(start, end, text + (this.text[end - 1] === "\n" && end > start ? "\n" : ""));
  }

  private indentOf(collection: YAMLMap | YAMLSeq): string {
    const first = collection.items[0];
    if (first === undefined) return "";
    const node = (isMap(collection) ? (first as Pair).key : first) as Node;
    const line = this.text.slice(this.lineStart(node.range![0]), node.range![0]);
    return isMap(collection) ? line.replace(/[^ ]/g, " ") : /^ */.exec(line)![0];
  }

  // ------------------------------------------------------------ removing
  private flushRemovals(): void {
    let again = true;
    while (again) { // containers of which everything goes
      again = false;
      const counts = new Map<string, number>();
      for (const path of this.removed.values()) {
        const above = JSON.stringify(path.slice(0, -1));
        counts.set(above, (counts.get(above) ?? 0) + 1);
      }
      for (const [name, count] of counts) {
        const path = JSON.parse(name) as Key[];
        const node = this.node(path);
        if (!path.length || this.removed.has(name) || !isCollection(node) || node.items.length > count) continue;
        if (this.added.has(name)) continue;
        for (const [other, removed] of [...this.removed]) {
          if (removed.length > path.length && path.every((key, i) => removed[i] === key)) this.removed.delete(other);
        }
        this.removed.set(name, path);
        again = true;
        break;
      }
    }
    const groups = new Map<Node, number[]>();
    for (const path of this.removed.values()) {
      const parent = this.node(path.slice(0, -1)) as YAMLMap | YAMLSeq;
      const index = isMap(parent) ? parent.items.findIndex((pair) => keyOf(pair) === String(path.at(-1))) : Number(path.at(-1));
      groups.set(parent, [...(groups.get(parent) ?? []), index]);
    }
    for (const [parent, indices] of groups) this.removeItems(parent as YAMLMap | YAMLSeq, indices.sort((a, b) => a - b));
    this.removed.clear();
  }

  private removeItems(parent: YAMLMap | YAMLSeq, indices: number[]): void {
    const start = (i: number) => (isMap(parent) ? (parent.items[i].key as Node) : (parent.items[i] as Node)).range![0];
    const end = (i: number) => (isMap(parent) ? this.contentEnd(parent.items[i] as Pair) : this.itemEnd(parent.items[i] as Node));
    const count = parent.items.length;
    if (!parent.flow) {
      for (const i of indices) {
        const from = this.lineStart(start(i)), to = this.lineEnd(end(i));
        // of two blank lines that would meet, one goes
        const blank = this.text.slice(0, from).endsWith("\n\n") && (to === this.text.length || this.text[to] === "\n");
        this.splice(blank ? from - 1 : from, to, "");
      }
      return;
    }
    const kept = [...Array(count).keys()].filter((i) => !indices.includes(i));
    for (const i of indices) {
      const next = i + 1 < count ? start(i + 1) : undefined;
      if (next !== undefined && kept.some((k) => k > i)) this.splice(start(i), next, "");
      else { // at the end: from the end of what stays
        const before = kept.filter((k) => k < i).at(-1);
        this.splice(before === undefined ? start(i) : end(before), end(i), "");
      }
    }
  }

  // ------------------------------------------------------------ adding
  private flushAdditions(): void {
    for (const { path, entries } of this.added.values()) this.insert(path, entries);
    this.added.clear();
  }

  private insert(path: Key[], entries: [string | null, Value, boolean][]): void {
    const node = this.node(path);
    if (!isCollection(node)) { // nothing there yet: written with what is to be in it
      const list = entries[0][0] === null;
      const value: Value = list ? entries.map(([, v]) => v) : Object.fromEntries(entries.map(([k, v]) => [k!, v]));
      this.section(path, value);
      return;
    }
    if (node.flow) {
      const close = node.range![1] - 1;
      const inside = this.text.slice(node.range![0] + 1, close).trim();
      const words = entries.map(([key, value]) => (key === null ? "" : `${keyText(key, this.json)}: `) + flow(value, this.json)).join(", ");
      this.splice(close, close, (inside && !inside.endsWith(",") ? ", " : "") + words);
      return;
    }
    const indent = this.indentOf(node as YAMLMap | YAMLSeq);
    for (const [key, value, lines] of entries) {
      const at = this.placeFor(node as YAMLMap, key, path);
      const end = this.lineEnd(at);
      const before = end > 0 && this.text[end - 1] !== "\n" ? "\n" : "";
      const apart = path.length === 0 && lines ? "\n" : "";
      this.splice(end, end, before + apart + entryText(key, value, indent, lines));
    }
  }

  /** The end of the entry that a new one goes behind: sections in their order, everything else last. */
  private placeFor(node: YAMLMap, key: string | null, path: Key[]): number {
    const items = node.items as Pair[];
    const ends = (i: number) => (key === null ? this.itemEnd(items[i] as unknown as Node) : this.contentEnd(items[i]));
    const content = key !== null && SECTIONS.includes(key) && (path.length === 0 || path.at(-2) === "definitions" || path.at(-1) === "model");
    if (!content) return ends(items.length - 1);
    const rank = SECTIONS.indexOf(key!);
    const before = items.findLastIndex((pair) => SECTIONS.indexOf(keyOf(pair)) < rank);
    return ends(before < 0 ? 0 : before);
  }

  private section(path: Key[], value: Value): void {
    const parent = path.slice(0, -1), key = String(path.at(-1));
    const pair = this.pair(path), above = this.node(parent);
    const opens = !this.json && !(isCollection(above) && above.flow);
    if (pair) { // there is the key, but nothing in it
      this.replaceSection(pair, above as YAMLMap, value, opens);
      return;
    }
    if (isCollection(above)) this.insert(parent, [[key, value, opens]]);
    else this.section(parent, { [key]: value });
  }

  private replaceSection(pair: Pair, parent: YAMLMap, value: Value, opens: boolean): void {
    const start = this.colon(pair), end = this.contentEnd(pair);
    const text = opens ? `\n${block(value, this.indentOf(parent) + "  ")}` : ` ${flow(value, this.json)}`;
    this.splice(start, end, text);
  }
}

function isRecord(value: Value): value is { [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lines of a mapping or a list, without the last newline. */
export function block(value: Value, indent: string): string {
  if (Array.isArray(value)) return value.map((part) => `${indent}- ${flow(part)}`).join("\n");
  if (!isRecord(value)) return indent + flow(value);
  return Object.entries(value).map(([key, part]) => entryText(key, part, indent, isOpen(key, part, indent)).trimEnd()).join("\n");
}

/** Whether an entry is written on lines of its own: contents of models, and what would be too long for one line. */
function isOpen(key: string, value: Value, indent: string): boolean {
  if (!isRecord(value) && !Array.isArray(value)) return false;
  return SECTIONS.includes(key) && key !== "n" || indent.length + key.length + flow(value).length > 118;
}

function entryText(key: string | null, value: Value, indent: string, lines: boolean): string {
  if (key === null) return `${indent}- ${flow(value)}\n`;
  const open = (lines || isOpen(key, value, indent)) && (isRecord(value) || Array.isArray(value)) && Object.keys(value).length > 0;
  return open ? `${indent}${keyText(key)}:\n${block(value, indent + "  ")}\n` : `${indent}${keyText(key)}: ${flow(value)}\n`;
}

export function keyOf(pair: Pair): string {
  return String(isScalar(pair.key) ? pair.key.value : pair.key);
}

export function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => keyOf(pair as Pair) === key) as Pair | undefined;
}
