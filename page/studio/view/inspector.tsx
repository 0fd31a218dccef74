// The panel for what is selected: the model itself, one or several components, a bond.
import { use } from "react";
import { componentAt, freeName, levelAt, namesOf } from "../document/level";
import { shown } from "../document/commands";
import * as commands from "../document/commands";
import type { DiagramEdge, DiagramNode, ValueType } from "../protocol";
import { editLevel, forceStrokes, rename, setValues, turnBonds } from "../state/editing";
import { plotNames } from "../state/runs";
import { useStore } from "../state/store";
import type { Studio } from "../state/studio";
import type { ShownNode } from "../state/unfolding";
import { StudioContext } from "./context";
import { ValueField } from "./field";
import { Icon } from "./icons";
import { unitText } from "./numbers";
import { ModelInspector } from "./model_inspector";

export function Inspector() {
  const studio = use(StudioContext)!;
  useStore(studio.state, (state) => state.selection);
  useStore(studio.state, (state) => state.check);
  useStore(studio.state, (state) => state.revision);
  const nodes = studio.looked, edges = studio.chosenEdges;
  return (
    <aside className="inspector" aria-label="Inspector">
      {nodes.length === 1 && !edges.length ? <ComponentInspector key={nodes[0].path} node={nodes[0]} />
        : nodes.length > 1 ? <SeveralInspector nodes={nodes} />
          : edges.length ? <BondInspector key={edges[0].id} edge={edges[0]} count={edges.length} />
            : <ModelInspector />}
    </aside>
  );
}

/** What can be set on a component: from the catalogue, or from the definition in the file. */
function valuesOf(studio: NonNullable<React.ContextType<typeof StudioContext>>, type: string): ValueType[] {
  const known = studio.typeOf(type);
  if (known) return known.values;
  const content = studio.history.reading.value(["definitions", type]);
  const row = (name: string, entry: any, kind: "parameter" | "input"): ValueType => ({
    name, kind, unit: entry?.unit ?? "", description: entry?.description ?? "", default: typeof entry === "object" && entry !== null && !Array.isArray(entry) ? (entry.value ?? null) : entry,
    required: false, shape: entry?.shape ?? "", minimum: entry?.minimum ?? null, choices: [], variables: [],
  });
  return [
    ...Object.entries(content?.parameters ?? {}).map(([name, entry]) => row(name, entry, "parameter")),
    ...Object.entries(content?.inputs ?? {}).map(([name, entry]) => row(name, entry, "input")),
  ];
}

/** Units that speak of effort and flow, in those of the domain. */
function unitOf(studio: NonNullable<React.ContextType<typeof StudioContext>>, unit: string, domain: string | null): string {
  const known = studio.value.hello?.domains.find(({ name }) => name === domain);
  if (!known) return unit;
  if (!known.effort) return /effort|flow|displacement|momentum/.test(unit) ? "" : unit;
  const simple: Record<string, string> = { effort: known.effort, flow: known.flow, displacement: known.displacement, momentum: known.momentum };
  return simple[unit] ?? unit.replace(/\b(effort|flow|displacement|momentum)\b/g, (name) => (/[*/^ ]/.test(simple[name]) ? `(${simple[name]})` : simple[name]));
}

