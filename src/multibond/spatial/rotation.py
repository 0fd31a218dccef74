"""Rotations as matrices of expressions. Every matrix maps coordinates of the first frame to those of the second."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import nodes
from ..expression.functions import cos, sin
from ..model.component import Component
from ..model.joining import place_of

IDENTITY = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


def skew(v: Any) -> np.ndarray:
    """The matrix [v]× with [v]× w = v × w."""
    return nodes([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def about(axis: Any, angle: Any) -> np.ndarray:
    """The rotation of a frame by `angle` about the unit vector `axis`: from the old to the new coordinates."""
    n = nodes(axis)
    outer = np.outer(n, n)
    return outer + (nodes(IDENTITY) - outer) * cos(angle) - skew(n) * sin(angle)


def elementary(axis: int, angle: Any) -> np.ndarray:
    """The rotation about coordinate axis 1, 2 or 3."""
    return about([1.0 if k == axis - 1 else 0.0 for k in range(3)], angle)


def cardan(sequence: Any, angles: Any) -> np.ndarray:
    """Three rotations one after the other, about the axes of `sequence` (numbers 1 to 3) of the moving frame."""
    first, second, third = (elementary(axis, angle) for axis, angle in zip(sequence, angles, strict=True))
    return third @ second @ first


def cardan_rates(sequence: Any, angles: Any) -> np.ndarray:
    """The matrix W with w = W · d(angles)/dt, w the angular velocity in the rotated frame."""
    second, third = elementary(sequence[1], angles[1]), elementary(sequence[2], angles[2])
    base = nodes(IDENTITY)
    columns = [third @ second @ base[sequence[0] - 1], third @ base[sequence[1] - 1], base[sequence[2] - 1]]
    return np.array(columns, dtype=object).T


def from_quaternion(q: Any) -> np.ndarray:
    """The rotation of a quaternion (scalar first) of any length."""
    w, u = q[0], nodes(q[1:])
    length = w * w + u @ u
    return (nodes(IDENTITY) * (w * w - u @ u) + 2 * np.outer(u, u) - 2 * w * skew(u)) / length


def quaternion_rates(q: Any, w: Any) -> np.ndarray:
    """The time derivative of a quaternion for the angular velocity w in the rotated frame; keeps its length one."""
    s, u, w = q[0], nodes(q[1:]), nodes(w)
    half = nodes([-(u @ w) / 2, *((s * w + np.cross(u, w)) / 2)])
    return half + nodes(q) * (1 - (s * s + u @ u))


def start_quaternion(sequence: Any, angles: Any) -> np.ndarray:
    """The quaternion (scalar first) of three rotations about the axes of `sequence`."""
    result = nodes([1.0, 0.0, 0.0, 0.0])
    for axis, angle in zip(sequence, angles, strict=True):
        turn = nodes([cos(angle / 2), *(sin(angle / 2) if k == axis - 1 else 0.0 for k in range(3))])
        w, u, s, v = result[0], result[1:], turn[0], turn[1:]
        result = nodes([w * s - u @ v, *(w * v + s * u + np.cross(u, v))])
    return result


def check_sequence(sequence: Any, component: Component) -> tuple[int, int, int]:
    """A Cardan or Euler sequence: three axis numbers, no two equal ones in a row."""
    try:
        axes = tuple(int(k) for k in sequence)
    except (TypeError, ValueError):
        axes = ()
    if len(axes) != 3 or any(k not in (1, 2, 3) for k in axes) or axes[0] == axes[1] or axes[1] == axes[2]:
        raise ModelError(
            f"a sequence is three axes such as (1, 2, 3), each another one than the last, not {sequence}",
            f"{place_of(component)}.sequence",
        )
    return axes
