// The scene as Python packed it: series become typed arrays, and everything can be sampled between frames.
import { Quaternion } from "three";

function bytes(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
}

/** Unpack a scene: `time` [s] and the pool of series. */
export function unpack(content) {
  const series = content.series.map(({ width, data }) => ({ width, data: new Float32Array(bytes(data)) }));
  const meshes = (content.meshes ?? []).map(({ vertices, faces }) => ({ vertices: new Float32Array(bytes(vertices)), faces: new Uint32Array(bytes(faces)) }));
  const shapes = content.shapes.map((shape) => (shape.kind === "mesh" ? { ...shape, size: { mesh: meshes[shape.size.mesh] } } : shape));
  return { ...content, time: new Float64Array(bytes(content.time)), series, shapes };
}

/** Where a time lies: between the frames `index` and `index + 1`, `fraction` of the way. */
export function locate(time, t) {
  let low = 0;
  let high = time.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle] <= t) low = middle;
    else high = middle;
  }
  const step = time[high] - time[low];
  return { index: low, next: high, fraction: step > 0 ? Math.min(1, Math.max(0, (t - time[low]) / step)) : 0 };
}

/** A value over time: a series of the pool, or a constant list. */
export class Track {
  constructor(scene, value) {
    this.time = scene.time;
    const series = typeof value === "number" ? scene.series[value] : null;
    this.constant = series === null;
    this.width = series ? series.width : value.length;
    this.data = series ? series.data : Float32Array.from(value);
  }

  /** Component `k` at a frame. */
  at(frame, k = 0) {
    return this.data[this.constant ? k : frame * this.width + k];
  }

  /** Component `k` between frames. */
  value({ index, next, fraction }, k = 0) {
    const before = this.at(index, k);
    return before + fraction * (this.at(next, k) - before);
  }

  /** The vector at a place, into `target`: cubic between frames, so that fast points move on smooth curves. */
  vector(place, target) {
    if (this.constant || place.fraction === 0) return target.set(this.at(place.index, 0), this.at(place.index, 1), this.at(place.index, 2));
    return target.set(this.cubic(place, 0), this.cubic(place, 1), this.cubic(place, 2));
  }

  cubic({ index, next, fraction: u }, k) {
    const step = this.time[next] - this.time[index];
    const [before, after] = [this.at(index, k), this.at(next, k)];
    const [leaving, arriving] = [this.slope(index, next, k), this.slope(next, index, k)];
    const v = 1 - u;
    return v * v * (1 + 2 * u) * before + u * u * (1 + 2 * v) * after + u * v * step * (v * leaving - u * arriving);
  }

  /** The slope at a frame from its two neighbours; from `other` alone at the ends and at events, where time stands. */
  slope(frame, other, k) {
    let opposite = 2 * frame - other;
    if (!(opposite >= 0 && opposite < this.time.length) || this.time[opposite] === this.time[frame]) opposite = frame;
    return (this.at(other, k) - this.at(opposite, k)) / (this.time[other] - this.time[opposite]);
  }

  /** The unit quaternion (stored scalar first) at a place, into `target`. */
  rotation({ index, next, fraction }, target) {
    target.set(this.at(index, 1), this.at(index, 2), this.at(index, 3), this.at(index, 0));
    if (!this.constant && fraction > 0) {
      other.set(this.at(next, 1), this.at(next, 2), this.at(next, 3), this.at(next, 0));
      target.slerp(other, fraction);
    }
    return target;
  }

  /** The whole curve of component `k`, one number for each frame. */
  curve(frames, k = 0) {
    return Array.from({ length: frames }, (_, frame) => this.at(frame, k));
  }
}

const other = new Quaternion();

/** About `count` frames spread over the run, the first and last among them. */
export function spread(frames, count) {
  const chosen = new Set();
  for (let k = 0; k < count; k += 1) chosen.add(Math.round((k * (frames - 1)) / Math.max(1, count - 1)));
  return [...chosen];
}

/** 1, 2 or 5 times a power of ten, not above `value`. */
export function round(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [5, 2, 1].find((factor) => factor * power <= value * (1 + 1e-9));
}
