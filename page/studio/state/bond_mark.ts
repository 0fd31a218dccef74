// The marks of a bond while it follows the pointer: as the server paints them, until its own picture comes.
import type { DiagramEdge, Item, LineItem } from "../protocol";

type Point = [number, number];
const INK = "#111827", BARB = 11, BARB_SIDE = 5.5, STROKE = 6.5, DOUBLE = 1.9;

function line(points: Point[], role: string, width: number): LineItem {
  return { t: "line", role, points, color: INK, width, dash: "", closed: false, fill: "" };
}

/** A line, box or text, moved. */
export function itemAt(item: Item, [dx, dy]: Point): Item {
  if (item.t === "line") return { ...item, points: item.points.map(([x, y]): Point => [x + dx, y + dy]) };
  const moved = { ...item, x: item.x + dx, y: item.y + dy };
  return moved.t === "text" && moved.halo ? { ...moved, halo: [moved.halo[0] + dx, moved.halo[1] + dy, moved.halo[2], moved.halo[3]] } : moved;
}

/** Line, half arrow and strokes of a straight bond between two points. */
export function bondItems(edge: DiagramEdge, start: Point, end: Point): Item[] {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const [ax, ay] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const [sx, sy] = ax - 0.01 * ay > 0 ? [-ay, ax] : [ay, -ax];
  const point = (along: number, side = 0): Point => [start[0] + ax * along + sx * side, start[1] + ay * along + sy * side];
  const many = edge.n > 1;
  const items: Item[] = many
    ? [line([point(0, -DOUBLE), point(length, -DOUBLE)], "bond", 1.3), line([point(0, DOUBLE), point(length - 2, DOUBLE)], "bond", 1.3)]
    : [line([start, end], "bond", 1.5)];
  const reach = many ? 1.35 : 1;
  if (edge.directed) items.push(line([point(length, many ? -DOUBLE : 0), point(length - BARB * reach, BARB_SIDE * reach)], "harpoon", 1.5));
  const half = many ? STROKE + 1.5 : STROKE;
  for (const place of new Set(edge.strokes.filter((stroke) => stroke !== null))) {
    const at = place === "tail" ? 0 : length;
    items.push(line([point(at, -half), point(at, half)], "stroke", 2.2));
  }
  return items;
}

/** The same way with its ends moved; straight bonds stay straight, others bend at their last corners. */
export function movedEdge(edge: DiagramEdge, tail: Point, head: Point): { points: Point[]; items: Item[] } {
  const points = edge.points.map(([x, y]): Point => [x, y]);
  if (points.length < 2) return { points, items: edge.items };
  const last = points.length - 1;
  points[0] = [points[0][0] + tail[0], points[0][1] + tail[1]];
  points[last] = [points[last][0] + head[0], points[last][1] + head[1]];
  if (edge.kind === "bond" || edge.kind === "port") {
    const middle: Point = [(tail[0] + head[0]) / 2, (tail[1] + head[1]) / 2];
    const texts = edge.items.filter(({ t }) => t === "text").map((item) => itemAt(item, middle));
    return { points: [points[0], points[last]], items: [...bondItems(edge, points[0], points[last]), ...texts] };
  }
  const way = edge.items.find((item) => item.t === "line");
  return { points, items: way ? [{ ...way, points }] : [] };
}
