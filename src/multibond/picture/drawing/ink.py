"""Where a line meets what is drawn of an icon: bonds and signals begin at the part, not at the box around it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ...look.icon import Icon
from ...look.item import Frame, Item, Point, Text

_DEEP = 16.0  # pixels; ink that is further inside belongs to another side of the icon


def distance_to_ink(icon: Icon, start: Point, way: Point) -> float | None:
    """How far it is from `start` [pixels from the centre of the icon] to the icon's lines in the direction of the unit
    vector `way`; None where there is nothing near.

    >>> from ...look.stencil import circle
    >>> round(distance_to_ink(Icon(40, 40, "box", [circle(0, 0, 15)]), (0.0, -20.0), (0.0, 1.0)), 6)
    5.0
    """
    found = [t for item in icon.items for t in _meetings(item, start, way) if t > -0.5]
    near = min(found, default=math.inf)
    return max(0.0, near) if near <= _DEEP else None


def _meetings(item: Item, start: Point, way: Point) -> Iterator[float]:
    if (
        isinstance(item, Frame)
        and item.radius
        and 2 * item.radius >= max(item.box.right - item.box.left, item.box.bottom - item.box.top)
    ):
        yield from _circle(item, start, way)
        return
    if isinstance(item, (Frame, Text)):
        box = item.box
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        closed = True
    else:
        corners, closed = item.points, item.closed  # type: ignore[assignment]
    pairs = [*zip(corners, corners[1:])]
    for (x1, y1), (x2, y2) in [*pairs, (corners[-1], corners[0])] if closed else pairs:
        dx, dy = x2 - x1, y2 - y1
        across = way[0] * dy - way[1] * dx
        if abs(across) < 1e-9:
            continue
        along = ((x1 - start[0]) * dy - (y1 - start[1]) * dx) / across
        part = ((x1 - start[0]) * way[1] - (y1 - start[1]) * way[0]) / across
        if -0.01 <= part <= 1.01:
            yield along


def _circle(item: Frame, start: Point, way: Point) -> Iterator[float]:
    box = item.box
    x, y = start[0] - (box.left + box.right) / 2, start[1] - (box.top + box.bottom) / 2
    half = x * way[0] + y * way[1]
    root = half * half - x * x - y * y + ((box.right - box.left) / 2) ** 2
    if root >= 0:
        yield -half - math.sqrt(root)


__all__ = ["distance_to_ink"]
