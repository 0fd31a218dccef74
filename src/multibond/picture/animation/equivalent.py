"""What a body looks like of which only mass and inertia are known: the solid that has them."""

from __future__ import annotations

from typing import Any

import numpy as np

EQUAL = 0.01  # principal moments that differ by less than this part look equal
LARGEST = 2.5  # a half extent, in parts of the usual radius
THINNEST = 1 / 12  # a half extent, in parts of the largest


def equivalent(
    m: float, inertia: np.ndarray, radius: float, like: str = ""
) -> tuple[str, dict[str, Any], np.ndarray | None]:
    """Kind, sizes [m] and rotation of a homogeneous solid; columns of the rotation are its axes, None: not turned.

    `m` is the mass [kg], `inertia` the tensor about the centre of mass [kg m²]. A ball for equal moments or none, a
    cylinder for two equal ones, otherwise a box, or what `like` says: "box", "ellipsoid", "wheel". A ball has the
    `radius` [m]; others have their own size, but none so small or large beside `radius` that it would be lost or hide
    the rest, and are never flat.

    >>> equivalent(2.0, np.diag([0.12, 0.06, 0.06]), 0.2)[:1]
    ('cylinder',)
    """
    if like == "wheel":
        return _wheel(m, inertia, radius)
    moments, axes = np.linalg.eigh((inertia + inertia.T) / 2)
    spread = float(moments[2] - moments[0])
    if (not like and spread <= EQUAL * float(moments[2])) or not np.all(np.isfinite(inertia)) or moments[2] <= 0.0:
        return "sphere", {"radius": radius}, None
    axes = axes * np.sign(np.linalg.det(axes))
    mass = m if m > 0.0 else 1.0  # only the proportions count then, for the size is limited below
    if not like and moments[2] - moments[1] <= EQUAL * moments[2]:
        return _cylinder(mass, moments[0], moments[2], axes[:, 0], radius)
    if not like and moments[1] - moments[0] <= EQUAL * moments[2]:
        return _cylinder(mass, moments[2], moments[0], axes[:, 2], radius)
    # of a box: I_x = m (b² + c²) / 12; of an ellipsoid with the axes a, b, c: I_x = m (b² + c²) / 20
    squares = (10.0 if like == "ellipsoid" else 6.0) * (np.sum(moments) - 2 * moments) / mass
    half = _limited(np.sqrt(np.maximum(squares, 0.0)) / 2, radius)
    return like or "box", {"lengths": 2 * half}, axes


def _wheel(m: float, inertia: np.ndarray, radius: float) -> tuple[str, dict[str, Any], None]:
    """A wheel about the axis of its largest moment (z if there is none), with half its mass in the rim: 0.75 m r²."""
    moments, axes = np.linalg.eigh((inertia + inertia.T) / 2)
    clear = np.all(np.isfinite(inertia)) and moments[2] - moments[1] > EQUAL * moments[2]
    axis = axes[:, 2] if clear else np.array([0.0, 0.0, 1.0])
    wide = np.sqrt(moments[2] / (0.75 * m)) if m > 0.0 and moments[2] > 0.0 else radius
    wide = float(np.clip(wide, radius, 2 * LARGEST * radius))
    return "wheel", {"radius": wide, "width": 0.3 * wide, "axis": axis}, None


def _cylinder(
    m: float, along: float, across: float, axis: np.ndarray, radius: float
) -> tuple[str, dict[str, Any], None]:
    """I along the axis is m r² / 2, across it m (3 r² + l²) / 12."""
    half = np.sqrt(np.array([2 * along, max(3 * across - 1.5 * along, 0.0)]) / m)
    wide, high = _limited(half, radius)
    return "cylinder", {"radius": wide, "length": 2 * high, "axis": axis}, None


def _limited(half: np.ndarray, radius: float) -> np.ndarray:
    """Half extents in proportion, the largest between the usual radius and some times it."""
    largest = float(np.max(half))
    return np.maximum(half, THINNEST * largest) * (np.clip(largest, radius, LARGEST * radius) / largest)
