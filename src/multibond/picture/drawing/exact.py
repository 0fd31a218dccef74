"""Places exactly as the user gave them, where every component of a level has one: so many pixels to the unit."""

from __future__ import annotations

import math

from ...look.item import Rectangle
from .diagram import Diagram
from .spacing import Cell, Placed, bond_line, caption_side, neighbours, placed_at

UNIT = 100.0  # pixels for one unit of the user's positions
_SHORTEST = 24.0  # pixels; on a shorter bond half arrow and stroke cannot be told apart
_FAR = 0.62  # units between a mark and what it belongs to
_RINGS, _SPOKES = 4, 8


def given_cells(diagram: Diagram) -> dict[str, Cell] | None:
    """The positions of all nodes in the user's units, y down; None where a component has none.

    Marks of exposed ports, outer signals and dots, which a file has no positions for, are put beside what they belong
    to, where nothing else is.
    """
    parts = {key: node for key, node in diagram.nodes.items() if node.component is not None}
    if not parts or any(node.fixed is None for node in parts.values()):
        return None
    cells: dict[str, Cell] = {key: node.fixed for key, node in parts.items() if node.fixed is not None}
    near: dict[str, list[str]] = {key: [] for key in diagram.nodes}
    for first, second in (
        *((edge.tail, edge.head) for edge in diagram.edges),
        *((arrow.source, arrow.target) for arrow in diagram.arrows),
    ):
        near[first].append(second)
        near[second].append(first)
    for key in diagram.nodes:
        if key not in cells:
            cells[key] = _beside(diagram, [cells[other] for other in near[key] if other in cells], cells)
    return cells


def _beside(diagram: Diagram, others: list[Cell], cells: dict[str, Cell]) -> Cell:
    """A place for a mark: in the middle between several things, or on the outer side of a single one."""
    everything = list(cells.values())
    centre = tuple(sum(axis) / len(everything) for axis in zip(*everything))
    at = tuple(sum(axis) / len(others) for axis in zip(*others)) if others else centre
    outward = math.atan2(at[1] - centre[1], at[0] - centre[0])
    boxes = [_core(diagram, key, cell) for key, cell in cells.items()]
    spots = [at] if len(others) > 1 else []
    for ring in range(1, _RINGS + 1):
        for turn in sorted(range(-_SPOKES // 2 + 1, _SPOKES // 2 + 1), key=abs):
            angle = round((outward + turn * 2 * math.pi / _SPOKES) / (math.pi / 4)) * math.pi / 4
            reach = _FAR * (1 + 0.5 * ring)
            spots.append((at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)))
    for x, y in spots:
        mark = Rectangle(x * UNIT, y * UNIT, x * UNIT, y * UNIT).grown(12)
        if not any(mark.meets(box) for box in boxes):
            return x, y
    return spots[-1]


def _core(diagram: Diagram, key: str, cell: Cell) -> Rectangle:
    icon, (x, y) = diagram.nodes[key].icon, cell
    return Rectangle(
        x * UNIT - icon.width / 2, y * UNIT - icon.height / 2, x * UNIT + icon.width / 2, y * UNIT + icon.height / 2
    )


def exactly(diagram: Diagram, cells: dict[str, Cell]) -> dict[str, Placed]:
    """Every node at its own place; icons have been turned already."""
    near = neighbours(diagram)
    return {
        key: placed_at(node, cells[key][0] * UNIT, cells[key][1] * UNIT, caption_side(node, cells, near[key]))
        for key, node in diagram.nodes.items()
    }


def readable(diagram: Diagram, placed: dict[str, Placed]) -> bool:
    """Whether nothing covers anything else, and every bond is long enough to be read."""
    boxes = sorted(((key, box) for key, node in placed.items() for box in node.boxes), key=lambda entry: entry[1].left)
    open_boxes: list[tuple[str, Rectangle]] = []
    for key, box in boxes:
        open_boxes = [entry for entry in open_boxes if entry[1].right > box.left]
        if any(other != key and box.meets(there) for other, there in open_boxes):
            return False
        open_boxes.append((key, box))
    for edge in diagram.edges:
        (x1, y1), (x2, y2) = bond_line(edge, placed)
        tail, head = placed[edge.tail], placed[edge.head]
        ahead = (x2 - x1) * (head.x - tail.x) + (y2 - y1) * (head.y - tail.y) > 0
        if not edge.join and (not ahead or math.hypot(x2 - x1, y2 - y1) < _SHORTEST):
            return False
    return True


__all__ = ["UNIT", "exactly", "given_cells", "readable"]
