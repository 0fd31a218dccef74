// The moving bodies: one object for each shape, placed at any time.
import { Box3, Group, Quaternion, Vector3 } from "three";
import { Damper, Link, Spring } from "./coil.js";
import { Colors } from "./look.js";
import { tracks } from "./pose.js";
import { build } from "./shapes.js";

const SPANNING = { spring: Spring, damper: Damper, link: Link };
const FLAT = ["plane", "text", "path"]; // not part of what the camera fits

class Body {
  constructor(scene, shape, unit, color) {
    Object.assign(this, tracks(scene, shape), { shape, color });
    this.component = shape.component;
    this.name = shape.label || shape.component || shape.kind;
    this.object = new Group();
    if (SPANNING[shape.kind]) {
      this.span = new SPANNING[shape.kind](shape.size, unit, color);
      this.object.add(this.span.object);
      this.far = new Vector3();
    } else {
      this.inner = build(shape, unit, color);
      this.object.add(this.inner);
    }
    this.origin = new Vector3();
    this.turn = new Quaternion();
    this.moves = !this.position.constant || (this.orientation && !this.orientation.constant) || (this.end && !this.end.constant);
    this.object.traverse((part) => {
      part.userData.body = this;
      if (part.isMesh && !part.userData.decoration) part.castShadow = shape.kind !== "plane";
      if (part.isMesh && !part.userData.decoration) part.receiveShadow = true;
    });
  }

  place(place) {
    this.position.vector(place, this.origin);
    if (this.span) {
      this.span.update(this.origin, this.end.vector(place, this.far));
      return;
    }
    const turn = this.orientation ? this.orientation.rotation(place, this.turn) : this.turn;
    this.object.visible = Number.isFinite(this.origin.x + this.origin.y + this.origin.z + turn.w + turn.x + turn.y + turn.z);
    if (!this.object.visible) return;
    this.object.position.copy(this.origin);
    this.object.quaternion.copy(turn);
  }

  /** The middle of the shape on the stage. */
  middle(target) {
    if (this.span) return target.copy(this.origin).add(this.far).multiplyScalar(0.5).applyMatrix4(this.object.parent.matrixWorld);
    this.object.updateWorldMatrix(true, true);
    const box = new Box3().setFromObject(this.inner);
    return box.isEmpty() ? this.inner.getWorldPosition(target) : box.getCenter(target);
  }
}

export class Bodies {
  constructor(scene, unit, root) {
    const colors = new Colors();
    this.list = scene.shapes.map((shape) => new Body(scene, shape, unit, colors.of(shape)));
    this.root = root;
    for (const body of this.list) root.add(body.object);
    this.byComponent = new Map();
    for (const body of this.list) {
      const key = body.component || body.name;
      if (!this.byComponent.has(key)) this.byComponent.set(key, []);
      this.byComponent.get(key).push(body);
    }
    this.colors = colors;
  }

  place(place) {
    for (const body of this.list) body.place(place);
  }

  /** The box on the stage around everything but planes and paths, around all that moves ("*"), or one component. */
  box(component) {
    const box = new Box3();
    const solid = this.list.filter((body) => !FLAT.includes(body.shape.kind));
    const moving = solid.filter((body) => body.moves);
    const chosen = component === "*" ? (moving.length ? moving : solid) : component ? this.byComponent.get(component) : solid;
    this.root.updateMatrixWorld(true);
    for (const body of chosen) if (body.object.visible) box.expandByObject(body.object);
    return box;
  }

  /** Names of components that move, for the camera to follow. */
  moving() {
    return [...this.byComponent].filter(([, bodies]) => bodies.some((body) => body.moves && !body.span)).map(([name]) => name);
  }

  /** The first body of a component or with a label. */
  find(name) {
    return this.byComponent.get(name)?.[0] ?? this.list.find((body) => body.name === name) ?? null;
  }
}
