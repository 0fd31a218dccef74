// The studio: the document, what the server says of it, what is selected and shown. Views read it, actions change it.
import { History } from "../document/history";
import { levelAt } from "../document/level";
import type { Key } from "../document/patch";
import type {
  ChangedEvent, Check, CheckReply, ComponentType, Diagram, DiagramEdge, DiagramNode, FileEntry, Files, FilesReply, Hello, HelloReply, Keep,
  KeepReply, Message, Open, OpenReply, PagesEvent, ProgressEvent, RunSettings, StrokesEvent, StructureEvent, Save, SaveReply,
} from "../protocol";
import { bondItems } from "./bond_mark";
import { Clock } from "./clock";
import { Connection, type Host } from "./connection";
import { takeRuns, type LiveRun, type Plot, type RunEntry } from "./runs";
import { Store } from "./store";
import { unfolded, type Shown, type ShownNode } from "./unfolding";

export type Tab = "messages" | "text" | "curves" | "energy" | "equations" | "linear" | "animation" | "parameters" | "report";
export type Dialog = null | "open" | "save" | "settings" | "help" | "commands" | "rename" | "group" | "export" | "bond";

export interface Selection {
  paths: string[]; // components, by dotted path of the model
  edges: string[]; // of the level that is shown
}

export interface State {
  connected: boolean;
  hello: HelloReply | null;
  files: FileEntry[];
  file: { name: string; path: string | null; digest: string };
  revision: number; // of the text
  check: CheckReply | null;
  checking: boolean;
  level: string;
  selection: Selection;
  runs: RunEntry[];
  current: string | null;
  live: LiveRun | null;
  running: { request: number; time: number; stop: number; phase: string } | null;
  settings: RunSettings;
  plots: Plot[];
  flow: boolean; // the power of bonds is shown
  causal: boolean; // zero-order causal paths are tinted
  flat: boolean;
  opened: string[]; // components that are opened in place, by path
  values: boolean;
  dialog: Dialog;
  quick: { x: number; y: number; at: [number, number] | null; from: string | null; port: string | null } | null;
  dock: { open: boolean; left: Tab; right: Tab | null; height: number; whole: boolean };
  panels: { palette: boolean; inspector: boolean };
  dark: boolean;
  notice: { text: string; severity: "info" | "error" } | null;
  disk: { text: string | null; digest: string } | null; // the file changed on disk
  recovered: { text: string; time: number } | null;
  others: number;
  pointed: string; // the path that the pointer is over, in any view
}

const NO_STROKES: Record<string, DiagramEdge> = {};
export const NEW = "multibond: 1\nname: new_model\n";

export class Studio {
  readonly connection: Connection;
  readonly history = new History(NEW);
  readonly clock = new Clock();
  readonly state: Store<State>;
  /** Bonds whose strokes are newer than the picture, by id: they alone are drawn anew, and the rest of the page rests. */
  readonly strokes = new Store<Record<string, DiagramEdge>>(NO_STROKES);
  /** Where the diagram is and how large, told by its view. */
  canvas: { centre: () => [number, number]; toCanvas: (x: number, y: number) => [number, number]; fit: () => void; home: () => void; focus: () => void } | null = null;
  wantsFit = false; // the next diagram is to be shown whole
  pointer: [number, number] | null = null; // over the diagram, in pixels of the screen
  private unfolded: { of: Diagram | null; insides: unknown; shown: Shown | null } | null = null;
  private pending = false;
  private keeping = 0;

  constructor(dark: boolean, readonly host: Host | null = null) {
    this.connection = new Connection(host);
    this.state = new Store<State>({
      connected: false, hello: null, files: [], file: { name: "new_model", path: null, digest: "" }, revision: 0, check: null, checking: false,
      level: "", selection: { paths: [], edges: [] }, runs: [], current: null, live: null, running: null, settings: {}, plots: [],
      flow: true, causal: false, flat: false, opened: [], values: true, dialog: null, quick: null,
      dock: { open: true, left: "messages", right: null, height: 300, whole: false },
      panels: { palette: true, inspector: true }, dark, notice: null, disk: null, recovered: null, others: 0, pointed: "",
    });
    this.history.subscribe(() => this.documentChanged());
    this.connection.onState = (open) => void this.connected(open);
    this.connection.onEvent = (event) => this.heard(event);
  }

  /** Whether nothing can be changed: a page that holds its answers. */
  get readOnly(): boolean {
    return this.host?.shows.what === "page";
  }

  get value(): State {
    return this.state.value;
  }

  say(text: string, severity: "info" | "error" = "info"): void {
    const notice = { text, severity };
    this.state.change({ notice });
    setTimeout(() => this.value.notice === notice && this.state.change({ notice: null }), severity === "error" ? 9000 : 4500);
  }

