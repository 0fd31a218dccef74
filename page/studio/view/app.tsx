// The page: bar above, palette, diagram, inspector, lower panel, time.
import { ReactFlowProvider } from "@xyflow/react";
import { use, useEffect } from "react";
import { copyText, pasteText, removeSelected } from "../state/editing";
import { onKey } from "../state/actions";
import { useStore } from "../state/store";
import { Breadcrumbs, TopBar } from "./top_bar";
import { Boundary } from "./boundary";
import { StudioContext } from "./context";
import { Diagram } from "./diagram";
import { Dialogs } from "./dialogs";
import { Dock } from "./dock";
import { Inspector } from "./inspector";
import { Palette } from "./palette";
import { QuickInsert } from "./quick_insert";
import { TimeBar } from "./time_bar";

function useKeysAndClipboard(): void {
  const studio = use(StudioContext)!;
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(studio, event);
    const inField = (event: Event) => (event.composedPath()[0] as HTMLElement).closest?.("input, textarea, select, [contenteditable=true]") !== null;
    const copy = (event: ClipboardEvent) => {
      if (inField(event) || String(window.getSelection())) return;
      const text = copyText(studio);
      if (!text) return;
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
      if (event.type === "cut") removeSelected(studio);
    };
    const paste = (event: ClipboardEvent) => {
      if (inField(event)) return;
      const at = studio.pointer ? studio.canvas!.toCanvas(...studio.pointer) : null;
      if (pasteText(studio, event.clipboardData?.getData("text/plain") ?? "", at)) event.preventDefault();
    };
    const leaving = (event: BeforeUnloadEvent) => { if (studio.history.changed && !studio.host) event.preventDefault(); };
    window.addEventListener("keydown", key);
    document.addEventListener("copy", copy);
    document.addEventListener("cut", copy);
    document.addEventListener("paste", paste);
    window.addEventListener("beforeunload", leaving);
    return () => {
      window.removeEventListener("keydown", key);
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", copy);
      document.removeEventListener("paste", paste);
      window.removeEventListener("beforeunload", leaving);
    };
  }, [studio]);
}

export function App() {
  const studio = use(StudioContext)!;
  const dark = useStore(studio.state, (state) => state.dark);
  const panels = useStore(studio.state, (state) => state.panels);
  const dock = useStore(studio.state, (state) => state.dock);
  useKeysAndClipboard();
  useEffect(() => { document.documentElement.dataset.theme = dark ? "dark" : "light"; }, [dark]);
  return (
    <div className={`studio ${panels.palette ? "" : "no-palette"} ${panels.inspector ? "" : "no-inspector"} ${dock.open && dock.whole ? "whole-dock" : ""}`}>
      <TopBar />
      {panels.palette && <Boundary name="The palette"><Palette /></Boundary>}
      <main className="centre">
        <Breadcrumbs />
        <Boundary name="The diagram"><ReactFlowProvider><Diagram /></ReactFlowProvider></Boundary>
        <Dock />
      </main>
      {panels.inspector && <Boundary name="The panel"><Inspector /></Boundary>}
      <TimeBar />
      <QuickInsert />
      <Dialogs />
      <Notice />
    </div>
  );
}

function Notice() {
  const studio = use(StudioContext)!;
  const notice = useStore(studio.state, (state) => state.notice);
  return (
    <div className="notices" aria-live="polite">
      {notice && <div className={`notice ${notice.severity}`} role={notice.severity === "error" ? "alert" : "status"}>
        <span>{notice.text}</span>
        <button type="button" aria-label="Close" onClick={() => studio.state.change({ notice: null })}>×</button>
      </div>}
    </div>
  );
}
