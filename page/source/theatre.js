// The theatre: stage, bodies and overlays of a scene at one time, seen by a camera that can follow. Pages put controls around it.
import { Box3, Raycaster, Vector2, Vector3 } from "three";
import { Bodies } from "./bodies.js";
import { element } from "./element.js";
import { Ground } from "./ground.js";
import { Forces, Frames, Labels, Traces } from "./overlays.js";
import { isPlanar, typicalSize } from "./pose.js";
import { locate, round, spread } from "./scene.js";
import { Stage } from "./stage.js";

export class Theatre {
  /** `view`: the element of the page that the scene fills. */
  constructor(scene, view) {
    this.scene = scene;
    this.view = view;
    this.unit = typicalSize(scene);
    this.stage = new Stage(view, scene.up, this.unit);
    this.stage.canvas.setAttribute("aria-label", `Three-dimensional view of ${scene.title}`);
    this.bodies = new Bodies(scene, this.unit, this.stage.root);
    this.moment = scene.time[0];
    const labels = element("div.labels", { "aria-hidden": "true" });
    this.tip = element("div.tip", { hidden: true });
    view.append(labels, this.tip);
    const { bodies, unit, stage } = this;
    this.overlays = { frames: new Frames(bodies, unit), forces: new Forces(scene, unit), traces: new Traces(scene, bodies) };
    for (const { object } of Object.values(this.overlays)) stage.root.add(object);
    this.labels = new Labels(bodies, labels);
    this.layers = [
      { name: "forces", key: "A", title: "Forces", there: scene.forces.length },
      { name: "traces", key: "T", title: "Traces", there: this.overlays.traces.lines.length },
      { name: "frames", key: "X", title: "Frames", there: this.overlays.frames.triads.length },
      { name: "names", key: "N", title: "Names", there: 1 },
      { name: "ground", key: "G", title: "Ground", there: 1 },
    ].filter(({ there }) => there);
    this.measure();
    this.listen();
  }

  /** Called when what is shown or followed changed; pages with switches set them. */
  changed() {}

  /** Called before a picture is drawn, with the seconds that passed. */
  tick() {}

  /** What the run covers: the box of the whole motion, of single moments, and the height of the ground. */
  measure() {
    const { scene, bodies, stage } = this;
    this.whole = new Box3();
    const way = new Box3(); // of all that moves
    let moment = 0; // its largest size at one time
    for (const frame of spread(scene.frames, 32)) {
      bodies.place({ index: frame, next: frame, fraction: 0 });
      const box = bodies.box("*");
      way.union(box);
      this.whole.union(bodies.box());
      moment = Math.max(moment, box.getSize(new Vector3()).length());
    }
    if (this.whole.isEmpty()) this.whole.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    this.planar = isPlanar(scene);
    const travels = way.getSize(new Vector3()).length() > 8 * moment;
    this.followed = travels ? "*" : "";
    const extent = travels ? moment : this.whole.getSize(new Vector3()).length();
    stage.shadowReach(0.75 * extent);
    const floors = scene.shapes.filter((shape) => shape.kind === "plane" && this.isFloor(shape));
    const floor = floors[0];
    const height = floor ? new Vector3(...floor.position).applyQuaternion(stage.root.quaternion).y : this.whole.min.y - 0.04 * extent;
    for (const body of bodies.list) if (floors.includes(body.shape)) body.object.removeFromParent();
    this.ground = new Ground(height, round(extent / 12), 9 * extent);
    stage.scene.add(this.ground.object);
    this.shown = { ground: scene.ground !== false, traces: scene.traces.length > 0, forces: false, frames: false, names: false };
    for (const [name, on] of Object.entries(this.shown)) this.show(name, on);
  }

  /** A still endless plane with its normal upwards is the ground itself. */
  isFloor({ position, orientation, size }) {
    const level = new Vector3(...size.axis).normalize().applyQuaternion(this.stage.root.quaternion).y > 0.9999;
    return level && Array.isArray(position) && orientation === undefined && size.lengths === null;
  }

  listen() {
    const { canvas, controls } = this.stage;
    controls.addEventListener("start", () => { this.tip.hidden = true; });
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    canvas.addEventListener("dblclick", (event) => {
      const body = this.pick(event);
      if (body) this.follow(body.component || body.name);
    });
  }

  /** Begin to draw, until `dispose`. */
  start() {
    this.clock = performance.now();
    this.frame = requestAnimationFrame((now) => this.turn(now));
  }

  dispose() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    this.stage.dispose();
    this.view.replaceChildren();
  }

  /** Put everything where it is at a time of the run. */
  at(time) {
    this.moment = time;
    const place = locate(this.scene.time, time);
    this.bodies.place(place);
    for (const overlay of Object.values(this.overlays)) overlay.place(place);
    this.keepUp();
    this.stage.invalidate();
    return place;
  }

  /** Move the camera with what it follows. */
  keepUp() {
    if (!this.followed) return;
    const box = this.bodies.box(this.followed);
    if (box.isEmpty()) return;
    const centre = box.getCenter(new Vector3());
    if (this.centre) this.stage.shift(centre.clone().sub(this.centre));
    this.centre = centre;
  }

  /** Follow a component, everything ("*") or nothing (""). */
  follow(name) {
    this.followed = name;
    this.centre = null;
    this.keepUp();
    if (name && name !== "*") this.stage.shift(this.centre.clone().sub(this.stage.controls.target));
    this.changed();
    this.stage.invalidate();
  }

  fit(view) {
    const box = this.followed ? this.bodies.box(this.followed) : this.whole.clone();
    if (this.followed && this.followed !== "*") box.expandByScalar(0.3 * this.unit);
    this.stage.fit(box, view);
    this.centre = null;
    this.keepUp();
  }

  show(name, on) {
    this.shown[name] = on;
    if (name === "ground") this.ground.object.visible = on;
    else if (name === "names") this.labels.shown = on;
    else this.overlays[name].object.visible = on;
    this.changed();
    this.stage.invalidate();
  }

  theme(dark) {
    this.dark = dark;
    this.stage.theme(dark);
    this.ground.theme(dark);
    this.at(this.moment);
  }

  pick(event) {
    const area = this.stage.canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - area.left) / area.width) * 2 - 1, 1 - ((event.clientY - area.top) / area.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.stage.camera);
    const hit = ray.intersectObjects(this.bodies.list.map((body) => body.object)).find(({ object }) => !object.userData.decoration);
    return hit?.object.userData.body ?? null;
  }

  hover(event) {
    const body = event.buttons ? null : this.pick(event);
    this.tip.hidden = !body;
    if (!body) return;
    this.tip.textContent = body.component && body.shape.label ? `${body.shape.label} · ${body.component}` : body.name;
    const area = this.view.getBoundingClientRect();
    this.tip.style.transform = `translate(${event.clientX - area.left + 14}px, ${event.clientY - area.top + 14}px)`;
  }

  /** One turn of the loop: time passes, and what changed is drawn. */
  turn(now) {
    const seconds = Math.min(0.1, (now - this.clock) / 1000);
    this.clock = now;
    this.tick(seconds);
    this.stage.controls.update();
    if (this.stage.dirty) {
      this.ground.follow(this.stage.controls.target);
      this.stage.render();
      this.labels.place(this.stage);
    }
    if (this.frame !== null) this.frame = requestAnimationFrame((next) => this.turn(next));
  }
}
