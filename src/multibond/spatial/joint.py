"""Spatial joints: relative motion between two frames, on coordinates of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..elements.element import Element, Equation
from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.junction import J0, J1
from ..elements.sensor import Df, Dq
from ..elements.source import Free
from ..elements.transducer import TF
from ..expression import der
from ..model.composite import Exposed, Model
from ..model.declare import Input, Option, Parameter, Variable
from .rotation import (
    about,
    cardan,
    cardan_rates,
    check_sequence,
    from_quaternion,
    quaternion_rates,
    skew,
    start_quaternion,
    unit,
)


class Revolute(Model):
    """A hinge: frame b turns against frame a by the angle phi [rad] about an axis fixed in both; start phi0, w0 [rad/s].

    With ``actuated=True`` the port `drive` (torque [N m], w) drives it; otherwise the torque about the axis is zero.
    """

    library = "spatial"
    branches = (("a", "b"),)
    axis = Parameter([0.0, 0.0, 1.0], "", "3", folds=True, description="axis, the same in a and b")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")
    offset = Parameter(0.0, "rad", folds=True, description="angle of b against a where phi is zero")
    actuated = Option(False, choices=(False, True), description="whether the port `drive` drives the joint")

    def build(self) -> None:
        """The angular velocities, resolved in b, differ by that of the hinge about the axis."""
        self.a, self.b, self.point = SpatialFrameA(), SpatialFrameB(), J1(n=3)
        self.angle, self.hinge, self.sum = Dq(n=1), J1(n=1), J0(n=3)
        axis = unit(self.axis)
        turn = about(axis, self.angle.q + self.offset)
        self.turn, self.along = TF(turn, n=3), TF([[x] for x in axis], na=1, nb=3)
        self.a.inside_t >> self.point >> self.b.inside_t
        self.a.inside_r >> self.turn >> self.sum >> self.b.inside_r
        self.hinge >> self.along >> self.sum
        self.hinge >> self.angle
        if self.option("actuated"):
            self.drive = Exposed(self.hinge, "torque and angular velocity of b against a")
        else:
            self.free = Free(n=1)
            self.free >> self.hinge
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.R, turn @ self.a.R)
        coordinate(self, self.angle.q, self.phi0, "phi0")
        coordinate(self, self.angle.f, self.w0, "w0")
        self.output("phi", self.angle.q, "rad", "angle")
        self.output("w", self.angle.f, "rad/s", "angular velocity")


class Prismatic(Model):
    """A slider: frame b moves against frame a along an axis of a by s [m]; start s0, v0 [m/s].

    With ``actuated=True`` the port `drive` (force [N], velocity) drives it; otherwise the force along it is zero.
    """

    library = "spatial"
    branches = (("a", "b"),)
    axis = Parameter([1.0, 0.0, 0.0], "", "3", folds=True, description="direction, resolved in a")
    s0 = Parameter(0.0, "m", description="position at the start")
    v0 = Parameter(0.0, "m/s", description="velocity at the start")
    offset = Parameter(0.0, "m", folds=True, description="distance of b from a where s is zero")
    actuated = Option(False, choices=(False, True), description="whether the port `drive` drives the joint")

    def build(self) -> None:
        """The velocity of b: that of a, plus rotation times arm, plus the slider along its axis."""
        self.a, self.b, self.rotation = SpatialFrameA(), SpatialFrameB(), J1(n=3)
        self.travel, self.slider, self.sum = Dq(n=1), J1(n=1), J0(n=3)
        axis = unit(self.axis)
        arm = axis * (self.travel.q + self.offset)
        self.arm = TF(-(self.a.R.T @ skew(arm)), n=3)
        self.along = TF((self.a.R.T @ axis).reshape(3, 1), na=1, nb=3)
        self.a.inside_t >> self.sum >> self.b.inside_t
        self.a.inside_r >> self.rotation >> self.b.inside_r
        self.rotation >> self.arm >> self.sum
        self.slider >> self.along >> self.sum
        self.slider >> self.travel
        if self.option("actuated"):
            self.drive = Exposed(self.slider, "force and velocity of b against a")
        else:
            self.free = Free(n=1)
            self.free >> self.slider
        self.connect(self.b.x, self.a.x + self.a.R.T @ arm)
        self.connect(self.b.R, self.a.R)
        coordinate(self, self.travel.q, self.s0, "s0")
        coordinate(self, self.travel.f, self.v0, "v0")
        self.output("s", self.travel.q, "m", "position")
        self.output("v", self.travel.f, "m/s", "velocity")


class QuaternionMotion(Element):
    """Orientation from an angular velocity w [rad/s], by a quaternion Q (scalar first)."""

    symbol = "Q"
    role = "block"
    w = Input("rad/s", "3", description="angular velocity in the rotated frame")
    Q = Variable("", "4", description="quaternion, scalar first")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.Q), quaternion_rates(s.Q, s.w)


class CardanMotion(Element):
    """Orientation from an angular velocity w [rad/s], by three angles about the axes of `sequence`."""

    symbol = "angles"
    role = "block"
    w = Input("rad/s", "3", description="angular velocity in the rotated frame")
    phi = Variable("rad", "3", description="angles")
    sequence = Option((1, 2, 3), description="axes of the rotations, one after the other")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.w, cardan_rates(check_sequence(s.sequence, self.name), s.phi) @ der(s.phi)


class Spherical(Model):
    """A ball joint: frame b turns freely against frame a; start angles phi0 [rad] about the axes of `sequence`,
    angular velocity w0 [rad/s] of b against a, resolved in b. Orientation by quaternion, or by Cardan angles."""

    library = "spatial"
    branches = (("a", "b"),)
    phi0 = Parameter([0.0, 0.0, 0.0], "rad", "3", description="angles at the start")
    w0 = Parameter([0.0, 0.0, 0.0], "rad/s", "3", description="relative angular velocity at the start, resolved in b")
    quaternions = Option(True, choices=(True, False), description="quaternion instead of Cardan angles")
    sequence = Option((1, 2, 3), description="axes of the angles")

    def build(self) -> None:
        """The angular velocities, resolved in b, differ by the relative one, on which nothing acts."""
        self.a, self.b, self.point = SpatialFrameA(), SpatialFrameB(), J1(n=3)
        self.ball, self.sum, self.rate, self.free = J1(n=3), J0(n=3), Df(n=3), Free(n=3)
        sequence = check_sequence(self.option("sequence"), self.name)
        if self.option("quaternions"):
            self.motion = QuaternionMotion(w=self.rate.f)
            turn = from_quaternion(self.motion.Q)
            variables, start = self.motion.Q, start_quaternion(sequence, self.phi0)
        else:
            self.motion = CardanMotion(w=self.rate.f, sequence=sequence)
            turn = cardan(sequence, self.motion.phi)
            variables, start = self.motion.phi, self.phi0
        self.turn = TF(turn, n=3)
        self.a.inside_t >> self.point >> self.b.inside_t
        self.a.inside_r >> self.turn >> self.sum >> self.b.inside_r
        self.free >> self.ball >> [self.rate, self.sum]
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.R, turn @ self.a.R)
        coordinate(self, variables, start, "phi0")
        coordinate(self, self.rate.f, self.w0, "w0")


def coordinate(joint: Model, variable: Any, start: Any, name: str) -> None:
    """A coordinate of a joint: wanted as a state; its start value must hold if the user gave it, else it is a guess."""
    joint.start(variable, start, fixed=name in joint.given)
    for x in variable.reshape(-1) if hasattr(variable, "reshape") else [variable]:
        joint.state(x)
