"""The marks of a bond: line or double line, half arrow, causal stroke, cardinality."""

from __future__ import annotations

from typing import Any

from ...frozen import frozen
from ...look.item import INK, Item, Point, Stroke, Text
from .diagram import Edge

BARB, BARB_SIDE, STROKE, DOUBLE = 11.0, 5.5, 6.5, 1.9


@frozen
class Line:
    """A straight bond between two points, with its directions along and to the side of the half arrow."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """Its length in pixels."""
        return ((self.end[0] - self.start[0]) ** 2 + (self.end[1] - self.start[1]) ** 2) ** 0.5

    @property
    def along(self) -> Point:
        """The unit vector from tail to head."""
        length = self.length or 1.0
        return (self.end[0] - self.start[0]) / length, (self.end[1] - self.start[1]) / length

    @property
    def side(self) -> Point:
        """The unit vector to the side of the half arrow and of the flow: below, or right of vertical bonds."""
        x, y = self.along
        # a small turn decides for vertical lines
        return (-y, x) if x + 0.01 * -y > 0 else (y, -x)

    def point(self, along: float, side: float = 0.0) -> Point:
        """The point at a distance from the tail and to the side."""
        (ax, ay), (sx, sy) = self.along, self.side
        return self.start[0] + ax * along + sx * side, self.start[1] + ay * along + sy * side


def bond_items(edge: Edge, line: Line) -> list[Item]:
    """Line, half arrow and strokes of a bond."""
    length = line.length
    if edge.n == 1:
        items: list[Item] = [Stroke((line.start, line.end), "bond", width=1.5)]
    else:
        # the outer line ends where the barb begins, so that the arrow stays sharp
        items = [
            Stroke((line.point(0, -DOUBLE), line.point(length, -DOUBLE)), "bond", width=1.3),
            Stroke((line.point(0, DOUBLE), line.point(length - 2, DOUBLE)), "bond", width=1.3),
        ]
    tip = 0.0 if edge.n == 1 else -DOUBLE
    reach = 1.0 if edge.n == 1 else 1.35
    if edge.directed:
        barb = line.point(length - BARB * reach, BARB_SIDE * reach)
        items.append(Stroke((line.point(length, tip), barb), "harpoon", width=1.5))
    return items + _strokes(edge, line)


def _strokes(edge: Edge, line: Line) -> list[Item]:
    places = {place for place in edge.strokes if place}
    half = STROKE if edge.n == 1 else STROKE + 1.5
    items: list[Item] = []
    for place in sorted(places):
        at = 0.0 if place == "tail" else line.length
        if len(places) == 1:
            items.append(Stroke((line.point(at, -half), line.point(at, half)), "stroke", INK, 2.2))
        else:  # mixed: the stroke is split, and the cardinality says which components
            items.append(Stroke((line.point(at, -half - 1.5), line.point(at, -3.4)), "stroke", INK, 2.2))
            items.append(Stroke((line.point(at, 3.4), line.point(at, half + 1.5)), "stroke", INK, 2.2))
    return items


def cardinality(edge: Edge, line: Line) -> list[Item]:
    """The cardinality in the middle of a multi-bond; mixed causality as letters t (tail) and h (head) per component."""
    if edge.n == 1:
        return []
    x, y = line.point(line.length / 2 - (2 if edge.directed else 0))
    return [Text(x, y, str(edge.n), "cardinality", 11, bold=True, halo=True)]


def causality_text(strokes: tuple[str | None, ...]) -> str:
    """Mixed causality of a multi-bond in words: one letter for each component, long runs counted.

    >>> causality_text(("tail", "head", "head"))
    'thh'
    >>> causality_text(("tail",) * 6 + ("head",) * 4)
    '6t4h'
    """
    letters = "".join({"tail": "t", "head": "h"}.get(place or "", "–") for place in strokes)
    if len(letters) <= 8:
        return letters
    runs: list[list[Any]] = []
    for letter in letters:
        if runs and runs[-1][0] == letter:
            runs[-1][1] += 1
        else:
            runs.append([letter, 1])
    return "".join(f"{count}{letter}" for letter, count in runs)


def mixed(edge: Edge) -> bool:
    """Whether the components of the bond have their strokes at different ends."""
    return len({place for place in edge.strokes if place}) > 1
