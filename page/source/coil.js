// What spans two moving points: coil springs, dampers, links.
import { BufferAttribute, BufferGeometry, CylinderGeometry, Group, Mesh, SphereGeometry, Vector3 } from "three";
import { material, metal } from "./look.js";
import { stretch } from "./geometry.js";

const ROUND = 8; // points around the wire
const TURN = 20; // rings in one coil
const [along, side, upright, tangent, normal, across, centre] = Array.from({ length: 7 }, () => new Vector3());

/** A coil from one point to another; the wire keeps its thickness while the pitch changes. */
export class Spring {
  constructor(size, unit, color) {
    this.radius = size.radius ?? 0.03 * unit;
    this.wire = Math.min(0.16 * this.radius, 0.012 * unit);
    this.coils = Math.max(1, Math.round(size.coils));
    this.lead = 6; // straight rings at each end
    this.rings = this.coils * TURN + 1 + 2 * this.lead;
    const geometry = new BufferGeometry();
    const count = this.rings * ROUND;
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * count), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(3 * count), 3));
    const faces = [];
    for (let i = 0; i < this.rings - 1; i += 1) {
      for (let j = 0; j < ROUND; j += 1) {
        const [a, b] = [i * ROUND + j, i * ROUND + ((j + 1) % ROUND)];
        faces.push(a, b, a + ROUND, b, b + ROUND, a + ROUND);
      }
    }
    geometry.setIndex(faces);
    this.object = new Mesh(geometry, metal(color));
    this.object.frustumCulled = false;
  }

  update(from, to) {
    const length = along.subVectors(to, from).length();
    this.object.visible = Number.isFinite(length) && length > 1e-9;
    if (!this.object.visible) return;
    along.divideScalar(length);
    side.set(Math.abs(along.y) < 0.9 ? 0 : 1, Math.abs(along.y) < 0.9 ? 1 : 0, 0);
    side.addScaledVector(along, -side.dot(along)).normalize();
    upright.crossVectors(along, side);
    for (let ring = 0; ring < this.rings; ring += 1) this.ring(ring, from, length);
    const { position, normal: normals } = this.object.geometry.attributes;
    position.needsUpdate = normals.needsUpdate = true;
    this.object.geometry.boundingBox = this.object.geometry.boundingSphere = null;
  }

  /** One ring of the wire: on the axis at the ends, on the helix between. */
  ring(ring, from, length) {
    const { lead, rings } = this;
    const margin = Math.min(0.12 * length, 1.2 * this.radius);
    const inner = Math.min(Math.max(ring - lead, 0), rings - 1 - 2 * lead);
    const share = inner / (rings - 1 - 2 * lead);
    const angle = 2 * Math.PI * this.coils * share;
    const outer = ring < lead ? ring / lead : ring > rings - 1 - lead ? (rings - 1 - ring) / lead : 1;
    const radius = this.radius * Math.min(1, Math.max(0, 2 * outer - 1));
    const height = ring < lead ? margin * Math.min(1, 2 * outer) : length - margin * Math.min(1, 2 * outer);
    const level = outer < 1 ? height : margin + share * (length - 2 * margin);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const spoke = across.copy(side).multiplyScalar(cos).addScaledVector(upright, sin);
    centre.copy(from).addScaledVector(along, level).addScaledVector(spoke, radius);
    tangent.copy(side).multiplyScalar(-sin).addScaledVector(upright, cos).multiplyScalar(2 * Math.PI * this.coils * this.radius);
    tangent.addScaledVector(along, length).normalize();
    if (outer < 0.5) tangent.copy(along);
    else if (outer < 1) tangent.copy(spoke).multiplyScalar(ring < lead ? 1 : -1);
    const first = outer >= 0.5 && outer < 1 ? along : spoke;
    normal.copy(first).addScaledVector(tangent, -first.dot(tangent)).normalize();
    const second = new Vector3().crossVectors(tangent, normal);
    const { position, normal: normals } = this.object.geometry.attributes;
    for (let j = 0; j < ROUND; j += 1) {
      const turn = (2 * Math.PI * j) / ROUND;
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const place = ring * ROUND + j;
      const [x, y, z] = [c * normal.x + s * second.x, c * normal.y + s * second.y, c * normal.z + s * second.z];
      normals.setXYZ(place, x, y, z);
      position.setXYZ(place, centre.x + this.wire * x, centre.y + this.wire * y, centre.z + this.wire * z);
    }
  }
}

const bar = (radius) => new CylinderGeometry(radius, radius, 1, 24).translate(0, 0.5, 0);

/** A tube at one end and a piston rod at the other. */
export class Damper {
  constructor(size, unit, color) {
    const radius = size.radius ?? 0.022 * unit;
    this.tube = new Mesh(bar(radius), material(color));
    this.rod = new Mesh(bar(0.38 * radius), metal());
    this.eyes = [0, 1].map(() => new Mesh(new SphereGeometry(0.5 * radius, 20, 14), metal()));
    this.object = new Group().add(this.tube, this.rod, ...this.eyes);
  }

  update(from, to) {
    this.rest ??= from.distanceTo(to);
    const length = along.subVectors(to, from).length();
    along.divideScalar(length || 1);
    const tube = Math.min(0.56 * this.rest, 0.9 * length);
    centre.copy(from).addScaledVector(along, 0.08 * this.rest);
    stretch(this.tube, centre, tangent.copy(from).addScaledVector(along, tube));
    stretch(this.rod, from, to);
    this.eyes[0].position.copy(from);
    this.eyes[1].position.copy(to);
  }
}

/** A straight bar between two points. */
export class Link {
  constructor(size, unit, color) {
    this.object = new Mesh(bar(size.radius ?? 0.004 * unit), material(color));
  }

  update(from, to) {
    stretch(this.object, from, to);
  }
}