  /** Do something that may be refused; what the server says is shown. */
  async trying<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      this.say((error as Error).message, "error");
      return null;
    }
  }

  // ------------------------------------------------------------ the server
  private async connected(open: boolean): Promise<void> {
    this.state.change({ connected: open });
    if (!open) {
      this.state.change({ running: null, checking: false });
      return;
    }
    const first = this.value.hello === null;
    const hello = await this.trying(this.connection.ask<Hello, HelloReply>({ do: "hello" }));
    if (!hello) return;
    this.state.change({ hello, files: hello.files });
    if (first && hello.open) this.take(hello.open);
    else void this.check();
    if (first && hello.runs?.length) takeRuns(this, hello.runs, this.host?.shows.names ?? []);
  }

  private heard(event: ChangedEvent | PagesEvent | ProgressEvent | StructureEvent | StrokesEvent): void {
    if (event.event === "strokes") return this.stroked(event);
    if (event.event === "structure") {
      const { check } = this.value;
      if (check && event.revision === this.history.revision) this.state.change({ check: { ...check, messages: [...check.messages, ...event.messages] } });
      return;
    }
    if (event.event === "progress") {
      const { running } = this.value;
      if (running?.request === event.id) this.state.change({ running: { ...running, time: event.time, stop: event.stop, phase: event.phase } });
    } else if (event.event === "pages") {
      if (event.path === this.value.file.path) this.state.change({ others: event.others });
    } else if (event.path === this.value.file.path && event.digest !== this.value.file.digest) {
      if (event.text !== null && event.text === this.history.text) {
        this.state.change({ file: { ...this.value.file, digest: event.digest } });
        this.history.markSaved(event.text);
      } else this.state.change({ disk: { text: event.text, digest: event.digest }, others: event.others });
    }
  }

  /** New strokes on the bonds that are drawn, before the whole picture comes. A bond that was taken out or put in moves the
   *  numbers of others: only those that still lead from and to the same components are meant. */
  private stroked({ revision, level, strokes }: StrokesEvent): void {
    const { shown } = this;
    if (!shown || !strokes || revision !== this.history.revision || level !== this.value.level || shown.level !== level) return;
    const fresh: Record<string, DiagramEdge> = {};
    for (const edge of shown.edges) {
      const [tail, head, ...places] = strokes[edge.id] ?? [];
      if (edge.kind !== "bond" || edge.points.length < 2 || tail !== edge.tail || head !== edge.head || same(places, edge.strokes as string[])) continue;
      const next = { ...edge, strokes: places as DiagramEdge["strokes"] };
      fresh[edge.id] = { ...next, items: [...bondItems(next, edge.points[0], edge.points.at(-1)!), ...edge.items.filter(({ t }) => t === "text")] };
    }
    this.strokes.set(fresh);
  }

  private documentChanged(): void {
    if (this.value.revision !== this.history.revision) {
      this.state.change({ revision: this.history.revision });
      void this.check();
      clearTimeout(this.keeping);
      this.keeping = window.setTimeout(() => void this.keep(), 1500);
    } else this.state.change({ file: { ...this.value.file } }); // saved: the title changes
  }

  private async keep(): Promise<void> {
    if (!this.value.connected) return;
    const text = this.history.changed ? this.history.text : null;
    await this.connection.ask<Keep, KeepReply>({ do: "keep", path: this.value.file.path, text }).catch(() => null);
  }

  /** Ask the server about the text as it is now; only one question is under way at a time. */
  async check(): Promise<void> {
    if (!this.value.connected) return;
    if (this.value.checking) {
      this.pending = true;
      return;
    }
    this.state.change({ checking: true });
    const { level, causal, flat, values, opened } = this.value;
    const request = { do: "check", revision: this.history.revision, text: this.history.text, level, paths: causal, flat, values, ...(flat ? {} : { open: opened }) } as const;
    const reply = await this.trying(this.connection.ask<Check, CheckReply>(request));
    this.state.change({ checking: false });
    const again = this.pending;
    this.pending = false;
    if (reply && !reply.stale && reply.revision === this.history.revision && this.value.level === level) this.checked(reply);
    else if (reply && !again && reply.stale) return void this.check();
    if (again) void this.check();
  }

  private checked(check: CheckReply): void {
    // a diagram stays while the text cannot be read: nothing drawn is lost because something typed is wrong
    const diagram = check.diagram ?? (this.value.check?.diagram?.level === this.value.level ? this.value.check.diagram : null);
    this.state.change({ check: { ...check, diagram } });
    this.strokes.set(NO_STROKES);
  }

  // ------------------------------------------------------------ files
  take(reply: OpenReply): void {
    this.state.change({
      file: { name: reply.name, path: reply.path, digest: reply.digest }, level: "", selection: { paths: [], edges: [] }, check: null,
      opened: [], runs: [], current: null, live: null, plots: [], disk: null, others: 0, recovered: reply.recovered, settings: {}, dialog: null,
    });
    this.strokes.set(NO_STROKES);
    this.clock.play(false);
    this.clock.span(0, 0);
    this.history.reset(reply.text);
    document.title = `${reply.name} – multibond studio`;
    this.wantsFit = this.history.reading.keys(["components"]).length > 0;
    if (!this.wantsFit) this.canvas?.home();
  }

  fresh(): void {
    this.take({ id: 0, name: "new_model", path: null, text: NEW, digest: "", recovered: null });
  }

  async open(what: { path: string } | { bank: string }): Promise<void> {
    const reply = await this.trying(this.connection.ask<Open, OpenReply>({ do: "open", ...what }));
    if (reply) this.take(reply);
  }

  async listFiles(): Promise<void> {
    const reply = await this.trying(this.connection.ask<Files, FilesReply>({ do: "files" }));
    if (reply) this.state.change({ files: reply.files });
  }

  async save(path = this.value.file.path, force = false): Promise<boolean> {
    if (!path) {
      this.state.change({ dialog: "save" });
      return false;
    }
    const text = this.history.text;
    const digest = path === this.value.file.path ? this.value.file.digest : "";
    const reply = await this.trying(this.connection.ask<Save, SaveReply>({ do: "save", path, text, digest, force }));
    if (!reply) return false;
    if (!reply.saved) {
      if (reply.conflict) this.state.change({ disk: { text: reply.conflict.text, digest: reply.digest }, file: { ...this.value.file, path } });
      return false;
    }
    const name = path.split("/").at(-1)!;
    this.state.change({ file: { name, path, digest: reply.digest }, disk: null, dialog: null });
    this.history.markSaved(text);
    document.title = `${name} – multibond studio`;
    this.say(`Saved ${path}`);
    void this.keep();
    void this.listFiles();
    return true;
  }

  // ------------------------------------------------------------ the level that is shown
  enter(level: string): void {
    this.state.change({ level, selection: { paths: [], edges: [] } });
    this.wantsFit = true;
    void this.check();
  }

  /** Where the content of the level is in the file; null, with a word to the user, where it is not in the file. */
  place(level = this.value.level): Key[] | null {
    if (this.readOnly) {
      this.say("This page is to look at; nothing is changed in it.", "error");
      return null;
    }
    const { place, open } = levelAt(this.history.reading, level);
    if (open) return place;
    this.say("This is the inside of a component of a library, which can be looked at but not changed. Go back and copy it, or change its values from outside.", "error");
    return null;
  }

  pathOf(key: string): string {
    return this.value.level ? `${this.value.level}.${key}` : key;
  }

  get nodes(): DiagramNode[] {
    return this.value.check?.diagram?.nodes ?? [];
  }

  /** What is shown of the level, with the insides of components that are opened in place. */
  get shown(): Shown | null {
    const { check } = this.value, diagram = check?.diagram ?? null;
    if (this.unfolded?.of !== diagram || this.unfolded?.insides !== check?.insides) {
      this.unfolded = { of: diagram, insides: check?.insides, shown: diagram && unfolded(diagram, check?.insides ?? {}) };
    }
    return this.unfolded.shown;
  }

  /** The selected components that are shown, also inside of opened ones. */
  get looked(): ShownNode[] {
    const { paths } = this.value.selection;
    return (this.shown?.nodes ?? []).filter((node) => node.kind === "component" && paths.includes(node.path));
  }

  /** Open components in place, or fold them again. */
  fold(paths: string[]): void {
    const { opened } = this.value, all = paths.every((path) => opened.includes(path));
    const kept = opened.filter((path) => !paths.some((one) => path === one || path.startsWith(`${one}.`)));
    this.state.change({ opened: all ? kept : [...new Set([...opened, ...paths])] });
    this.wantsFit = true;
    void this.check();
  }

  get edges(): DiagramEdge[] {
    return (this.value.check?.diagram?.edges ?? []).map((edge) => this.strokes.value[edge.id] ?? edge);
  }

  /** The selected components of the level that is shown. */
  get chosen(): DiagramNode[] {
    const { paths } = this.value.selection;
    return this.nodes.filter((node) => node.kind === "component" && paths.includes(node.path));
  }

  get chosenEdges(): DiagramEdge[] {
    const { edges } = this.value.selection;
    return (this.shown?.edges ?? []).filter((edge) => edges.includes(edge.id)).map((edge) => this.strokes.value[edge.id] ?? edge);
  }

  select(paths: string[], edges: string[] = []): void {
    const { selection } = this.value;
    if (same(selection.paths, paths) && same(selection.edges, edges)) return;
    this.state.change({ selection: { paths, edges } });
  }

  /** Show a component wherever it is: its level is entered. */
  reveal(path: string): void {
    const at = path.lastIndexOf("."), level = at < 0 ? "" : path.slice(0, at);
    if (level !== this.value.level) this.enter(level);
    this.select([path]);
  }

  typeOf(type: string): ComponentType | undefined {
    return this.value.hello?.types.find((entry) => entry.type === type);
  }

  get messages(): Message[] {
    return this.value.check?.messages ?? [];
  }

  show(tab: Tab, side?: "left" | "right"): void {
    const { dock } = this.value;
    if (dock.open && (dock.left === tab || dock.right === tab) && !side) return;
    this.state.change({ dock: { ...dock, open: true, ...(side === "right" ? { right: tab } : { left: tab, right: dock.right === tab ? null : dock.right }) } });
  }
}

function same(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
