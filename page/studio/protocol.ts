// What the page and the server of the studio say to each other: one WebSocket, beside the page at `socket`
// (the page is at /TOKEN/, so `new WebSocket(new URL("socket", location.href))` with ws: instead of http:).
//
// Text frames hold JSON. The page sends requests {id, do, ...}; the server answers each with one reply {id, ...}, in
// any order, or with {id, error}. Frames with `event` come without being asked for.
// Binary frames are replies with arrays: Uint32 (little-endian) length of the header, the header (UTF-8 JSON, padded by
// blanks so that the data begins at a multiple of 8 bytes), then Float64 numbers (little-endian).
// `arrays` in the header tells their names and shapes, in the order in which they follow one another, row by row.
//
// The page holds the document: the text of the model file. The server keeps nothing of it; what it has worked out for
// a text it remembers, so that asking again is cheap. Lines and columns count from 1. Places are in pixels, y down.
// SI units throughout. Numbers that are not finite travel as null in JSON and as NaN in arrays.

// ---------------------------------------------------------------- frames
export interface Request { id: number; do: string }
export interface Failure { id: number; error: Message }
export interface Arrays { arrays: { name: string; shape: number[] }[] }

/** A sentence for the modeller. `where`: dotted path of the component or parameter concerned, "" for the whole. */
export interface Message {
  severity: "error" | "warning" | "info";
  text: string;
  where: string;
  paths: string[]; // components that disagree or take part (loops, conflicts), by dotted path
  place: (string | number)[]; // keys into the file, such as ["components", "R1", "R"]; [] where unknown
  line: number | null;
  column: number | null;
  kind: "text" | "file" | "model" | "causality" | "loop" | "derivative" | "unfinished" | "structure" | "doubt" | "run";
}

// ---------------------------------------------------------------- hello
export interface Hello extends Request { do: "hello" }
export interface HelloReply {
  id: number;
  version: string;
  types: ComponentType[]; // the palette
  domains: { name: string; effort: string; flow: string; displacement: string; momentum: string }[]; // units as text
  bank: { name: string; description: string; library: string }[];
  methods: string[]; // for runs: reduced, minimal, ...
  solvers: string[];
  functions: string[]; // of the expression language
  folder: string; // its name, for showing only
  files: FileEntry[];
  open: OpenReply | null; // the model named on the command line
  runs?: (RunReply & { settings: RunSettings })[]; // in a notebook: those that there are already
}
export interface FileEntry { path: string; modified: number } // path within the folder, with /; seconds since 1970
export interface ComponentType {
  type: string; // as files write it: "R", "planar.Revolute"
  library: string; // "multibond", "planar", "spatial", a package
  family: string;
  description: string;
  symbol: string;
  role: string;
  ports: PortType[];
  frames: string[]; // mechanical frames, which are joined
  values: ValueType[]; // parameters, laws, options and inputs that files may give
  variables: { name: string; unit: string; description: string; signal: boolean }[]; // that runs compute
  composite: boolean;
  icon: Icon | null; // as drawn with default values; null where it cannot be made without values
}
export interface PortType {
  name: string;
  inward: boolean; // power counts positive into the component
  many: boolean; // any number of bonds
  n: number | string;
  causality: string;
  domain: string | null;
  description: string;
}
export interface ValueType {
  name: string;
  kind: "parameter" | "law" | "option" | "input";
  unit: string; // may say effort and flow, which stand for the units of the domain
  description: string;
  default: unknown; // null where a value must be given
  required: boolean;
  shape: string;
  minimum: number | null;
  choices: unknown[];
  variables: string[]; // of laws
}

