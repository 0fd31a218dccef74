// Curves beside the scene, one panel for each unit, with a cursor that goes with the time.
import uPlot from "uplot";
import { element, short } from "./element.js";
import { Track } from "./scene.js";

const HEIGHT = 150;

class Panel {
  constructor(scene, { title, unit, curves }, seek) {
    this.tracks = curves.map(({ values }) => new Track(scene, values));
    this.colors = curves.map(({ color }) => color); // Python gives every curve of a panel another one
    this.readings = curves.map(() => element("output"));
    const legend = curves.map(({ name }, k) => {
      const swatch = element("i", { style: `background: ${this.colors[k]}` });
      return element("span.curve", { title: name }, swatch, element("b", {}, name), this.readings[k]);
    });
    this.holder = element("div.chart");
    const head = element("h3", {}, title ?? "", unit ? element("small", {}, `[${unit}]`) : "");
    const names = curves.map(({ name }) => name).join(", ");
    this.object = element("section.panel", { "aria-label": `Plot of ${names}` }, element("div.legend", {}, ...(title || unit ? [head] : []), ...legend), this.holder);
    this.line = element("div.now");
    this.data = [Array.from(scene.time), ...this.tracks.map((track) => track.curve(scene.frames))];
    this.seek = seek;
  }

  /** Draw with the colours of the theme; called again when the theme changes. */
  draw(ink, rule) {
    this.plot?.destroy();
    const axis = { stroke: ink, font: "11px system-ui, sans-serif", grid: { stroke: rule, width: 1 }, ticks: { stroke: rule, width: 1, size: 4 } };
    const texts = (_, ticks) => ticks.map(tickText);
    const options = {
      width: this.width(),
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { setScale: false, x: false, y: false }, points: { size: 6 } },
      scales: { x: { time: false } },
      axes: [{ ...axis, size: 26, gap: 2, values: texts }, { ...axis, size: 52, gap: 3, values: texts }],
      padding: [8, 10, 0, 0],
      hooks: { draw: [() => this.move()] },
      series: [{}, ...this.colors.map((stroke) => ({ stroke, width: 1.6, points: { show: false } }))],
    };
    this.plot = new uPlot(options, this.data, this.holder);
    this.plot.over.append(this.line);
    const scrub = (event) => {
      if (event.buttons & 1) this.seek(this.plot.posToVal(event.clientX - this.plot.over.getBoundingClientRect().left, "x"));
    };
    this.plot.over.addEventListener("pointerdown", scrub);
    this.plot.over.addEventListener("pointermove", scrub);
  }

  width() {
    return Math.max(160, this.holder.clientWidth);
  }

  resize() {
    if (this.plot && this.holder.clientWidth && this.plot.width !== this.width()) this.plot.setSize({ width: this.width(), height: HEIGHT });
  }

  /** Put the cursor at the time; called again when the plot was drawn anew. */
  move() {
    const x = this.plot?.valToPos(this.time, "x");
    if (Number.isFinite(x)) this.line.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  place(time, place) {
    this.time = time;
    this.move();
    this.readings.forEach((reading, k) => {
      reading.textContent = short(this.tracks[k].value(place));
    });
  }
}

function tickText(value) {
  const size = Math.abs(value);
  const rounded = Number(value.toPrecision(6));
  return size && (size >= 1e5 || size < 1e-3) ? rounded.toExponential().replace("e+", "e") : String(rounded);
}

export class Plots {
  constructor(scene, panels, seek) {
    this.panels = panels.map((panel) => new Panel(scene, panel, seek));
    this.object = element("div.plots", {}, ...this.panels.map((panel) => panel.object));
    new ResizeObserver(() => this.panels.forEach((panel) => panel.resize())).observe(this.object);
  }

  theme() {
    const style = getComputedStyle(this.object);
    this.panels.forEach((panel) => panel.draw(style.getPropertyValue("--soft"), style.getPropertyValue("--rule")));
  }

  place(time, place) {
    this.panels.forEach((panel) => panel.place(time, place));
  }
}
