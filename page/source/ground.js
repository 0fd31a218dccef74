// The ground: an endless grid that fades with distance, and a plane that only receives shadows.
import { Color, DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3 } from "three";

/** Lines every `cell` metres in the plane of the geometry, stronger ones every five; gone at the distance `reach`. */
export function gridMaterial(cell, reach) {
  return new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    uniforms: {
      cell: { value: cell },
      reach: { value: Number.isFinite(reach) ? reach : 1e9 },
      color: { value: new Color("#6b7788") },
      strength: { value: 0.5 },
      origin: { value: new Vector3() },
    },
    vertexShader: `
      varying vec2 at; varying vec2 off; uniform vec3 origin;
      void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        at = position.xy + origin.xy;
        off = position.xy;
        gl_Position = projectionMatrix * viewMatrix * world;
      }`,
    fragmentShader: `
      varying vec2 at; varying vec2 off; uniform float cell, reach, strength; uniform vec3 color;
      float lines(float step, float width) {
        vec2 place = at / step;
        vec2 pixel = max(fwidth(place), 1e-6);
        vec2 near = abs(fract(place - 0.5) - 0.5) / pixel;
        float dense = 1.0 - smoothstep(0.15, 0.6, max(pixel.x, pixel.y));
        return (1.0 - min(min(near.x, near.y) / width, 1.0)) * dense;
      }
      void main() {
        float line = max(0.5 * lines(cell, 1.0), lines(5.0 * cell, 1.3));
        float fade = 1.0 - smoothstep(0.1 * reach, reach, length(off));
        gl_FragColor = vec4(color, strength * line * fade);
        #include <colorspace_fragment>
      }`,
  });
}

/** The ground below the scene at a height; its middle goes with the camera's target. */
export class Ground {
  constructor(height, cell, reach) {
    const flat = () => new PlaneGeometry(2 * reach, 2 * reach);
    this.grid = new Mesh(flat(), gridMaterial(cell, reach));
    this.shadow = new Mesh(flat(), new ShadowMaterial({ opacity: 0.28 }));
    this.shadow.receiveShadow = true;
    this.shadow.position.z = -1e-3 * cell;
    for (const mesh of [this.grid, this.shadow]) mesh.userData.decoration = true;
    this.object = new Group().add(this.shadow, this.grid);
    this.object.rotation.x = -Math.PI / 2;
    this.object.position.y = height;
  }

  follow(target) {
    this.object.position.x = target.x;
    this.object.position.z = target.z;
    this.grid.material.uniforms.origin.value.set(target.x, -target.z, 0);
  }

  theme(dark) {
    this.grid.material.uniforms.color.value.set(dark ? "#8fa1b5" : "#77879a");
    this.grid.material.uniforms.strength.value = dark ? 0.32 : 0.42;
    this.shadow.material.opacity = dark ? 0.5 : 0.24;
  }
}
