// Where the energy is and where it went: the audit of the run, a Sankey picture over a span, the largest flows now.
import { use, useCallback, useEffect, useMemo, useState } from "react";
import type { Sankey as Request, SankeyReply } from "../protocol";
import { located } from "../state/clock";
import { powerOf, type RunEntry } from "../state/runs";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { joule, number } from "./numbers";

export function Energy() {
  const studio = use(StudioContext)!;
  const run = useStore(studio.state, (state) => state.runs.find((entry) => entry.key === state.current) ?? null);
  const [span, setSpan] = useState<[number, number] | null>(null);
  useEffect(() => setSpan(null), [run?.key]);
  useEffect(() => { if (run && !run.power) void powerOf(studio, run.key); }, [run, studio]);
  if (!run) return <p className="hint">Run the model to see where its energy goes.</p>;
  const [from, to] = span ?? [run.reply.start, run.reply.stop];
  return (
    <div className="energy-view">
      <Audit run={run} />
      <div className="sankey-box">
        <div className="choice"><b>Energy from</b>
          <input aria-label="From [s]" key={`a${from}`} defaultValue={number(from, 4)} size={6} onBlur={(event) => setSpan([Number(event.target.value) || 0, to])} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} /> to
          <input aria-label="To [s]" key={`b${to}`} defaultValue={number(to, 4)} size={6} onBlur={(event) => setSpan([from, Number(event.target.value) || to])} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} /> s
          <button type="button" className="chip" onClick={() => setSpan([run.reply.start, studio.clock.value.time])}>up to now</button><button type="button" className="chip" onClick={() => setSpan(null)}>all</button></div>
        <SankeyView run={run.key} from={from} to={to} />
      </div>
    </div>
  );
}

const PARTS = ["stored", "dissipated", "delivered", "residual"] as const;

function Audit({ run }: { run: RunEntry }) {
  const studio = use(StudioContext)!;
  const time = useStore(studio.clock, (moment) => moment.time);
  const power = run.power;
  if (!power) return <p className="hint">working</p>;
  const { index, share } = located(power.columns.time.data, time), count = power.columns.time.data.length;
  const value = (name: "audit" | "stored" | "dissipated" | "delivered", column: number) => {
    const { data, shape } = power.columns[name];
    return data[index * shape[1] + column] * (1 - share) + data[Math.min(count - 1, index + 1) * shape[1] + column] * share;
  };
  const most = Math.max(1e-300, ...PARTS.map((_, i) => Math.abs(value("audit", i))));
  const storages = power.storages.map((path, i) => ({ path, amount: value("stored", i) })).sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount)).slice(0, 12);
  return (
    <div className="audit">
      <h3>At {number(time, 4)} s</h3>
      <dl>{PARTS.map((name, i) => <div key={name}><dt>{name}</dt><dd><span className={`bar ${name}`} style={{ width: `${(60 * Math.abs(value("audit", i))) / most}%` }} /> {joule(value("audit", i))}</dd></div>)}</dl>
      <h3>In storages</h3>
      <dl>{storages.map(({ path, amount }) => <div key={path}><dt><button type="button" className="path" onClick={() => studio.reveal(path)}>{path}</button></dt><dd>{joule(amount)}</dd></div>)}</dl>
      <p className="hint">Books closed within {number(Number(run.reply.stats.energy_residual ?? NaN), 2)} of the energy exchanged.</p>
    </div>
  );
}

