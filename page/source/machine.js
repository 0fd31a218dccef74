// Parts of machines: prisms, robot arms, rails, cylinders with pistons, carts, and meshes from files.
import {
  BufferAttribute, BufferGeometry, CylinderGeometry, DoubleSide, ExtrudeGeometry, Group, LatheGeometry,
  Mesh, Shape, Vector2, Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { along } from "./geometry.js";
import { material, metal, rubber } from "./look.js";

const vector = (list) => new Vector3(...list);
const ROUND = 40;

/** A polygon of the x, y plane, thick along z. */
export function prism({ points, width }, unit, color) {
  const outline = new Shape(points.map(([x, y]) => new Vector2(x, y)));
  const reach = Math.max(...[0, 1].map((k) => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]))));
  const depth = width ?? 0.5 * reach;
  const geometry = new ExtrudeGeometry(outline, { depth, bevelEnabled: false }).translate(0, 0, -depth / 2);
  return new Mesh(geometry, material(color));
}

/** The link of a robot: two hubs and a beam that tapers from one to the other. */
export function arm({ start, end, radius }, unit, color) {
  const [from, to] = [vector(start), vector(end)];
  const way = to.clone().sub(from);
  const length = way.length();
  const thick = radius ?? Math.min(0.03 * unit, 0.3 * length || 0.03 * unit);
  const group = new Group();
  for (const [point, share] of [[from, 1], [to, 0.82]]) {
    const hub = new Mesh(new CylinderGeometry(1.15 * share * thick, 1.15 * share * thick, 2.1 * share * thick, ROUND), material(color));
    const axle = new Mesh(new CylinderGeometry(0.55 * share * thick, 0.55 * share * thick, 2.3 * share * thick, 24), metal());
    for (const part of [hub, axle]) {
      part.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), side(way));
      part.position.copy(point);
      group.add(part);
    }
  }
  if (length > 0) {
    const beam = new Mesh(new CylinderGeometry(0.62 * thick, 0.9 * thick, length, ROUND).translate(0, length / 2, 0), material(color));
    beam.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way.clone().normalize());
    beam.position.copy(from);
    group.add(beam);
  }
  return group;
}

/** A direction across another: z, or y beside it. */
function side(way) {
  const unit = way.clone().normalize();
  const first = Math.abs(unit.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
  return first.addScaledVector(unit, -first.dot(unit)).normalize();
}

/** A bar along the axis, a little longer than what travels on it, with a stop at each end. */
export function rail({ axis, travel: [low, high], radius }, unit, color) {
  const thick = radius ?? 0.008 * unit;
  const over = 5 * thick;
  const length = high - low + 2 * over;
  const bar = new Mesh(along(new CylinderGeometry(thick, thick, length, 24).translate(0, low - over + length / 2, 0), axis), metal(color));
  const stop = (at) => new Mesh(along(new CylinderGeometry(1.9 * thick, 1.9 * thick, 0.8 * thick, 24).translate(0, at, 0), axis), metal(color));
  return new Group().add(bar, stop(low - over), stop(high + over));
}

/** The cylinder around a piston, open towards the start of its way, that is seen through. */
export function tube({ axis, travel: [low, high], radius, length }, unit, color) {
  const [bottom, top] = [low - 0.75 * length, high + 0.75 * length];
  const wall = 0.12 * radius;
  const outline = [[radius, bottom], [radius + wall, bottom], [radius + wall, top], [0, top], [0, top - wall], [radius, top - wall], [radius, bottom]];
  const lathe = toCreasedNormals(new LatheGeometry(outline.map(([x, y]) => new Vector2(x, y)), ROUND), 0.5);
  return new Mesh(along(lathe, axis), metal(color));
}

/** A piston: a cylinder with two rings. */
export function piston({ axis, radius, length }, unit, color) {
  const body = new Mesh(along(new CylinderGeometry(0.97 * radius, 0.97 * radius, length, ROUND), axis), metal(color));
  const ring = (at) => new Mesh(along(new CylinderGeometry(radius, radius, 0.08 * length, ROUND).translate(0, at * length, 0), axis), metal("#3d444d"));
  return new Group().add(body, ring(0.36), ring(0.2));
}

/** A cart that runs along x on wheels; its middle is the origin. */
export function cart({ lengths: [x, y, z] }, unit, color) {
  const group = new Group().add(new Mesh(new RoundedBoxGeometry(x, y, z, 3, 0.12 * y), material(color)));
  const radius = 0.36 * y;
  for (const [across, along_] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
    const wheel = new Mesh(new CylinderGeometry(radius, radius, 0.16 * z, 28).rotateX(Math.PI / 2), rubber());
    wheel.position.set(0.33 * along_ * x, -0.52 * y, 0.5 * across * z);
    group.add(wheel);
  }
  return group;
}

/** Triangles of a file, flat where they meet at a clear angle. */
export function mesh({ mesh: { vertices, faces } }, unit, color) {
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(vertices, 3));
  geometry.setIndex(new BufferAttribute(faces, 1));
  return new Mesh(toCreasedNormals(geometry, 0.6), material(color, { side: DoubleSide }));
}
