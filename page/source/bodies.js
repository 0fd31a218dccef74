// The moving bodies: one object for each shape, placed at any time.
import { Box3, Group, Quaternion, Vector3 } from "three";
import { corners } from "./camera_path.js";
import { Damper, Link, Spring } from "./coil.js";
import { Colors } from "./look.js";
import { tracks } from "./pose.js";
import { build } from "./shapes.js";

const SPANNING = { spring: Spring, damper: Damper, link: Link };
const FLAT = ["plane", "text", "path", "rail"]; // not part of what the camera fits; a rail is as long as what moves on it

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
    this.hidden = Boolean(shape.hidden);
    this.origin = new Vector3();
    this.turn = new Quaternion();
    this.moves = !this.position.constant || (this.orientation && !this.orientation.constant) || (this.end && !this.end.constant);
    this.object.traverse((part) => {
      part.userData.body = this;
      if (part.isMesh && !part.userData.decoration) part.castShadow = shape.kind !== "plane";
      if (part.isMesh && !part.userData.decoration) part.receiveShadow = true;
      if (shape.opacity < 1 && part.material) seeThrough(part, shape.opacity);
    });
  }

  place(place) {
    this.position.vector(place, this.origin);
    if (this.span) {
      this.span.update(this.origin, this.end.vector(place, this.far));
      this.object.visible = !this.hidden;
      return;
    }
    const turn = this.orientation ? this.orientation.rotation(place, this.turn) : this.turn;
    this.object.visible = !this.hidden && Number.isFinite(this.origin.x + this.origin.y + this.origin.z + turn.w + turn.x + turn.y + turn.z);
    if (!this.object.visible) return;
    this.object.position.copy(this.origin);
    this.object.quaternion.copy(turn);
  }

  /** The middle of the shape on the stage. */
  middle(target) {
    if (this.span) return target.copy(this.origin).add(this.far).multiplyScalar(0.5).applyMatrix4(this.object.parent.matrixWorld);
    this.measure();
    this.object.updateWorldMatrix(true, false);
    return this.own.isEmpty() ? this.inner.getWorldPosition(target) : this.own.getCenter(target).applyMatrix4(this.object.matrixWorld);
  }

  /** Half of its largest extent. */
  reach() {
    this.measure();
    return this.own.isEmpty() ? 0 : this.own.getSize(new Vector3()).length() / 2;
  }

  /** Its box in the frame of the body, found once. */
  measure() {
    if (this.own) return;
    const [position, turn] = [this.object.position.clone(), this.object.quaternion.clone()];
    const { parent } = this.object;
    this.object.removeFromParent();
    this.object.position.set(0, 0, 0);
    this.object.quaternion.identity();
    this.object.updateMatrixWorld(true);
    this.own = new Box3().setFromObject(this.inner);
    parent?.add(this.object);
    this.object.position.copy(position);
    this.object.quaternion.copy(turn);
  }

  /** The corners of its own box, on the stage; the ends of what spans two points. */
  corners() {
    const { matrixWorld } = this.object.parent;
    if (this.span) return [this.origin, this.far].map((point) => point.clone().applyMatrix4(matrixWorld));
    this.measure();
    if (this.own.isEmpty()) return [];
    this.object.updateMatrix();
    return corners(this.own).map((point) => point.applyMatrix4(this.object.matrix).applyMatrix4(matrixWorld));
  }
}

/** Let a part be seen through; its material is its own then. */
function seeThrough(part, opacity) {
  part.material = part.material.clone();
  Object.assign(part.material, { transparent: true, opacity, depthWrite: opacity > 0.6 });
  part.castShadow = opacity > 0.6;
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

  /** Call with every solid body that is seen and the corners of its box on the stage. */
  each(visit) {
    this.root.updateMatrixWorld();
    for (const body of this.list) {
      if (FLAT.includes(body.shape.kind) || !body.object.visible || !body.object.parent) continue;
      const points = body.corners();
      if (points.length && points.every(({ x, y, z }) => Number.isFinite(x + y + z))) visit(body, points);
    }
  }

  /** The bodies of a component and of all that is in it. */
  within(path) {
    return this.list.filter(({ component, name }) => (component || name) === path || component?.startsWith(`${path}.`));
  }

  /** Names of components that move, for the camera to follow. */
  moving() {
    return [...this.byComponent].filter(([, bodies]) => bodies.some((body) => body.moves && !body.span)).map(([name]) => name);
  }

  /** The first body of a component or with a label. */
  find(name) {
    return this.byComponent.get(name)?.[0] ?? this.list.find((body) => body.name === name) ?? this.within(name)[0] ?? null;
  }
}
