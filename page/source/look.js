// Colours and materials.
import { Color, MeshStandardMaterial } from "three";

const PALETTE = ["#3b7dd8", "#f08a24", "#17a589", "#d64f5e", "#8560d0", "#d9a514", "#4f9fc4", "#7c8a2e", "#c5569f", "#6b7788"];
export const STEEL = "#6f7a86";
export const RUBBER = "#2b2f36";
export const AXES = ["#e04848", "#3fae4a", "#3f7be0"];
export const FORCE = "#e5484d";
export const TORQUE = "#a855f7";
export const VELOCITY = "#1f9d63";
export const ENERGY = { stored: "#3b7dd8", dissipated: "#d64f5e", delivered: "#17a589", events: "#8e5bd0" };

// the energies that a scene has: what events took is there where they took any
export const energies = (scene) => Object.entries(ENERGY).filter(([name]) => scene.energy[name] !== undefined);

/** Colours for components in the order in which they come. */
export class Colors {
  constructor() {
    this.known = new Map();
  }

  of(thing) {
    if (thing.color) return thing.color;
    if (["spring", "damper", "link"].includes(thing.kind)) return STEEL;
    if (thing.kind === "plane") return "#aeb8c4";
    const key = thing.component || thing.label || "";
    if (!this.known.has(key)) this.known.set(key, PALETTE[this.known.size % PALETTE.length]);
    return this.known.get(key);
  }
}

/** A satin surface. */
export function material(color, options = {}) {
  return new MeshStandardMaterial({ color: new Color(color), roughness: 0.45, metalness: 0, ...options });
}

export const metal = (color = STEEL) => material(color, { roughness: 0.3, metalness: 0.15 });
export const rubber = () => material(RUBBER, { roughness: 0.85, metalness: 0 });
