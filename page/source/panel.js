// The switches over the scene: what is shown, what the camera follows, and the keys.
import { element, icon } from "./element.js";

const KEYS = [
  ["space", "play or pause"], ["← →", "one frame back or on (with shift: ten)"], ["home end", "start or end"], ["− +", "slower, faster"],
  ["L", "loop"], ["F", "fit the view"], ["1 2 3 4", "front, side, top, corner view"], ["A", "force arrows"], ["T", "traces"], ["X", "frames"],
  ["N", "names"], ["G", "ground"], ["P", "plots"], ["D", "dark or light"], ["drag", "turn (right button: shift, wheel: zoom)"],
  ["double click", "follow a body"],
];

export class Panel {
  constructor(viewer) {
    this.viewer = viewer;
    this.switches = new Map();
    const chips = viewer.layers.map(({ name, key, title }) => {
      const chip = element("button.chip", { type: "button", title: `${title} (${key})`, onclick: () => viewer.show(name, !viewer.shown[name]) }, title);
      this.switches.set(name, chip);
      return chip;
    });
    this.follow = element("select", { "aria-label": "Follow", title: "What the camera follows", onchange: () => viewer.follow(this.follow.value) },
      element("option", { value: "" }, "Still camera"), element("option", { value: "*" }, "Follow everything"),
      ...viewer.bodies.moving().map((name) => element("option", { value: name }, `Follow ${name}`)));
    const button = (name, title, action) => element("button", { type: "button", title, "aria-label": title, onclick: action }, icon(name));
    this.help = element("dialog.help", { "aria-label": "Keys", onclick: () => this.help.close() },
      element("h2", {}, "Keys"), element("dl", {}, ...KEYS.flatMap(([key, meaning]) => [element("dt", {}, key), element("dd", {}, meaning)])));
    const tools = [button("fit", "Fit the view (F)", () => viewer.fit())];
    if (viewer.hasSide) tools.push(button("plots", "Plots (P)", () => viewer.toggleSide()));
    tools.push(button("theme", "Dark or light (D)", () => viewer.toggleTheme()));
    if (document.fullscreenEnabled) tools.push(button("full", "Full screen", () => this.fullScreen()));
    tools.push(button("help", "Keys (?)", () => this.help.showModal()));
    const doubts = (viewer.scene.doubts ?? []).map((text) => element("p.doubt", { role: "alert" }, text));
    this.object = element("header.top", {}, element("h1", { title: viewer.scene.title }, viewer.scene.title), ...doubts,
      element("div.chips", { role: "group", "aria-label": "Show" }, ...chips), this.follow, element("div.tools", {}, ...tools), this.help);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  }

  /** Show which layers are on and what is followed. */
  refresh() {
    for (const [name, chip] of this.switches) chip.setAttribute("aria-pressed", Boolean(this.viewer.shown[name]));
    this.follow.value = this.viewer.followed;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.("select") || (event.target.matches?.("input, button") && event.key === " " && event.target.type !== "range")) return;
    const { player, transport } = this.viewer;
    const count = event.shiftKey ? 10 : 1;
    const views = { 1: "front", 2: "side", 3: "top", 4: "corner" };
    const actions = {
      " ": () => player.toggle(),
      ArrowLeft: () => player.step(-count),
      ArrowRight: () => player.step(count),
      Home: () => player.set(player.start),
      End: () => player.set(player.stop),
      "+": () => transport.setSpeed(player.speed * 10 ** 0.1),
      "=": () => transport.setSpeed(player.speed * 10 ** 0.1),
      "-": () => transport.setSpeed(player.speed / 10 ** 0.1),
      l: () => transport.setLoop(!player.loop),
      f: () => this.viewer.fit(),
      p: () => this.viewer.toggleSide(),
      d: () => this.viewer.toggleTheme(),
      "?": () => this.help.showModal(),
    };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const layer = this.viewer.layers.find((one) => one.key.toLowerCase() === key);
    const action = layer ? () => this.viewer.show(layer.name, !this.viewer.shown[layer.name]) : views[key] ? () => this.viewer.fit(views[key]) : actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
