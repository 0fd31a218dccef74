// The theatre: stage, bodies and overlays of a scene at one time, seen by a camera that can follow. Pages put controls around it.
import { Box3, Raycaster, Vector2, Vector3 } from "three";
import { Arrows, Legend } from "./arrows.js";
import { Bodies } from "./bodies.js";
import { CameraPath } from "./camera_path.js";
import { element } from "./element.js";
import { Ground } from "./ground.js";
import { Labels } from "./labels.js";
import { Frames, Traces } from "./overlays.js";
import { isPlanar, typicalSize } from "./pose.js";
import { locate, round } from "./scene.js";
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
    this.arrows = { forces: new Arrows(scene, unit, "force"), torques: new Arrows(scene, unit, "torque"), velocities: new Arrows(scene, unit, "velocity") };
    this.overlays = { frames: new Frames(bodies, unit), ...this.arrows, traces: new Traces(scene, bodies) };
    for (const { object } of Object.values(this.overlays)) stage.root.add(object);
    this.labels = new Labels(bodies, labels);
    this.legend = new Legend(this.arrows, view);
    this.layers = [
      { name: "forces", key: "A", title: "Forces", there: this.arrows.forces.list.length },
      { name: "torques", key: "O", title: "Torques", there: this.arrows.torques.list.length },
      { name: "velocities", key: "V", title: "Velocities", there: this.arrows.velocities.list.length },
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

  /** What the run covers: the way of the camera, the height of the ground, and what is shown at first. */
  measure() {
    const { scene, bodies, stage } = this;
    this.path = new CameraPath(scene, bodies);
    this.whole = this.path.whole;
    this.planar = isPlanar(scene);
    this.followed = this.path.travels ? "*" : "";
    const extent = this.path.travels ? this.path.moment : this.whole.getSize(new Vector3()).length();
    stage.shadowReach(0.75 * extent);
    const floors = scene.shapes.filter((shape) => shape.kind === "plane" && this.isFloor(shape));
    const floor = floors[0];
    const height = floor ? new Vector3(...floor.position).applyQuaternion(stage.root.quaternion).y : this.whole.min.y - 0.04 * extent;
    for (const body of bodies.list) if (floors.includes(body.shape)) body.object.removeFromParent();
    this.ground = new Ground(height, round(extent / 12), 9 * extent);
    stage.scene.add(this.ground.object);
    this.shown = { ground: scene.ground !== false, traces: scene.traces.length > 0, forces: false, torques: false, velocities: false, frames: false, names: false };
    for (const [name, on] of Object.entries(this.shown)) this.show(name, on);
  }

  /** A still endless plane with its normal upwards is the ground itself. */
  isFloor({ position, orientation, size }) {
    const level = new Vector3(...size.axis).normalize().applyQuaternion(this.stage.root.quaternion).y > 0.9999;
    return level && Array.isArray(position) && orientation === undefined && size.lengths === null;
  }

  listen() {
    const { canvas, controls } = this.stage;
    controls.addEventListener("start", () => {
      this.tip.hidden = true;
      this.touched = true;
    });
    this.stage.resized = () => {
      if (!this.touched && this.frame) this.fit();
    };
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

  /** Where the camera should look now, and from how far, if it follows something; null if not. */
  watched(towards) {
    if (!this.followed) return null;
    if (this.followed === "*") return this.path.at(this.moment, this.stage, towards);
    const points = [];
    const chosen = new Set(this.bodies.within(this.followed));
    this.bodies.each((body, own) => chosen.has(body) && points.push(...own));
    if (!points.length) return null;
    const centre = new Box3().setFromPoints(points).getCenter(new Vector3());
    return { centre, distance: 2 * this.stage.around(points, towards, centre).distance };
  }

  /** Move the camera with what it follows, nearer or farther as all that grows; turned and zoomed as the reader wants it. */
  keepUp() {
    const towards = this.stage.towards();
    const goal = this.watched(towards);
    if (!goal) return;
    const { camera, controls } = this.stage;
    if (this.goal) {
      this.stage.shift(goal.centre.clone().sub(this.goal.centre));
      if (this.followed === "*") {
        const distance = camera.position.distanceTo(controls.target) * (goal.distance / this.goal.distance);
        camera.position.copy(controls.target).addScaledVector(towards, distance);
        this.stage.reachTo(distance);
      }
    }
    this.goal = goal;
  }

  /** Follow a component, everything ("*") or nothing (""). */
  follow(name) {
    this.followed = name;
    this.fit();
    this.changed();
    this.stage.invalidate();
  }

  /** Let what is looked at fill the view, seen from a named direction or as it is. */
  fit(view) {
    const { stage } = this;
    const towards = stage.towards(view);
    this.touched = false;
    this.goal = this.watched(towards);
    if (this.goal) stage.look(this.goal.centre, this.goal.distance, towards);
    else {
      const { target, distance } = stage.around(this.path.points, towards);
      stage.look(target, distance, towards);
    }
  }

  /** What the moving bodies fill of the view now, in parts of it from −1 to 1: left, right, below, above. */
  filled() {
    this.stage.camera.updateMatrixWorld();
    const found = [1e9, -1e9, 1e9, -1e9];
    this.bodies.each((body, points) => {
      if (!body.moves) return;
      for (const point of points) {
        const { x, y } = point.project(this.stage.camera);
        [found[0], found[1], found[2], found[3]] = [Math.min(found[0], x), Math.max(found[1], x), Math.min(found[2], y), Math.max(found[3], y)];
      }
    });
    return found;
  }

  /** Whether everything of a path is hidden. */
  isHidden(path) {
    const bodies = this.bodies.within(path);
    return bodies.length > 0 && bodies.every((body) => body.hidden);
  }

  /** Hide or show all that belongs to a path. */
  hide(path, hidden = true) {
    for (const body of this.bodies.within(path)) body.hidden = hidden;
    this.at(this.moment);
    this.changed();
  }

  hideAll(hidden) {
    for (const body of this.bodies.list) body.hidden = hidden;
    this.at(this.moment);
    this.changed();
  }

  /** Pick a path: its bodies shine; picked again, or nothing, lets it go. */
  select(path) {
    this.selected = path && path !== this.selected ? path : null;
    const chosen = this.selected ? this.bodies.within(this.selected) : [];
    for (const body of this.bodies.list) shine(body, chosen.includes(body));
    this.changed();
    this.stage.invalidate();
  }

  show(name, on) {
    this.shown[name] = on;
    if (name === "ground") this.ground.object.visible = on;
    else if (name === "names") this.labels.shown = on;
    else this.overlays[name].object.visible = on;
    this.legend.refresh();
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
    const seen = this.bodies.list.filter((body) => body.object.visible).map((body) => body.object);
    const hit = ray.intersectObjects(seen).find(({ object }) => !object.userData.decoration);
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

  /** Draw the moment. */
  draw() {
    this.ground.follow(this.stage.controls.target);
    this.stage.render();
    const hidden = (component) => this.bodies.byComponent.get(component)?.every((body) => body.hidden) ?? false;
    this.labels.place(this.stage, Object.values(this.arrows).flatMap((arrows) => arrows.values(hidden)));
  }

  /** One turn of the loop: time passes, and what changed is drawn. */
  turn(now) {
    const seconds = Math.min(0.1, (now - this.clock) / 1000);
    this.clock = now;
    this.tick(seconds);
    this.stage.controls.update();
    if (this.stage.dirty) this.draw();
    if (this.frame !== null) this.frame = requestAnimationFrame((next) => this.turn(next));
  }
}

/** Let a body shine or not. */
function shine(body, on) {
  if (Boolean(body.picked) === on) return;
  body.picked = on;
  body.object.traverse((part) => {
    if (!part.material?.emissive) return;
    part.userData.plain ??= part.material;
    if (on) {
      part.material = part.userData.plain.clone();
      part.material.emissive.set("#3b82f6");
      part.material.emissiveIntensity = 0.5;
    } else part.material = part.userData.plain;
  });
}
