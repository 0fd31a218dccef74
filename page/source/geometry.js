// Geometries that three.js does not have: chamfered and marked solids, triads, gears, arrows.
import {
  BufferAttribute, Color, ConeGeometry, CylinderGeometry, ExtrudeGeometry, LatheGeometry, Path, Quaternion, Shape,
  SphereGeometry, Vector2, Vector3,
} from "three";
import { mergeGeometries, toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { AXES } from "./look.js";

const Y = new Vector3(0, 1, 0);

/** Turn a geometry made along +y so that it lies along `axis`. */
export function along(geometry, axis) {
  return geometry.applyQuaternion(new Quaternion().setFromUnitVectors(Y, new Vector3(...axis).normalize()));
}

/** Shade every face by its centre: a body of revolution shows its rotation. */
function mark(geometry, dark) {
  const solid = geometry.index ? geometry.toNonIndexed() : geometry;
  const at = solid.attributes.position;
  const shades = new Float32Array(at.count * 3);
  for (let i = 0; i < at.count; i += 3) {
    const centre = (part) => at[part](i) + at[part](i + 1) + at[part](i + 2);
    shades.fill(dark(centre("getX"), centre("getY"), centre("getZ")) ? 0.68 : 1, 3 * i, 3 * i + 9);
  }
  return solid.setAttribute("color", new BufferAttribute(shades, 3));
}

/** A cylinder about y, centred, with chamfered edges; opposite quarters are darker. */
export function cylinder(radius, length, chamfer = 0.06 * Math.min(radius, length / 2)) {
  const half = length / 2;
  const outline = [[0, -half], [radius - chamfer, -half], [radius, chamfer - half], [radius, half - chamfer], [radius - chamfer, half], [0, half]];
  const lathe = new LatheGeometry(outline.map(([x, y]) => new Vector2(x, y)), 64);
  return mark(toCreasedNormals(lathe, 0.5), (x, y, z) => x * z > 0);
}

/** A sphere whose octants alternate. */
export function sphere(radius) {
  return mark(new SphereGeometry(radius, 64, 40), (x, y, z) => x * y * z > 0);
}

/** An arrow of length 1 along +y; `radius` is that of the shaft, relative to the length. */
export function arrow(radius, head = Math.min(0.35, 7 * radius)) {
  const shaft = new CylinderGeometry(radius, radius, 1 - head, 20).translate(0, (1 - head) / 2, 0);
  const tip = new ConeGeometry(2.4 * radius, head, 28).translate(0, 1 - head / 2, 0);
  return mergeGeometries([shaft, tip]);
}

/** Three arrows of length 1 along x, y, z in red, green, blue. */
export function triad(radius = 0.03) {
  return mergeGeometries([[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis, k) => {
    const part = along(arrow(radius, 0.24), axis);
    const color = new Color(AXES[k]);
    const colors = new Float32Array(part.attributes.position.count * 3);
    for (let i = 0; i < colors.length; i += 3) color.toArray(colors, i);
    return part.setAttribute("color", new BufferAttribute(colors, 3));
  }));
}

/** A spur gear about z, centred; `radius` of the pitch circle. */
export function gear(radius, width, teeth) {
  const outline = new Shape();
  const tooth = (Math.min(2.2, teeth / 3) * radius) / teeth;
  const pitch = (2 * Math.PI) / teeth;
  for (let k = 0; k < teeth; k += 1) {
    for (const [share, r] of [[-0.32, radius - tooth], [-0.16, radius + tooth], [0.16, radius + tooth], [0.32, radius - tooth]]) {
      const angle = (k + share) * pitch;
      outline[k === 0 && share === -0.32 ? "moveTo" : "lineTo"](r * Math.cos(angle), r * Math.sin(angle));
    }
  }
  const hole = (x, y, r) => outline.holes.push(new Path().absarc(x, y, r, 0, 2 * Math.PI, true));
  hole(0, 0, 0.14 * radius);
  for (let k = 0; k < 5; k += 1) hole(0.5 * radius * Math.cos(1.2566 * k), 0.5 * radius * Math.sin(1.2566 * k), 0.17 * radius);
  const bevel = 0.03 * Math.min(radius, width);
  const options = { depth: width - 2 * bevel, bevelSize: bevel, bevelThickness: bevel, bevelSegments: 1, curveSegments: 24 };
  return new ExtrudeGeometry(outline, options).translate(0, 0, bevel - width / 2);
}

const up = new Vector3();

/** Lay an object whose geometry has length 1 along +y from `from` to `to`, its other sizes times `thickness`. */
export function stretch(object, from, to, thickness = 1) {
  const length = up.subVectors(to, from).length();
  object.visible = length > 1e-9 && Number.isFinite(length);
  if (!object.visible) return 0;
  object.position.copy(from);
  object.quaternion.setFromUnitVectors(Y, up.divideScalar(length));
  object.scale.set(thickness, length, thickness);
  return length;
}