function ComponentInspector({ node }: { node: ShownNode }) {
  const studio = use(StudioContext)!;
  const level = levelOf(studio, node);
  const { place, open: inFile } = levelAt(studio.history.reading, level), open = inFile && !studio.readOnly;
  const entry = inFile ? studio.history.reading.value(componentAt(studio.history.reading, place, node.name) ?? [""]) : null;
  const given: Record<string, unknown> = typeof entry === "object" && entry !== null ? entry : {};
  const values = valuesOf(studio, node.type), type = studio.typeOf(node.type);
  const said = studio.messages.filter(({ where, paths }) => where === node.path || where.startsWith(`${node.path}.`) || paths.includes(node.path));
  const description = type?.description ?? String(studio.history.reading.value(["definitions", node.type, "description"]) ?? "");
  return <>
    <header>
      <input className="name" aria-label="Name of the component" key={node.name} defaultValue={node.name} readOnly={!open} spellCheck={false}
        onBlur={(event) => { if (event.target.value !== node.name) void rename(studio, node.name, event.target.value, level).then((done) => { if (!done) event.target.value = node.name; }); }}
        onKeyDown={(event) => { if (event.key === "Enter") event.currentTarget.blur(); if (event.key === "Escape") { event.currentTarget.value = node.name; event.currentTarget.blur(); } }} />
      <p className="type"><b>{node.type || "model in place"}</b>{node.domain && <span className="badge">{node.domain}</span>}</p>
      {description && <p className="about">{description.replaceAll("`", "")}</p>}
      {node.composite && <button type="button" className="full" onClick={() => studio.enter(node.path)}><Icon name="enter" size={15} /> Look inside</button>}
      {node.composite && !studio.value.flat && <button type="button" className="full" onClick={() => studio.fold([node.path])}><Icon name="whole" size={15} /> {node.role === "opened" ? "Fold" : "Open in place"}</button>}
    </header>
    {said.map((message, i) => <p key={i} className={`said ${message.severity}`}>{message.text}</p>)}
    {values.length > 0 && <section><h3>Values</h3>
      {values.map((value) => <ValueField key={value.name} value={{ ...value, unit: unitOf(studio, value.unit, node.domain) }} text={inFile ? shown(given[value.name]) : (node.values[value.name] ?? "")} readOnly={!open} path={`${node.path}.${value.name}`}
        message={said.find(({ place: at }) => at.at(-1) === value.name)?.text ?? ""} onChange={(text) => setValues(studio, [node.name], value.name, text, level)} />)}
    </section>}
    {type && !type.composite && <section><h3>Options</h3>
      <ValueField value={plain("domain", "option", "the domain of its bonds", ["", ...(studio.value.hello?.domains ?? []).map(({ name }) => name)])} text={shown(given.domain)} readOnly={!open} path="" message=""
        onChange={(text) => setValues(studio, [node.name], "domain", text, level)} />
      <ValueField value={plain("n", "parameter", "cardinality: how many components its bonds have")} text={shown(given.n)} readOnly={!open} path="" message="" onChange={(text) => setValues(studio, [node.name], "n", text, level)} />
    </section>}
    {open && place.length > 0 && level === studio.value.level && <Ports node={node} />}
    <Variables node={node} />
  </>;
}

/** Ports of a part of a definition that bonds from outside may reach. */
function Ports({ node }: { node: DiagramNode }) {
  const studio = use(StudioContext)!;
  const free = node.ports.filter(({ kind, free: open, many }) => kind === "bond" && (open || many));
  const expose = (port: string, many: boolean) => editLevel(studio, `expose ${node.name}`, (patch, place) => {
    const name = freeName(many ? node.name : port, namesOf(patch, place).filter((one) => one !== node.name || !many));
    commands.setEntry(patch, place, "ports", many && name === node.name ? freeName(`${node.name}_port`, namesOf(patch, place)) : name, many || free.length === 1 ? node.name : `${node.name}.${port}`);
  });
  if (!free.length) return null;
  return <section className="buttons"><h3>Ports</h3>{free.map(({ name, many }) => <button type="button" key={name} onClick={() => expose(name, many)}>Make {many ? "a bond to it" : name} a port of the component</button>)}</section>;
}

/** The level that a component is written in: the one that is shown, or the inside of one that is opened in place. */
function levelOf(studio: Studio, { path, frame }: ShownNode): string {
  return frame ? path.slice(0, path.lastIndexOf(".")) : studio.value.level;
}

function plain(name: string, kind: ValueType["kind"], description: string, choices: unknown[] = []): ValueType {
  return { name, kind, unit: "", description, default: null, required: false, shape: "", minimum: null, choices, variables: [] };
}

function Variables({ node }: { node: DiagramNode }) {
  const studio = use(StudioContext)!;
  const current = useStore(studio.state, (state) => state.runs.find((run) => run.key === state.current) ?? null);
  const computed = current?.reply.variables.filter(({ component }) => component === node.path) ?? [];
  const declared = (studio.typeOf(node.type)?.variables ?? []).map(({ name, unit, description }) => ({ name: `${node.path}.${name}`, unit, description, size: [] as number[], component: node.path }));
  const rows = computed.length ? computed : declared;
  if (!rows.length) return null;
  return (
    <section><h3>Variables</h3>
      <ul className="variables">{rows.slice(0, 60).map(({ name, unit, description }) => (
        <li key={name}><button type="button" title={`Plot ${name}${description ? `: ${description}` : ""}`} onClick={() => plotNames(studio, [name])}><Icon name="plot" size={14} /><b>{name.slice(node.path.length + 1)}</b><i>{unitText(unit)}</i><small>{description}</small></button></li>
      ))}</ul>
    </section>
  );
}