// ---------------------------------------------------------------- files
/** `path` within the folder, or a name of the bank. */
export interface Open extends Request { do: "open"; path?: string; bank?: string }
export interface OpenReply {
  id: number;
  name: string; // to show: file name or bank name
  path: string | null; // null for the bank: it has no file yet
  text: string;
  digest: string; // of what is on disk; "" without a file
  recovered: { text: string; time: number } | null; // kept from a page that was not closed in peace, newer than the file
}
export interface Files extends Request { do: "files" }
export interface FilesReply { id: number; files: FileEntry[] }
/** Atomic. `digest`: of what was opened or saved last, "" for a new file; `force`: write over what others wrote. */
export interface Save extends Request { do: "save"; path: string; text: string; digest: string; force?: boolean }
export interface SaveReply {
  id: number;
  saved: boolean;
  digest: string; // of what is on disk now
  conflict: { text: string; sentence: string } | null; // not saved: the file on disk is another one now
}
/** Keeps the text for recovery (a hidden file beside the model file); text null: all is saved, forget it. */
export interface Keep extends Request { do: "keep"; path: string | null; text: string | null }
export interface KeepReply { id: number; kept: boolean }
/** The file of this page changed on disk (saved by another page or program), or is gone (digest ""). */
export interface ChangedEvent { event: "changed"; path: string; digest: string; text: string | null; others: number }
/** How many other pages have the same file open. */
export interface PagesEvent { event: "pages"; path: string; others: number }

// ---------------------------------------------------------------- check: after every edit
export interface Check extends Request {
  do: "check";
  revision: number; // given back; the reply to an older revision may be left out (`stale`)
  text: string;
  level: string; // dotted path of the component whose inside is shown, "" for the model
  values?: boolean; // captions with values (default true)
  labels?: boolean; // numbers of bonds (default true)
  paths?: boolean; // zero-order causal paths tinted (default false)
  flat?: boolean; // all elements in one picture (default false)
  open?: string[]; // components whose insides are wanted too: they are opened in place
}
export interface CheckReply {
  id: number;
  revision: number;
  stale?: true; // a newer one is on its way; nothing else is given
  readable: boolean; // false: the text is no YAML or no model; no diagram then
  title: string;
  stop: number;
  diagram: Diagram | null;
  insides: Record<string, Diagram>; // of those asked for by `open`, by path
  messages: Message[]; // the worst first
  summary: Summary | null; // null while the model is unfinished
  seconds: number; // what the server needed
}
export interface Summary {
  states: string[]; // storages in integral causality, q/p variables where known
  derivative: string[]; // storages in derivative causality
  loops: string[][]; // algebraic loops, by elements
  bonds: number;
  elements: number;
  mechanical: boolean; // has bodies: an animation can be made
  structure: string; // which bonds there are: power of a run belongs to diagrams with the same
}
export interface Diagram {
  level: string;
  place: (string | number)[] | null; // where the content of this level stands in the file; null: not in the file (a library part)
  exact: boolean; // all components have places in the file, and are there: x = 100 × layout x, y = −100 × layout y
  box: [number, number, number, number]; // left, top, right, bottom of all
  nodes: DiagramNode[];
  edges: DiagramEdge[];
  under: Item[]; // below everything: tinted causal paths
  over: Item[]; // above: legend, dots of joins
}
export interface DiagramNode {
  key: string; // the component's name; "port x", "signal x" and "join 1" for marks
  kind: "component" | "port" | "signal" | "dot";
  path: string; // dotted path of the component
  name: string;
  type: string; // as in the file
  role: string;
  composite: boolean; // can be entered
  x: number;
  y: number; // the centre
  placed: boolean; // has a place in the file
  icon: Icon; // relative to the centre, turned as it is drawn
  ports: NodePort[];
  title: string;
  domain: string | null;
  severity: "" | "error" | "warning"; // the worst message about it
  values: Record<string, string>; // given values as text, for tooltips
}
export interface NodePort {
  name: string;
  kind: "bond" | "frame" | "in" | "out";
  x: number;
  y: number; // relative to the centre
  outward: [number, number]; // direction away from the node
  inward: boolean; // power counts positive into the component
  many: boolean;
  free: boolean; // nothing there yet
  n: number;
  domain: string | null;
}
export interface Icon {
  width: number;
  height: number; // of the core, around (0, 0)
  outline: "box" | "round";
  items: Item[];
  captions: Item[];
}
export interface DiagramEdge {
  id: string; // stays the same while the file's entry does: "bond 3", "join 1.2", "wire 2", "use R1.R←sensor"
  kind: "bond" | "join" | "signal" | "port"; // port: from an exposed port's mark to the inside
  tail: string;
  head: string; // keys of nodes
  tailPort: string;
  headPort: string;
  n: number;
  label: string;
  directed: boolean;
  strokes: ("tail" | "head" | null)[]; // per component; [] while unknown
  forced: boolean; // the user chose the strokes
  mixed: boolean;
  conflict: boolean;
  title: string;
  points: [number, number][]; // the way, from tail to head
  items: Item[]; // everything painted for it, in absolute places
  /** Keys into the file. Bonds: section "bonds", `piece` of the chain "a >> b >> c". null: not in the file. */
  entry: { section: string; index: number; piece: number } | { component: string; value: string } | null;
  effort: string;
  flow: string; // names for `curves`; "" where unknown
  index: number; // of the flat bond, by which `power` counts; −1 where none
  flows: [number, 1 | -1][]; // the flat bonds whose powers go along the line, with signs: several of joined frames
  domain: string | null;
}
export type Item = LineItem | BoxItem | TextItem;
export interface LineItem { t: "line"; role: string; points: [number, number][]; color: string; width: number; dash: string; closed: boolean; fill: string }
export interface BoxItem { t: "box"; role: string; x: number; y: number; width: number; height: number; radius: number; color: string; stroke: number; fill: string }
export interface TextItem {
  t: "text"; role: string; x: number; y: number; // middle of the line, and the baseline
  words: string; size: number; bold: boolean; italic: boolean; color: string;
  length: number; // the width it shall have
  halo: [number, number, number, number] | null; // patch of paper behind it: x, y, width, height
}
/** Places for all components of a level (or only for `keys`, the others staying where they are), as layout entries. */
export interface Layout extends Request { do: "layout"; text: string; level: string; keys?: string[] }
export interface LayoutReply { id: number; layout: Record<string, [number, number]> } // units of the file, y up

