// The stage: renderer, camera, light. Model coordinates live in `root`, turned so that `up` is up on the screen.
import {
  DirectionalLight, Group, HemisphereLight, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const FIELD = 32; // vertical field of view in degrees
const FILLED = 0.86; // of the view, by what is looked at
const at = new Vector3();
const VIEWS = {
  front: [0, 0.0001, 1],
  side: [1, 0.0001, 0],
  top: [0, 1, 0.0001],
  planar: [0.22, 0.2, 1],
  corner: [0.75, 0.5, 1],
};

export class Stage {
  constructor(holder, up, unit) {
    this.holder = holder;
    this.unit = unit;
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.toneMapping = NeutralToneMapping;
    this.canvas = this.renderer.domElement;
    this.canvas.setAttribute("role", "img");
    this.canvas.tabIndex = 0;
    holder.append(this.canvas);
    this.scene = new Scene();
    this.root = new Group();
    this.root.quaternion.setFromUnitVectors(new Vector3(...up), new Vector3(0, 1, 0));
    this.scene.add(this.root);
    this.camera = new PerspectiveCamera(FIELD, 1, 0.01 * unit, 400 * unit);
    this.controls = new OrbitControls(this.camera, this.canvas);
    Object.assign(this.controls, { enableDamping: true, dampingFactor: 0.12, minDistance: 0.05 * unit, maxDistance: 100 * unit });
    this.controls.addEventListener("change", () => this.invalidate());
    this.light();
    this.dirty = true;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(holder);
    this.resize();
  }

  light() {
    // An environment map would look richer, but its preparation takes many seconds without a graphics card.
    this.sky = new HemisphereLight("#ffffff", "#a9b4c0", 2.3);
    const fill = new DirectionalLight("#dbe8ff", 1.1);
    fill.position.set(-1.2, 0.5, 0.6);
    const rim = new DirectionalLight("#ffffff", 0.6);
    rim.position.set(0.2, 0.6, -1.2);
    this.sun = new DirectionalLight("#fff4e4", 2.7);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 5;
    this.sun.shadow.normalBias = 0.002 * this.unit;
    this.sun.shadow.bias = -0.0004;
    this.shadowReach(1.6 * this.unit);
    this.scene.add(this.sky, fill, rim, this.sun, this.sun.target);
  }

  /** Give back what the graphics card holds. */
  dispose() {
    this.observer.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  /** Half the width of the region around the target that has shadows [m]. */
  shadowReach(reach) {
    this.reach = reach;
    const { camera } = this.sun.shadow;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.05 * reach, far: 7 * reach });
    camera.updateProjectionMatrix();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.resized?.();
    this.invalidate();
  }

  invalidate() {
    this.dirty = true;
  }

  /** The direction to the camera: a named one, or as it is. */
  towards(view) {
    const way = view ? new Vector3(...VIEWS[view]) : this.camera.position.clone().sub(this.controls.target);
    return way.normalize();
  }

  /** Where the camera looks, and from how far, so that points fill the view, seen from a direction; exact in perspective. */
  around(points, towards, centred = null) {
    const right = new Vector3().crossVectors(new Vector3(0, 1, 0), towards).normalize();
    const upward = new Vector3().crossVectors(towards, right);
    const vertical = FILLED * Math.tan((FIELD * Math.PI) / 360);
    const origin = centred ?? points[0];
    // a point at (x, y, z) is inside if |x - shift| <= slope * (distance - z): the tightest of both sides decides
    const sides = [[right, vertical * this.camera.aspect], [upward, vertical]].map(([axis, slope]) => {
      let [high, low] = [-Infinity, -Infinity];
      for (const point of points) {
        at.subVectors(point, origin);
        const [across, near] = [at.dot(axis), slope * at.dot(towards)];
        high = Math.max(high, across + near);
        low = Math.max(low, near - across);
      }
      return centred ? { shift: 0, distance: Math.max(high, low) / slope } : { shift: (high - low) / 2, distance: (high + low) / 2 / slope };
    });
    const target = origin.clone().addScaledVector(right, sides[0].shift).addScaledVector(upward, sides[1].shift);
    return { target, distance: Math.max(1e-6 * this.unit, sides[0].distance, sides[1].distance) };
  }

  /** Look at a point from a distance and direction. */
  look(target, distance, towards) {
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(towards, distance);
    this.reachTo(distance);
    this.controls.update();
    this.invalidate();
  }

  /** Let the camera see from near to far around a distance. */
  reachTo(distance) {
    const [near, far] = [0.02 * distance, 40 * distance + 40 * this.unit];
    if (near < 0.5 * this.camera.near || near > 2 * this.camera.near || far > this.camera.far) {
      Object.assign(this.camera, { near, far });
      this.camera.updateProjectionMatrix();
    }
    this.controls.maxDistance = Math.max(this.controls.maxDistance, 20 * distance);
    this.controls.minDistance = Math.min(this.controls.minDistance, 0.02 * distance);
  }

  /** Shift camera and target together. */
  shift(by) {
    this.camera.position.add(by);
    this.controls.target.add(by);
  }

  render() {
    const { target } = this.controls;
    this.sun.target.position.copy(target);
    this.sun.position.copy(target).add(new Vector3(0.55, 1.35, 0.75).multiplyScalar(2 * this.reach));
    this.renderer.render(this.scene, this.camera);
    this.dirty = false;
  }

  theme(dark) {
    this.sky.intensity = dark ? 1.7 : 2.3;
    this.invalidate();
  }
}
