// Paints the primitives of drawings as SVG; their colours become those of the theme.
import { memo } from "react";
import type { Item } from "../protocol";

// The colours of multibond draw, on the paper of the theme.
const THEMED: Record<string, string> = {
  "#111827": "var(--d-ink)", "#5b6472": "var(--d-grey)", "#2f6f9f": "var(--d-signal)", "#ffffff": "var(--d-paper)", "#4b5563": "var(--d-steel)",
  "#d5dae1": "var(--d-metal)", "#dbe7f5": "var(--d-body)", "#b4413c": "var(--d-red)",
  "#f3f6fa": "var(--d-pale)", "#eef1f5": "var(--d-pale)", "#eef4fb": "var(--d-pale)", "#aeb7c4": "var(--d-middle)", "#8d97a5": "var(--d-middle)", "#c5d6ea": "var(--d-body)",
  "#bfdbfe": "var(--d-blue)", "#ddd6fe": "var(--d-violet)", "#fde68a": "var(--d-yellow)", "#fecaca": "var(--d-rose)",
};

export function themed(color: string): string {
  return color ? (THEMED[color.toLowerCase()] ?? color) : "none";
}

export function pathOf(points: [number, number][], closed = false): string {
  return points.length ? `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}${closed ? "Z" : ""}` : "";
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function One({ item }: { item: Item }) {
  if (item.t === "line") {
    return <path className={`i-${item.role}`} d={pathOf(item.points, item.closed)} fill={themed(item.fill)} stroke={item.width ? themed(item.color) : "none"}
      strokeWidth={item.width} strokeDasharray={item.dash || undefined} />;
  }
  if (item.t === "box") {
    return <rect className={`i-${item.role}`} x={item.x} y={item.y} width={item.width} height={item.height} rx={item.radius} fill={themed(item.fill)}
      stroke={themed(item.color)} strokeWidth={item.stroke} />;
  }
  return <>
    {item.halo && <rect className="halo" x={item.halo[0]} y={item.halo[1]} width={item.halo[2]} height={item.halo[3]} fill="var(--d-paper)" />}
    <text className={`i-${item.role}`} x={item.x} y={item.y} fontSize={item.size} fontWeight={item.bold ? "bold" : undefined} fontStyle={item.italic ? "italic" : undefined}
      fill={themed(item.color)} textLength={item.words.length > 1 ? item.length : undefined} lengthAdjust="spacingAndGlyphs">{item.words}</text>
  </>;
}

export const Items = memo(function Items({ items }: { items: Item[] }) {
  return <>{items.map((item, i) => <One key={i} item={item} />)}</>;
});
