"""The world, fixed frames, rods and bodies of spatial mechanics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..elements.element import Element, Equation
from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.junction import J0, J1
from ..elements.source import Se, Wall
from ..elements.storage import I
from ..elements.transducer import TF, EulerGyrator
from ..expression import der
from ..model.composite import Model
from ..model.declare import Input, Option, Parameter, Variable
from .rotation import IDENTITY, about, check_sequence, from_quaternion, quaternion_rates, skew, start_quaternion, unit


class World(Element):
    """The spatial world: uniform gravity g [m/s²] along a direction in the inertial frame. One in every model."""

    symbol = "world"
    role = "world"
    g = Parameter(9.81, "m/s^2", description="acceleration of gravity")
    direction = Parameter([0.0, -1.0, 0.0], "", "3", folds=True, description="direction of gravity")

    def equations(self, s: Any) -> Iterator[Equation]:
        return iter(())


class Fixed(Model):
    """A frame that stands still at position r [m] in the inertial frame, with its orientation."""

    library = "spatial"
    rooted = ("b",)
    r = Parameter([0.0, 0.0, 0.0], "m", "3", folds=True, description="position")

    def build(self) -> None:
        """Two sources of zero flow."""
        self.b, self.wall, self.grip = SpatialFrameB(), Wall(n=3), Wall(n=3)
        self.wall >> self.b.inside_t
        self.grip >> self.b.inside_r
        self.connect(self.b.x, self.r)
        self.connect(self.b.R, IDENTITY)


class Rod(Model):
    """A massless rod from frame a to frame b; r [m] is the vector from a to b in the frame of the rod."""

    library = "spatial"
    branches = (("a", "b"),)
    r = Parameter([1.0, 0.0, 0.0], "m", "3", folds=True, description="vector from a to b, resolved in the rod")

    def build(self) -> None:
        """The velocity of b is that of a plus the angular velocity times the arm."""
        self.a, self.b = SpatialFrameA(), SpatialFrameB()
        self.arm = TF(-(self.a.R.T @ skew(self.r)), n=3)
        self.velocity, self.rotation = J0(n=3), J1(n=3)
        self.a.inside_t >> self.velocity >> self.b.inside_t
        self.a.inside_r >> self.rotation >> self.b.inside_r
        self.rotation >> self.arm >> self.velocity
        self.connect(self.b.x, self.a.x + self.a.R.T @ self.r)
        self.connect(self.b.R, self.a.R)


class FixedRotation(Model):
    """A rigid rotation of frame b against frame a by an angle [rad] about an axis, resolved in a; no distance."""

    library = "spatial"
    branches = (("a", "b"),)
    axis = Parameter([1.0, 0.0, 0.0], "", "3", folds=True, description="axis of rotation")
    angle = Parameter(0.0, "rad", description="angle of b against a")

    def build(self) -> None:
        """A transformer between the two resolutions of the angular velocity."""
        self.a, self.b, self.point = SpatialFrameA(), SpatialFrameB(), J1(n=3)
        turn = about(unit(self.axis), self.angle)
        self.turn = TF(turn, n=3)
        self.a.inside_t >> self.point >> self.b.inside_t
        self.a.inside_r >> self.turn >> self.b.inside_r
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.R, turn @ self.a.R)


class FreeMotion(Element):
    """Defines position and orientation of a part that nothing else holds: position as the integral of velocity,
    orientation by a quaternion (scalar first)."""

    symbol = "free"
    role = "sensor"
    x = Input("m", "3", description="position in the inertial frame")
    R = Input("", "3,3", description="orientation")
    v = Input("m/s", "3", description="velocity in the inertial frame")
    w = Input("rad/s", "3", description="angular velocity in the body frame")
    Q = Variable("", "4", description="quaternion, scalar first")

    def equations(self, s: Any) -> Iterator[Equation]:
        if s.active:
            yield der(s.x), s.v
            yield np.ravel(s.R), np.ravel(from_quaternion(s.Q))
            yield der(s.Q), quaternion_rates(s.Q, s.w)


class Body(Model):
    """A rigid body with its frame at the centre of mass: mass m [kg], inertia tensor [kg m²] about the frame, under the
    gravity of the world. `I` is 3 numbers (the diagonal) or a symmetric 3 × 3 matrix.

    Start values count when the body moves freely: position x0, velocity v0 in the inertial frame, angles phi0 [rad]
    about the axes of `sequence`, angular velocity w0 in the body frame.
    """

    library = "spatial"
    floating = (("a", "motion"),)
    m = Parameter(1.0, "kg", minimum=0.0, folds=True, description="mass")
    I = Parameter([0.001, 0.001, 0.001], "kg*m^2", "field3", symmetric=True, folds=True, description="inertia tensor")  # noqa: E741
    x0 = Parameter([0.0, 0.0, 0.0], "m", "3", description="position at the start")
    v0 = Parameter([0.0, 0.0, 0.0], "m/s", "3", description="velocity at the start")
    phi0 = Parameter([0.0, 0.0, 0.0], "rad", "3", description="angles at the start")
    w0 = Parameter([0.0, 0.0, 0.0], "rad/s", "3", description="angular velocity at the start, body-resolved")
    sequence = Option((1, 2, 3), description="axes of the start angles")

    def build(self) -> None:
        """Translation: a 1-junction with mass and weight. Rotation: a 1-junction with inertia and Euler's gyrator."""
        self.a, self.point, self.rotation = SpatialFrameA(), J1(n=3), J1(n=3)
        self.mass, self.inertia, self.gyrator = I(self.m, n=3), I(self.I, n=3), EulerGyrator(self.I)
        self.weight = Se([f"m*world.g*world.direction[{k}]" for k in range(3)], n=3)
        self.motion = FreeMotion(x=self.a.x, R=self.a.R, v=self.mass.f, w=self.inertia.f)
        self.a.inside_t >> self.point
        self.a.inside_r >> self.rotation
        self.weight >> self.point >> self.mass
        self.rotation >> [self.inertia, self.gyrator]
        sequence = check_sequence(self.option("sequence"), self.name)
        for variable, value, name in (
            (self.motion.x, self.x0, "x0"), (self.mass.f, self.v0, "v0"), (self.inertia.f, self.w0, "w0"),
            (self.motion.Q, start_quaternion(sequence, self.phi0), "phi0"),
        ):  # fmt: skip
            self.start(variable, value, fixed=name in self.given)
