// One builder for each kind of shape: an object in the frame of the shape.
import {
  CapsuleGeometry, ConeGeometry, CylinderGeometry, DoubleSide, Group, InstancedMesh, Mesh, Object3D, PlaneGeometry,
  Quaternion, SphereGeometry, TorusGeometry, Vector3,
} from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
import { along, arrow, cylinder, gear, sphere, stretch, triad } from "./geometry.js";
import { gridMaterial } from "./ground.js";
import { material, metal, rubber } from "./look.js";
import { arm, cart, mesh, piston, prism, rail, tube } from "./machine.js";

const Z = new Vector3(0, 0, 1);
const vector = (list) => new Vector3(...list);

/** Turn an object made about z so that it lies about `axis`. */
function about(object, axis) {
  object.quaternion.setFromUnitVectors(Z, vector(axis).normalize());
  return object;
}

function box({ lengths: [x, y, z] }, unit, color) {
  const radius = Math.min(0.08 * Math.min(x, y, z), 0.02 * unit);
  return new Mesh(new RoundedBoxGeometry(x, y, z, 3, radius), material(color));
}

function cone({ radius, length, axis }, unit, color) {
  return new Mesh(along(new ConeGeometry(radius, length, 64).translate(0, length / 2, 0), axis), material(color));
}

function arrowShape({ vector: way, radius }, unit, color) {
  const end = vector(way);
  const object = new Mesh(arrow((radius ?? 0.005 * unit) / (end.length() || 1)), material(color));
  stretch(object, new Vector3(), end, end.length());
  return new Group().add(object);
}

function rod({ start, end, radius = null }, unit, color) {
  const [from, to] = [vector(start), vector(end)];
  const length = from.distanceTo(to);
  const thick = radius ?? Math.min(0.013 * unit, 0.12 * length || 0.013 * unit);
  const group = new Group();
  if (length > 0) {
    const bar = new Mesh(new CapsuleGeometry(thick, length, 8, 24), material(color));
    bar.position.copy(from).add(to).multiplyScalar(0.5);
    bar.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), to.clone().sub(from).normalize());
    group.add(bar);
  }
  for (const point of [from, to]) {
    const pin = new Mesh(new SphereGeometry(1.28 * thick, 28, 18), metal());
    pin.position.copy(point);
    group.add(pin);
  }
  return group;
}

function wheel({ radius, width, axis, spokes }, unit, color) {
  const tyre = Math.min(width ?? 0.13 * radius, radius) / 2;
  const rim = radius - 2 * tyre;
  const group = new Group();
  group.add(new Mesh(new TorusGeometry(radius - tyre, tyre, 24, 96), rubber()));
  group.add(new Mesh(new TorusGeometry(rim, 0.45 * tyre, 16, 96), metal(color)));
  const hub = Math.max(0.06 * radius, 0.7 * tyre);
  group.add(new Mesh(along(new CylinderGeometry(hub, hub, 2.6 * tyre, 32), [0, 0, 1]), metal(color)));
  const count = Math.max(0, Math.round(spokes));
  if (count) {
    const bar = new CylinderGeometry(0.016 * radius, 0.016 * radius, 1, 10).translate(0, 0.5, 0);
    const bars = new InstancedMesh(bar, metal("#c3cad2"), count);
    const one = new Object3D();
    for (let k = 0; k < count; k += 1) {
      const angle = (2 * Math.PI * k) / count;
      const way = new Vector3(Math.cos(angle), Math.sin(angle), 0);
      const side = k % 2 ? 0.8 * tyre : -0.8 * tyre;
      stretch(one, way.clone().multiplyScalar(0.7 * hub).setZ(side), way.clone().multiplyScalar(rim), k === 0 ? 2.2 : 1);
      one.updateMatrix();
      bars.setMatrixAt(k, one.matrix);
    }
    group.add(bars);
  }
  return new Group().add(about(group, axis));
}

function plane({ axis, lengths }, unit, color) {
  const [x, y] = lengths ?? [null, null];
  const [width, depth] = [x ?? 3 * unit, y ?? 3 * unit];
  const sheet = new Mesh(new PlaneGeometry(width, depth), material(color, { roughness: 0.9, metalness: 0, side: DoubleSide }));
  const grid = new Mesh(new PlaneGeometry(width, depth), gridMaterial(0.05 * Math.max(width, depth), Infinity));
  grid.position.z = 1e-4 * unit;
  grid.userData.decoration = true;
  return new Group().add(about(new Group().add(sheet, grid), axis));
}

/** A line through points, `width` in pixels. */
export function polyline(points, color, width) {
  const geometry = new LineGeometry().setPositions(points);
  const line = new Line2(geometry, new LineMaterial({ color, linewidth: width }));
  line.frustumCulled = false;
  line.userData.decoration = true;
  return line;
}

function path({ points, radius }, unit, color) {
  if (radius === null) return polyline(points.flat(), color, 2.5);
  const group = new Group();
  points.slice(1).forEach((point, k) => {
    const [from, to] = [vector(points[k]), vector(point)];
    const bar = new Mesh(new CapsuleGeometry(radius, from.distanceTo(to), 4, 16), material(color));
    bar.position.copy(from).add(to).multiplyScalar(0.5);
    bar.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), to.sub(from).normalize());
    group.add(bar);
  });
  return group;
}

/** A triad of the given length. */
export function frame({ length = null }, unit) {
  const object = new Mesh(triad(), material("#ffffff", { vertexColors: true, roughness: 0.6 }));
  object.scale.setScalar(length ?? 0.1 * unit);
  return new Group().add(object);
}

const marked = (color) => material(color, { vertexColors: true });

const BUILDERS = {
  arm,
  cart,
  mesh,
  piston,
  prism,
  rail,
  tube,
  box,
  cone,
  rod,
  wheel,
  plane,
  path,
  frame,
  arrow: arrowShape,
  cylinder: ({ radius, length, axis }, unit, color) => new Mesh(along(cylinder(radius, length), axis), marked(color)),
  ellipsoid: ({ lengths }, unit, color) => {
    const object = new Mesh(sphere(0.5), marked(color));
    object.scale.set(...lengths);
    return object;
  },
  sphere: ({ radius }, unit, color) => new Mesh(sphere(radius), marked(color)),
  gear: ({ radius, width, axis, teeth }, unit, color) =>
    new Group().add(about(new Mesh(gear(radius, width ?? 0.2 * radius, Math.max(6, Math.round(teeth))), material(color)), axis)),
  text: () => new Group(),
};

/** The object of a shape with one position, in the frame of its body. */
export function build(shape, unit, color) {
  const object = BUILDERS[shape.kind](shape.size, unit, color);
  const holder = new Group().add(object);
  if (shape.offset) holder.position.set(...shape.offset);
  if (shape.rotation) {
    const [w, x, y, z] = shape.rotation;
    holder.quaternion.copy(new Quaternion(x, y, z, w));
  }
  return holder;
}

