// One plot: curves of several runs over time or over one another, with the time of all views, a second cursor and linked zoom.
import { use, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import { located } from "../state/clock";
import { changePlot, COLORS, curvesOf, failureOf, plotNames, type Curve, type Plot } from "../state/runs";
import { Store, useStore } from "../state/store";
import { StudioContext } from "./context";
import { saveCurves } from "./curves";
import { Icon } from "./icons";
import { number, unitText } from "./numbers";

interface Line { name: string; label: string; color: string; dash: number[]; width: number; curve: Curve; x: Curve | null; first: boolean }

/** The second cursor of all plots, and the span of time that they show. */
export const marker = new Store<number | null>(null);
const zoom = new Store<[number, number] | null>(null);

export function PlotView({ plot }: { plot: Plot }) {
  const studio = use(StudioContext)!;
  const { lines, over } = useLines(plot);
  const dark = useStore(studio.state, (state) => state.dark);
  const current = useStore(studio.state, (state) => state.current);
  const box = useRef<HTMLDivElement>(null);
  const units = [...new Set(lines.map(({ curve }) => curve.unit))];
  const first = lines.filter((line) => line.first);
  const add = (names: string[]) => plotNames(studio, names, plot.id);
  const remove = (name: string) => (plot.names.length > 1 ? changePlot(studio, plot.id, { names: plot.names.filter((one) => one !== name) }) : changePlot(studio, plot.id, null));
  return (
    <figure className="plot" ref={box} aria-label={`Plot of ${plot.names.join(", ")}`}
      onDragOver={(event) => event.dataTransfer.types.includes("application/x-multibond-name") && event.preventDefault()}
      onDrop={(event) => { const names = event.dataTransfer.getData("application/x-multibond-name"); if (names) add(names.split("\n")); }}>
      <figcaption>
        <div className="legend">
          {plot.names.map((name, i) => {
            const line = first.find((one) => one.name === name);
            const why = current ? failureOf(current, name) : "";
            return <span key={name} className={`curve ${why ? "failed" : ""}`} title={why || name}>
              <i className="swatch" style={{ background: line?.color ?? COLORS[i % COLORS.length] }} /><b>{name}</b>{line && <Reading curve={line.curve} />}<small>{unitText(line?.curve.unit ?? "")}</small>
              <button type="button" aria-label={`Take ${name} out of the plot`} onClick={() => remove(name)}>×</button></span>;
          })}
        </div>
        <span className="plot-tools"><AddName onAdd={(name) => add([name])} />
        <select aria-label="Horizontal axis" value={plot.x} onChange={(event) => changePlot(studio, plot.id, { x: event.target.value })}>
          <option value="">over time</option>{[...new Set([...plot.names, ...studio.value.plots.flatMap((one) => one.names)])].map((name) => <option key={name} value={name}>over {name}</option>)}
        </select>
        <button type="button" className="tool tiny" title="Save these curves (CSV)" aria-label="Save these curves" onClick={() => first.length && saveCurves(plot.names[0], [{ name: "time", values: first[0].curve.time }, ...first.map(({ name, curve }) => ({ name, values: curve.values }))])}><Icon name="down" size={14} /></button>
        <button type="button" className="tool tiny" title="Save as a picture (PNG)" aria-label="Save as a picture" onClick={() => savePicture(box.current!, plot.names[0])}><Icon name="export" size={14} /></button>
        <button type="button" className="tool tiny" aria-label="Close the plot" onClick={() => changePlot(studio, plot.id, null)}><Icon name="close" size={14} /></button></span>
      </figcaption>
      {lines.length > 0 ? <Chart key={`${dark} ${units.join()} ${over}`} lines={lines} over={over} /> : <p className="hint">{current ? "" : "Run the model to see the curve."}</p>}
    </figure>
  );
}

function AddName({ onAdd }: { onAdd: (name: string) => void }) {
  return <input className="add-name" placeholder="+ name" aria-label="Add a variable or an expression to the plot" spellCheck={false}
    onKeyDown={(event) => { if (event.key === "Enter" && event.currentTarget.value.trim()) { onAdd(event.currentTarget.value.trim()); event.currentTarget.value = ""; } }} />;
}

function savePicture(box: HTMLElement, name: string): void {
  const canvas = box.querySelector("canvas");
  if (!canvas) return;
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = `${name}.png`;
  link.click();
}

/** The value at the time of all views, and the difference to the second cursor. */
function Reading({ curve }: { curve: Curve }) {
  const studio = use(StudioContext)!;
  const time = useStore(studio.clock, (moment) => moment.time);
  const other = useStore(marker, (value) => value);
  const now = at(curve, time);
  return <output>{number(now, 4)}{other !== null && <em title="difference to the second cursor"> Δ {number(now - at(curve, other), 4)}</em>}</output>;
}

function at({ time, values }: Curve, moment: number): number {
  const { index, share } = located(time, moment);
  return values[index] * (1 - share) + values[Math.min(values.length - 1, index + 1)] * share;
}

/** The curves of the current run, of kept runs that are shown, and of the slider, and over what they are drawn. */
function useLines(plot: Plot): { lines: Line[]; over: string } {
  const studio = use(StudioContext)!;
  const runs = useStore(studio.state, (state) => state.runs), current = useStore(studio.state, (state) => state.current), live = useStore(studio.state, (state) => state.live);
  const [found, setFound] = useState<{ lines: Line[]; over: string }>({ lines: [], over: "" }); // both change together
  useEffect(() => {
    let left = false;
    const shown = runs.filter((run) => run.shown || run.key === current).sort((a, b) => Number(b.key === current) - Number(a.key === current));
    const wanted = [...plot.names, ...(plot.x ? [plot.x] : [])];
    void Promise.all(shown.map(async (run) => ({ run, curves: await curvesOf(studio, run.key, wanted).catch(() => new Map<string, Curve>()) }))).then((all) => {
      if (left) return;
      const lines: Line[] = [];
      const sources = [...(live ? [{ run: null, curves: live.curves }] : []), ...all];
      sources.forEach(({ run, curves }, rank) => plot.names.forEach((name, i) => {
        const curve = curves.get(name), x = plot.x ? curves.get(plot.x) : null;
        if (!curve || x === undefined) return;
        const many = sources.length > 1, single = plot.names.length === 1;
        const color = single && many && run ? run.color : COLORS[i % COLORS.length];
        lines.push({ name, label: run ? `${name} (${run.name})` : name, color, dash: rank === 0 ? [] : single ? [] : [6, 3 + rank], width: rank === 0 ? 2 : 1.2, curve, x, first: rank === 0 });
      }));
      setFound({ lines, over: plot.x });
    });
    return () => { left = true; };
  }, [runs, current, live, plot, studio]);
  return found;
}

function tickText(value: number): string {
  const size = Math.abs(value), rounded = Number(value.toPrecision(6));
  return size && (size >= 1e5 || size < 1e-3) ? rounded.toExponential().replace("e+", "e") : String(rounded);
}

/** Data for uPlot: one table on joined times, or pairs for curves over one another. */
function tableOf(lines: Line[], over: string): uPlot.AlignedData {
  if (over) return [[], ...lines.map(({ curve, x }) => [x!.values, curve.values])] as unknown as uPlot.AlignedData;
  const tables = lines.map(({ curve }) => [curve.time, curve.values] as unknown as uPlot.AlignedData);
  const same = lines.every(({ curve }) => curve.time === lines[0].curve.time || (curve.time.length === lines[0].curve.time.length && curve.time.every((t, i) => t === lines[0].curve.time[i])));
  return same ? ([lines[0].curve.time, ...lines.map(({ curve }) => curve.values)] as unknown as uPlot.AlignedData) : uPlot.join(tables);
}

function drawPair(u: uPlot, index: number): null {
  const [xs, ys] = u.data[index] as unknown as [Float64Array, Float64Array];
  const { ctx } = u, line = u.series[index];
  ctx.save();
  ctx.beginPath();
  for (let i = 0; i < xs.length; i++) ctx.lineTo(u.valToPos(xs[i], "x", true), u.valToPos(ys[i], line.scale!, true));
  ctx.strokeStyle = line.stroke as unknown as string;
  ctx.strokeStyle = (typeof line.stroke === "function" ? (line.stroke as any)(u, index) : line.stroke) as string;
  ctx.lineWidth = (line.width ?? 1) * devicePixelRatio;
  ctx.stroke();
  ctx.restore();
  return null;
}

function range(values: Float64Array[]): [number, number] {
  let low = Infinity, high = -Infinity;
  for (const list of values) for (const value of list) if (Number.isFinite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
  const room = (high - low || Math.abs(high) || 1) * 0.05;
  return low <= high ? [low - room, high + room] : [0, 1];
}

function optionsFor(lines: Line[], over: string, holder: HTMLElement): uPlot.Options {
  const style = getComputedStyle(holder), ink = style.getPropertyValue("--soft"), rule = style.getPropertyValue("--rule");
  const axis = { stroke: ink, font: "11px system-ui, sans-serif", grid: { stroke: rule, width: 1 }, ticks: { stroke: rule, width: 1, size: 4 }, values: (_: uPlot, ticks: number[]) => ticks.map(tickText) };
  const units = [...new Set(lines.map(({ curve }) => curve.unit))];
  const scale = (unit: string) => `y ${unit}`;
  const scales: uPlot.Scales = { x: { time: false, ...(over ? { range: () => range(lines.map(({ x }) => x!.values)) } : {}) } };
  for (const unit of units) scales[scale(unit)] = over ? { range: () => range(lines.filter(({ curve }) => curve.unit === unit).map(({ curve }) => curve.values)) } : {};
  return {
    width: Math.max(120, holder.clientWidth), height: Math.max(90, holder.clientHeight), mode: over ? 2 : 1, legend: { show: false },
    cursor: { y: false, drag: { x: !over, y: false, dist: 8 }, points: { size: 6 }, ...(over ? { show: false } : { sync: { key: "studio" } }) },
    scales, padding: [8, 10, 0, 0],
    axes: [{ ...axis, size: 26, gap: 2 }, ...units.map((unit, i): uPlot.Axis => ({ ...axis, scale: scale(unit), side: i === 0 ? 3 : 1, size: 54, gap: 3, grid: i === 0 ? axis.grid : { show: false }, label: unitText(unit) || undefined, labelSize: unit ? 14 : 0, labelFont: "11px system-ui, sans-serif", labelGap: 0 }))],
    series: [over ? null as unknown as uPlot.Series : {}, ...lines.map(({ color, dash, width, curve, first }): uPlot.Series => ({
      stroke: color, width, dash, alpha: first ? 1 : 0.75, scale: scale(curve.unit), points: { show: false }, spanGaps: true, ...(over ? { paths: drawPair, facets: [{ scale: "x", auto: true }, { scale: scale(curve.unit), auto: true }] } : {}),
    } as uPlot.Series))],
  };
}

function Chart({ lines, over }: { lines: Line[]; over: string }) {
  const studio = use(StudioContext)!;
  const holder = useRef<HTMLDivElement>(null), made = useRef<uPlot | null>(null);
  const shape = `${lines.map(({ label, color }) => label + color).join()}`;
  const latest = useRef(lines);
  latest.current = lines;
  useEffect(() => {
    const element = holder.current!;
    const u = new uPlot(optionsFor(latest.current, over, element), tableOf(latest.current, over), element);
    made.current = u;
    const now = document.createElement("div"), second = document.createElement("div"), dot = document.createElement("div");
    now.className = "time-line";
    second.className = "time-line second";
    dot.className = "time-dot";
    u.over.append(now, second, dot);
    const place = () => {
      const { time } = studio.clock.value;
      if (over) {
        const line = latest.current[0];
        if (line?.x) dot.style.transform = `translate(${u.valToPos(at(line.x, time), "x")}px, ${u.valToPos(at(line.curve, time), u.series[1].scale!)}px)`;
        now.hidden = second.hidden = true;
        return;
      }
      dot.hidden = true;
      now.style.transform = `translateX(${u.valToPos(time, "x")}px)`;
      second.hidden = marker.value === null;
      if (marker.value !== null) second.style.transform = `translateX(${u.valToPos(marker.value, "x")}px)`;
    };
    let ours = false;
    u.hooks.draw = [place];
    u.hooks.setScale = [(_: uPlot, key: string) => {
      if (key !== "x" || ours || over) return;
      const { min, max } = u.scales.x, times = latest.current[0]?.curve.time;
      if (min === undefined || max === undefined || !times) return;
      const all = min! <= times[0] && max! >= times[times.length - 1];
      zoom.set(all ? null : [min!, max!]);
    }];
    const follow = () => {
      if (over) return;
      const times = latest.current[0]?.curve.time;
      if (!times) return;
      const [min, max] = zoom.value ?? [times[0], times[times.length - 1]];
      if (u.scales.x.min === min && u.scales.x.max === max) return;
      ours = true;
      u.setScale("x", { min, max });
      ours = false;
    };
    follow();
    place();
    const stops = [studio.clock.subscribe(place), marker.subscribe(place), zoom.subscribe(follow)];
    const click = (event: PointerEvent) => {
      if (over || Math.abs(event.clientX - down) > 5) return;
      const time = u.posToVal(event.clientX - u.over.getBoundingClientRect().left, "x");
      if (event.shiftKey) marker.set(marker.value !== null && Math.abs(u.valToPos(marker.value, "x") - u.valToPos(time, "x")) < 6 ? null : time);
      else studio.clock.seek(time);
    };
    let down = 0;
    const press = (event: PointerEvent) => { down = event.clientX; };
    u.over.addEventListener("pointerdown", press);
    u.over.addEventListener("pointerup", click);
    const observer = new ResizeObserver(() => { if (element.clientWidth) u.setSize({ width: Math.max(120, element.clientWidth), height: Math.max(90, element.clientHeight) }); });
    observer.observe(element);
    return () => {
      observer.disconnect();
      for (const stop of stops) stop();
      u.destroy();
      made.current = null;
    };
  }, [shape, over, studio]);
  useEffect(() => { if (made.current && made.current.series.length === lines.length + 1) made.current.setData(tableOf(lines, over), zoom.value === null); }, [lines, over]);
  return <div className="chart" ref={holder} role="img" aria-label={`Curves of ${lines.map(({ label }) => label).join(", ")}`} title="Click: time of all views. Shift and click: second cursor. Drag: zoom. Double click: all." />;
}
