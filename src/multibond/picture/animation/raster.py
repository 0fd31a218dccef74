"""Triangles to pixels without a screen: a depth buffer in machine code."""

# mypy: ignore-errors
# annotations of kernels are machine types, not Python's (docs/decisions/0007)

from __future__ import annotations

import numpy as np

from ...program.kernel import integer, integers, kernel, reals


@kernel
def fill_triangles(
    width: integer, count: integer, bounds: integers, corners: reals, colors: reals, depth: reals, image: reals
) -> integer:
    """Paint `count` triangles in their order; those behind what is there already are not seen.

    `bounds` has the first and last column and row that a triangle may touch, `corners` x, y [pixels, y down] and the
    nearness (1 / distance) of its three corners, `colors` its red, green, blue and opacity. `depth` (the largest
    nearness so far) and `image` (red, green, blue) are rows of pixels. A triangle that is seen through leaves the depth
    as it is. The result is the number of pixels painted.
    """
    painted = 0
    for k in range(count):
        p = corners + 9 * k
        area = (p[3] - p[0]) * (p[7] - p[1]) - (p[6] - p[0]) * (p[4] - p[1])
        if area != 0.0:
            share = colors[4 * k + 3]
            for row in range(bounds[4 * k + 2], bounds[4 * k + 3] + 1):
                y = row + 0.5
                for column in range(bounds[4 * k], bounds[4 * k + 1] + 1):
                    x = column + 0.5
                    first = ((p[3] - x) * (p[7] - y) - (p[6] - x) * (p[4] - y)) / area
                    second = ((p[6] - x) * (p[1] - y) - (p[0] - x) * (p[7] - y)) / area
                    third = 1.0 - first - second
                    if first >= 0.0 and second >= 0.0 and third >= 0.0:
                        near = first * p[2] + second * p[5] + third * p[8]
                        at = row * width + column
                        if near > depth[at]:
                            for c in range(3):
                                image[3 * at + c] = (1.0 - share) * image[3 * at + c] + share * colors[4 * k + c]
                            painted += 1
                            if share > 0.99:
                                depth[at] = near
    return painted


def paint(image: np.ndarray, depth: np.ndarray, corners: np.ndarray, colors: np.ndarray) -> int:
    """Paint triangles (n, 3, 3) of (x, y, nearness) with colours (n, 4), opaque ones first, into an image (h, w, 3).

    >>> image, depth = np.zeros((4, 4, 3)), np.zeros((4, 4))
    >>> paint(image, depth, np.array([[[0.0, 0, 1], [4, 0, 1], [0, 4, 1]]]), np.array([[1.0, 0.5, 0, 1]]))
    10
    """
    solid = colors[:, 3] > 0.99
    order = np.concatenate([np.flatnonzero(solid), _far_first(corners, np.flatnonzero(~solid))])
    places = np.ascontiguousarray(corners[order], dtype=float)
    shades = np.ascontiguousarray(colors[order], dtype=float)
    height, width = depth.shape
    limits = np.array([width - 1, height - 1])
    low = np.clip(np.floor(places[:, :, :2].min(axis=1)), 0, limits + 1)
    high = np.clip(np.floor(places[:, :, :2].max(axis=1)), -1, limits)
    bounds = np.stack([low[:, 0], high[:, 0], low[:, 1], high[:, 1]], axis=1).astype(np.int64)
    return int(fill_triangles(width, len(order), np.ascontiguousarray(bounds), places, shades, depth, image))


def _far_first(corners: np.ndarray, which: np.ndarray) -> np.ndarray:
    return which[np.argsort(corners[which][:, :, 2].sum(axis=1))]


__all__ = ["paint"]
