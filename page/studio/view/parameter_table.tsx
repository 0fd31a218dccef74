// All parameters of the model in one table, to be searched, changed and varied.
import { use, useEffect, useMemo, useState } from "react";
import { typed } from "../document/commands";
import type { Parameters as Request, ParametersReply } from "../protocol";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { numberOf, Slider } from "./field";
import { number, unitText } from "./numbers";

type Row = ParametersReply["rows"][number];

function textOf(value: Row["value"]): string {
  if (typeof value === "number") return number(value, 6).replace("−", "-");
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

export function ParameterTable() {
  const studio = use(StudioContext)!;
  const revision = useStore(studio.state, (state) => state.check?.revision ?? -1);
  const [rows, setRows] = useState<Row[] | null>(null);
  const [words, setWords] = useState("");
  const [said, setSaid] = useState("");
  const [sliding, setSliding] = useState("");
  useEffect(() => {
    let left = false;
    studio.connection.ask<Request, ParametersReply>({ do: "parameters", text: studio.history.text })
      .then((reply) => { if (!left) { setRows(reply.rows); setSaid(""); } }).catch((error) => { if (!left) { setRows([]); setSaid(error.message); } });
    return () => { left = true; };
  }, [revision, studio]);
  const found = useMemo(() => (rows ?? []).filter(({ path, description }) => words.toLowerCase().split(/\s+/).every((word) => `${path} ${description}`.toLowerCase().includes(word))), [rows, words]);
  const change = ({ path, place }: Row, text: string) => { if (place) studio.history.edit(`set ${path}`, (patch) => patch.set(place, typed(text))); };
  return (
    <div className="table-view">
      <input type="search" placeholder="Search parameters" aria-label="Search parameters" value={words} onChange={(event) => setWords(event.target.value)} />
      {said && <p className="hint">{said}</p>}
      <table className="parameters">
        <thead><tr><th scope="col">parameter</th><th scope="col">value</th><th scope="col">unit</th><th scope="col">what it is</th></tr></thead>
        <tbody>{found.slice(0, 400).map((row) => {
          const text = textOf(row.value), given = numberOf(text);
          return (
            <tr key={row.path}>
              <th scope="row"><button type="button" className="path" onClick={() => studio.reveal(row.path.split(".").slice(0, -1).join(".") || row.path)}>{row.path}</button></th>
              <td>{row.place ? <input key={text} defaultValue={text} aria-label={row.path} onBlur={(event) => event.target.value !== text && change(row, event.target.value)} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} /> : text}
                {row.varies && given && <button type="button" className="chip" aria-label={`slide ${row.path}`} aria-pressed={sliding === row.path} onClick={() => setSliding(sliding === row.path ? "" : row.path)}>slide</button>}
                {sliding === row.path && given && <Slider path={row.path} given={given} minimum={null} name={row.path} onChange={(next) => change(row, next)} />}</td>
              <td>{unitText(row.unit)}</td><td>{row.description}</td>
            </tr>
          );
        })}</tbody>
      </table>
    </div>
  );
}
