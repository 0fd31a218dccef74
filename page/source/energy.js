// The energy books at the time shown: stored, dissipated, delivered.
import { element, short } from "./element.js";
import { energies } from "./look.js";
import { Track, spread } from "./scene.js";

const MEANING = {
  stored: "in all storage elements",
  dissipated: "lost in resistors since the start",
  delivered: "given by sources since the start",
  events: "lost at once by impacts and switching since the start",
};

export class EnergyBars {
  constructor(scene) {
    this.tracks = Object.fromEntries(energies(scene).map(([name]) => [name, new Track(scene, scene.energy[name])]));
    const residual = new Track(scene, scene.energy.residual);
    let [low, high, wrong] = [0, 0, 0];
    for (const frame of spread(scene.frames, scene.frames)) {
      for (const track of Object.values(this.tracks)) {
        low = Math.min(low, track.at(frame) || 0);
        high = Math.max(high, track.at(frame) || 0);
      }
      wrong = Math.max(wrong, Math.abs(residual.at(frame)) || 0);
    }
    [this.low, this.span] = [low, high - low || 1];
    this.rows = energies(scene).map(([name, color]) => {
      const bar = element("i", { style: `background: ${color}` });
      const reading = element("output");
      const zero = element("u", { style: `left: ${(100 * -this.low) / this.span}%` });
      const row = element("div.row", { title: `${name}: ${MEANING[name]}` }, element("span", {}, name), element("div.track", {}, bar, zero), reading);
      return { name, bar, reading, row };
    });
    const books = element("small", { title: "largest residual of the energy audit over the run, jumps at events counted in" }, `books close to ${short(wrong)} J`);
    this.object = element("section.energy", { "aria-label": "Energy" }, element("h3", {}, "Energy", element("small", {}, "[J]"), books), ...this.rows.map(({ row }) => row));
  }

  place(time, place) {
    for (const { name, bar, reading } of this.rows) {
      const value = this.tracks[name].value(place);
      const [from, to] = [Math.min(0, value), Math.max(0, value)];
      bar.style.left = `${(100 * (from - this.low)) / this.span}%`;
      bar.style.width = `${(100 * (to - from)) / this.span}%`;
      reading.textContent = short(value);
    }
  }
}
