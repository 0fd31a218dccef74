// The stage: renderer, camera, light. Model coordinates live in `root`, turned so that `up` is up on the screen.
import {
  DirectionalLight, Group, HemisphereLight, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const FIELD = 32; // vertical field of view in degrees
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
    this.invalidate();
  }

  invalidate() {
    this.dirty = true;
  }

  /** Move the camera so that a box fills the view, seen from a named direction or as before. */
  fit(box, view) {
    const centre = box.getCenter(new Vector3());
    const towards = view ? new Vector3(...VIEWS[view]) : this.camera.position.clone().sub(this.controls.target);
    towards.normalize();
    const right = new Vector3().crossVectors(new Vector3(0, 1, 0), towards).normalize();
    const upward = new Vector3().crossVectors(towards, right);
    const vertical = Math.tan((FIELD * Math.PI) / 360);
    const horizontal = vertical * this.camera.aspect;
    let distance = 0.1 * this.unit;
    for (let corner = 0; corner < 8; corner += 1) {
      const [x, y, z] = ["x", "y", "z"].map((axis, k) => box[corner & (1 << k) ? "max" : "min"][axis] - centre[axis]);
      const point = new Vector3(x, y, z);
      const [across, above] = [Math.abs(point.dot(right)) / horizontal, Math.abs(point.dot(upward)) / vertical];
      distance = Math.max(distance, point.dot(towards) + 1.16 * Math.max(across, above));
    }
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(towards, distance);
    this.controls.update();
    this.invalidate();
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
