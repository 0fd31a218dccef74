// The bar below the scene: play, step, scrub, speed, loop.
import { element, icon, short } from "./element.js";

const STEPS = 10000;

export class Transport {
  // events: [time, what happened], in order
  constructor(player, events = []) {
    this.player = player;
    this.events = events;
    this.playButton = element("button.play", { type: "button", onclick: () => player.toggle() });
    const back = element("button", { type: "button", title: "One frame back (←)", "aria-label": "One frame back", onclick: () => player.step(-1) }, icon("back"));
    const forward = element("button", { type: "button", title: "One frame on (→)", "aria-label": "One frame on", onclick: () => player.step(1) }, icon("forward"));
    this.slider = element("input.scrub", {
      type: "range", min: 0, max: STEPS, step: 1, value: 0, "aria-label": "Time",
      oninput: () => player.set(player.start + (this.slider.valueAsNumber / STEPS) * (player.stop - player.start)),
    });
    const length = player.stop - player.start || 1;
    const mark = ([time]) => element("i", { style: `left: ${(100 * (time - player.start)) / length}%` });
    const marks = element("div.marks", { "aria-hidden": "true" }, ...events.map(mark));
    this.happened = element("output.happened", { "aria-live": "off" });
    this.clock = element("output.clock", { "aria-live": "off" });
    this.speed = element("input.speed", {
      type: "range", min: -1, max: 1, step: 0.01, value: 0, "aria-label": "Speed", title: "Speed (− and +)",
      oninput: () => this.setSpeed(10 ** (Math.round(this.speed.valueAsNumber * 20) / 20)),
      ondblclick: () => this.setSpeed(1),
    });
    this.rate = element("output.rate");
    this.loop = element("button", { type: "button", title: "Loop (L)", "aria-label": "Loop", onclick: () => this.setLoop(!player.loop) }, icon("loop"));
    this.object = element("footer.transport", { "aria-label": "Playback" }, back, this.playButton, forward,
      element("div.scrubber", {}, this.slider, marks, ...(events.length ? [this.happened] : [])), this.clock,
      element("label.rates", {}, this.speed, this.rate), this.loop);
    const duration = player.stop - player.start || 1;
    this.digits = duration >= 1 ? 2 : Math.min(9, 2 + Math.ceil(-Math.log10(duration)));
    player.onChange(() => this.show());
    this.setLoop(player.loop);
    this.setSpeed(1);
  }

  setSpeed(speed) {
    this.player.speed = Math.min(10, Math.max(0.1, speed));
    this.speed.value = Math.log10(this.player.speed);
    this.rate.textContent = `${+this.player.rate.toPrecision(2)}×`;
    this.speed.setAttribute("aria-valuetext", this.rate.textContent);
  }

  setLoop(loop) {
    this.player.loop = loop;
    this.loop.setAttribute("aria-pressed", loop);
  }

  // what happened last, if that was a short while ago
  latest() {
    const { player, events } = this;
    let low = 0, high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (events[middle][0] <= player.time) low = middle + 1; else high = middle;
    }
    const found = events[low - 1];
    return found && player.time - found[0] < 0.04 * (player.stop - player.start) ? found[1] : "";
  }

  show() {
    const { player } = this;
    const share = (player.time - player.start) / (player.stop - player.start || 1);
    this.slider.value = share * STEPS;
    this.slider.style.setProperty("--share", `${100 * share}%`);
    this.slider.setAttribute("aria-valuetext", `${short(player.time)} seconds`);
    this.happened.textContent = this.latest();
    this.clock.replaceChildren(element("b", {}, player.time.toFixed(this.digits)), ` / ${player.stop.toFixed(this.digits)} s`);
    if (this.shown !== player.playing) {
      this.shown = player.playing;
      const word = player.playing ? "Pause" : "Play";
      this.playButton.replaceChildren(icon(word.toLowerCase()));
      this.playButton.title = `${word} (space)`;
      this.playButton.setAttribute("aria-label", word);
    }
  }
}
