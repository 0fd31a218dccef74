// Starts the studio in the page, or in the frame of a notebook's cell.
import "@xyflow/react/dist/style.css";
import "uplot/dist/uPlot.min.css";
import { createRoot } from "react-dom/client";
import type { Host } from "./state/connection";
import { Studio } from "./state/studio";
import "./studio.css";
import { App } from "./view/app";
import { StudioContext } from "./view/context";

const host = (window as { multibond?: Host }).multibond ?? null;

/** The theme that was chosen before, where the browser keeps it; a notebook has its own. */
function remembered(): boolean | null {
  const stored = host ? null : localStorage.getItem("multibond-theme");
  return host ? host.dark : stored ? stored === "dark" : null;
}

const studio = new Studio(remembered() ?? matchMedia("(prefers-color-scheme: dark)").matches, host);
let dark = studio.value.dark;
studio.state.subscribe(() => {
  if (studio.value.dark === dark) return;
  dark = studio.value.dark;
  if (!host) localStorage.setItem("multibond-theme", dark ? "dark" : "light");
});
if (host) {
  const result = host.shows.what === "result", page = host.shows.what === "page";
  studio.state.change({
    panels: { palette: !result && !page && window.innerWidth > 1000, inspector: page ? window.innerWidth > 1100 : !result && window.innerWidth > 720 },
    dock: { ...studio.value.dock, height: Math.round(window.innerHeight * (result ? 0.45 : 0.36)) },
  });
}
Object.assign(window, { studio }); // for tests and the curious
createRoot(document.getElementById("root")!).render(<StudioContext value={studio}><App /></StudioContext>);
studio.connection.open();
