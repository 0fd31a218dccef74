// Where the shapes are: tracks of every shape, the size of the scene, and whether it is planar.
import { Box3, Quaternion, Vector3 } from "three";
import { Track, spread } from "./scene.js";

const vector = (list) => new Vector3(...list);

/** Quaternion of a list with the scalar first. */
export const quaternion = ([w, x, y, z]) => new Quaternion(x, y, z, w);

/** The tracks of one shape: position, orientation, end. */
export function tracks(scene, shape) {
  return {
    position: new Track(scene, shape.position),
    orientation: shape.orientation === undefined ? null : new Track(scene, shape.orientation),
    end: shape.end === undefined ? null : new Track(scene, shape.end),
  };
}

/** Points in the frame of a shape that span it roughly. */
function extremes({ kind, size }) {
  if (kind === "plane" || kind === "text") return [];
  const points = [new Vector3()];
  const span = (x, y, z) => points.push(new Vector3(x, y, z), new Vector3(-x, -y, -z));
  if (size.lengths) span(...size.lengths.map((length) => length / 2));
  if (size.radius && !["spring", "damper", "link"].includes(kind)) span(size.radius, size.radius, size.radius);
  if (size.length) points.push(vector(size.axis ?? [1, 0, 0]).setLength(size.length * (kind === "cone" ? 1 : 0.5)));
  if (size.start) points.push(vector(size.start), vector(size.end));
  if (size.vector) points.push(vector(size.vector));
  if (size.points) points.push(...size.points.map(([x, y, z = 0]) => new Vector3(x, y, z)));
  if (size.mesh) points.push(...cornersOf(size.mesh.vertices));
  return points;
}

/** Opposite corners of the box around the vertices of a mesh. */
function cornersOf(vertices) {
  const box = new Box3().setFromArray(vertices);
  return [box.min, box.max];
}

/** A typical size of the scene [m]: the largest extent at one moment, at most four times that of what moves. */
export function typicalSize(scene) {
  const shapes = scene.shapes.map((shape) => ({ ...tracks(scene, shape), shape, points: extremes(shape) }));
  const place = { index: 0, next: 0, fraction: 0 };
  let [largest, moving] = [0, 0];
  for (const frame of spread(scene.frames, 24)) {
    place.index = place.next = frame;
    const [box, way] = [new Box3(), new Box3()];
    for (const { shape, position, orientation, end, points } of shapes) {
      const origin = position.vector(place, new Vector3());
      const turn = orientation ? orientation.rotation(place, new Quaternion()) : new Quaternion();
      const offset = shape.offset ? vector(shape.offset) : new Vector3();
      const rotation = shape.rotation ? quaternion(shape.rotation) : new Quaternion();
      for (const point of points) {
        const at = point.clone().applyQuaternion(rotation).add(offset).applyQuaternion(turn).add(origin);
        if (!Number.isFinite(at.x + at.y + at.z)) continue;
        box.expandByPoint(at);
        if (!position.constant || (orientation && !orientation.constant)) way.expandByPoint(at);
      }
      if (end) box.expandByPoint(end.vector(place, new Vector3()));
    }
    if (!box.isEmpty()) largest = Math.max(largest, box.getSize(new Vector3()).length());
    if (!way.isEmpty()) moving = Math.max(moving, way.getSize(new Vector3()).length());
  }
  return (moving > 0 ? Math.min(largest, 4 * moving) : largest) || 1;
}

/** Whether everything moves in planes z = constant and turns about z only. */
export function isPlanar(scene) {
  const flat = (track, k) => spread(scene.frames, 50).every((f) => Math.abs(track.at(f, k) - track.at(0, k)) < 1e-6);
  const upright = Math.abs(scene.up[2]) < 0.01;
  return upright && scene.shapes.every((shape) => {
    const { position, orientation, end } = tracks(scene, shape);
    if (orientation && !(Math.abs(orientation.at(0, 1)) + Math.abs(orientation.at(0, 2)) < 1e-6)) return false;
    return flat(position, 2) && (!end || flat(end, 2)) && (!orientation || (flat(orientation, 1) && flat(orientation, 2)));
  });
}
