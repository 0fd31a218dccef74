// Everything that can be done by a key or from the list of commands.
import { align, arrange, connectNodes, duplicate, forceStrokes, nudge, removeSelected, turnBonds } from "./editing";
import { focusOn, onceDrawn } from "./focus";
import { plotNames, startRun } from "./runs";
import type { Studio, Tab } from "./studio";

export interface Action {
  title: string;
  group: "File" | "Edit" | "Draw" | "View" | "Run";
  keys?: string; // as people write them: "Ctrl+S", "B", "Shift+F"
  run: (studio: Studio) => void;
}

const tab = (name: Tab, title: string, digit: string): Action => ({ title: `Show ${title}`, group: "View", keys: `Alt+${digit}`, run: (studio) => studio.show(name) });

export const ACTIONS: Action[] = [
  { title: "New model", group: "File", keys: "Alt+N", run: (studio) => leave(studio) && studio.fresh() },
  { title: "Open a file or an example", group: "File", keys: "Ctrl+O", run: (studio) => studio.state.change({ dialog: "open" }) },
  { title: "Save", group: "File", keys: "Ctrl+S", run: (studio) => void studio.save() },
  { title: "Save under another name", group: "File", keys: "Ctrl+Shift+S", run: (studio) => studio.state.change({ dialog: "save" }) },
  { title: "Export picture, Python, data or page", group: "File", keys: "Ctrl+E", run: (studio) => studio.state.change({ dialog: "export" }) },
  { title: "Undo", group: "Edit", keys: "Ctrl+Z", run: (studio) => void studio.history.undo() },
  { title: "Redo", group: "Edit", keys: "Ctrl+Shift+Z", run: (studio) => void studio.history.redo() },
  { title: "Redo (other key)", group: "Edit", keys: "Ctrl+Y", run: (studio) => void studio.history.redo() },
  { title: "Duplicate", group: "Edit", keys: "Ctrl+D", run: duplicate },
  { title: "Delete what is selected", group: "Edit", keys: "Delete", run: removeSelected },
  { title: "Delete what is selected (other key)", group: "Edit", keys: "Backspace", run: removeSelected },
  { title: "Rename", group: "Edit", keys: "F2", run: (studio) => studio.chosen.length === 1 && studio.state.change({ dialog: "rename" }) },
  { title: "Select all", group: "Edit", keys: "Ctrl+A", run: (studio) => studio.select(studio.nodes.filter(({ kind }) => kind === "component").map(({ path }) => path), studio.edges.map(({ id }) => id)) },
  { title: "Make a component of the selection", group: "Edit", keys: "Ctrl+G", run: (studio) => (studio.chosen.length ? studio.state.change({ dialog: "group" }) : studio.say("Select the components that are to become one.")) },
  { title: "Insert a component by name", group: "Draw", keys: "/", run: quickInsert },
  { title: "Bond, join or wire what is selected", group: "Draw", keys: "B", run: bond },
  { title: "Turn the half arrow", group: "Draw", keys: "F", run: turnBonds },
  { title: "Force the stroke (tail, head, free)", group: "Draw", keys: "S", run: (studio) => forceStrokes(studio) },
  { title: "Arrange automatically (all, or the selection)", group: "Draw", keys: "L", run: (studio) => void arrange(studio) },
  { title: "Align in a row", group: "Draw", keys: "Shift+H", run: (studio) => align(studio, "row") },
  { title: "Align in a column", group: "Draw", keys: "Shift+V", run: (studio) => align(studio, "column") },
  { title: "Align at the left", group: "Draw", run: (studio) => align(studio, "left") },
  { title: "Align at the right", group: "Draw", run: (studio) => align(studio, "right") },
  { title: "Align at the top", group: "Draw", run: (studio) => align(studio, "top") },
  { title: "Align at the bottom", group: "Draw", run: (studio) => align(studio, "bottom") },
  { title: "Space evenly", group: "Draw", keys: "Shift+D", run: (studio) => align(studio, "spread") },
  { title: "Move left", group: "Draw", keys: "ArrowLeft", run: (studio) => nudge(studio, -10, 0) },
  { title: "Move right", group: "Draw", keys: "ArrowRight", run: (studio) => nudge(studio, 10, 0) },
  { title: "Move up", group: "Draw", keys: "ArrowUp", run: (studio) => nudge(studio, 0, -10) },
  { title: "Move down", group: "Draw", keys: "ArrowDown", run: (studio) => nudge(studio, 0, 10) },
  { title: "Move far left", group: "Draw", keys: "Shift+ArrowLeft", run: (studio) => nudge(studio, -100, 0) },
  { title: "Move far right", group: "Draw", keys: "Shift+ArrowRight", run: (studio) => nudge(studio, 100, 0) },
  { title: "Move far up", group: "Draw", keys: "Shift+ArrowUp", run: (studio) => nudge(studio, 0, -100) },
  { title: "Move far down", group: "Draw", keys: "Shift+ArrowDown", run: (studio) => nudge(studio, 0, 100) },
  { title: "Enter the selected component", group: "View", keys: "Enter", run: enter },
  { title: "Open the selected components in place, or fold them", group: "View", keys: "O", run: openInPlace },
  { title: "Back: out of the component, nothing selected", group: "View", keys: "Escape", run: back },
  { title: "Show all of the diagram", group: "View", keys: "0", run: (studio) => studio.canvas?.fit() },
  { title: "Go to the diagram", group: "View", keys: "Alt+D", run: (studio) => studio.canvas?.focus() },
  { title: "Go to the values of what is selected", group: "View", keys: "Alt+I", run: (studio) => { studio.state.change({ panels: { ...studio.value.panels, inspector: true } }); focusOn(".inspector section :is(input, select)", ".inspector section button", ".inspector input"); } },
  { title: "Search the palette", group: "View", keys: "Alt+P", run: (studio) => { studio.state.change({ panels: { ...studio.value.panels, palette: true } }); focusOn("#palette-search"); } },
  { title: "Show or hide the palette", group: "View", keys: "Ctrl+B", run: (studio) => studio.state.change({ panels: { ...studio.value.panels, palette: !studio.value.panels.palette } }) },
  { title: "Show or hide the inspector", group: "View", keys: "Ctrl+I", run: (studio) => studio.state.change({ panels: { ...studio.value.panels, inspector: !studio.value.panels.inspector } }) },
  { title: "Show or hide the lower panel", group: "View", keys: "Ctrl+J", run: (studio) => studio.state.change({ dock: { ...studio.value.dock, open: !studio.value.dock.open } }) },
  tab("messages", "messages", "1"), tab("text", "the text of the file", "2"), tab("curves", "curves", "3"), tab("animation", "the 3D animation", "4"),
  tab("energy", "energy", "5"), tab("equations", "equations", "6"), tab("linear", "eigenvalues and Bode plot", "7"), tab("parameters", "all parameters", "8"), tab("report", "the report", "9"),
  { title: "Light or dark", group: "View", keys: "Alt+T", run: (studio) => studio.state.change({ dark: !studio.value.dark }) },
  { title: "Power flow on or off", group: "View", keys: "W", run: (studio) => studio.state.change({ flow: !studio.value.flow }) },
  { title: "Values in the diagram on or off", group: "View", keys: "V", run: (studio) => { studio.state.change({ values: !studio.value.values }); void studio.check(); } },
  { title: "All elements in one picture, or level by level", group: "View", keys: "A", run: (studio) => { studio.state.change({ flat: !studio.value.flat }); studio.wantsFit = true; void studio.check(); } },
  { title: "Zero-order causal paths on or off", group: "View", keys: "C", run: (studio) => { studio.state.change({ causal: !studio.value.causal }); void studio.check(); } },
  { title: "Run, or stop the run", group: "Run", keys: "Ctrl+Enter", run: (studio) => void startRun(studio) },
  { title: "Settings of the run", group: "Run", keys: "Ctrl+,", run: (studio) => studio.state.change({ dialog: "settings" }) },
  { title: "Plot what is selected", group: "Run", keys: "P", run: plotSelected },
  { title: "Play or pause", group: "Run", keys: "Space", run: (studio) => studio.clock.play() },
  { title: "To the start of the run", group: "Run", keys: "Home", run: (studio) => studio.clock.seek(studio.clock.value.start) },
  { title: "To the end of the run", group: "Run", keys: "End", run: (studio) => studio.clock.seek(studio.clock.value.stop) },
  { title: "List of commands", group: "View", keys: "Ctrl+K", run: (studio) => studio.state.change({ dialog: "commands" }) },
  { title: "Keys", group: "View", keys: "?", run: (studio) => studio.state.change({ dialog: "help" }) },
];