// ---------------------------------------------------------------- edits that need to know the format, text → text
export interface Rename extends Request { do: "rename"; text: string; level: string; old: string; new: string }
/** Makes a definition of the selection (all on one level) and puts one component of it in its place. */
export interface Group extends Request {
  do: "group"; text: string; level: string; keys: string[]; name: string; // of the component
  definition: string; // name of the definition
  parameters?: string[]; // "R1.R": values that become parameters of the definition
}
export interface TextReply { id: number; text: string }

// ---------------------------------------------------------------- reading
/** Equations as MathML rows. kind "states": the state equations; "element": of `path`; "mechanics": M(q) q'' + h = Q;
 *  "pass": after each pass of the compiler (text); "matrices": state space. */
export interface Equations extends Request { do: "equations"; text: string; kind: "states" | "element" | "mechanics" | "passes" | "matrices"; path?: string }
export interface EquationsReply { id: number; sections: { title: string; rows: { mathml: string; text: string; paths: string[] }[]; text: string }[] }
export interface Report extends Request { do: "report"; text: string; symbolic?: boolean }
export interface ReportReply { id: number; html: string } // body of a page, no script
export interface Paths extends Request { do: "paths"; text: string }
export interface PathsReply { id: number; groups: { title: string; paths: { elements: string[]; bonds: number[]; text: string }[] }[] }
export interface Linear extends Request {
  do: "linear"; text: string; at?: number | "steady"; set?: Record<string, unknown>; input?: string; output?: string;
}
/** Binary. arrays: eigenvalues (n, 2), frequency (m) [rad/s], magnitude (m) [dB], phase (m) [rad]. */
export interface LinearReply extends Arrays { id: number; states: string[]; inputs: string[]; outputs: string[]; input: string; output: string }
/** Every parameter of the model by path, with its present value. */
export interface Parameters extends Request { do: "parameters"; text: string }
export interface ParametersReply {
  id: number;
  rows: { path: string; value: number | number[] | number[][] | string; unit: string; description: string; place: (string | number)[] | null; varies: boolean }[];
} // varies: a number that the slider may change without compiling anew