function SeveralInspector({ nodes }: { nodes: ShownNode[] }) {
  const studio = use(StudioContext)!;
  const levels = new Set(nodes.map((node) => levelOf(studio, node))), [level] = levels;
  const { place, open: written } = levelAt(studio.history.reading, level), open = written && levels.size === 1 && !studio.readOnly;
  const lists = nodes.map((node) => valuesOf(studio, node.type));
  const common = lists[0].filter((value) => lists.every((list) => list.some((other) => other.name === value.name && other.kind === value.kind)));
  const textOf = (key: string) => {
    const texts = new Set(nodes.map(({ name }) => shown(studio.history.reading.value([...(componentAt(studio.history.reading, place, name) ?? [""]), key]))));
    return texts.size === 1 ? [...texts][0] : null;
  };
  const names = nodes.map(({ name }) => name);
  return <>
    <header><p className="name">{nodes.length} components</p><p className="about">{names.join(", ")}</p></header>
    <section><h3>Values that all of them have</h3>
      {common.map((value) => <ValueField key={value.name} value={{ ...value, unit: unitOf(studio, value.unit, nodes[0].domain) }} text={textOf(value.name) ?? ""} mixed={textOf(value.name) === null} readOnly={!open} path="" message=""
        onChange={(text) => setValues(studio, names, value.name, text, level)} />)}
      {!common.length && <p className="hint">None.</p>}
      <ValueField value={plain("domain", "option", "the domain of their bonds", ["", ...(studio.value.hello?.domains ?? []).map(({ name }) => name)])} text={textOf("domain") ?? ""} mixed={textOf("domain") === null} readOnly={!open} path="" message=""
        onChange={(text) => setValues(studio, names, "domain", text, level)} />
    </section>
    <section className="buttons">
      <button type="button" onClick={() => studio.state.change({ dialog: "group" })}>Make a component of them</button>
    </section>
  </>;
}

function BondInspector({ edge, count }: { edge: DiagramEdge; count: number }) {
  const studio = use(StudioContext)!;
  const bond = edge.kind === "bond" && edge.entry !== null && "section" in edge.entry ? edge.entry : null;
  const label = bond ? (studio.history.reading.value([...(studio.value.check?.diagram?.place ?? []), "bonds", bond.index, "label"]) ?? "") : "";
  const names = [edge.effort, edge.flow].filter(Boolean);
  const power = names.length === 2 && edge.n === 1 ? `${edge.effort} * ${edge.flow}` : "";
  return <>
    <header><p className="name">{count > 1 ? `${count} bonds and signals` : edge.kind === "bond" ? `bond ${edge.label}` : edge.kind === "join" ? "joined frames" : edge.kind}</p><p className="about">{edge.title}</p>
      <p className="type">{edge.n > 1 && <span className="badge">{edge.n} components</span>}{edge.domain && <span className="badge">{edge.domain}</span>}{edge.conflict && <span className="badge bad">causal conflict</span>}</p></header>
    {bond && !studio.readOnly && <section className="buttons">
      <button type="button" onClick={() => turnBonds(studio)}><Icon name="turn" size={15} /> Turn the half arrow</button>
      <label className="field">causal stroke<select value={edge.forced ? (edge.strokes[0] ?? "") : ""} onChange={(event) => forceStrokes(studio, (event.target.value || null) as "tail" | "head" | null)}>
        <option value="">found by causality{edge.strokes[0] && !edge.forced ? ` (${edge.strokes[0]})` : ""}</option><option value="tail">forced at the tail</option><option value="head">forced at the head</option></select></label>
      {count === 1 && <label className="field">label<input key={String(label)} defaultValue={String(label)} onBlur={(event) => event.target.value !== String(label) && editLevel(studio, "label a bond", (patch, place) =>
        commands.changeBond(patch, place, { entry: bond.index, piece: bond.piece }, ({ label: _, ...rest }) => (event.target.value ? { ...rest, label: event.target.value } : rest)))} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} /></label>}
    </section>}
    {names.length > 0 && <section><h3>Plot</h3><ul className="variables">
      {edge.effort && <li><button type="button" onClick={() => plotNames(studio, [edge.effort])}><Icon name="plot" size={14} /><b>effort</b><small>{edge.effort}</small></button></li>}
      {edge.flow && <li><button type="button" onClick={() => plotNames(studio, [edge.flow])}><Icon name="plot" size={14} /><b>flow</b><small>{edge.flow}</small></button></li>}
      {power && <li><button type="button" onClick={() => plotNames(studio, [power])}><Icon name="plot" size={14} /><b>power</b><i>W</i><small>{power}</small></button></li>}
    </ul></section>}
  </>;
}
