// The panel of the model itself, or of the definition that is entered: name, parameters, outputs, start values, structure.
import { Fragment, use, useState } from "react";
import { isMap } from "yaml";
import * as commands from "../document/commands";
import { shown, typed } from "../document/commands";
import { levelAt } from "../document/level";
import type { Value } from "../document/patch";
import type { ValueType } from "../protocol";
import { editLevel } from "../state/editing";
import { plotNames } from "../state/runs";
import { StudioContext } from "./context";
import { ValueField } from "./field";
import { Icon } from "./icons";

export function ModelInspector() {
  const studio = use(StudioContext)!;
  const { level, check, hello } = studio.value;
  const { place, open } = levelAt(studio.history.reading, level);
  if (!open) return <header><p className="name">{level.split(".").at(-1)}</p><p className="about">The inside of a component of a library. Select a part to see its values.</p></header>;
  const content = studio.history.reading.value(place) ?? {};
  const header = (key: string, label: string, description: string, choices: string[] = []) => (
    <ValueField key={key} value={{ name: label, kind: choices.length ? "option" : "law", unit: key === "stop" ? "s" : "", description, default: null, required: false, shape: "", minimum: null, choices, variables: [] }}
      text={shown(content[key])} path="" message="" onChange={(text) => editLevel(studio, `set ${key}`, (patch, at) => commands.setHeader(patch, at, key, text === null ? null : key === "name" || key === "description" ? text : typed(text)))} />
  );
  const said = studio.messages;
  return <>
    <header><p className="name">{place.length ? String(place.at(-1)) : content.name || check?.title || "model"}</p>{content.description && <p className="about">{content.description}</p>}</header>
    <section><h3>{place[0] === "definitions" ? "Definition" : "Model"}</h3>
      {!place.length && header("name", "name", "")}
      {header("description", "description", "one line about it")}
      {header("domain", "domain", "of the elements inside, unless they say another", ["", ...(hello?.domains ?? []).map(({ name }) => name)])}
      {header("n", "n", "cardinality of bonds inside, unless they say another")}
      {!place.length && header("stop", "stop", "end of a run")}
    </section>
    <section><h3>Parameters</h3>
      {Object.entries(content.parameters ?? {}).map(([name, entry]) => <Parameter key={name} name={name} entry={entry} path={level ? `${level}.${name}` : name}
        message={said.find(({ place: at }) => at.includes("parameters") && at.includes(name))?.text ?? ""} />)}
      <NewEntry section="parameters" words="name = value" about="a parameter, used in expressions by its name" />
    </section>
    {!place.length && <section><h3>Outputs</h3>
      {Object.entries(content.outputs ?? {}).map(([name, entry]) => <Named key={name} section="outputs" name={name} entry={entry} plot message={said.find(({ place: at }) => at[0] === "outputs" && at[1] === name)?.text ?? ""} />)}
      <NewEntry section="outputs" words="name = expression" about="plotted and written by default, such as speed = rotor.f" />
    </section>}
    <section><h3>Start values</h3>
      {isMap(studio.history.reading.node([...place, "start"])) && Object.entries(content.start ?? {}).map(([name, entry]) => <Named key={name} section="start" name={name} entry={entry} message={said.find(({ place: at }) => at.includes("start") && at.includes(name))?.text ?? ""} />)}
      <NewEntry section="start" words="variable = value" about="such as spring.q = 0.1" />
    </section>
    {check?.summary && <section><h3>Structure</h3>
      <dl className="facts">
        <dt>elements</dt><dd>{check.summary.elements}</dd><dt>bonds</dt><dd>{check.summary.bonds}</dd>
        <dt>states</dt><dd>{check.summary.states.length ? <Paths list={check.summary.states} /> : "none"}</dd>
        {check.summary.derivative.length > 0 && <><dt>derivative causality</dt><dd><Paths list={check.summary.derivative} /></dd></>}
        {check.summary.loops.map((loop, i) => <Fragment key={i}><dt>algebraic loop</dt><dd><Paths list={loop} /></dd></Fragment>)}
      </dl>
    </section>}
  </>;
}

function Paths({ list }: { list: string[] }) {
  const studio = use(StudioContext)!;
  const known = (name: string) => { // the component that a variable belongs to
    const parts = name.split("[")[0].split(".");
    return parts.length > 1 && /^[qpefxvw]\w?$|^phi$/.test(parts.at(-1)!) ? parts.slice(0, -1).join(".") : parts.join(".");
  };
  return <>{list.slice(0, 24).map((name) => <button type="button" key={name} className="path" onClick={() => studio.reveal(known(name))}>{name}</button>)}{list.length > 24 && ` and ${list.length - 24} more`}</>;
}

function Parameter({ name, entry, path, message }: { name: string; entry: any; path: string; message: string }) {
  const studio = use(StudioContext)!;
  const record = typeof entry === "object" && entry !== null && !Array.isArray(entry) ? entry : { value: entry };
  const value: ValueType = { name, kind: "parameter", unit: record.unit ?? "", description: record.description ?? "", default: null, required: true, shape: "", minimum: record.minimum ?? null, choices: [], variables: [] };
  return <ValueField value={value} text={shown(record.value)} path={studio.value.level ? "" : path} message={message}
    onChange={(text) => editLevel(studio, `set ${name}`, (patch, place) => commands.setEntry(patch, place, "parameters", name, text === null ? null : typed(text), "value"))} />;
}

function Named({ section, name, entry, message, plot }: { section: string; name: string; entry: any; message: string; plot?: boolean }) {
  const studio = use(StudioContext)!;
  const record = typeof entry === "object" && entry !== null && !Array.isArray(entry) ? entry : { value: entry };
  const value: ValueType = { name, kind: "law", unit: record.unit ?? "", description: record.description ?? "", default: null, required: true, shape: "", minimum: null, choices: [], variables: [] };
  return <div className="named">
    <ValueField value={value} text={shown(record.value)} path="" message={message} onChange={(text) => editLevel(studio, `set ${name}`, (patch, place) => commands.setEntry(patch, place, section, name, text === null ? null : typed(text), "value"))} />
    {plot && <button type="button" className="tool tiny" aria-label={`Plot ${name}`} title={`Plot ${name}`} onClick={() => plotNames(studio, [name])}><Icon name="plot" size={14} /></button>}
  </div>;
}

function NewEntry({ section, words, about }: { section: string; words: string; about: string }) {
  const studio = use(StudioContext)!;
  const [wrong, setWrong] = useState("");
  if (studio.readOnly) return null;
  const add = (field: HTMLInputElement) => {
    if (!field.value.trim()) return setWrong("");
    const match = /^\s*([^=]+?)\s*=\s*(.+)$/.exec(field.value);
    if (!match) return setWrong(`write it as ${words}`);
    const value: Value = typed(match[2]);
    editLevel(studio, `add ${match[1]}`, (patch, place) => commands.setEntry(patch, place, section, match[1], value));
    field.value = "";
    setWrong("");
  };
  return (
    <div className="new-entry">
      <input placeholder={`+ ${words}`} aria-label={`New entry of ${section}: ${words}`} title={about} spellCheck={false} onBlur={(event) => add(event.target)} onKeyDown={(event) => event.key === "Enter" && add(event.currentTarget)} />
      {wrong && <small className="warning">{wrong}</small>}
    </div>
  );
}
