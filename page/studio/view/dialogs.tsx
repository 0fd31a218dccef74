// Dialogs: open, save, settings of the run, names, export, commands and keys.
import { use, useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from "react";
import { shown } from "../document/commands";
import { componentAt, levelAt, NAME } from "../document/level";
import type { Export, ExportReply, RunSettings } from "../protocol";
import { ACTIONS, leave } from "../state/actions";
import { connectNodes, fitting, group, rename } from "../state/editing";
import { onceDrawn } from "../state/focus";
import { currentRun } from "../state/runs";
import { useStore } from "../state/store";
import type { Studio } from "../state/studio";
import { StudioContext } from "./context";

export function Dialogs() {
  const studio = use(StudioContext)!;
  const dialog = useStore(studio.state, (state) => state.dialog);
  const kinds = { open: OpenDialog, save: SaveDialog, settings: SettingsDialog, help: HelpDialog, commands: CommandDialog, rename: RenameDialog, group: GroupDialog, export: ExportDialog, bond: BondDialog };
  if (!dialog) return null;
  const Kind = kinds[dialog];
  return <Kind key={dialog} />;
}

function useClose(): () => void {
  const studio = use(StudioContext)!;
  return () => {
    studio.state.change({ dialog: null });
    onceDrawn(() => { if (!studio.value.quick && !studio.value.dialog) studio.canvas?.focus(); });
  };
}

function Frame({ title, children, wide, onSubmit, submit }: { title: string; children: ReactNode; wide?: boolean; onSubmit?: (event: FormEvent<HTMLFormElement>) => void; submit?: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useClose();
  useEffect(() => {
    if (ref.current?.open) return;
    ref.current?.showModal();
    ref.current?.querySelector<HTMLElement>("input, select")?.focus(); // rather than the button that closes it
  }, []);
  return (
    <dialog ref={ref} className={wide ? "dialog wide" : "dialog"} aria-label={title} onCancel={(event) => { event.preventDefault(); close(); }} onPointerDown={(event) => event.target === ref.current && close()}>
      <form method="dialog" onSubmit={(event) => { event.preventDefault(); onSubmit?.(event); }}>
        <header><h2>{title}</h2><button type="button" className="tool" aria-label="Close" onClick={close}>×</button></header>
        {children}
        {submit && <footer><button type="button" onClick={close}>Cancel</button><button type="submit" className="primary">{submit}</button></footer>}
      </form>
    </dialog>
  );
}

/** A list that is searched by typing and taken from by Enter. */
function Chooser<T>({ label, entries, words: wordsOf, show, take, first }: { label: string; entries: T[]; words: (entry: T) => string; show: (entry: T) => ReactNode; take: (entry: T) => void; first?: string }) {
  const [words, setWords] = useState(first ?? "");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const found = useMemo(() => {
    const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = entries.filter((entry) => parts.every((part) => wordsOf(entry).toLowerCase().includes(part)));
    return fits.sort((a, b) => Number(wordsOf(b).toLowerCase().startsWith(parts[0] ?? "")) - Number(wordsOf(a).toLowerCase().startsWith(parts[0] ?? "")));
  }, [entries, words, wordsOf]);
  useEffect(() => { list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }); }, [at]);
  return <>
    <input autoFocus className="search-field" role="combobox" aria-expanded="true" aria-controls="chooser" aria-activedescendant={`choice-${at}`} aria-label={label} placeholder={label} value={words}
      onChange={(event) => { setWords(event.target.value); setAt(0); }}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, at + 1));
        else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
        else if (event.key === "Enter" && found[at]) take(found[at]);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }} />
    <ul className="choices" id="chooser" role="listbox" aria-label={label} ref={list} tabIndex={-1}>
      {found.map((entry, i) => <li key={i} id={`choice-${i}`} role="option" aria-selected={i === at} onPointerEnter={() => setAt(i)} onClick={() => take(entry)}>{show(entry)}</li>)}
      {!found.length && <li id="choice-0" className="hint" role="option" aria-selected="false" aria-disabled="true">Nothing fits.</li>}
    </ul>
  </>;
}

function OpenDialog() {
  const studio = use(StudioContext)!;
  const files = useStore(studio.state, (state) => state.files), hello = useStore(studio.state, (state) => state.hello);
  useEffect(() => void studio.listFiles(), [studio]);
  const entries = useMemo(() => [
    ...files.map(({ path }) => ({ name: path, description: `in the folder ${hello?.folder ?? ""}`, what: { path } })),
    ...(hello?.bank ?? []).map(({ name, description }) => ({ name, description, what: { bank: name } })),
  ], [files, hello]);
  return (
    <Frame title="Open" wide>
      <Chooser label="Search files and examples" entries={entries} words={wordsOfFile} take={(entry) => leave(studio) && void studio.open(entry.what)}
        show={({ name, description, what }) => <><b>{name}</b><small>{description}</small><i className="badge">{"path" in what ? "file" : "example"}</i></>} />
    </Frame>
  );
}
const wordsOfFile = ({ name, description }: { name: string; description: string }) => `${name} ${description}`;

