"""Solids with two ends, along any vector from frame a to frame b."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..elements.frame import SpatialFrameB
from ..elements.junction import J0
from ..elements.transducer import TF
from ..errors import ModelError
from ..expression import nodes
from ..look.drawn import part_icon
from ..model import rigid
from ..model.declare import Parameter
from ..model.demand import Numbers, demand
from . import shapes
from .body import PHI0, QUATERNIONS, SEQUENCE, V0, W0, X0, _RigidBody
from .part import ALONG
from .rotation import IDENTITY, skew
from .solid import DENSITY, _check_hole
from .vector import length


class _TwoEnds(_RigidBody):
    """A body at frame a whose frame b is rigidly at r [m] from it; the centre of mass is in the middle."""

    branches = (("a", "b"),)

    @property
    def r_cm(self) -> Any:
        """The middle [m], resolved in the frame."""
        return self.r / 2

    def with_second_end(self, m: Any, inertia: Any) -> None:
        """The rigid body, and the velocity of b: that of a plus the angular velocity times the arm."""
        demand(self, _check_length)
        self.rigid_body(m, inertia)
        self.b, self.far, self.far_arm = SpatialFrameB(), J0(n=3), TF(-(self.a.R.T @ skew(self.r)), n=3)
        self.point >> self.far >> self.b.inside_t
        self.rotation >> self.far_arm >> self.far
        self.rotation >> self.b.inside_r
        self.connect(self.b.x, self.a.x + self.a.R.T @ self.r)
        self.connect(self.b.R, self.a.R)
        self.output("m", m, "kg", "mass")


class RoundBar(_TwoEnds):
    """A round bar of `radius` [m] from frame a to frame b; r [m] is the vector from a to b in its frame, in any
    direction. Hollow with an inner_radius. One that nothing holds floats freely, as a `Body`."""

    icon = part_icon("solid_rod")
    r = ALONG
    radius = Parameter(0.01, "m", minimum=0.0, strict=True, constant=rigid.MASS, description="radius")
    density = DENSITY
    inner_radius = Parameter(
        0.0, "m", minimum=0.0, folds=True, constant=rigid.MASS, description="radius of the hole along it"
    )
    x0, v0, phi0, w0, quaternions, sequence = X0, V0, PHI0, W0, QUATERNIONS, SEQUENCE

    def build(self) -> None:
        """Mass and inertia of a tube along r."""
        demand(self, _check_hole)
        size = length(self.r)
        along = np.outer(self.r, self.r) / size**2
        square = self.radius**2 + self.inner_radius**2
        m = self.density * math.pi * (self.radius**2 - self.inner_radius**2) * size
        self.with_second_end(
            m, (nodes(IDENTITY) - along) * (m * (3 * square + size**2) / 12) + along * (m * square / 2)
        )

    def shapes(self) -> list[Any]:
        """A rod."""
        return [shapes.shape("rod", self.a, end=self.r, radius=self.radius)]


class SolidBar(_TwoEnds):
    """A bar of rectangular section, `width` by `height` [m], from frame a to frame b; r [m] is the vector from a to b
    in its frame, in any direction. The height counts along the part of `up` that is across r.

    One that nothing holds floats freely, as a `Body`.
    """

    icon = part_icon("solid_rod")
    r = ALONG
    width = Parameter(0.02, "m", minimum=0.0, strict=True, constant=rigid.MASS, description="edge across r and up")
    height = Parameter(0.02, "m", minimum=0.0, strict=True, constant=rigid.MASS, description="edge along up")
    density = DENSITY
    up = Parameter(
        [0.0, 1.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="direction of the height"
    )
    x0, v0, phi0, w0, quaternions, sequence = X0, V0, PHI0, W0, QUATERNIONS, SEQUENCE

    def build(self) -> None:
        """Mass and inertia of a box along r."""
        demand(self, _check_up)
        size = length(self.r)
        axes = self._axes()
        m = self.density * size * self.width * self.height
        squares = (self.height**2 + self.width**2, size**2 + self.width**2, size**2 + self.height**2)
        inertia = sum(np.outer(axis, axis) * (m * square / 12) for axis, square in zip(axes, squares, strict=True))
        self.with_second_end(m, inertia)

    def _axes(self) -> list[np.ndarray]:
        """Unit vectors along r, along the height and along the width."""
        first = nodes(self.r) / length(self.r)
        second = nodes(self.up) - first * (first @ nodes(self.up))
        second = second / length(second)
        return [first, second, np.cross(first, second)]

    def shapes(self) -> list[Any]:
        """A box along r."""
        turned = np.array(self._axes(), dtype=object).T
        lengths = [length(self.r), self.height, self.width]
        return [shapes.shape("box", self.a, offset=self.r / 2, lengths=lengths, rotation=turned)]


def _check_length(number: Numbers, path: str) -> None:
    r = number("r")
    if r is not None and not np.any(r):
        raise ModelError("a solid between two frames needs a length; give the vector from a to b", f"{path}.r")


def _check_up(number: Numbers, path: str) -> None:
    r, up = number("r"), number("up")
    if r is None or up is None:
        return
    if float(np.linalg.norm(np.cross(r, up))) <= 1e-9 * float(np.linalg.norm(r)) * float(np.linalg.norm(up)):
        raise ModelError("the height cannot count along the bar itself; give a direction across r", f"{path}.up")


__all__ = ["RoundBar", "SolidBar"]
