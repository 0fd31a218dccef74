// The time of a run, for all views at once.
import { use } from "react";
import { currentRun } from "../state/runs";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { Icon } from "./icons";
import { number } from "./numbers";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10];

export function TimeBar() {
  const studio = use(StudioContext)!;
  useStore(studio.state, (state) => state.current);
  const { time, start, stop, playing, speed } = useStore(studio.clock, (moment) => moment);
  const there = stop > start && (currentRun(studio) !== null || studio.value.live !== null);
  const share = there ? ((time - start) / (stop - start)) * 100 : 0;
  return (
    <footer className={`time-bar ${there ? "" : "idle"}`} aria-label="Time">
      <button type="button" className="tool round" onClick={() => studio.clock.play()} disabled={!there} aria-label={playing ? "Pause" : "Play"} title={`${playing ? "Pause" : "Play"} (Space)`}>
        <Icon name={playing ? "pause" : "play"} size={16} />
      </button>
      <input type="range" min={0} max={10000} step={1} value={there ? Math.round(share * 100) : 0} disabled={!there} aria-label="Time" aria-valuetext={`${number(time, 3)} seconds`}
        style={{ "--share": `${share}%` } as React.CSSProperties}
        onChange={(event) => studio.clock.seek(start + (Number(event.target.value) / 10000) * (stop - start))} />
      <output className="clock">{there ? <><b>{time.toFixed(digits(stop - start))}</b> / {number(stop, 4)} s</> : "no run yet"}</output>
      <label className="speed">speed <select value={speed} onChange={(event) => studio.clock.change({ speed: Number(event.target.value) })}>{SPEEDS.map((value) => <option key={value} value={value}>{value}×</option>)}</select></label>
    </footer>
  );
}

function digits(duration: number): number {
  return duration >= 1 ? 2 : Math.min(9, 2 + Math.ceil(-Math.log10(duration || 1)));
}
