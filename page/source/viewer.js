// The viewer: the theatre with plots, energy and controls around it, all at one time.
import { element } from "./element.js";
import { EnergyBars } from "./energy.js";
import { energies } from "./look.js";
import { Panel } from "./panel.js";
import { Parts } from "./parts.js";
import { Player } from "./player.js";
import { Plots } from "./plots.js";
import { Theatre } from "./theatre.js";
import { Transport } from "./transport.js";

export class Viewer extends Theatre {
  constructor(scene, holder) {
    const app = element("div.app");
    holder.append(app);
    const view = element("main.view", { "aria-label": "Animation" });
    app.append(view);
    super(scene, view);
    this.app = app;
    this.player = new Player(scene.time);
    this.transport = new Transport(this.player, scene.events);
    this.build();
    this.player.onChange(() => this.place());
    this.toggleTheme(window.matchMedia?.("(prefers-color-scheme: dark)").matches ?? false);
    this.player.set(this.player.start);
    this.changed();
    this.fit(this.planar ? "planar" : "corner");
    this.start();
  }

  build() {
    const { scene } = this;
    const seek = (time) => {
      this.player.pause();
      this.player.set(time);
    };
    const panels = [...scene.plots];
    if (scene.energy && !energies(scene).every(([name]) => String(scene.energy[name]) === "0")) {
      const curves = energies(scene).map(([name, color]) => ({ name, color, values: scene.energy[name] }));
      panels.push({ title: "energy", unit: "J", curves });
    }
    this.plots = new Plots(scene, panels, seek);
    this.energy = panels.length > scene.plots.length ? new EnergyBars(scene) : null;
    this.hasSide = panels.length > 0;
    this.parts = new Parts(this);
    this.view.append(this.parts.object);
    this.stage.canvas.addEventListener("pointerdown", (event) => { this.pressed = [event.clientX, event.clientY]; });
    this.stage.canvas.addEventListener("click", (event) => this.clicked(event));
    this.panel = new Panel(this);
    this.app.prepend(this.panel.object);
    if (this.hasSide) this.app.append(element("aside.side", { "aria-label": "Plots" }, ...(this.energy ? [this.energy.object] : []), this.plots.object));
    else this.app.classList.add("alone");
    this.app.append(this.transport.object);
  }

  changed() {
    this.panel?.refresh();
    this.parts?.refresh();
  }

  tick(seconds) {
    this.player.tick(seconds);
  }

  /** Put everything where it is at the player's time. */
  place() {
    const place = this.at(this.player.time);
    this.plots.place(this.player.time, place);
    this.energy?.place(this.player.time, place);
    this.parts.place();
  }

  toggleTheme(dark = !this.dark) {
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    this.theme(dark);
    this.plots.theme();
    this.place();
  }

  /** A click that is no drag picks the part below it; beside all parts it lets go. */
  clicked(event) {
    if (this.pressed && Math.hypot(event.clientX - this.pressed[0], event.clientY - this.pressed[1]) > 4) return;
    const body = this.pick(event);
    this.select(body ? body.component || body.name : null);
  }

  toggleParts(on = this.parts.object.hidden) {
    this.parts.object.hidden = !on;
    this.changed();
  }

  toggleSide() {
    if (this.hasSide) this.app.classList.toggle("alone");
  }
}
