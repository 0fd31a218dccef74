// Runs: started, cancelled, kept, compared; their curves, power and scene, fetched when they are looked at.
import type {
  Animation, AnimationReply, Cancel, Curves, CurvesReply, DoneReply, Forget, Power, PowerReply, Run, RunReply, RunSettings, Slide, SlideReply,
} from "../protocol";
import type { Column, WithColumns } from "./connection";
import type { Studio } from "./studio";

export interface Curve {
  time: Float64Array;
  values: Float64Array;
  unit: string;
}
export interface RunEntry {
  key: string;
  name: string;
  color: string;
  shown: boolean;
  settings: RunSettings;
  text: string;
  reply: RunReply;
  power: WithColumns<PowerReply> | null;
  scene: unknown | null;
}
/** The run that follows a slider while it is dragged. */
export interface LiveRun {
  key: string;
  curves: Map<string, Curve>;
  values: Record<string, number>;
  eigenvalues: Column | null;
  scene: unknown | null;
}
export interface Plot {
  id: number;
  names: string[]; // expressions of variables, one component each
  x: string; // "" for time
}

// Curves of different names are told apart by colour, runs by dash and paleness.
export const COLORS = ["#2563eb", "#d9480f", "#0f8a5f", "#9333ea", "#c2255c", "#0e7490", "#a16207", "#4b5563"];
export const RUN_COLORS = ["#2563eb", "#d9480f", "#0f8a5f", "#9333ea", "#c2255c", "#0e7490"];
export const MOST_POINTS = 3000;

const cache = new Map<string, Map<string, Curve>>(); // run → name → curve
const failures = new Map<string, string>(); // run and name → why there is no curve
let plots = 1;

export async function startRun(studio: Studio): Promise<void> {
  if (studio.value.running) return cancelRun(studio);
  const { settings, check } = studio.value;
  const text = studio.history.text;
  let request = 0;
  studio.state.change({ running: { request: -1, time: 0, stop: settings.stop ?? check?.stop ?? 1, phase: "compile" } });
  const work = studio.connection.ask<Run, RunReply>({ do: "run", text, settings }, (id) => { request = id; });
  studio.state.change({ running: { request, time: 0, stop: settings.stop ?? check?.stop ?? 1, phase: "compile" } });
  const reply = await studio.trying(work);
  studio.state.change({ running: null });
  if (!reply) return;
  const { runs } = studio.value;
  const kept = runs.filter((run) => run.shown || run.name !== "");
  const number = runs.reduce((most, run) => Math.max(most, Number(/^run (\d+)$/.exec(run.name)?.[1] ?? 0)), 0) + 1;
  const entry = entryOf(reply, settings, text, number);
  // the run before steps back unless it was given a name of its own
  const before = kept.map((run) => (run.key === studio.value.current && /^run \d+$/.test(run.name) ? { ...run, shown: false } : run));
  studio.state.change({ runs: [...before, entry], current: entry.key, live: null });
  studio.clock.span(reply.start, reply.stop);
  if (reply.messages.length) studio.say(reply.messages[0].text, reply.messages[0].severity === "error" ? "error" : "info");
  if (!studio.value.plots.length) firstPlots(studio, entry);
  const { dock } = studio.value;
  if (dock.left === "messages" && dock.right === null && studio.value.plots.length) {
    studio.state.change({ dock: { ...dock, open: true, left: "curves", right: reply.animated ? "animation" : dock.right } });
  }
  void powerOf(studio, entry.key);
}

function entryOf(reply: RunReply, settings: RunSettings, text: string, number: number): RunEntry {
  return { key: reply.run, name: `run ${number}`, color: RUN_COLORS[(number - 1) % RUN_COLORS.length], shown: true, settings, text, reply, power: null, scene: null };
}

/** Runs that were made before the page came; the last is shown, with curves of `names`. */
export function takeRuns(studio: Studio, replies: (RunReply & { settings: RunSettings })[], names: string[]): void {
  const entries = replies.map(({ settings, ...reply }, i) => ({ ...entryOf(reply, settings, studio.history.text, i + 1), shown: i === replies.length - 1 }));
  const last = entries.at(-1)!;
  studio.state.change({ runs: entries, current: last.key, settings: last.settings });
  studio.clock.span(last.reply.start, last.reply.stop);
  if (names.length) plotNames(studio, names);
  else firstPlots(studio, last);
  studio.state.change({ dock: { ...studio.value.dock, left: "curves", right: last.reply.animated ? "animation" : null } });
  void powerOf(studio, last.key);
}

export async function cancelRun(studio: Studio): Promise<void> {
  const { running } = studio.value;
  if (running) await studio.connection.ask<Cancel, DoneReply>({ do: "cancel", request: running.request }).catch(() => null);
}

export function forgetRun(studio: Studio, key: string): void {
  const { runs, current } = studio.value;
  const left = runs.filter((run) => run.key !== key);
  studio.state.change({ runs: left, current: current === key ? (left.at(-1)?.key ?? null) : current });
  cache.delete(key);
  void studio.connection.ask<Forget, DoneReply>({ do: "forget", run: key }).catch(() => null);
}

export function changeRun(studio: Studio, key: string, part: Partial<RunEntry>): void {
  studio.state.change({ runs: studio.value.runs.map((run) => (run.key === key ? { ...run, ...part } : run)) });
}

export function currentRun(studio: Studio): RunEntry | null {
  return studio.value.runs.find((run) => run.key === studio.value.current) ?? null;
}

