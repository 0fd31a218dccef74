// Equations as MathML: of the selected element, of the whole model, after each pass of the compiler.
import { use, useEffect, useState } from "react";
import type { Equations as Request, EquationsReply } from "../protocol";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { Clean } from "./clean";

const KINDS: [Request["kind"], string][] = [["states", "State equations"], ["element", "Selected element"], ["mechanics", "M(q) q̈ + h = Q"], ["matrices", "Matrices"], ["passes", "Passes"]];

export function Equations() {
  const studio = use(StudioContext)!;
  const revision = useStore(studio.state, (state) => state.check?.revision ?? -1);
  const selection = useStore(studio.state, (state) => state.selection);
  const [kind, setKind] = useState<Request["kind"]>("states");
  const [sections, setSections] = useState<EquationsReply["sections"] | null>(null);
  const [said, setSaid] = useState("");
  const path = selection.paths[0] ?? "";
  const wanted = kind === "element" ? path : "";
  useEffect(() => {
    let left = false;
    setSaid("");
    if (kind === "element" && !wanted) {
      setSections([]);
      setSaid("Select an element in the diagram.");
      return;
    }
    studio.connection.ask<Request, EquationsReply>({ do: "equations", text: studio.history.text, kind, ...(wanted ? { path: wanted } : {}) })
      .then((reply) => { if (!left) setSections(reply.sections); }).catch((error) => { if (!left) { setSections([]); setSaid(error.message); } });
    return () => { left = true; };
  }, [kind, wanted, revision, studio]);
  const touches = (paths: string[]) => selection.paths.length > 0 && paths.some((one) => selection.paths.some((chosen) => one === chosen || one.startsWith(`${chosen}.`)));
  return (
    <div className="equations">
      <div className="choice" role="radiogroup" aria-label="Which equations">{KINDS.map(([name, title]) => <button key={name} type="button" role="radio" aria-checked={kind === name} className="chip" onClick={() => setKind(name)}>{title}</button>)}</div>
      {said && <p className="hint">{said}</p>}
      {sections === null && <p className="hint">working</p>}
      {sections?.map(({ title, rows, text }, i) => (
        <section key={i}>
          {title && <h3>{title}</h3>}
          {rows.map((row, k) => (
            <div key={k} className={`row ${touches(row.paths) ? "chosen" : ""}`}>
              {row.paths.length > 0 ? <button type="button" className="equation" title={`Select ${row.paths.join(", ")}`} onClick={() => studio.reveal(row.paths[0])}>{row.mathml ? <Clean html={row.mathml} /> : <code>{row.text}</code>}</button>
                : row.mathml ? <Clean html={row.mathml} /> : <code>{row.text}</code>}
            </div>
          ))}
          {text && <pre>{text}</pre>}
        </section>
      ))}
    </div>
  );
}
