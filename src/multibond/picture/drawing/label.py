"""Places for the small texts beside bonds, where they cover nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...look.item import Point, Rectangle, Text
from .bond_mark import Line

_CELL = 64.0


class Crowd:
    """Everything that is drawn, found quickly by place: boxes and lines."""

    def __init__(self) -> None:
        self.boxes: dict[tuple[int, int], list[Rectangle]] = {}
        self.lines: dict[tuple[int, int], list[tuple[Point, Point]]] = {}

    def add_box(self, box: Rectangle) -> None:
        """Nothing may cover this box from now on."""
        for cell in _cells(box):
            self.boxes.setdefault(cell, []).append(box)

    def add_line(self, start: Point, end: Point) -> None:
        """No text may be on this line from now on."""
        low_x, high_x = sorted((start[0], end[0]))
        low_y, high_y = sorted((start[1], end[1]))
        for cell in _cells(Rectangle(low_x, low_y, high_x, high_y)):
            self.lines.setdefault(cell, []).append((start, end))

    def free(self, box: Rectangle) -> bool:
        """Whether nothing is at `box`."""
        for cell in _cells(box):
            if any(box.meets(other) for other in self.boxes.get(cell, ())):
                return False
            if any(box.crossed(*line) for line in self.lines.get(cell, ())):
                return False
        return True

    def put(self, text: Text, places: Iterable[Point], margin: float = 1.0) -> Text | None:
        """The text at the first of the places that is free, or None."""
        for x, y in places:
            moved = text.moved(x - text.x, y - text.y)
            if self.free(moved.box.grown(margin)):
                self.add_box(moved.box)
                return moved
        return None


def _cells(box: Rectangle) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // _CELL), int(box.right // _CELL) + 1):
        for row in range(int(box.top // _CELL), int(box.bottom // _CELL) + 1):
            yield column, row


def beside(line: Line, text: Text, fractions: Iterable[float], sides: tuple[int, ...] = (-1, 1),
           wide: bool = False) -> Iterator[Point]:  # fmt: skip
    """Places beside a bond (`wide`: a double one) at fractions of its length; side −1 is opposite to the half arrow."""
    x, y = line.side
    # as near as the slope of the line allows: the corner of the text's box touches a line 2.5 pixels away
    reach = abs(x) * (text.box.right - text.box.left) / 2 + abs(y) * (text.box.bottom - text.box.top) / 2
    spots = list(fractions)
    for extra in (5.5, 8.5, 12.0) if wide else (3.0, 6.0, 10.0):
        for side in sides:
            for fraction in spots:
                px, py = line.point(fraction * line.length, side * (reach + extra))
                yield px, py - 0.08 * text.size  # the box reaches lower than higher from the text's middle


def port_places(line: Line, text: Text, at_tail: bool) -> Iterator[Point]:
    """Places for the name of a composite's port beside the end of the bond."""
    half = text.width / 2
    spots = [(half + 4 + step) / max(line.length, 1.0) for step in (0, 4, 8, 14)] + [12 / max(line.length, 1.0)]
    ends = [spot if at_tail else 1 - spot for spot in spots]
    yield from beside(line, text, ends)
