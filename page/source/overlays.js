// What can be switched on over the bodies: frames and traces.
import { Group, Quaternion, Vector3 } from "three";
import { frame, polyline } from "./shapes.js";
import { Track, spread } from "./scene.js";

const [from, to] = [new Vector3(), new Vector3()];

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
  const moving = bodies.list.filter((body) => body.moves && !body.span && !["frame", "text", "plane", "path"].includes(body.shape.kind) && body.shape.role !== "joint");
  return moving.slice(0, 24).map((body) => {
    const point = new Vector3(...(body.shape.size.end ?? [0, 0, 0])).applyQuaternion(body.inner.quaternion).add(body.inner.position);
    return { ...body.shape, color: body.color, point };
  });
}
