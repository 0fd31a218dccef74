// The tree of parts: what there is, by the names of the model; each can be picked and hidden.
import { element, icon, short } from "./element.js";

export class Parts {
  constructor(viewer) {
    this.viewer = viewer;
    this.rows = new Map();
    this.tree = element("div.tree", { role: "tree", "aria-label": "Parts" });
    this.reading = element("output.reading");
    const all = element("button", { type: "button", onclick: () => viewer.hideAll(false) }, "Show all");
    this.object = element("nav.parts", { "aria-label": "Parts", hidden: true }, element("h3", {}, "Parts", all), this.tree, this.reading);
    for (const [path, list] of viewer.bodies.byComponent) this.add(path, list);
    this.refresh();
  }

  /** A row for a component, below rows for the models that it is in. */
  add(path, bodies) {
    const names = path.split(".");
    names.forEach((name, depth) => {
      const here = names.slice(0, depth + 1).join(".");
      if (this.rows.has(here)) return;
      const swatch = element("i");
      const label = element("button.part", { type: "button", title: here, onclick: () => this.viewer.select(here), ondblclick: () => this.viewer.follow(here) }, swatch, name);
      const eye = element("button.eye", { type: "button", onclick: () => this.viewer.hide(here, !this.viewer.isHidden(here)) }, icon("eye"));
      const row = element("div.row", { role: "treeitem", "aria-level": depth + 1, style: `padding-left: ${4 + 14 * depth}px` }, label, eye);
      this.rows.set(here, { row, eye, swatch, label });
      this.tree.append(row);
    });
    const main = ["stand-in", "part"].map((role) => bodies.find((body) => body.shape.role === role)).find(Boolean) ?? bodies[0];
    this.rows.get(path).swatch.style.background = main.color;
  }

  /** Show what is picked and hidden. */
  refresh() {
    const { viewer } = this;
    for (const [path, { row, eye, label }] of this.rows) {
      const hidden = viewer.isHidden(path);
      const word = hidden ? "Show" : "Hide";
      row.classList.toggle("off", hidden);
      row.setAttribute("aria-selected", viewer.selected === path);
      eye.setAttribute("aria-pressed", hidden);
      eye.setAttribute("aria-label", `${word} ${path}`);
      eye.title = `${word} ${path}`;
      label.setAttribute("aria-pressed", viewer.selected === path);
    }
    this.rows.get(viewer.selected)?.row.scrollIntoView({ block: "nearest" });
    this.place();
  }

  /** What is known of the part that is picked, at the time shown. */
  place() {
    const body = this.viewer.selected ? this.viewer.bodies.find(this.viewer.selected) : null;
    this.reading.hidden = !body;
    if (!body) return;
    const numbers = body.origin.toArray().map((x) => short(x)).join(", ");
    this.reading.textContent = `${this.viewer.selected}: at (${numbers}) m`;
  }
}
