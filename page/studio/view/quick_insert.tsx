// Typing a name where the pointer is: a list of what fits, the first taken by Enter.
import { use, useEffect, useMemo, useRef, useState } from "react";
import { insertType } from "../state/editing";
import { onceDrawn } from "../state/focus";
import { useStore } from "../state/store";
import { StudioContext } from "./context";
import { score, TypeIcon, useTypes } from "./palette";

export function QuickInsert() {
  const studio = use(StudioContext)!;
  const quick = useStore(studio.state, (state) => state.quick);
  return quick ? <Field key={`${quick.x} ${quick.y} ${quick.from}`} /> : null;
}

function Field() {
  const studio = use(StudioContext)!;
  const quick = useStore(studio.state, (state) => state.quick)!;
  const types = useTypes();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const [link, setLink] = useState(true);
  const list = useRef<HTMLUListElement>(null);
  const from = studio.nodes.find(({ key }) => key === quick.from) ?? null;
  const found = useMemo(() => types.map((type) => ({ type, rank: score(type, words) })).filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank).slice(0, 40).map(({ type }) => type), [types, words]);
  const close = () => {
    studio.state.change({ quick: null });
    onceDrawn(() => { if (!studio.value.quick && !studio.value.dialog) studio.canvas?.focus(); });
  };
  const take = (index: number) => {
    const type = found[index];
    if (!type) return;
    studio.state.change({ quick: null });
    insertType(studio, type.type, quick.at, link ? from : null, quick.port);
  };
  useEffect(() => { list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }); }, [at]);
  const left = Math.min(quick.x, window.innerWidth - 340), top = Math.min(quick.y, window.innerHeight - 360);
  return (
    <div className="quick" role="dialog" aria-label="Insert a component" style={{ left: Math.max(8, left), top: Math.max(8, top) }}>
      <input autoFocus role="combobox" aria-expanded="true" aria-controls="quick-list" aria-activedescendant={`quick-${at}`} aria-label="Name of the component to insert"
        placeholder="Name: R, J1, Revolute, PID …" value={words} onChange={(event) => { setWords(event.target.value); setAt(0); }}
        onBlur={(event) => { if (!event.relatedTarget || !(event.relatedTarget as Element).closest(".quick")) studio.state.change({ quick: null }); }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, at + 1));
          else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
          else if (event.key === "Enter") take(at);
          else if (event.key === "Escape") close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }} />
      {from && <label className="check"><input type="checkbox" checked={link} onChange={(event) => setLink(event.target.checked)} /> connect to {from.name}</label>}
      <ul id="quick-list" role="listbox" aria-label="Components" ref={list}>
        {found.map((type, i) => (
          <li key={type.type} id={`quick-${i}`} role="option" aria-selected={i === at} onPointerDown={(event) => { event.preventDefault(); take(i); }} onPointerEnter={() => setAt(i)}>
            <TypeIcon type={type} size={30} /><span><b>{type.type}</b><small>{type.description}</small></span>
          </li>
        ))}
        {!found.length && <li id="quick-0" className="hint" role="option" aria-selected="false" aria-disabled="true">Nothing is called like that.</li>}
      </ul>
    </div>
  );
}
