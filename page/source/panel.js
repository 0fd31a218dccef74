// The switches over the scene: what is shown, what the camera follows, and the keys.
import { element, icon } from "./element.js";
import { picture, save, video } from "./record.js";

const fileName = (title) => title.replace(/[^\w-]+/g, "_") || "animation";

const KEYS = [
  ["space", "play or pause"], ["← →", "one frame back or on (with shift: ten)"], ["home end", "start or end"], ["− +", "slower, faster"],
  ["L", "loop"], ["F", "fit the view"], ["1 2 3 4", "front, side, top, corner view"], ["A O V", "arrows of forces, torques, velocities"], ["T", "traces"], ["X", "frames"],
  ["N", "names"], ["G", "ground"], ["P", "plots"], ["D", "dark or light"], ["drag", "turn (right button: shift, wheel: zoom)"],
  ["click", "pick a part"], ["double click", "follow a body"], ["B", "the tree of parts"], ["H", "hide what is picked"], ["S", "save a picture (PNG)"],
  ["R", "record the run as a video (WebM)"],
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
    this.partsChip = element("button.chip", { type: "button", title: "Parts (B)", onclick: () => viewer.toggleParts() }, "Parts");
    chips.unshift(this.partsChip);
    this.follow = element("select", { "aria-label": "Follow", title: "What the camera follows", onchange: () => viewer.follow(this.follow.value) },
      element("option", { value: "" }, "Still camera"), element("option", { value: "*" }, "Follow everything"),
      ...viewer.bodies.moving().map((name) => element("option", { value: name }, `Follow ${name}`)));
    const button = (name, title, action) => element("button", { type: "button", title, "aria-label": title, onclick: action }, icon(name));
    this.help = element("dialog.help", { "aria-label": "Keys", onclick: () => this.help.close() },
      element("h2", {}, "Keys"), element("dl", {}, ...KEYS.flatMap(([key, meaning]) => [element("dt", {}, key), element("dd", {}, meaning)])));
    const tools = [button("fit", "Fit the view (F)", () => viewer.fit())];
    if (viewer.hasSide) tools.push(button("plots", "Plots (P)", () => viewer.toggleSide()));
    this.cameraButton = button("camera", "Save a picture (S)", () => this.save());
    this.recordButton = button("record", "Record a video (R)", () => this.record());
    tools.push(this.cameraButton, this.recordButton);
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

  async save() {
    const { viewer } = this;
    save(await picture(viewer), `${fileName(viewer.scene.title)}_${viewer.player.time.toFixed(viewer.transport.digits)}s.png`);
  }

  /** Record the run from start to end; the button tells how far it is. */
  async record() {
    if (this.recordButton.disabled) return;
    this.recordButton.disabled = true;
    try {
      const blob = await video(this.viewer, (share) => this.recordButton.setAttribute("title", `recording, ${Math.round(100 * share)} %`));
      save(blob, `${fileName(this.viewer.scene.title)}.webm`);
    } catch (error) {
      this.object.append(element("p.doubt", { role: "alert" }, `The video could not be recorded: ${error.message}.`));
    } finally {
      this.recordButton.disabled = false;
      this.recordButton.setAttribute("title", "Record a video (R)");
    }
  }

  /** Show which layers are on and what is followed. */
  refresh() {
    for (const [name, chip] of this.switches) chip.setAttribute("aria-pressed", Boolean(this.viewer.shown[name]));
    this.follow.value = this.viewer.followed;
    this.partsChip.setAttribute("aria-pressed", !this.viewer.parts.object.hidden);
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
      b: () => this.viewer.toggleParts(),
      h: () => this.viewer.selected && this.viewer.hide(this.viewer.selected, !this.viewer.isHidden(this.viewer.selected)),
      s: () => this.save(),
      r: () => this.record(),
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
