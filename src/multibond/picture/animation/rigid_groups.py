"""Which shapes move together as one rigid thing: they share a colour, and one of them may stand for another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...look.distinct_colors import distinct

STILL = "#8a8f98"  # the colour of what never moves
SAME = 1e-5  # of the size of the model: what is nearer than this has not moved
TIMES = 40  # moments that are compared

Pose = tuple[np.ndarray, np.ndarray]  # positions (time, 3) and rotations body → inertial (time, 3, 3)


def rigid_groups(poses: Sequence[Pose | None], size: float) -> list[int]:
    """The number of the group of each shape: 0 is what stands still, −1 what spans two points (no pose).

    >>> still = (np.zeros((2, 3)), np.stack([np.eye(3)] * 2))
    >>> moved = (np.array([[0.0, 0, 0], [1, 0, 0]]), still[1])
    >>> rigid_groups([still, moved, None, moved], 1.0)
    [0, 1, -1, 1]
    """
    first: list[Pose] = []
    found: list[int] = []
    for pose in poses:
        if pose is None:
            found.append(-1)
            continue
        position, turn = (part[_spread(len(part))] for part in pose)
        if not np.all(np.isfinite(position)) or not np.all(np.isfinite(turn)):
            first.append((position, turn))
            found.append(len(first))
        elif _constant(position, SAME * size) and _constant(turn, SAME):
            found.append(0)
        else:
            known = next((k for k, other in enumerate(first) if _together(other, (position, turn), size)), None)
            if known is None:
                first.append((position, turn))
                known = len(first) - 1
            found.append(known + 1)
    return found


def group_colors(groups: Sequence[int]) -> dict[int, str]:
    """A colour for every group, all different; what stands still is grey."""
    moving = sorted({k for k in groups if k > 0})
    return {0: STILL, -1: STILL, **dict(zip(moving, distinct(len(moving)), strict=True))}


def _spread(count: int) -> np.ndarray:
    return np.unique(np.linspace(0, count - 1, min(count, TIMES)).astype(int))


def _constant(values: np.ndarray, limit: float) -> bool:
    return bool(np.max(np.abs(values - values[0]), initial=0.0) <= limit)


def _together(one: Pose, other: Pose, size: float) -> bool:
    """Whether the second stands still as seen from the first."""
    relative = np.einsum("tji,tj->ti", one[1], other[0] - one[0])
    turned = np.einsum("tji,tjk->tik", one[1], other[1])
    return _constant(relative, SAME * size) and _constant(turned, SAME)


__all__ = ["group_colors", "rigid_groups"]
