// The text of the file beside the diagram, editable, with errors at their lines.
import { autocompletion, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, EditorView, highlightActiveLine, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { use, useEffect, useRef } from "react";
import { isMap, isSeq, type Node } from "yaml";
import { componentAt, levelAt } from "../document/level";
import { keyOf, pairOf, SECTIONS } from "../document/patch";
import type { Message } from "../protocol";
import { startRun } from "../state/runs";
import type { Studio } from "../state/studio";
import { StudioContext } from "./context";

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-key)" }, { tag: tags.string, color: "var(--code-text)" },
  { tag: [tags.number, tags.bool], color: "var(--code-number)" }, { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.content, color: "var(--ink)" }, { tag: tags.punctuation, color: "var(--soft)" },
]);
const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--card)" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'Cascadia Code', 'DejaVu Sans Mono', Menlo, monospace", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--wash-faint)" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-chosen": { backgroundColor: "var(--wash)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--rule)" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "var(--wash-strong) !important" },
});

const choose = StateEffect.define<[number, number][]>();
const chosenLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(choose)) next = Decoration.set(effect.value.flatMap(([from, to]) => linesOf(transaction.state.doc, from, to)), true);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function linesOf(doc: Text, from: number, to: number) {
  const found = [];
  for (let at = doc.lineAt(Math.min(from, doc.length)).number; at <= doc.lineAt(Math.min(to, doc.length)).number; at++) found.push(Decoration.line({ class: "cm-chosen" }).range(doc.line(at).from));
  return found;
}

export function TextView() {
  const studio = use(StudioContext)!;
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the styles of the editor are adopted by a root of its own, which needs no style elements in the page
    const root = holder.current!.shadowRoot ?? holder.current!.attachShadow({ mode: "open" });
    let ours = false;
    const view = new EditorView({
      root,
      parent: root as unknown as HTMLElement,
      state: EditorState.create({
        doc: studio.history.text,
        extensions: [
          lineNumbers(), yaml(), syntaxHighlighting(colors), theme, bracketMatching(), indentOnInput(), highlightActiveLine(), highlightSelectionMatches(), lintGutter(), chosenLines,
          autocompletion({ override: [(context) => completions(studio, context)] }),
          keymap.of([
            { key: "Mod-z", run: () => studio.history.undo(), preventDefault: true }, { key: "Mod-y", run: () => studio.history.redo(), preventDefault: true },
            { key: "Mod-Shift-z", run: () => studio.history.redo(), preventDefault: true }, { key: "Escape", run: (editor) => (editor.contentDOM.blur(), true) },
            { key: "Mod-Enter", run: () => (void startRun(studio), true), preventDefault: true, stopPropagation: true }, // as everywhere else
            ...searchKeymap, ...defaultKeymap, indentWithTab,
          ]),
          EditorState.readOnly.of(studio.readOnly),
          EditorView.contentAttributes.of({ "aria-label": "Text of the model file", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !ours) studio.history.write("type text", update.state.doc.toString(), true);
            if (update.selectionSet && update.transactions.some((t) => t.isUserEvent("select.pointer"))) selectAt(studio, update.state.selection.main.head);
          }),
        ],
      }),
    });
    const follow = () => {
      const text = studio.history.text, old = view.state.doc.toString();
      if (text !== old) {
        ours = true;
        view.dispatch({ changes: changeOf(old, text) });
        ours = false;
      }
      view.dispatch(setDiagnostics(view.state, diagnostics(view.state.doc, studio.messages)));
    };
    let shown = "";
    const mark = () => {
      const ranges = rangesOf(studio), name = JSON.stringify(ranges);
      if (name === shown) return;
      shown = name;
      const inside = ranges.length > 0 && !view.hasFocus;
      view.dispatch({ effects: [choose.of(ranges), ...(inside ? [EditorView.scrollIntoView(Math.min(ranges[0][0], view.state.doc.length), { y: "center" })] : [])] });
    };
    follow();
    mark();
    let check = studio.value.check, revision = -1, selection = studio.value.selection;
    const stop = studio.state.subscribe(() => {
      const now = studio.value;
      if (now.check !== check || now.revision !== revision) { check = now.check; revision = now.revision; follow(); }
      if (now.selection !== selection) { selection = now.selection; mark(); }
    });
    return () => { stop(); view.destroy(); };
  }, [studio]);
  return <div className="editor" ref={holder} />;
}

