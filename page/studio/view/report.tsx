// The six-part report of the model.
import { use, useEffect, useState } from "react";
import type { Report as Request, ReportReply } from "../protocol";
import { useStore } from "../state/store";
import { Clean } from "./clean";
import { StudioContext } from "./context";

export function Report() {
  const studio = use(StudioContext)!;
  const revision = useStore(studio.state, (state) => state.check?.revision ?? -1);
  const [html, setHtml] = useState<string | null>(null);
  const [symbolic, setSymbolic] = useState(false);
  const [said, setSaid] = useState("");
  useEffect(() => {
    let left = false;
    setSaid("");
    studio.connection.ask<Request, ReportReply>({ do: "report", text: studio.history.text, symbolic })
      .then((reply) => { if (!left) setHtml(reply.html); }).catch((error) => { if (!left) { setHtml(""); setSaid(error.message); } });
    return () => { left = true; };
  }, [revision, symbolic, studio]);
  return (
    <div className="report-view">
      <label className="check"><input type="checkbox" checked={symbolic} onChange={(event) => setSymbolic(event.target.checked)} /> with symbols instead of numbers</label>
      {said && <p className="hint">{said}</p>}
      {html === null ? <p className="hint">working</p> : <Clean html={html} className="report-body" />}
    </div>
  );
}
