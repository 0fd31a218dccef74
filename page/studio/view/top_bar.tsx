// The bar above: file, undo and redo, run with its progress, what is shown; and where in the model one is.
import { use } from "react";
import { ACTIONS, leave } from "../state/actions";
import { startRun } from "../state/runs";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { Icon, type IconName } from "./icons";

function keysOf(title: string): string {
  return ACTIONS.find((action) => action.title === title)?.keys ?? "";
}

function Button({ icon, label, title, onClick, disabled, pressed, words }: {
  icon: IconName; label: string; title?: string; onClick: () => void; disabled?: boolean; pressed?: boolean; words?: string;
}) {
  const keys = keysOf(title ?? label);
  return (
    <button type="button" className={words ? "tool words" : "tool"} aria-label={label} title={keys ? `${label} (${keys})` : label} onClick={onClick} disabled={disabled} aria-pressed={pressed}>
      <Icon name={icon} />{words && <span>{words}</span>}
    </button>
  );
}

export function TopBar() {
  const studio = use(StudioContext)!;
  const file = useStore(studio.state, (state) => state.file);
  const { undoLabel, redoLabel, changed } = studio.history;
  useStore(studio.state, (state) => state.revision);
  const { connected, flow, causal, dark, others, disk, recovered } = useStore(studio.state, (state) => state);
  const change = studio.state.change.bind(studio.state);
  return (
    <header className="top-bar">
      <h1 className="brand"><Icon name="logo" /><span>multibond <b>studio</b></span></h1>
      {!studio.readOnly && <div className="tools" role="toolbar" aria-label="File">
        <Button icon="new" label="New model" onClick={() => leave(studio) && studio.fresh()} />
        <Button icon="open" label="Open a file or an example" onClick={() => change({ dialog: "open" })} />
        <Button icon="save" label="Save" onClick={() => void studio.save()} />
        <Button icon="export" label="Export picture, Python, data or page" onClick={() => change({ dialog: "export" })} />
      </div>}
      <div className="file-name" title={file.path ?? "not saved yet"}>
        <span>{file.name}</span>{changed && <i className="unsaved" title="There are changes that are not saved" aria-label="not saved">●</i>}
      </div>
      {!studio.readOnly && <div className="tools" role="toolbar" aria-label="Edit">
        <Button icon="undo" label={undoLabel ? `Undo: ${undoLabel}` : "Undo"} title="Undo" onClick={() => void studio.history.undo()} disabled={!undoLabel} />
        <Button icon="redo" label={redoLabel ? `Redo: ${redoLabel}` : "Redo"} title="Redo" onClick={() => void studio.history.redo()} disabled={!redoLabel} />
      </div>}
      {!studio.readOnly && <RunControls />}
      <div className="grow" />
      {!connected && <span className="badge bad" role="status">no connection to the server</span>}
      {others > 0 && <span className="badge" role="status">also open in {others === 1 ? "another page" : `${others} other pages`}</span>}
      {disk && <Offer words={disk.text === null ? "The file is gone from disk." : "The file changed on disk."} yes={disk.text === null ? "save it again" : "load that"} no="keep mine"
        take={() => (disk.text === null ? void studio.save(undefined, true) : (studio.history.write("load from disk", disk.text), studio.history.markSaved(disk.text), change({ disk: null, file: { ...file, digest: disk.digest } })))}
        leave={() => change({ disk: null, file: { ...file, digest: disk.digest } })} />}
      {recovered && <Offer words="Work from before a crash was found." yes="recover it" no="forget it"
        take={() => { studio.history.write("recover", recovered.text); change({ recovered: null }); }} leave={() => change({ recovered: null })} />}
      <div className="tools" role="toolbar" aria-label="Show">
        <Button icon="flow" label="Power flow on or off" onClick={() => change({ flow: !flow })} pressed={flow} />
        <Button icon="path" label="Zero-order causal paths on or off" onClick={() => { change({ causal: !causal }); void studio.check(); }} pressed={causal} />
        <Button icon={dark ? "sun" : "moon"} label="Light or dark" onClick={() => change({ dark: !dark })} />
        <Button icon="commands" label="List of commands" onClick={() => change({ dialog: "commands" })} />
        <Button icon="help" label="Keys" onClick={() => change({ dialog: "help" })} />
      </div>
    </header>
  );
}