/** Whether the user may leave what is not saved. */
export function leave(studio: Studio): boolean {
  return !studio.history.changed || window.confirm("The model has changes that are not saved. Leave it?");
}

function quickInsert(studio: Studio): void {
  const area = document.getElementById("diagram")!.getBoundingClientRect();
  const from = studio.chosen.length === 1 ? studio.chosen[0] : null;
  const at = studio.pointer && !from ? studio.canvas!.toCanvas(...studio.pointer) : null;
  const [x, y] = studio.pointer ?? [area.left + area.width / 2 - 150, area.top + 80];
  studio.state.change({ quick: { x, y, at, from: from?.key ?? null, port: null } });
}

function bond(studio: Studio): void {
  const { paths } = studio.value.selection;
  const chosen = paths.map((path) => studio.chosen.find((node) => node.path === path)).filter((node) => node !== undefined);
  if (chosen.length < 2) studio.state.change({ dialog: "bond" });
  else for (const other of chosen.slice(1)) connectNodes(studio, chosen[0], other);
}

function enter(studio: Studio): void {
  const [node] = studio.looked;
  if (studio.looked.length === 1 && node.composite) studio.enter(node.path);
}

function openInPlace(studio: Studio): void {
  const paths = studio.looked.filter(({ composite }) => composite).map(({ path }) => path);
  if (paths.length) studio.fold(paths);
  else studio.say("Select a component that is made of others, to open it in place.");
}

