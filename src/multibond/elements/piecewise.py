"""Piecewise linear functions whose bends and jumps are events."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import Node, choose, node, relation
from ..expression import table as interpolate

MOST_BENDS = 100  # a longer table is measured data: its bends are no events


def checked(points: Any, values: Any) -> tuple[np.ndarray, np.ndarray]:
    """`points` and `values` of a table as arrays of numbers; `values` may have one row for each point."""
    try:
        points, values = (np.asarray(np.vectorize(float)(part), dtype=float) for part in (points, values))
    except (TypeError, ValueError, OverflowError):
        raise ModelError("a table needs numbers: a list of points and a list of values") from None
    if points.ndim != 1 or values.ndim not in (1, 2) or len(points) < 2 or len(values) != len(points):
        given = len(values) if values.ndim in (1, 2) else values.size
        rows = " rows" if values.ndim == 2 else ""
        raise ModelError(
            f"a table needs two or more points and as many{rows or ' values'}, not {points.size} and {given}; give "
            "one for each point"
        )
    if not (np.isfinite(points).all() and np.isfinite(values).all()):
        raise ModelError("the points and values of a table must be finite")
    if (np.diff(points) < 0).any():
        raise ModelError(
            "the points of a table must increase; sort them together with their values (the same point twice is a jump)"
        )
    return points, values


def piecewise(x: Node, points: np.ndarray, values: np.ndarray) -> Node:
    """Linear interpolation over `x`, constant beyond both ends; a point that stands twice is a jump.

    Up to 100 points every bend is a relation of `x`, which is an event of the simulation.
    """
    if len(points) > MOST_BENDS and (np.diff(points) > 0).all():
        return interpolate(x, points, values)
    pieces: list[Node] = [node(values[0])]
    bends: list[float] = [points[0]]
    for left, right, a, b in zip(points, points[1:], values, values[1:]):
        if right > left:
            pieces.append(node(a) if a == b else a + (b - a) / (right - left) * (x - left))
            bends.append(right)
    pieces.append(node(values[-1]))
    return chosen(x, pieces, bends)


def chosen(x: Node, pieces: list[Node], bends: list[float]) -> Node:
    """The piece that holds now, found by halving, so that long tables stay shallow."""
    if not bends:
        return pieces[0]
    middle = len(bends) // 2
    earlier = chosen(x, pieces[: middle + 1], bends[:middle])
    later = chosen(x, pieces[middle + 1 :], bends[middle + 1 :])
    return choose(relation("lt", x, bends[middle]), earlier, later)


__all__ = ["checked", "chosen", "piecewise"]