function SaveDialog() {
  const studio = use(StudioContext)!;
  const { file, check, hello, files } = studio.value;
  const first = file.path ?? `${(check?.title || file.name).replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/\.(ya?ml|json)$/, "")}.yaml`;
  const [path, setPath] = useState(first);
  const there = files.some((entry) => entry.path === path) && path !== file.path;
  return (
    <Frame title="Save as" submit={there ? "Write over it" : "Save"} onSubmit={() => void studio.save(/\.(ya?ml|json)$/.test(path) ? path : `${path}.yaml`, there)}>
      <label className="field">File in the folder {hello?.folder} <input autoFocus value={path} onChange={(event) => setPath(event.target.value)} onFocus={(event) => event.target.select()} /></label>
      {there && <p className="warning">There is a file of this name already.</p>}
    </Frame>
  );
}

function SettingsDialog() {
  const studio = use(StudioContext)!;
  const { settings, hello, check } = studio.value;
  const close = useClose();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget), next: RunSettings = { ...settings };
    for (const key of ["stop", "points", "tolerance", "step"] as const) {
      const value = Number(form.get(key));
      if (form.get(key) && value > 0) next[key] = value;
      else delete next[key];
    }
    for (const key of ["solver", "method", "bonds"] as const) {
      const value = String(form.get(key) ?? "");
      if (value) (next as Record<string, unknown>)[key] = value;
      else delete next[key];
    }
    if (form.get("steady")) next.steady = true;
    else delete next.steady;
    studio.state.change({ settings: next });
    close();
  };
  const choice = (name: "solver" | "method" | "bonds", label: string, list: string[], usual: string) => (
    <label className="field">{label}<select name={name} defaultValue={settings[name] ?? ""}><option value="">{usual}</option>{list.map((value) => <option key={value}>{value}</option>)}</select></label>
  );
  return (
    <Frame title="Settings of the run" submit="Take" onSubmit={submit}>
      <div className="fields">
        <label className="field">stop [s]<input name="stop" autoFocus inputMode="decimal" defaultValue={settings.stop ?? ""} placeholder={String(check?.stop ?? 1)} /></label>
        <label className="field">points<input name="points" inputMode="numeric" defaultValue={settings.points ?? ""} placeholder="501" /></label>
        <label className="field">tolerance<input name="tolerance" inputMode="decimal" defaultValue={settings.tolerance ?? ""} placeholder="1e-6" /></label>
        <label className="field">step [s]<input name="step" inputMode="decimal" defaultValue={settings.step ?? ""} placeholder="chosen by the solver" /></label>
        {choice("method", "method", hello?.methods ?? [], "reduced (usual)")}
        {choice("solver", "solver", hello?.solvers ?? [], "chosen for the model")}
        {choice("bonds", "bonds", ["vector", "scalar"], "vector (usual)")}
        <label className="check"><input type="checkbox" name="steady" defaultChecked={settings.steady} /> start at rest (steady state)</label>
      </div>
    </Frame>
  );
}

function RenameDialog() {
  const studio = use(StudioContext)!;
  const old = studio.chosen[0]?.name ?? "";
  const close = useClose();
  const [name, setName] = useState(old);
  const wrong = !NAME.test(name);
  return (
    <Frame title={`Rename ${old}`} submit="Rename" onSubmit={() => !wrong && void rename(studio, old, name).then((done) => done && close())}>
      <label className="field">New name <input autoFocus value={name} onChange={(event) => setName(event.target.value)} onFocus={(event) => event.target.select()} aria-invalid={wrong} /></label>
      <p className="hint">{wrong ? "A name begins with a letter and has letters, digits and _." : "Everything in the file that speaks of it follows."}</p>
    </Frame>
  );
}

function GroupDialog() {
  const studio = use(StudioContext)!;
  const close = useClose();
  const [definition, setDefinition] = useState("Part");
  const [name, setName] = useState("part");
  const [parameters, setParameters] = useState<string[]>([]);
  const values = useMemo(() => givenValues(studio), [studio]);
  const submit = () => void group(studio, name, definition, parameters).then((done) => done && close());
  return (
    <Frame title={`Make a component of ${studio.chosen.length} ${studio.chosen.length === 1 ? "component" : "components"}`} submit="Make it" onSubmit={submit}>
      <div className="fields">
        <label className="field">type, for using it again<input autoFocus value={definition} onFocus={(event) => event.target.select()} onChange={(event) => { setDefinition(event.target.value); setName(event.target.value.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase()); }} /></label>
        <label className="field">name of this one<input value={name} onChange={(event) => setName(event.target.value)} /></label>
      </div>
      {values.length > 0 && <fieldset className="chosen-values"><legend>Values that each use may set anew</legend>
        {values.map(({ path, text }) => <label key={path} className="check"><input type="checkbox" checked={parameters.includes(path)} onChange={(event) => setParameters(event.target.checked ? [...parameters, path] : parameters.filter((one) => one !== path))} /> {path} <small>{text}</small></label>)}
      </fieldset>}
      <p className="hint">Bonds that leave the selection become ports; what is used from outside becomes a parameter or an input.</p>
    </Frame>
  );
}

