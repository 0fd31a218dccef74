// What can be switched on over the bodies: frames, force arrows, traces, names.
import { Group, Mesh, Quaternion, Vector3 } from "three";
import { arrow, stretch } from "./geometry.js";
import { FORCE, TORQUE, material } from "./look.js";
import { frame, polyline } from "./shapes.js";
import { Track, spread } from "./scene.js";

const [from, to, way] = [new Vector3(), new Vector3(), new Vector3()];

/** A triad at every moving body frame; shapes of one body share it. */
export class Frames {
  constructor(bodies, unit) {
    this.object = new Group();
    const seen = new Set();
    this.followed = bodies.list.filter((body) => {
      const key = JSON.stringify([body.shape.position, body.shape.orientation]);
      const wanted = !body.span && body.shape.kind !== "frame" && (body.moves || body.orientation) && !seen.has(key);
      return wanted && seen.add(key);
    });
    this.triads = this.followed.map(() => frame({}, unit));
    if (this.triads.length) this.object.add(...this.triads);
  }

  place() {
    this.triads.forEach((triad, k) => {
      triad.position.copy(this.followed[k].object.position);
      triad.quaternion.copy(this.followed[k].object.quaternion);
    });
  }
}

/** Arrows for forces and torques; the longest of the run is a quarter of the scene. */
export class Forces {
  constructor(scene, unit) {
    this.object = new Group();
    const shape = arrow(0.028, 0.26);
    const double = arrow(0.028, 0.4);
    this.arrows = scene.forces.map((force) => {
      const color = force.color ?? (force.kind === "torque" ? TORQUE : FORCE);
      const object = new Mesh(force.kind === "torque" ? double : shape, material(color, { roughness: 0.55 }));
      object.userData.title = force.label || force.component;
      this.object.add(object);
      return { object, kind: force.kind, position: new Track(scene, force.position), vector: new Track(scene, force.vector) };
    });
    this.scale = {};
    for (const kind of ["force", "torque"]) {
      let largest = 0;
      for (const item of this.arrows.filter((one) => one.kind === kind)) {
        for (const f of spread(scene.frames, 400)) {
          const length = Math.hypot(item.vector.at(f, 0), item.vector.at(f, 1), item.vector.at(f, 2));
          if (Number.isFinite(length)) largest = Math.max(largest, length);
        }
      }
      this.scale[kind] = largest > 0 ? (0.28 * unit) / largest : 0;
    }
    this.thick = 0.28 * unit;
  }

  place(place) {
    for (const { object, kind, position, vector } of this.arrows) {
      position.vector(place, from);
      const length = vector.vector(place, way).multiplyScalar(this.scale[kind]).length();
      stretch(object, from, to.copy(from).add(way), Math.min(this.thick, 1.6 * length) * 0.75);
    }
  }
}

/** Lines that points have drawn since the start. */
export class Traces {
  constructor(scene, bodies) {
    this.object = new Group();
    this.parts = Math.max(1, Math.min(6, Math.ceil(1500 / scene.frames))); // of a line between two frames
    const turn = new Quaternion();
    const list = scene.frames < 2 ? [] : scene.traces.length ? scene.traces : own(scene, bodies);
    const seen = new Set();
    this.lines = list.flatMap((trace) => {
      const track = new Track(scene, trace.position);
      const orientation = trace.orientation === undefined ? null : new Track(scene, trace.orientation);
      const points = [];
      const last = track.vector({ index: 0, next: 0, fraction: 0 }, new Vector3());
      if (!Number.isFinite(last.x + last.y + last.z)) return [];
      for (let k = 0; k <= (scene.frames - 1) * this.parts; k += 1) {
        const index = Math.min(Math.floor(k / this.parts), scene.frames - 2);
        const place = { index, next: index + 1, fraction: k / this.parts - index };
        track.vector(place, from);
        if (trace.point) from.add(to.copy(trace.point).applyQuaternion(orientation ? orientation.rotation(place, turn) : turn.identity()));
        if (Number.isFinite(from.x + from.y + from.z)) last.copy(from); // where there is no value the line stands still
        points.push(last.x, last.y, last.z);
      }
      const key = spread(points.length, 40).map((k) => points[k].toPrecision(4)).join();
      if (seen.has(key)) return []; // two shapes at one point draw one line
      seen.add(key);
      const line = polyline(points, trace.color ?? bodies.colors.of(trace), 2);
      line.material.transparent = true;
      line.material.opacity = 0.85;
      this.object.add(line);
      return line;
    });
  }

  place({ index, fraction }) {
    for (const line of this.lines) {
      line.geometry.instanceCount = Math.round((index + fraction) * this.parts);
      line.visible = line.geometry.instanceCount > 0;
    }
  }
}

/** Without traces of its own a scene traces the far end of every rod and the middle of every other moving shape. */
function own(scene, bodies) {
  const moving = bodies.list.filter((body) => body.moves && !body.span && !["frame", "text", "plane", "path"].includes(body.shape.kind));
  return moving.slice(0, 24).map((body) => {
    const point = new Vector3(...(body.shape.size.end ?? [0, 0, 0])).applyQuaternion(body.inner.quaternion).add(body.inner.position);
    return { ...body.shape, color: body.color, point };
  });
}

/** Names over the bodies and the texts of the scene, as page elements that follow. */
export class Labels {
  constructor(bodies, layer) {
    this.layer = layer;
    const items = [...bodies.byComponent].map(([name, list]) => ({ body: list[0], text: list[0].shape.label || name, always: false }));
    const texts = bodies.list.filter((body) => body.shape.kind === "text").map((body) => ({ body, text: body.shape.size.text || body.name, always: true }));
    this.items = [...items.filter(({ body }) => body.shape.kind !== "text" && body.shape.kind !== "plane"), ...texts];
    for (const item of this.items) {
      item.element = Object.assign(document.createElement("span"), { className: item.always ? "text" : "name", textContent: item.text });
      layer.append(item.element);
    }
    this.shown = false;
  }

  place(stage) {
    const { clientWidth: width, clientHeight: height } = stage.holder;
    for (const { body, element, always } of this.items) {
      const wanted = (always || this.shown) && body.object.visible;
      if (wanted) body.middle(way).project(stage.camera);
      element.hidden = !wanted || way.z > 1 || Math.abs(way.x) > 1.1 || Math.abs(way.y) > 1.1;
      if (!element.hidden) {
        const [x, y] = [((way.x + 1) * width) / 2, ((1 - way.y) * height) / 2];
        element.style.transform = `translate(-50%, -50%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      }
    }
  }
}
