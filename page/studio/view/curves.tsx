// Curves of runs: kept runs beside, plots with linked time, zoom and cursors.
import { use, useMemo, useState } from "react";
import { changeRun, currentRun, forgetRun, parts, plotNames } from "../state/runs";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { download } from "./dialogs";
import { Icon } from "./icons";
import { unitText } from "./numbers";
import { PlotView } from "./plot";

export function Curves() {
  const studio = use(StudioContext)!;
  const runs = useStore(studio.state, (state) => state.runs), plots = useStore(studio.state, (state) => state.plots);
  return (
    <div className="curves-view">
      <div className="runs">
        <RunList />
        <VariableList />
      </div>
      <div className="plots">
        {plots.map((plot) => <PlotView key={plot.id} plot={plot} />)}
        {!plots.length && <p className="hint">{runs.length ? "Click a bond and its effort or flow, or a variable in the list, to plot it." : "Run the model (Ctrl+Enter), then click a bond, a component or a variable to plot it."}</p>}
      </div>
    </div>
  );
}

function RunList() {
  const studio = use(StudioContext)!;
  const runs = useStore(studio.state, (state) => state.runs), current = useStore(studio.state, (state) => state.current);
  if (!runs.length) return null;
  return (
    <section aria-label="Runs"><h3>Runs</h3>
      <ul>{[...runs].reverse().map((run) => (
        <li key={run.key} className={run.key === current ? "now" : ""}>
          <input type="checkbox" checked={run.shown || run.key === current} disabled={run.key === current} aria-label={`Show ${run.name}`} onChange={(event) => changeRun(studio, run.key, { shown: event.target.checked })} />
          <i className="swatch" style={{ background: run.color }} />
          <input className="run-name" aria-label="Name of the run" key={run.name} defaultValue={run.name} title={summary(run.reply.stats)} onBlur={(event) => event.target.value && changeRun(studio, run.key, { name: event.target.value, shown: true })} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} />
          {run.key !== current && <button type="button" className="tool tiny" title="Make it the one that all views show" aria-label={`Show ${run.name} in all views`} onClick={() => { studio.state.change({ current: run.key, live: null }); studio.clock.span(run.reply.start, run.reply.stop); }}><Icon name="play" size={12} /></button>}
          <button type="button" className="tool tiny" aria-label={`Forget ${run.name}`} title="Forget it" onClick={() => forgetRun(studio, run.key)}><Icon name="close" size={12} /></button>
        </li>
      ))}</ul>
    </section>
  );
}

function summary(stats: Record<string, unknown>): string {
  const show = (key: string) => (stats[key] === undefined || stats[key] === null ? "" : `${key.replaceAll("_", " ")}: ${typeof stats[key] === "number" ? Number(stats[key]).toPrecision(4).replace(/\.?0+$/, "") : stats[key]}`);
  return ["method", "solver", "tolerance", "steps", "events", "compile_seconds", "simulate_seconds", "energy_residual"].map(show).filter(Boolean).join("\n");
}

function VariableList() {
  const studio = use(StudioContext)!;
  useStore(studio.state, (state) => state.current);
  const selection = useStore(studio.state, (state) => state.selection);
  const [words, setWords] = useState("");
  const run = currentRun(studio);
  const found = useMemo(() => {
    if (!run) return [];
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = (component: string) => selection.paths.some((path) => component === path || component.startsWith(`${path}.`));
    const list = run.reply.variables.filter(({ name, description }) => wanted.every((word) => `${name} ${description}`.toLowerCase().includes(word)));
    const outputs = new Set(run.reply.outputs);
    const rank = ({ name, component }: { name: string; component: string }) => (outputs.has(name) ? 2 : 0) + (chosen(component) ? 4 : 0);
    return list.map((entry) => ({ entry, order: rank(entry) })).sort((a, b) => b.order - a.order).slice(0, 150);
  }, [run, words, selection]);
  if (!run) return null;
  return (
    <section aria-label="Variables" className="variable-list"><h3>Variables</h3>
      <input type="search" placeholder="Name or expression" aria-label="Search variables, or type an expression to plot" value={words} onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => { if (event.key === "Enter" && words.trim()) plotNames(studio, [found.some(({ entry }) => entry.name === words) || !found.length || /[*/+()-]/.test(words) ? words : found[0].entry.name]); }} />
      <ul>{found.map(({ entry: { name, unit, size, description }, order }) => (
        <li key={name}><button type="button" className={order >= 4 ? "chosen" : ""} draggable title={`${description || name}: click to plot, drag onto a plot to add`} onDragStart={(event) => event.dataTransfer.setData("application/x-multibond-name", parts(name, size).join("\n"))} onClick={() => plotNames(studio, [name])}><span>{name}</span><i>{unitText(unit)}</i></button></li>
      ))}</ul>
    </section>
  );
}

export function saveCurves(name: string, columns: { name: string; values: ArrayLike<number> }[]): void {
  const rows = Array.from({ length: columns[0].values.length }, (_, i) => columns.map(({ values }) => (Number.isFinite(values[i]) ? String(values[i]) : "")).join(","));
  download(`${name}.csv`, "text/csv", [columns.map((column) => (/[",]/.test(column.name) ? `"${column.name}"` : column.name)).join(","), ...rows].join("\n") + "\n");
}
