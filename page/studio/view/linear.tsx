// The model near one point: eigenvalues in the plane, and a Bode plot from one input to one output.
import { use, useEffect, useState } from "react";
import type { Linear as Request, LinearReply } from "../protocol";
import type { WithColumns } from "../state/connection";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { number } from "./numbers";

export function Linear() {
  const studio = use(StudioContext)!;
  const revision = useStore(studio.state, (state) => state.check?.revision ?? -1);
  const live = useStore(studio.state, (state) => state.live?.eigenvalues ?? null);
  const [reply, setReply] = useState<WithColumns<LinearReply> | null>(null);
  const [input, setInput] = useState(""), [output, setOutput] = useState(""), [steady, setSteady] = useState(false);
  const [said, setSaid] = useState("");
  useEffect(() => {
    let left = false;
    const request = { do: "linear", text: studio.history.text, ...(input ? { input } : {}), ...(output ? { output } : {}), ...(steady ? { at: "steady" as const } : {}) } as const;
    studio.connection.ask<Request, LinearReply>(request).then((found) => { if (!left) { setReply(found); setSaid(""); } }).catch((error) => { if (!left) { setReply(null); setSaid(error.message); } });
    return () => { left = true; };
  }, [revision, input, output, steady, studio]);
  const [chosen, setChosen] = useState(false); // by the user
  useEffect(() => { // an output that is the input itself, or that it does not reach, tells nothing: the next one is shown first
    const flat = isSilent(reply) || (reply?.columns.magnitude?.data.every((value) => Math.abs(value) < 1e-6) && reply.columns.phase.data.every((value) => Math.abs(value) < 1e-6));
    const next = reply ? reply.outputs.indexOf(reply.output) + 1 : 0;
    if (flat && !chosen && reply && next < reply.outputs.length) setOutput(reply.outputs[next]);
  }, [reply, chosen]);
  if (said) return <p className="hint">{said}</p>;
  if (!reply) return <p className="hint">working</p>;
  const values = pairs(live?.data ?? reply.columns.eigenvalues?.data ?? new Float64Array());
  const { frequency, magnitude, phase } = reply.columns;
  return (
    <div className="linear">
      <section><h3>Eigenvalues</h3><EigenPlot values={values} />
        <table className="parameters"><thead><tr><th scope="col">eigenvalue [1/s]</th><th scope="col">ω [rad/s]</th><th scope="col">damping</th></tr></thead>
          <tbody>{values.slice(0, 40).map(([re, im], i) => <tr key={i} className={re > 1e-9 ? "unstable" : ""}><td>{number(re, 4)}{im !== 0 && ` ${im > 0 ? "+" : "−"} ${number(Math.abs(im), 4)} i`}</td><td>{number(Math.hypot(re, im), 4)}</td><td>{Math.hypot(re, im) > 0 ? number(-re / Math.hypot(re, im), 3) : "–"}</td></tr>)}</tbody></table>
      </section>
      <section className="bode"><h3>Bode plot</h3>
        <div className="choice">
          <label>from <select value={reply.input} onChange={(event) => { setChosen(true); setInput(event.target.value); }}>{reply.inputs.map((name) => <option key={name}>{name}</option>)}</select></label>
          <label>to <select value={reply.output} onChange={(event) => { setChosen(true); setOutput(event.target.value); }}>{reply.outputs.map((name) => <option key={name}>{name}</option>)}</select></label>
          <label className="check"><input type="checkbox" checked={steady} onChange={(event) => setSteady(event.target.checked)} /> at the steady state</label>
        </div>
        {isSilent(reply) ? <p className="hint">{reply.input} has no influence on {reply.output} here; choose another of them.</p> : frequency && frequency.data.length > 1 ? <><LogPlot x={frequency.data} y={magnitude.data} label="magnitude [dB]" /><LogPlot x={frequency.data} y={phase.data.map((value) => (value * 180) / Math.PI)} label="phase [°]" /></>
          : <p className="hint">A Bode plot needs an input (a source) and an output of the model.</p>}
      </section>
    </div>
  );
}

