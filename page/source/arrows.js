// Arrows for forces, torques and velocities, with their values and a legend.
import { Group, Mesh, Vector3 } from "three";
import { element, short } from "./element.js";
import { arrow, stretch } from "./geometry.js";
import { FORCE, TORQUE, VELOCITY, material } from "./look.js";
import { Track, spread } from "./scene.js";

export const KINDS = {
  force: { color: FORCE, unit: "N", title: "force" },
  torque: { color: TORQUE, unit: "N·m", title: "torque" },
  velocity: { color: VELOCITY, unit: "m/s", title: "velocity" },
};
const SHARE = 0.26; // of the scene: the longest arrow of the run
const NOTHING = 1e-6; // of the largest of its kind
const [from, to, way] = [new Vector3(), new Vector3(), new Vector3()];

/** All arrows of one kind; the longest of the run is a quarter of the scene. */
export class Arrows {
  constructor(scene, unit, kind) {
    this.kind = kind;
    this.object = new Group();
    const shape = kind === "torque" ? arrow(0.028, 0.4) : arrow(0.028, 0.26);
    const size = (track, frame) => Math.hypot(track.at(frame, 0), track.at(frame, 1), track.at(frame, 2));
    const all = scene.forces.filter((one) => one.kind === kind).map((one) => {
      const [position, vector] = [new Track(scene, one.position), new Track(scene, one.vector)];
      const sizes = spread(scene.frames, 400).map((frame) => size(vector, frame)).filter(Number.isFinite);
      return { one, position, vector, largest: Math.max(0, ...sizes) };
    });
    this.largest = Math.max(0, ...all.map(({ largest }) => largest));
    this.list = all.filter(({ largest }) => largest > NOTHING * this.largest).map((item) => {
      const color = item.one.color ?? KINDS[kind].color;
      const object = new Mesh(shape, material(color, { roughness: 0.55 }));
      object.userData.decoration = true;
      this.object.add(object);
      return { ...item, object, color, point: new Vector3(), text: "", component: item.one.component };
    });
    this.scale = this.largest > 0 ? (SHARE * unit) / this.largest : 0;
    this.thick = SHARE * unit;
  }

  place(place) {
    for (const item of this.list) {
      item.position.vector(place, from);
      const length = item.vector.vector(place, way).length();
      to.copy(from).addScaledVector(way, this.scale);
      stretch(item.object, from, to, Math.min(this.thick, 1.6 * this.scale * length) * 0.75);
      item.size = length;
    }
  }

  /** What is written at the tips, on the stage. */
  values(hidden) {
    const root = this.object.parent;
    for (const item of this.list) {
      item.on = this.object.visible && item.object.visible && item.size > 0.004 * this.largest && !hidden(item.component);
      if (!item.on) continue;
      item.text = `${short(item.size)} ${KINDS[this.kind].unit}`;
      item.point.set(0, 1, 0).applyQuaternion(item.object.quaternion).multiplyScalar(item.object.scale.y).add(item.object.position).applyMatrix4(root.matrixWorld);
    }
    return this.list;
  }
}

/** What the arrows that are shown mean, and how long the longest is. */
export class Legend {
  constructor(overlays, view) {
    this.rows = Object.values(overlays).map((arrows) => {
      const { color, title, unit } = KINDS[arrows.kind];
      const told = `${title}: longest ${short(arrows.largest)} ${unit}`;
      return { arrows, row: element("div", {}, element("i", { style: `background: ${color}` }), told) };
    });
    this.object = element("div.key", { "aria-label": "Meaning of the arrows" }, ...this.rows.map(({ row }) => row));
    view.append(this.object);
    this.refresh();
  }

  refresh() {
    for (const { arrows, row } of this.rows) row.hidden = !arrows.object.visible;
    this.object.hidden = this.rows.every(({ row }) => row.hidden);
  }
}
