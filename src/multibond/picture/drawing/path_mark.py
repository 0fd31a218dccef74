"""Zero-order causal paths on a drawing: a tint under every bond, joint line and component that they run through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from ...frozen import frozen
from ...graph.paths import MEANING, PathGroup
from ...look.item import GREY, Frame, Item, Point, Rectangle, Stroke, Text
from .diagram import Diagram

TINTS = {1: "#bfdbfe", 2: "#fde68a", 3: "#ddd6fe", 4: "#fecaca"}  # blue, yellow, violet, red
WIDE = 9.0


@frozen
class Marks:
    """The class of the paths on each flat bond and through each element; where several run, the highest class."""

    bonds: Mapping[int, int] = field(default_factory=dict)
    elements: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, groups: Iterable[PathGroup]) -> Marks:
        """The marks of the shown paths of all groups."""
        bonds: dict[int, int] = {}
        elements: dict[str, int] = {}
        for path in sorted((path for group in groups for path in group.paths), key=lambda path: path.kind):
            bonds.update(dict.fromkeys((bond for bond, _ in path.bonds), path.kind))
            elements.update(dict.fromkeys(path.elements, path.kind))
        return cls(bonds, elements)

    def put(self, content: Diagram, path: str) -> None:
        """Mark the edges and nodes of the level at `path`."""
        stem = f"{path}." if path else ""
        within: dict[str, int] = {}
        for element, kind in self.elements.items():
            if element.startswith(stem):
                inside = element[len(stem) :]
                for name in (inside, inside.partition(".")[0]):
                    within[name] = max(kind, within.get(name, 0))
        for node in content.nodes.values():
            node.mark = within.get(node.key, 0)
        for edge in content.edges:
            if edge.join:
                ends = [f"{name}.{port}" for name, port in ((edge.tail, edge.tail_port), (edge.head, edge.head_port))]
                edge.mark = min(within.get(end, 0) for end in ends if not end.endswith("."))
            else:
                edge.mark = self.bonds.get(edge.index, 0)


def tinted_line(kind: int, *points: Point) -> list[Item]:
    """What lies under a line that a path of this class runs along."""
    return [Stroke(points, "path", TINTS[kind], WIDE)] if kind else []


def tinted_box(kind: int, box: Rectangle) -> list[Item]:
    """What lies under a component that a path of this class runs through."""
    return [Frame(box.grown(4), "path", TINTS[kind], 0.5, 6, TINTS[kind])] if kind else []


def legend(kinds: Iterable[int], left: float, below: float) -> list[Item]:
    """What the tints mean."""
    items: list[Item] = []
    for row, kind in enumerate(sorted(kinds)):
        y = below + 22 + 18 * row
        text = Text(0, y, f"class {kind}: {MEANING[kind]}", "path", 11, color=GREY)
        items += [*tinted_line(kind, (left, y), (left + 26, y)), text.moved(left + 34 + text.width / 2, 0)]
    return items


__all__ = ["TINTS", "Marks", "legend", "tinted_box", "tinted_line"]