function Offer({ words, yes, no, take, leave: refuse }: { words: string; yes: string; no: string; take: () => void; leave: () => void }) {
  return <span className="badge offer" role="alert">{words} <button type="button" onClick={take}>{yes}</button><button type="button" onClick={refuse}>{no}</button></span>;
}

function RunControls() {
  const studio = use(StudioContext)!;
  const running = useStore(studio.state, (state) => state.running);
  const settings = useStore(studio.state, (state) => state.settings);
  const check = useStore(studio.state, (state) => state.check);
  const share = running && running.stop > 0 ? Math.min(1, running.time / running.stop) : 0;
  const stop = settings.stop ?? check?.stop ?? 1;
  return (
    <div className="tools run" role="toolbar" aria-label="Run">
      <button type="button" className={`tool words primary ${running ? "busy" : ""}`} onClick={() => void startRun(studio)} title={running ? "Stop the run; what was computed is kept" : "Run (Ctrl+Enter)"}>
        <Icon name={running ? "stop" : "play"} /><span>{running ? "Stop" : "Run"}</span>
      </button>
      <label className="stop-field" title="Time at which the run stops">to <input aria-label="Stop time in seconds" key={stop} defaultValue={stop} size={4}
        onBlur={(event) => setStop(event.target)} onKeyDown={(event) => event.key === "Enter" && setStop(event.currentTarget)} /> s</label>
      <Button icon="settings" label="Settings of the run" onClick={() => studio.state.change({ dialog: "settings" })} />
      {running && <span className="progress" role="progressbar" aria-label="Run" aria-valuenow={Math.round(100 * share)} aria-valuemin={0} aria-valuemax={100}>
        <progress max={1} value={running.phase === "compile" ? undefined : share} />{running.phase === "compile" ? "compiling" : `${running.time.toPrecision(3)} s`}</span>}
    </div>
  );

  function setStop(field: HTMLInputElement): void {
    const value = Number(field.value);
    if (value > 0 && Number.isFinite(value)) studio.state.change({ settings: { ...studio.value.settings, stop: value } });
    else field.value = String(stop);
  }
}

export function Breadcrumbs() {
  const studio = use(StudioContext)!;
  const level = useStore(studio.state, (state) => state.level);
  const check = useStore(studio.state, (state) => state.check);
  const parts = level ? level.split(".") : [];
  const summary = check?.summary;
  const errors = check?.messages.filter(({ severity, kind }) => severity === "error" && kind !== "unfinished").length ?? 0;
  return (
    <nav className="breadcrumbs" aria-label="Where you are in the model">
      <ol>
        <li><button type="button" onClick={() => studio.enter("")} aria-current={level ? undefined : "page"}>{check?.title || "model"}</button></li>
        {parts.map((name, i) => <li key={i}><button type="button" onClick={() => studio.enter(parts.slice(0, i + 1).join("."))} aria-current={i === parts.length - 1 ? "page" : undefined}>{name}</button></li>)}
      </ol>
      {check?.diagram?.place === null && <span className="badge">inside of a library component: to look at</span>}
      <span className="grow" />
      <button type="button" className={`verdict ${errors ? "bad" : summary ? "good" : "open"}`} onClick={() => studio.show("messages")}>
        {check === null ? "…" : errors ? `${errors} ${errors === 1 ? "error" : "errors"}` : summary ? verdict(summary.states.length, summary.derivative.length, summary.loops.length) : check.diagram?.nodes.length ? "unfinished" : "empty"}
      </button>
    </nav>
  );
}

function verdict(states: number, derivative: number, loops: number): string {
  const words = [`${states} ${states === 1 ? "state" : "states"}`];
  if (derivative) words.push(`${derivative} in derivative causality`);
  if (loops) words.push(`${loops} algebraic ${loops === 1 ? "loop" : "loops"}`);
  return words.join(", ");
}