/** The values that are written at the selected components, which may become parameters of what is made of them. */
function givenValues(studio: Studio): { path: string; text: string }[] {
  const { place } = levelAt(studio.history.reading, studio.value.level);
  return studio.chosen.flatMap(({ name, type }) => {
    const entry = studio.history.reading.value(componentAt(studio.history.reading, place, name) ?? [""]);
    const known = new Set(studio.typeOf(type)?.values.filter(({ kind }) => kind === "parameter").map((value) => value.name));
    return typeof entry === "object" && entry !== null ? Object.keys(entry).filter((key) => known.has(key)).map((key) => ({ path: `${name}.${key}`, text: shown(entry[key]) })) : [];
  });
}

function BondDialog() {
  const studio = use(StudioContext)!;
  const close = useClose();
  const [first, setFirst] = useState(studio.chosen[0] ?? null);
  const nodes = studio.nodes.filter(({ kind }) => kind === "component");
  const entries = first ? nodes.filter((node) => node.key !== first.key && fitting(first.ports, node.ports)) : nodes;
  return (
    <Frame title={first ? `Connect ${first.name} to` : "Connect which component?"}>
      <Chooser key={first?.key ?? ""} label="Search components" entries={entries} words={(node) => `${node.name} ${node.type}`} show={(node) => <><b>{node.name}</b><small>{node.type}</small></>}
        take={(node) => { if (!first) setFirst(node); else { close(); connectNodes(studio, first, node); } }} />
    </Frame>
  );
}

const EXPORTS: { kind: Export["kind"]; title: string; run?: boolean }[] = [
  { kind: "svg", title: "Picture of this level, SVG" }, { kind: "png", title: "Picture of this level, PNG" }, { kind: "pdf", title: "Picture of this level, PDF" },
  { kind: "tex", title: "Picture of this level, TikZ for LaTeX" },
  { kind: "python", title: "Python text that builds the model" }, { kind: "yaml", title: "Model file, YAML" }, { kind: "json", title: "Model file, JSON" },
  { kind: "html", title: "One offline page with diagram, curves, energy and animation", run: true }, { kind: "csv", title: "Curves as CSV", run: true }, { kind: "netcdf", title: "Curves as netCDF", run: true },
];

function ExportDialog() {
  const studio = use(StudioContext)!;
  const close = useClose();
  const run = currentRun(studio);
  const take = async ({ kind, run: needs }: (typeof EXPORTS)[number]) => {
    if (needs && !run) return studio.say("Run the model first; this is made of a run.", "error");
    const names = studio.value.plots.flatMap((plot) => plot.names);
    const request = { do: "export", kind, text: studio.history.text, level: studio.value.level, ...(run ? { run: run.key } : {}), ...(kind === "csv" && names.length ? { names } : {}) } as const;
    const reply = await studio.trying(studio.connection.ask<Export, ExportReply>(request));
    if (reply) {
      download(reply.name, reply.type, Uint8Array.from(atob(reply.data), (letter) => letter.charCodeAt(0)));
      close();
    }
  };
  return <Frame title="Export"><Chooser label="What to export" entries={EXPORTS} words={({ title, kind }) => `${title} ${kind}`} show={({ title, run: needs }) => <><b>{title}</b>{needs && !run && <small>needs a run</small>}</>} take={(entry) => void take(entry)} /></Frame>;
}

export function download(name: string, type: string, data: BlobPart): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 5000);
}

function CommandDialog() {
  const studio = use(StudioContext)!;
  const entries = ACTIONS.filter(({ title }) => !title.includes("other key") && title !== "List of commands");
  return (
    <Frame title="Commands" wide>
      <Chooser label="What do you want to do?" entries={entries} words={({ title, group: kind }) => `${title} ${kind}`} show={({ title, keys, group: kind }) => <><b>{title}</b><small>{kind}</small>{keys && <kbd>{keys}</kbd>}</>}
        take={(action) => { studio.state.change({ dialog: null }); action.run(studio); }} />
    </Frame>
  );
}

function HelpDialog() {
  const groups = ["File", "Edit", "Draw", "View", "Run"] as const;
  return (
    <Frame title="Keys" wide>
      <div className="keys">
        {groups.map((name) => (
          <section key={name}><h3>{name}</h3><dl>{ACTIONS.filter((action) => action.group === name && action.keys && !/other key|Move (far )?(right|up|down)/.test(action.title)).map(({ title, keys }) => (
            <div key={title}><dt><kbd>{keys!.replace("Arrow", "").replace("Left", title.startsWith("Move") ? "arrows" : "Left")}</kbd></dt><dd>{title.startsWith("Move") ? title.replace(" left", "") : title}</dd></div>
          ))}</dl></section>
        ))}
      </div>
      <p className="hint">Tab goes from component to component, Enter or Space selects, with Shift in addition. Drag on the empty canvas selects; the right or middle button moves the view, the wheel zooms. Double click on a component enters it, on a bond plots it.</p>
    </Frame>
  );
}