/** Whether the input does not reach the output: there is no magnitude at any frequency. */
function isSilent(reply: WithColumns<LinearReply> | null): boolean {
  const magnitude = reply?.columns.magnitude?.data;
  return Boolean(magnitude?.length && magnitude.every((value) => !Number.isFinite(value) || value < -400));
}

function pairs(data: Float64Array): [number, number][] {
  return Array.from({ length: data.length / 2 }, (_, i): [number, number] => [data[2 * i], data[2 * i + 1]]);
}

function EigenPlot({ values }: { values: [number, number][] }) {
  const finite = values.filter(([re, im]) => Number.isFinite(re) && Number.isFinite(im));
  // the middle of the crowd decides: one very fast value would hide the others
  const sizes = finite.map(([re, im]) => Math.hypot(re, im)).sort((a, b) => a - b);
  const typical = sizes[Math.floor(0.75 * (sizes.length - 1))] || 1, reach = Math.min(sizes.at(-1) ?? 1, 4 * typical) * 1.15 || 1;
  const place = (value: number) => (Math.max(-1, Math.min(1, value / reach)) * 130);
  return (
    <svg className="eigen" viewBox="-150 -150 300 300" role="img" aria-label={`${values.length} eigenvalues in the complex plane`}>
      <rect className="stable" x="-140" y="-140" width="140" height="280" />
      <line x1="-140" x2="140" y1="0" y2="0" /><line y1="-140" y2="140" x1="0" x2="0" />
      <text x="138" y="-6" textAnchor="end">{number(reach, 3)}</text><text x="6" y="-130">i {number(reach, 3)}</text>
      {finite.map(([re, im], i) => <g key={i} className={re > 1e-9 ? "pole unstable" : "pole"} transform={`translate(${place(re)} ${-place(im)})`}><path d="M-5-5L5 5M5-5L-5 5" /><title>{`${number(re, 5)} ${im < 0 ? "−" : "+"} ${number(Math.abs(im), 5)} i`}</title></g>)}
    </svg>
  );
}

const W = 520, H = 130, LEFT = 54, BOTTOM = 22;

function LogPlot({ x, y, label }: { x: Float64Array; y: Float64Array; label: string }) {
  const finite = [...y].filter(Number.isFinite);
  const low = Math.min(...finite), high = Math.max(...finite), room = (high - low || 1) * 0.08;
  const first = Math.log10(x[0]), last = Math.log10(x[x.length - 1]);
  const px = (value: number) => LEFT + ((Math.log10(value) - first) / (last - first || 1)) * (W - LEFT - 8);
  const py = (value: number) => 8 + ((high + room - value) / (high - low + 2 * room || 1)) * (H - BOTTOM - 8);
  const decades = Array.from({ length: Math.floor(last) - Math.ceil(first) + 1 }, (_, i) => Math.ceil(first) + i);
  const step = niceStep((high - low) / 4), ticks = Array.from({ length: 12 }, (_, i) => Math.ceil((low - room) / step) * step + i * step).filter((value) => value <= high + room);
  const way = [...x].map((value, i) => (Number.isFinite(y[i]) ? `${px(value).toFixed(1)} ${py(y[i]).toFixed(1)}` : "")).filter(Boolean).join("L");
  return (
    <svg className="log-plot" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={`${label} over frequency`}>
      {decades.map((power) => <g key={power}><line x1={px(10 ** power)} x2={px(10 ** power)} y1="8" y2={H - BOTTOM} /><text x={px(10 ** power)} y={H - 8} textAnchor="middle">{power >= -2 && power <= 3 ? number(10 ** power, 3) : `1e${power}`}</text></g>)}
      {ticks.map((value) => <g key={value}><line x1={LEFT} x2={W - 8} y1={py(value)} y2={py(value)} /><text x={LEFT - 5} y={py(value) + 4} textAnchor="end">{number(value, 4)}</text></g>)}
      <text x="12" y={H / 2} transform={`rotate(-90 12 ${H / 2})`} textAnchor="middle">{label}</text>
      <path d={`M${way}`} />
    </svg>
  );
}

function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1)), front = value / power;
  return (front < 1.5 ? 1 : front < 3 ? 2 : front < 7 ? 5 : 10) * power;
}