// ------------------------------------------------------------ plots
/** The model's outputs by unit; without outputs, its first states. */
function firstPlots(studio: Studio, { reply }: RunEntry): void {
  const states = Array.isArray(reply.stats.states) ? (reply.stats.states as string[]) : [];
  const names = reply.outputs.length ? reply.outputs : states.slice(0, 3);
  const units = new Map<string, string[]>();
  for (const name of names.slice(0, 12)) {
    const entry = reply.variables.find((variable) => variable.name === name);
    const unit = entry?.unit ?? "";
    for (const part of parts(name, entry?.size ?? [])) units.set(unit, [...(units.get(unit) ?? []), part]);
  }
  const list = [...units.values()].slice(0, 6).map((group): Plot => ({ id: plots++, names: group.slice(0, 6), x: "" }));
  studio.state.change({ plots: list });
}

/** A vector as its components, a scalar as itself. */
export function parts(name: string, size: number[]): string[] {
  const count = size.reduce((a, b) => a * b, 1);
  if (!size.length || name.includes("[")) return [name];
  if (size.length === 1) return Array.from({ length: Math.min(count, 12) }, (_, i) => `${name}[${i}]`);
  return [name];
}

/** Plot some names: in a plot of their own, or in the one given. */
export function plotNames(studio: Studio, names: string[], into?: number): void {
  const run = currentRun(studio);
  const all = names.flatMap((name) => parts(name, run?.reply.variables.find((variable) => variable.name === name)?.size ?? []));
  const { plots: list } = studio.value;
  const there = list.find((plot) => plot.id === into);
  if (there) studio.state.change({ plots: list.map((plot) => (plot === there ? { ...plot, names: [...new Set([...plot.names, ...all])] } : plot)) });
  else studio.state.change({ plots: [...list, { id: plots++, names: all, x: "" }] });
  studio.show("curves");
  if (!run) studio.say("Run the model to see the curve.");
}

export function changePlot(studio: Studio, id: number, part: Partial<Plot> | null): void {
  const { plots: list } = studio.value;
  studio.state.change({ plots: part === null ? list.filter((plot) => plot.id !== id) : list.map((plot) => (plot.id === id ? { ...plot, ...part } : plot)) });
}

/** The curves of a run by name; those that cannot be are left out, and `failed` says why. */
export async function curvesOf(studio: Studio, run: string, names: string[]): Promise<Map<string, Curve>> {
  if (!cache.has(run)) cache.set(run, new Map());
  const known = cache.get(run)!;
  const missing = [...new Set(names)].filter((name) => !known.has(name) && !failures.has(`${run} ${name}`));
  if (missing.length) {
    const reply = await studio.connection.ask<Curves, CurvesReply>({ do: "curves", run, names: missing, most: MOST_POINTS });
    for (const [name, curve] of columns(reply)) known.set(name, curve);
    for (const [name, why] of Object.entries(reply.failed)) failures.set(`${run} ${name}`, why);
  }
  return known;
}

export function failureOf(run: string, name: string): string {
  return failures.get(`${run} ${name}`) ?? "";
}

function columns(reply: WithColumns<{ units: Record<string, string> }>): Map<string, Curve> {
  const time = reply.columns.time.data;
  const found = new Map<string, Curve>();
  for (const [name, { data, shape }] of Object.entries(reply.columns)) {
    if (name === "time" || name === "eigenvalues") continue;
    const values = shape.length > 1 ? data.filter((_, i) => i % (data.length / time.length) === 0) : data;
    found.set(name, { time, values, unit: reply.units[name] ?? "" });
  }
  return found;
}

// ------------------------------------------------------------ power and scene
export async function powerOf(studio: Studio, key: string): Promise<WithColumns<PowerReply> | null> {
  const run = studio.value.runs.find((entry) => entry.key === key);
  if (!run || run.power) return run?.power ?? null;
  const power = await studio.connection.ask<Power, PowerReply>({ do: "power", run: key, most: 1000 }).catch(() => null);
  if (power) changeRun(studio, key, { power });
  return power;
}

export async function sceneOf(studio: Studio, key: string): Promise<unknown | null> {
  const run = studio.value.runs.find((entry) => entry.key === key);
  if (!run || run.scene) return run?.scene ?? null;
  const reply = await studio.trying(studio.connection.ask<Animation, AnimationReply>({ do: "animation", run: key }));
  if (reply) changeRun(studio, key, { scene: reply.scene });
  return reply?.scene ?? null;
}

// ------------------------------------------------------------ the slider
let sliding = false;
let wanted: Record<string, number> | null = null;

/** Run again with other values while a slider is dragged; only the newest counts. */
export async function slide(studio: Studio, values: Record<string, number>): Promise<void> {
  wanted = values;
  if (sliding) return;
  sliding = true;
  while (wanted) {
    const now: Record<string, number> = wanted;
    wanted = null;
    const { settings, plots: list, dock } = studio.value;
    const showing = [dock.left, dock.right];
    const names = [...new Set(list.flatMap((plot) => [...plot.names, ...(plot.x ? [plot.x] : [])]))];
    const request = {
      do: "slide", text: studio.history.text, settings: { ...settings, set: { ...settings.set, ...now } }, names, most: 1000,
      eigenvalues: showing.includes("linear"), animation: showing.includes("animation") && dock.open,
    } as const;
    const reply = await studio.trying(studio.connection.ask<Slide, SlideReply>(request));
    if (!reply || reply.stale) continue;
    const live: LiveRun = { key: reply.run, curves: columns(reply), values: now, eigenvalues: reply.columns.eigenvalues ?? null, scene: reply.scene ?? null };
    studio.state.change({ live });
    const time = reply.columns.time.data;
    studio.clock.span(time[0], time[time.length - 1]);
  }
  sliding = false;
}

export function endSlide(studio: Studio): void {
  wanted = null;
  studio.state.change({ live: null });
}
