"""Forces and torques given by numbers or expressions."""

from __future__ import annotations

from typing import Any

from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.junction import J0, J1
from ..elements.source import Free, Se
from ..elements.transducer import TF
from ..look.drawn import joint_icon
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from .rotation import skew

FORCE = Parameter([0.0, 0.0, 0.0], "N", "3", description="force on what is joined to frame b")
TORQUE = Parameter([0.0, 0.0, 0.0], "N*m", "3", description="torque on what is joined to frame b")
FRAME = Option("world", choices=("world", "a", "b"), description="frame in which it is resolved")


class _On(Composite):
    """Sources that act on frame b alone."""

    library = "spatial"

    def act(self, force: Any = None, torque: Any = None, turn_force: Any = None, turn_torque: Any = None) -> None:
        """Sources of a force and a torque on frame b, each behind a change of coordinates; what is not given is free.

        `turn_force` and `turn_torque` are functions of the frame.
        """
        self.b = SpatialFrameB()
        both = force is not None and torque is not None
        for effort, end, name, turn in (
            (force, self.b.inside_t, "source", turn_force),
            (torque, self.b.inside_r, "source_torque" if both else "source", turn_torque),
        ):
            if effort is None:
                self.free = Free(n=3)
                self.free >> end
                continue
            self.add(name, Se(effort, n=3))
            if turn is None:
                self[name] >> end
            else:
                self.add(name.replace("source", "turn"), TF(turn(self.b), n=3))
                self[name] >> self[name.replace("source", "turn")] >> end

    def torque_if_given(self) -> Any:
        """The torque beside a force; None where there is none."""
        return self.torque if "torque" in self.given else None


class WorldForce(_On):
    """A force [N] and torque [N m] on frame b, resolved in the inertial frame: numbers or expressions of time and
    signals."""

    icon = joint_icon("force")
    force, torque = FORCE, TORQUE

    def build(self) -> None:
        """Sources of effort; that of the torque stands behind a rotation into the body frame."""
        self.act(self.force, self.torque_if_given(), turn_torque=lambda frame: frame.R)


class WorldTorque(_On):
    """A torque [N m] on frame b, resolved in the inertial frame: numbers or expressions of time and signals."""

    icon = joint_icon("torque")
    torque = TORQUE

    def build(self) -> None:
        """A source of effort behind a rotation into the body frame."""
        self.act(torque=self.torque, turn_torque=lambda frame: frame.R)


class BodyForce(_On):
    """A force [N] and torque [N m] on frame b, resolved in frame b: they turn with what they act on."""

    icon = joint_icon("force")
    force, torque = FORCE, TORQUE

    def build(self) -> None:
        """Sources of effort; that of the force stands behind a rotation into the inertial frame."""
        self.act(self.force, self.torque_if_given(), turn_force=lambda frame: frame.R.T)


class BodyTorque(_On):
    """A torque [N m] on frame b, resolved in frame b: it turns with what it acts on."""

    icon = joint_icon("torque")
    torque = TORQUE

    def build(self) -> None:
        """A source of effort."""
        self.act(torque=self.torque)


class RelativeForce(Composite):
    """A force [N] and torque [N m] on frame b; the reaction acts on frame a, at the point where b is.

    So forces and moments of the two add up to zero, whatever the direction. Resolved in `frame`: "world", "a" or "b".
    """

    library = "spatial"
    icon = joint_icon("relative_force")
    force, torque = FORCE, TORQUE
    frame = FRAME

    def build(self) -> None:
        """A source at the velocity of b against the point of a that is at b, and one at the angular velocity."""
        self.a, self.b, self.between = SpatialFrameA(), SpatialFrameB(), J0(n=3)
        self.source = Se(self.force, n=3)
        arm = self.a.R @ (self.b.x - self.a.x)
        self.arm = TF(-(self.a.R.T @ skew(arm)), n=3)
        self.a.inside_t >> self.between >> self.b.inside_t
        if "torque" in self.given:
            self.rotation = J1(n=3)
            self.a.inside_r >> self.rotation >> self.arm >> self.between
            _torque_between(self, self.rotation)
        else:
            self.free = Free(n=3)
            self.a.inside_r >> self.arm >> self.between
            self.free >> self.b.inside_r
        if self.option("frame") == "world":
            self.source >> self.between
        else:
            self.turn = TF((self.a if self.option("frame") == "a" else self.b).R.T, n=3)
            self.source >> self.turn >> self.between


class RelativeTorque(Composite):
    """A torque [N m] on frame b; the reaction acts on frame a. Resolved in `frame`: "world", "a" or "b"."""

    library = "spatial"
    icon = joint_icon("relative_torque")
    former = {"between": "spinning", "source": "source_torque", "turn": "resolve", "source_turn": "turn_torque"}
    torque = TORQUE
    frame = FRAME

    def build(self) -> None:
        """A source at the angular velocity of b against a."""
        self.a, self.b = SpatialFrameA(), SpatialFrameB()
        self.free_a, self.free_b = Free(n=3), Free(n=3)
        self.free_a >> self.a.inside_t
        self.free_b >> self.b.inside_t
        _torque_between(self, self.a.inside_r)


def _torque_between(model: Any, rotation: Any) -> None:
    """A source of torque at the angular velocity of b against a; `rotation` has that of a, in frame a."""
    model.spinning, model.source_torque = J0(n=3), Se(model.torque, n=3)
    model.resolve = TF(model.b.R @ model.a.R.T, n=3)
    rotation >> model.resolve >> model.spinning >> model.b.inside_r
    frame = model.option("frame")
    if frame == "b":
        model.source_torque >> model.spinning
        return
    model.turn_torque = TF(model.b.R if frame == "world" else model.b.R @ model.a.R.T, n=3)
    model.source_torque >> model.turn_torque >> model.spinning
