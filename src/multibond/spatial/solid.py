"""Bodies of simple shapes with a density, and point masses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..elements.frame import SpatialFrameA
from ..elements.junction import J1
from ..elements.source import Se
from ..elements.storage import I
from ..errors import ModelError
from ..expression import nodes
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Parameter
from ..model.demand import Numbers, demand
from . import shapes
from .body import OFFSET, PHI0, QUATERNIONS, SEQUENCE, V0, W0, X0, _RigidBody, weight
from .motion import PointMotion
from .rotation import IDENTITY, about
from .vector import direction

DENSITY = Parameter(7700.0, "kg/m^3", minimum=0.0, strict=True, constant=rigid.MASS, description="density (steel)")


class Box(_RigidBody):
    """A solid box with edges of `lengths` [m] along the axes of frame a, its centre at r_cm [m]. It stands askew in its
    frame where `angle` [rad] turns it about `axis` through its centre, right-handed."""

    icon = part_icon("solid_box")
    lengths = Parameter(
        [0.1, 0.1, 0.1], "m", "3", minimum=0.0, strict=True, constant=rigid.MASS, description="lengths of the edges"
    )
    density = DENSITY
    r_cm = OFFSET
    x0, v0, phi0, w0, quaternions, sequence = X0, V0, PHI0, W0, QUATERNIONS, SEQUENCE
    axis = Parameter(
        [0.0, 0.0, 1.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis about which it is turned"
    )
    angle = Parameter(0.0, "rad", folds=True, constant=rigid.ANGLE, description="angle of its edges in the frame")

    def build(self) -> None:
        """Mass and inertia of a box."""
        x, y, z = self.lengths
        m = self.density * x * y * z
        moments = nodes([m * (y**2 + z**2) / 12, m * (z**2 + x**2) / 12, m * (x**2 + y**2) / 12])
        edges = self._edges()
        self.rigid_body(m, moments if edges is None else (edges * moments) @ edges.T)
        self.output("m", m, "kg", "mass")

    def _edges(self) -> np.ndarray | None:
        """The directions of the edges in the frame, as columns; None where they are the axes of the frame."""
        return about(direction(self, "axis"), self.angle).T if "angle" in self.given else None

    def shapes(self) -> list[Any]:
        """The box."""
        return [shapes.shape("box", self.a, offset=self.r_cm, rotation=self._edges(), lengths=self.lengths)]


class Cylinder(_RigidBody):
    """A cylinder of `radius` and `length` [m] along an axis of frame a, its centre at r_cm [m]; hollow with an
    inner_radius."""

    icon = part_icon("cylinder")
    radius = Parameter(0.05, "m", minimum=0.0, strict=True, constant=rigid.MASS, description="radius")
    length = Parameter(0.1, "m", minimum=0.0, strict=True, constant=rigid.MASS, description="length along the axis")
    density = DENSITY
    axis = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.INERTIA, description="axis, resolved in the frame"
    )
    inner_radius = Parameter(
        0.0, "m", minimum=0.0, folds=True, constant=rigid.MASS, description="radius of the hole along the axis"
    )
    r_cm = OFFSET
    x0, v0, phi0, w0, quaternions, sequence = X0, V0, PHI0, W0, QUATERNIONS, SEQUENCE

    def build(self) -> None:
        """Mass and inertia of a tube."""
        demand(self, _check_hole)
        axis = direction(self, "axis")
        square = self.radius**2 + self.inner_radius**2
        m = self.density * math.pi * (self.radius**2 - self.inner_radius**2) * self.length
        across, along = m * (3 * square + self.length**2) / 12, m * square / 2
        outer = np.outer(axis, axis)
        self.rigid_body(m, (nodes(IDENTITY) - outer) * across + outer * along)
        self.output("m", m, "kg", "mass")

    def shapes(self) -> list[Any]:
        """The cylinder."""
        return [
            shapes.shape("cylinder", self.a, offset=self.r_cm, radius=self.radius, length=self.length, axis=self.axis)
        ]


class Sphere(_RigidBody):
    """A solid sphere of `radius` [m] with its centre at r_cm [m] of frame a; hollow with an inner_radius."""

    icon = part_icon("ball")
    radius = Parameter(0.05, "m", minimum=0.0, strict=True, constant=rigid.MASS, description="radius")
    density = DENSITY
    inner_radius = Parameter(
        0.0, "m", minimum=0.0, folds=True, constant=rigid.MASS, description="radius of the hollow inside"
    )
    r_cm = OFFSET
    x0, v0, phi0, w0, quaternions, sequence = X0, V0, PHI0, W0, QUATERNIONS, SEQUENCE

    def build(self) -> None:
        """Mass and inertia of a ball, less those of the hollow."""
        demand(self, _check_hole)
        full, hollow = (self.density * (4 / 3 * math.pi) * r**3 for r in (self.radius, self.inner_radius))
        inertia = 0.4 * (full * self.radius**2 - hollow * self.inner_radius**2)
        self.rigid_body(full - hollow, [inertia, inertia, inertia])
        self.output("m", full - hollow, "kg", "mass")

    def shapes(self) -> list[Any]:
        """The ball."""
        return [shapes.shape("sphere", self.a, offset=self.r_cm, radius=self.radius)]


class PointMass(Composite):
    """A point mass m [kg] at frame a; it takes no torque.

    One that nothing holds floats freely from x0 with v0 and keeps its orientation; in a floating part with rods or
    joints, one mass must be a `Body`.
    """

    library = "spatial"
    icon = part_icon("point_mass")
    floating = (("a", "motion"),)
    turns = False  # has no orientation of its own
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, constant=rigid.MASS, description="mass")
    x0, v0 = X0, V0

    def build(self) -> None:
        """A 1-junction with mass and weight."""
        self.a, self.point, self.mass = SpatialFrameA(), J1(n=3), I(self.m, n=3)
        self.weight = Se(weight(self.m, self.a.x, "a.x"), n=3)
        self.motion = PointMotion(self.a.x, self.a.R, self.mass.f)
        self.a.inside_t >> self.point >> self.mass
        self.weight >> self.point
        self.a.inside_r >> self.motion
        for x in self.motion.speed:
            self.state(x)
        self.start(self.a.x, self.x0, fixed="x0" in self.given)
        self.start(self.mass.f, self.v0, fixed="v0" in self.given)
        self.output("x", self.a.x, "m", "position in the inertial frame")
        self.output("v", self.mass.f, "m/s", "velocity in the inertial frame")

    def shapes(self) -> list[Any]:
        """A small ball."""
        return [shapes.shape("sphere", self.a, radius=shapes.SCALE / 14)]


def _check_hole(number: Numbers, path: str) -> None:
    outer, inner = number("radius"), number("inner_radius")
    if outer is not None and inner is not None and inner >= outer:
        raise ModelError(f"the inner radius {float(inner):g} m leaves nothing of the radius {float(outer):g} m; "
                         "give a smaller one",
                         f"{path}.inner_radius")  # fmt: skip
