// The lower panel: one or two views side by side.
import { lazy, Suspense, use, useEffect, type ComponentType, type PointerEvent } from "react";
import { focusOn } from "../state/focus";
import { useStore } from "../state/store";
import type { Tab } from "../state/studio";
import { Boundary } from "./boundary";
import { StudioContext } from "./context";
import { Curves } from "./curves";
import { Energy } from "./energy";
import { Equations } from "./equations";
import { Icon } from "./icons";
import { Linear } from "./linear";
import { Messages } from "./messages";
import { ParameterTable } from "./parameter_table";
import { Report } from "./report";
import { TextView } from "./text";

const Animation = lazy(() => import("./animation")); // three.js comes only when it is looked at

const VIEWS: Record<Tab, { title: string; view: ComponentType }> = {
  messages: { title: "Messages", view: Messages }, text: { title: "Text", view: TextView }, curves: { title: "Curves", view: Curves },
  animation: { title: "3D", view: Animation }, energy: { title: "Energy", view: Energy }, equations: { title: "Equations", view: Equations },
  linear: { title: "Eigenvalues", view: Linear }, parameters: { title: "Parameters", view: ParameterTable }, report: { title: "Report", view: Report },
};

export function Dock() {
  const studio = use(StudioContext)!;
  const dock = useStore(studio.state, (state) => state.dock);
  const change = (part: Partial<typeof dock>) => studio.state.change({ dock: { ...studio.value.dock, ...part } });
  const drag = (event: PointerEvent) => {
    const start = event.clientY, height = dock.height;
    const move = (now: globalThis.PointerEvent) => change({ height: Math.max(120, Math.min(window.innerHeight - 220, height + start - now.clientY)) });
    const stop = () => { window.removeEventListener("pointermove", move); window.removeEventListener("pointerup", stop); };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", stop);
    event.preventDefault();
  };
  return (
    <section className={`dock ${dock.open ? "" : "closed"}`} aria-label="Views" style={dock.open && !dock.whole ? { height: dock.height } : undefined}>
      {dock.open && !dock.whole && <div className="grip" role="separator" aria-orientation="horizontal" aria-label="Height of the lower panel" aria-valuenow={dock.height} tabIndex={0} onPointerDown={drag}
        onKeyDown={(event) => { if (event.key === "ArrowUp") change({ height: dock.height + 20 }); else if (event.key === "ArrowDown") change({ height: Math.max(120, dock.height - 20) }); else return; event.preventDefault(); event.stopPropagation(); }} />}
      <div className="dock-sides">
        <Side tab={dock.left} side="left" />
        {dock.right && dock.open && <Side tab={dock.right} side="right" />}
      </div>
    </section>
  );
}

function Side({ tab, side }: { tab: Tab; side: "left" | "right" }) {
  const studio = use(StudioContext)!;
  const dock = useStore(studio.state, (state) => state.dock);
  const errors = useStore(studio.state, (state) => state.check?.messages.filter(({ severity, kind }) => severity === "error" && kind !== "unfinished").length ?? 0);
  const change = (part: Partial<typeof dock>) => studio.state.change({ dock: { ...studio.value.dock, ...part } });
  const View = VIEWS[tab].view;
  useEffect(() => { document.getElementById(`tab-${side}-${tab}`)?.scrollIntoView({ block: "nearest", inline: "nearest" }); }, [side, tab]);
  const names = Object.keys(VIEWS) as Tab[], elsewhere = side === "left" ? "right" : "left"; // a view is on one side only
  const other = (step: number) => names[(names.indexOf(tab) + step + names.length) % names.length];
  return (
    <div className="dock-side">
      <div className="tabs">
        <div role="tablist" aria-label={side === "left" ? "Views" : "Views on the right"}>
          {names.map((name) => (
            <button key={name} type="button" role="tab" id={`tab-${side}-${name}`} aria-selected={dock.open && name === tab} aria-controls={`panel-${side}`} tabIndex={name === tab ? 0 : -1}
              onClick={() => change({ open: true, [side]: name, ...(dock[elsewhere] === name ? { [elsewhere]: tab } : {}) })}
              onKeyDown={(event) => {
                const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                if (!step) return;
                change({ open: true, [side]: other(step) });
                focusOn(`#tab-${side}-${other(step)}`);
              }}>
              {VIEWS[name].title}{name === "messages" && errors > 0 && <span className="count bad">{errors}</span>}
            </button>
          ))}
        </div>
        <span className="grow" />
        {side === "left" && <button type="button" className="tool tiny" aria-label="Two views side by side" aria-pressed={dock.right !== null} title="Two views side by side" onClick={() => change({ open: true, right: dock.right ? null : tab === "curves" ? "text" : "curves" })}><Icon name="split" size={15} /></button>}
        {side === "left" && <button type="button" className="tool tiny" aria-label="Large" aria-pressed={dock.whole} title="Large, in the place of the diagram" onClick={() => change({ open: true, whole: !dock.whole })}><Icon name="whole" size={15} /></button>}
        <button type="button" className="tool tiny" aria-label={side === "right" ? "Close the right view" : dock.open ? "Close the lower panel" : "Open the lower panel"} onClick={() => (side === "right" ? change({ right: null }) : change({ open: !dock.open }))}><Icon name={dock.open ? "close" : "plus"} size={15} /></button>
      </div>
      {dock.open && <div className={`panel ${tab}`} role="tabpanel" id={`panel-${side}`} aria-labelledby={`tab-${side}-${tab}`} tabIndex={0}>
        <Boundary key={tab} name={VIEWS[tab].title}><Suspense fallback={<p className="hint">loading</p>}><View /></Suspense></Boundary>
      </div>}
    </div>
  );
}