/** The one change that turns a text into another. */
function changeOf(old: string, text: string): { from: number; to: number; insert: string } {
  let start = 0, end = 0;
  const most = Math.min(old.length, text.length);
  while (start < most && old[start] === text[start]) start++;
  while (end < most - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  return { from: start, to: old.length - end, insert: text.slice(start, text.length - end) };
}

function diagnostics(doc: Text, messages: Message[]): Diagnostic[] {
  return messages.filter(({ line }) => line !== null && line <= doc.lines).map(({ line, column, text, severity }) => {
    const at = doc.line(Math.max(1, line!));
    const from = Math.min(at.to, at.from + Math.max(0, (column ?? 1) - 1));
    return { from, to: Math.max(from, at.to), severity, message: text };
  });
}

/** Where the selected components stand in the text. */
function rangesOf(studio: Studio): [number, number][] {
  const patch = studio.history.reading, found: [number, number][] = [];
  for (const path of studio.value.selection.paths) {
    const at = path.lastIndexOf("."), { place, open } = levelAt(patch, at < 0 ? "" : path.slice(0, at));
    const here = open ? componentAt(patch, place, path.slice(at + 1)) : null;
    if (here && typeof here.at(-1) === "number") { // a member of a list
      const range = patch.node(here)?.range;
      if (range) found.push([range[0], range[1]]);
      continue;
    }
    const components = open ? patch.node([...place, "components"]) : null;
    const pair = isMap(components) ? pairOf(components, path.slice(at + 1)) : undefined;
    const key = pair?.key as Node | undefined, value = pair?.value as Node | null | undefined;
    if (key?.range) found.push([key.range[0], Math.max(key.range[1], (value?.range?.[1] ?? 0) - 1)]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}

/** Select the component that is written at a place of the text. */
function selectAt(studio: Studio, position: number): void {
  const { level } = studio.value, { place, open } = levelAt(studio.history.reading, level);
  const components = open ? studio.history.reading.node([...place, "components"]) : null;
  if (!isMap(components)) return;
  const pair = components.items.find(({ key, value }) => {
    const from = (key as Node).range?.[0] ?? 0, to = Math.max((key as Node).range?.[1] ?? 0, (value as Node | null)?.range?.[1] ?? 0);
    return from <= position && position <= to;
  });
  const members = isSeq(pair?.value) ? pair.value.items : [];
  const number = members.findIndex((member) => ((member as Node).range?.[0] ?? 0) <= position && position <= ((member as Node).range?.[1] ?? 0));
  if (pair && (!members.length || number >= 0)) studio.select([studio.pathOf(keyOf(pair as any) + (members.length ? `_${number}` : ""))]);
}

function completions(studio: Studio, context: CompletionContext) {
  const word = context.matchBefore(/[\p{L}\p{N}_.]+/u);
  if (!word && !context.explicit) return null;
  const line = context.state.doc.lineAt(context.pos), before = line.text.slice(0, (word?.from ?? context.pos) - line.from);
  const { hello } = studio.value;
  const option = (label: string, type: string, detail = "") => ({ label, type, detail });
  if (/type:\s*$/.test(before) || /^\s+[\p{L}\p{N}_]+:\s*$/u.test(before)) {
    const own = Object.keys(studio.history.reading.value(["definitions"]) ?? {});
    return { from: word?.from ?? context.pos, options: [...own.map((name) => option(name, "class", "of this file")), ...(hello?.types ?? []).map(({ type, description }) => option(type, "class", description))] };
  }
  if (/^\s*$/.test(before) && !/^\s/.test(line.text)) return { from: word?.from ?? context.pos, options: SECTIONS.map((name) => ({ ...option(name, "keyword"), apply: `${name}: ` })) };
  const names = studio.nodes.filter(({ kind }) => kind === "component").map(({ name, type }) => option(name, "variable", type));
  const parameters = Object.keys(studio.history.reading.value(["parameters"]) ?? {}).map((name) => option(name, "constant", "parameter"));
  return { from: word?.from ?? context.pos, options: [...names, ...parameters, ...(hello?.functions ?? []).map((name) => option(name, "function"))] };
}
