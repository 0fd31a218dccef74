// Where the camera should be: around the whole motion, or along with what travels, so that nothing leaves the view and
// nothing becomes a speck in it.
import { Box3, Vector3 } from "three";
import { spread } from "./scene.js";

const FRAMES = 160; // moments of the run that are looked at
const TRAVELS = 4; // the whole motion in parts of what is there at one time, from which on the camera goes along
const ZOOMS = 2.5; // the farthest distance in parts of the nearest, from which on it comes nearer
const GROWS = 12; // and in parts of the least that is there at one time
const CALM = 0.04; // of the run, over which the way of the camera is smoothed

export class CameraPath {
  constructor(scene, bodies) {
    this.time = [];
    this.points = []; // corners of the boxes of all bodies, at all moments
    this.moments = []; // the same for what moves, moment by moment
    this.whole = new Box3();
    const [boxes, groups, still, standing] = [[], new Set(), new Box3(), []];
    for (const frame of spread(scene.frames, FRAMES)) {
      bodies.place({ index: frame, next: frame, fraction: 0 });
      const [box, points] = [new Box3(), []];
      bodies.each((body, corners) => {
        if (body.moves) {
          points.push(...corners);
          groups.add(body.shape.group ?? body.name);
        } else if (!this.time.length) standing.push(...corners);
        if (body.moves || !this.time.length) this.points.push(...corners);
      });
      box.setFromPoints(points);
      if (!points.length && this.time.length) continue;
      this.time.push(scene.time[frame]);
      boxes.push(box);
      this.moments.push(points);
    }
    still.setFromPoints(standing);
    this.whole.setFromPoints(this.points);
    if (this.whole.isEmpty()) this.whole.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    if (!this.points.length) this.points = corners(this.whole);
    this.watch(boxes, still, standing, groups.size);
  }

  /** Choose what is watched: what moves, and what stands where that does not push what moves into a corner. */
  watch(boxes, still, standing, groups) {
    const largest = Math.max(...boxes.map(size));
    const near = !still.isEmpty() && boxes.every((box) => size(box.clone().union(still)) < 2.2 * Math.max(size(box), 0.3 * largest));
    if (near || !largest) {
      boxes = boxes.map((box) => box.union(still));
      this.moments = this.moments.map((points) => [...points, ...standing]);
    }
    const sizes = boxes.map(size).sort((a, b) => a - b);
    this.moment = sizes[sizes.length - 1];
    const [least, middle] = [sizes[0], sizes[Math.floor(sizes.length / 2)]];
    this.travels = size(this.whole) > Math.min(TRAVELS * (middle || this.moment || 1), GROWS * (least || this.moment || 1));
    this.room = 1 + 2 / Math.max(1, groups) ** 2; // a single body is seen with more of what is around it
    this.centres = calm(boxes.map((box) => box.getCenter(new Vector3())));
  }

  /** The distance from which the camera sees everything, moment by moment, on its way with what travels. */
  distances(stage, towards) {
    if (this.known && this.known.towards.distanceTo(towards) < 1e-6 && this.known.aspect === stage.camera.aspect) return this.known.list;
    const needed = this.moments.map((points, k) => stage.around(points, towards, this.centres[k]).distance);
    // it comes nearer only for what becomes much smaller, for a camera that goes to and fro tires; then it must be quick
    const farthest = Math.max(...needed);
    const zooms = farthest > ZOOMS * Math.min(...needed);
    const widest = needed.map((_, k) => Math.max(...needed.slice(Math.max(0, k - 1), k + 2)));
    const list = needed.map((one, k) => this.room * (zooms ? Math.min(widest[k], 1.4 * one) : farthest));
    this.known = { towards: towards.clone(), aspect: stage.camera.aspect, list };
    return list;
  }

  /** The middle of what is watched at a time, and how far away the camera is then. */
  at(time, stage, towards) {
    const { time: times, centres } = this;
    const after = times.findIndex((t) => t > time);
    const next = after < 0 ? times.length - 1 : after;
    const before = Math.max(0, next - 1);
    const step = times[next] - times[before];
    const share = step > 0 ? Math.min(1, Math.max(0, (time - times[before]) / step)) : 1;
    const list = this.distances(stage, towards);
    return { centre: centres[before].clone().lerp(centres[next], share), distance: list[before] + share * (list[next] - list[before]) };
  }
}

const size = (box) => (box.isEmpty() ? 0 : box.getSize(new Vector3()).length());
const reach = (count) => Math.max(1, Math.round(CALM * count));

/** A way without jerks: the mean over a window, at the ends over what would come if it went on like this. */
function calm(points) {
  const last = points.length - 1;
  const width = Math.min(reach(points.length), last);
  const mirrored = (end, inner) => points[end].clone().multiplyScalar(2).sub(points[inner]);
  const beyond = (k) => (k < 0 ? mirrored(0, -k) : k > last ? mirrored(last, 2 * last - k) : points[k]);
  return points.map((_, k) => {
    const sum = new Vector3();
    for (let j = -width; j <= width; j += 1) sum.add(beyond(k + j));
    return sum.divideScalar(2 * width + 1);
  });
}

/** The eight corners of a box. */
export function corners({ min, max }) {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z));
}
