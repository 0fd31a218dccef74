// Numbers for people: few digits, powers of ten where they are needed.
export function number(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [front, power] = value.toExponential(Math.max(0, digits - 1)).split("e");
    return `${Number(front)}e${Number(power)}`;
  }
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

export function joule(value: number): string {
  for (const [size, unit] of [[1e6, "MJ"], [1e3, "kJ"], [1, "J"], [1e-3, "mJ"], [1e-6, "µJ"]] as const) {
    if (Math.abs(value) >= size) return `${number(value / size, 4)} ${unit}`;
  }
  return `${number(value, 3)} J`;
}

/** A unit as people write it: N·m²/rad for N*m**2/rad. */
export function unitText(unit: string): string {
  const raised = (digits: string) => digits.replace(/[-\d]/g, (digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]));
  return unit.replace(/\s*(?:\*\*|\^)\s*\(?(-?\d+)\)?/g, (_, digits: string) => raised(digits)).replace(/\s*\*\s*/g, "·").replace(/\bohm\b/g, "Ω");
}