// ---------------------------------------------------------------- runs
export interface RunSettings {
  stop?: number; points?: number; tolerance?: number; solver?: string; method?: string; bonds?: "vector" | "scalar";
  set?: Record<string, unknown>; // values by path: numbers or texts with units
  steady?: boolean; step?: number;
}
export interface Run extends Request { do: "run"; text: string; settings: RunSettings; name?: string }
/** Comes when the run ends; until then progress events. A cancelled run has what was computed, and a message. */
export interface RunReply {
  id: number;
  run: string; // its key
  messages: Message[]; // doubts, or why it ended early
  cancelled: boolean;
  start: number;
  stop: number;
  points: number;
  stats: Record<string, unknown>; // the run summary of the command line
  outputs: string[];
  variables: VariableEntry[];
  animated: boolean; // has bodies
  structure: string;
}
export interface VariableEntry { name: string; unit: string; size: number[]; component: string; description: string }
export interface ProgressEvent { event: "progress"; id: number; time: number; stop: number; phase: "compile" | "run" }
export interface Cancel extends Request { do: "cancel"; request: number } // the id of the run (or slider) request
export interface Forget extends Request { do: "forget"; run: string }
export interface DoneReply { id: number; done: boolean }
/** Binary: array "time" and one array per name that could be computed, in order; `failed` has the others. */
export interface Curves extends Request { do: "curves"; run: string; names: string[]; most?: number } // most: thin to so many points
export interface CurvesReply extends Arrays { id: number; units: Record<string, string>; failed: Record<string, string> }
/** JSON: the scene that the animation's viewer plays. */
export interface Animation extends Request { do: "animation"; run: string }
export interface AnimationReply { id: number; scene: unknown }
/** Binary: "time" (t), "bonds" (t, number of flat bonds) power [W] positive along the half arrow,
 *  "stored" (t, storages) [J], "dissipated" (t, dissipators) [W], "delivered" (t, sources) [W],
 *  "audit" (t, 4): stored, dissipated, delivered, residual [J]. Also by composite: sums of what is inside, by path. */
export interface Power extends Request { do: "power"; run: string; most?: number }
export interface PowerReply extends Arrays { id: number; bonds: string[]; storages: string[]; dissipators: string[]; sources: string[] }
/** Where the energy went between two times [J]. */
export interface Sankey extends Request { do: "sankey"; run: string; start: number; end: number; depth?: number }
export interface SankeyReply {
  id: number;
  nodes: { path: string; kind: "source" | "storage" | "dissipation" | "junction" | "other"; energy: number }[];
  links: { tail: number; head: number; energy: number; bonds: number[] }[]; // energy ≥ 0
}
/** A fast run with other values: the latest wins, replies to overtaken ones say `stale`. Binary like curves. */
export interface Slide extends Request {
  do: "slide"; text: string; settings: RunSettings; names: string[]; most?: number; eigenvalues?: boolean; animation?: boolean;
}
/** arrays: time, names, "eigenvalues" (n, 2) if asked for. The run gets a key, so that power and animation may be asked for; only the newest is kept. */
export interface SlideReply extends Arrays { id: number; stale?: true; run: string; units: Record<string, string>; failed: Record<string, string>; scene?: unknown; messages: Message[] }

// ---------------------------------------------------------------- export
/** The page offers what comes back as a download. `run` for csv, netcdf, html. */
export interface Export extends Request {
  do: "export"; kind: "svg" | "png" | "pdf" | "tex" | "python" | "html" | "csv" | "netcdf" | "yaml" | "json"; text: string; level?: string; run?: string; names?: string[];
}
export interface ExportReply { id: number; name: string; type: string; data: string } // base64
// ---------------------------------------------------------------- events about a check
/** What the equations say of the text of a revision (unknown names, units); comes after the check, when there is time. */
export interface StructureEvent { event: "structure"; revision: number; messages: Message[] }
/** The strokes of a large model, sent before the reply to the check with its picture: by id of the bonds of the level, the
 *  names of tail and head, then strokes as in `DiagramEdge.strokes`; null while there are none. */
export interface StrokesEvent { event: "strokes"; revision: number; level: string; strokes: Record<string, string[]> | null }