function back(studio: Studio): void {
  const { quick, dialog, selection, level } = studio.value;
  if (quick || dialog) {
    studio.state.change({ quick: null, dialog: null });
    onceDrawn(() => studio.canvas?.focus());
  } else if (selection.paths.length || selection.edges.length) studio.select([]);
  else if (level) {
    const at = level.lastIndexOf(".");
    studio.enter(at < 0 ? "" : level.slice(0, at));
    studio.select([level]);
  }
}

function plotSelected(studio: Studio): void {
  const names = [
    ...studio.chosenEdges.flatMap((edge) => [edge.effort, edge.flow]),
    ...studio.looked.flatMap((node) => {
      const touching = (studio.shown?.edges ?? []).filter((edge) => edge.kind === "bond" && (edge.tail === node.key || edge.head === node.key));
      if (node.ports.length === 1 && touching.length === 1) return [touching[0].effort, touching[0].flow];
      return (studio.typeOf(node.type)?.variables ?? []).slice(0, 3).map(({ name }) => `${node.path}.${name}`);
    }),
  ].filter(Boolean);
  if (names.length) plotNames(studio, names);
  else studio.say("Select a bond or a component to plot its effort and flow.");
}

// ------------------------------------------------------------ keys
function keyName(event: KeyboardEvent): string {
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const shifted = event.shiftKey && (event.key.length > 1 || /[A-Z]/i.test(event.key));
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shifted ? "Shift+" : ""}${key}`;
}

const BY_KEY = new Map(ACTIONS.filter(({ keys }) => keys).map((action) => [action.keys!, action]));

/** Do what a key means; keys of fields and of the text editor stay theirs. */
export function onKey(studio: Studio, event: KeyboardEvent): void {
  const action = BY_KEY.get(keyName(event));
  if (!action || event.defaultPrevented) return;
  const target = (event.composedPath()[0] ?? event.target) as HTMLElement;
  const field = target.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable=true]") !== null && target instanceof HTMLElement;
  const modified = /^(Ctrl|Alt)\+/.test(action.keys!) || /^F\d/.test(action.keys!);
  const typing = field && !(target instanceof HTMLSelectElement); // keys of texts mean nothing to a list of choices
  if (field && (!modified || (typing && /^Ctrl\+(Z|Shift\+Z|Y|A|D|G|B|I|E)$/.test(action.keys!))) && action.keys !== "Escape") return;
  if (field && action.keys === "Escape") target.blur();
  if (studio.value.dialog && action.keys !== "Escape" && action.keys !== "Ctrl+K") return;
  const control = target.closest?.("button, a, [role=tab], [role=slider], input, .react-flow__node, .react-flow__edge, [role=row]");
  if (control && (action.keys === "Enter" || action.keys === "Space")) {
    if (!target.closest(".react-flow__node, .react-flow__edge")) return;
    if (pick(studio, target, event)) {
      event.preventDefault();
      return;
    }
  }
  if (control?.matches("[role=tab], [role=slider], input[type=range]") && /^(Arrow|Home|End)/.test(action.keys!)) return;
  event.preventDefault();
  action.run(studio);
}

/** Enter or space on a component or bond that has the focus selects it; with shift, in addition. */
function pick(studio: Studio, target: HTMLElement, event: KeyboardEvent): boolean {
  const { selection } = studio.value;
  const key = target.closest<HTMLElement>(".react-flow__node")?.dataset.id, edge = target.closest<HTMLElement>(".react-flow__edge")?.dataset.id;
  const path = studio.shown?.nodes.find((node) => node.key === key)?.path ?? "";
  if (path && selection.paths.includes(path) && !event.shiftKey) return event.key === " " ? (studio.select([]), true) : false;
  if (path) studio.select(event.shiftKey ? [...selection.paths.filter((one) => one !== path), path] : [path], event.shiftKey ? selection.edges : []);
  else if (edge) studio.select(event.shiftKey ? selection.paths : [], event.shiftKey ? [...selection.edges, edge] : [edge]);
  return Boolean(path || edge);
}
