// Starts the studio in the page.
import "@xyflow/react/dist/style.css";
import "uplot/dist/uPlot.min.css";
import { createRoot } from "react-dom/client";
import { Studio } from "./state/studio";
import "./studio.css";
import { App } from "./view/app";
import { StudioContext } from "./view/context";

const stored = localStorage.getItem("multibond-theme");
const studio = new Studio(stored ? stored === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
let dark = studio.value.dark;
studio.state.subscribe(() => {
  if (studio.value.dark === dark) return;
  dark = studio.value.dark;
  localStorage.setItem("multibond-theme", dark ? "dark" : "light");
});
Object.assign(window, { studio }); // for tests and the curious
createRoot(document.getElementById("root")!).render(<StudioContext value={studio}><App /></StudioContext>);
studio.connection.open();