function SankeyView({ run, from, to }: { run: string; from: number; to: number }) {
  const studio = use(StudioContext)!;
  const [reply, setReply] = useState<SankeyReply | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    let left = false;
    studio.connection.ask<Request, SankeyReply>({ do: "sankey", run, start: from, end: to }).then((found) => { if (!left) { setReply(found); setSaid(""); } }).catch((error) => { if (!left) { setReply(null); setSaid(error.message); } });
    return () => { left = true; };
  }, [run, from, to, studio]);
  const selection = useStore(studio.state, (state) => state.selection);
  const [room, setRoom] = useState(560);
  const box = useCallback((element: HTMLDivElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const placed = useMemo(() => (reply ? arranged(reply, room) : null), [reply, room]);
  if (said) return <p className="hint">{said}</p>;
  if (!placed) return <p className="hint">working</p>;
  if (!placed.links.length) return <p className="hint">No energy was exchanged in this span.</p>;
  const chosen = (path: string) => selection.paths.some((one) => one === path || path.startsWith(`${one}.`));
  return <div ref={box} className="sankey-holder">
    <svg className="sankey" width={placed.width * placed.shown} height={placed.height * placed.shown} viewBox={`0 0 ${placed.width} ${placed.height}`} role="img" aria-label="Where the energy went">
      {placed.links.map((link, i) => <path key={i} className={`band ${link.kind}`} d={link.way} strokeWidth={link.width}><title>{`${link.from} → ${link.to}: ${joule(link.energy)}`}</title></path>)}
      {placed.nodes.map((node) => (
        <g key={node.path + node.kind} className={`stop ${node.kind} ${chosen(node.path) ? "chosen" : ""}`} onClick={() => studio.reveal(node.path)}>
          <title>{`${node.path}: ${joule(node.energy)}`}</title>
          <rect x={node.x} y={node.y} width="11" height={Math.max(2, node.height)} rx="2" />
          <Words node={node} />
        </g>
      ))}
    </svg>
  </div>;
}

/** Name and amount beside a stop, one below the other so that many columns have room. */
function Words({ node }: { node: Stop }) {
  const x = node.right ? node.x - 5 : node.x + 15, y = node.y + node.height / 2;
  return <text textAnchor={node.right ? "end" : "start"}><tspan x={x} y={y - 2}>{node.path.split(".").at(-1)}</tspan><tspan className="amount" x={x} y={y + 12}>{joule(node.energy)}</tspan></text>;
}

interface Stop { path: string; kind: string; energy: number; x: number; y: number; height: number; right: boolean; column: number; out: number; in: number }

const COLUMN = 88, GAP = 22, SMALLEST = 0.72; // pixels from stop to stop, and how small a wide picture is shown before one has to scroll

/** Columns from sources to sinks, heights by energy, bands as curves. */
function arranged({ nodes, links }: SankeyReply, room: number) {
  const flows = links.filter(({ energy }) => energy > 0);
  const most = flows.reduce((sum, { energy }) => Math.max(sum, energy), 0);
  const kept = flows.filter(({ energy }) => energy > 2e-3 * most);
  const used = new Set(kept.flatMap(({ tail, head }) => [tail, head]));
  const column = new Array<number>(nodes.length).fill(0);
  for (let round = 0; round < Math.min(nodes.length, 12); round++) { // longest way, cut where energy goes round
    let moved = false;
    for (const { tail, head } of kept) if (column[head] < column[tail] + 1 && column[tail] < 11) { column[head] = column[tail] + 1; moved = true; }
    if (!moved) break;
  }
  const last = Math.max(1, ...[...used].map((i) => column[i]));
  const stops: Stop[] = nodes.map((node, i) => {
    const into = kept.filter(({ head }) => head === i).reduce((s, { energy }) => s + energy, 0), out = kept.filter(({ tail }) => tail === i).reduce((s, { energy }) => s + energy, 0);
    const at = out === 0 ? last : into === 0 ? 0 : column[i];
    return { ...node, energy: Math.max(into, out), x: 0, y: 0, height: 0, column: at, right: at === last, out: 0, in: 0 };
  });
  const columns = Array.from({ length: last + 1 }, (_, c) => [...used].filter((i) => stops[i].column === c));
  const tallest = Math.max(...columns.map((list) => list.reduce((s, i) => s + stops[i].energy, 0)));
  const rows = Math.max(...columns.map((list) => list.length)), height = Math.max(220, rows * 46), width = Math.max(room - 4, COLUMN * (last + 1.7)), shown = Math.max(SMALLEST, (room - 4) / width);
  const scale = (height - 16 - (rows - 1) * GAP) / tallest;
  columns.forEach((list, c) => {
    const total = list.reduce((s, i) => s + stops[i].energy * scale + GAP, -GAP);
    let y = (height - total) / 2;
    for (const i of list) {
      Object.assign(stops[i], { x: 4 + ((c === last ? last + 0.7 : c) * (width - 20)) / (last + 0.7), // the last column has its words on the left
        y, height: stops[i].energy * scale });
      y += stops[i].height + GAP;
    }
  });
  const bands = kept.map(({ tail, head, energy }) => {
    const a = stops[tail], b = stops[head], thick = Math.max(1, energy * scale);
    const y1 = a.y + a.out + thick / 2, y2 = b.y + b.in + thick / 2, x1 = a.x + 11, x2 = b.x;
    a.out += thick;
    b.in += thick;
    const bend = Math.max(30, Math.abs(x2 - x1) / 2);
    return { way: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, width: thick, energy, from: a.path, to: b.path, kind: b.kind };
  });
  return { nodes: [...used].map((i) => stops[i]), links: bands, width, height, shown };
}
