"""Forces and torques given by numbers or expressions."""

from __future__ import annotations

from typing import Any

from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.junction import J0
from ..elements.source import Free, Se
from ..elements.transducer import TF
from ..look import joint_icon
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from .rotation import skew

FORCE = Parameter([0.0, 0.0, 0.0], "N", "3", description="force on what is joined to frame b")
TORQUE = Parameter([0.0, 0.0, 0.0], "N*m", "3", description="torque on what is joined to frame b")
FRAME = Option("a", choices=("world", "a", "b"), description="frame in which it is resolved")


class _On(Composite):
    """A source that acts on frame b alone."""

    library = "spatial"

    def act(self, stem: str, effort: Any, turn: Any = None) -> None:
        """The source on the bond `stem` ("t" or "r") of frame b, behind a change of coordinates; the other is free."""
        self.b, self.source, self.free = SpatialFrameB(), Se(effort, n=3), Free(n=3)
        ends = {"t": self.b.inside_t, "r": self.b.inside_r}
        if turn is None:
            self.source >> ends[stem]
        else:
            self.turn = TF(turn(self.b), n=3)
            self.source >> self.turn >> ends[stem]
        self.free >> ends["r" if stem == "t" else "t"]


class WorldForce(_On):
    """A force [N] on frame b, resolved in the inertial frame: numbers or expressions of time and signals."""

    icon = joint_icon.force
    force = FORCE

    def build(self) -> None:
        """A source of effort."""
        self.act("t", self.force)


class WorldTorque(_On):
    """A torque [N m] on frame b, resolved in the inertial frame: numbers or expressions of time and signals."""

    icon = joint_icon.torque
    torque = TORQUE

    def build(self) -> None:
        """A source of effort behind a rotation into the body frame."""
        self.act("r", self.torque, lambda frame: frame.R)


class BodyForce(_On):
    """A force [N] on frame b, resolved in frame b: it turns with what it acts on."""

    icon = joint_icon.force
    force = FORCE

    def build(self) -> None:
        """A source of effort behind a rotation into the inertial frame."""
        self.act("t", self.force, lambda frame: frame.R.T)


class BodyTorque(_On):
    """A torque [N m] on frame b, resolved in frame b: it turns with what it acts on."""

    icon = joint_icon.torque
    torque = TORQUE

    def build(self) -> None:
        """A source of effort."""
        self.act("r", self.torque)


class Force(Composite):
    """A force [N] on frame b; the reaction acts on frame a, at the point where b is.

    So forces and moments of the two add up to zero, whatever the direction. Resolved in `frame`: "a", "b" or "world".
    """

    library = "spatial"
    icon = joint_icon.relative_force
    force = FORCE
    frame = FRAME

    def build(self) -> None:
        """A source at the velocity of b against the point of a that is at b."""
        self.a, self.b, self.between = SpatialFrameA(), SpatialFrameB(), J0(n=3)
        self.source, self.free = Se(self.force, n=3), Free(n=3)
        arm = self.a.R @ (self.b.x - self.a.x)
        self.arm = TF(-(self.a.R.T @ skew(arm)), n=3)
        self.a.inside_t >> self.between >> self.b.inside_t
        self.a.inside_r >> self.arm >> self.between
        self.free >> self.b.inside_r
        if self.option("frame") == "world":
            self.source >> self.between
        else:
            self.turn = TF((self.a if self.option("frame") == "a" else self.b).R.T, n=3)
            self.source >> self.turn >> self.between


class Torque(Composite):
    """A torque [N m] on frame b; the reaction acts on frame a. Resolved in `frame`: "a", "b" or "world"."""

    library = "spatial"
    icon = joint_icon.relative_torque
    torque = TORQUE
    frame = FRAME

    def build(self) -> None:
        """A source at the angular velocity of b against a."""
        self.a, self.b, self.between = SpatialFrameA(), SpatialFrameB(), J0(n=3)
        self.source, self.free_a, self.free_b = Se(self.torque, n=3), Free(n=3), Free(n=3)
        self.turn = TF(self.b.R @ self.a.R.T, n=3)
        self.a.inside_r >> self.turn >> self.between >> self.b.inside_r
        self.free_a >> self.a.inside_t
        self.free_b >> self.b.inside_t
        frame = self.option("frame")
        if frame == "b":
            self.source >> self.between
            return
        self.source_turn = TF(self.b.R if frame == "world" else self.b.R @ self.a.R.T, n=3)
        self.source >> self.source_turn >> self.between
