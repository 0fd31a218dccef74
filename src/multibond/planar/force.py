"""Forces and torques given by numbers or expressions."""

from __future__ import annotations

from typing import Any

from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.junction import J0
from ..elements.source import Se
from ..elements.transducer import TF
from ..look.drawn import joint_icon
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from .geometry import lever, rotation

FORCE = Parameter([0.0, 0.0], "N", "2", description="force on what is joined to frame b")
TORQUE = Parameter(0.0, "N*m", description="torque on what is joined to frame b, counter-clockwise")


class WorldForce(Composite):
    """A force [N] and torque [N m] on frame b, resolved in the inertial frame: numbers or expressions of time and
    signals."""

    library = "planar"
    icon = joint_icon("force")
    force, torque = FORCE, TORQUE

    def build(self) -> None:
        """A source of effort."""
        self.b, self.source = PlanarFrameB(), Se([self.force[0], self.force[1], self.torque], n=3)
        self.source >> self.b.inside


class WorldTorque(Composite):
    """A torque [N m] on frame b, counter-clockwise: a number or an expression of time and signals."""

    library = "planar"
    icon = joint_icon("torque")
    torque = TORQUE

    def build(self) -> None:
        """A source of effort."""
        self.b, self.source = PlanarFrameB(), Se([0.0, 0.0, self.torque], n=3)
        self.source >> self.b.inside


class BodyForce(Composite):
    """A force [N] and torque [N m] on frame b, resolved in frame b: they turn with what they act on."""

    library = "planar"
    icon = joint_icon("force")
    force, torque = FORCE, TORQUE

    def build(self) -> None:
        """A source of effort behind a rotation."""
        self.b, self.source = PlanarFrameB(), Se([self.force[0], self.force[1], self.torque], n=3)
        self.turn = TF(rotation(self.b.phi), n=3)
        self.source >> self.turn >> self.b.inside


class BodyTorque(WorldTorque):
    """A torque [N m] on frame b, resolved in frame b: in the plane the same as a `WorldTorque`."""

    icon = joint_icon("torque")
    torque = TORQUE


class _Relative(Composite):
    """A source between two frames."""

    library = "planar"

    def act(self, effort: Any, frame: str = "world") -> None:
        """The source at the velocity of b against the point of a that is at b, resolved in `frame`."""
        self.a, self.b, self.between = PlanarFrameA(), PlanarFrameB(), J0(n=3)
        self.source = Se(effort, n=3)
        x, y = self.b.x - self.a.x
        self.lever = TF(lever(x, y), n=3)
        self.a.inside >> self.lever >> self.between >> self.b.inside
        if frame == "world":
            self.source >> self.between
        else:
            self.turn = TF(rotation(self.a.phi if frame == "a" else self.b.phi), n=3)
            self.source >> self.turn >> self.between


class RelativeForce(_Relative):
    """A force [N] and torque [N m] on frame b; the reaction acts on frame a, at the point where b is.

    So forces and moments of the two add up to zero, whatever the direction. Resolved in `frame`: "world", "a" or "b".
    """

    icon = joint_icon("relative_force")
    force, torque = FORCE, TORQUE
    frame = Option("world", choices=("world", "a", "b"), description="frame in which the force is resolved")

    def build(self) -> None:
        """A source at the relative velocity of b against the point of a that is at b."""
        self.act([self.force[0], self.force[1], self.torque], self.option("frame"))


class RelativeTorque(_Relative):
    """A torque [N m] on frame b, counter-clockwise; the reaction acts on frame a."""

    icon = joint_icon("relative_torque")
    torque = TORQUE

    def build(self) -> None:
        """A source at the angular velocity of b against a."""
        self.act([0.0, 0.0, self.torque])
