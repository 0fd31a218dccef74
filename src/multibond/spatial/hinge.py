"""Joints that only turn: hinge, universal joint, and two hinges coupled by a gear."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.joint_axis import RESTITUTION, TORQUE, friction, motion, static_friction, stops
from ..elements.junction import J0, J1
from ..elements.transducer import TF
from ..errors import ModelError
from ..look.drawn import joint_icon
from ..model import rigid
from ..model.declare import Parameter
from ..model.demand import Numbers, demand
from . import shapes
from .joint import ACTUATED, STATES, _Joint, reactions
from .rotation import about
from .vector import apart, direction


class Revolute(_Joint):
    """A hinge: frame b turns against frame a by phi [rad] about an axis fixed in both; start phi0, w0 [rad/s].

    With ``actuated=True`` the port `drive` (torque [N m], angular velocity w) drives it; otherwise the torque about
    the axis is zero.
    """

    _motion = "turn about"
    icon = joint_icon("revolute")
    axis = Parameter(
        [0.0, 0.0, 1.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis, the same in a and b"
    )
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")
    offset = Parameter(
        0.0, "rad", folds=True, constant=rigid.OFFSET, description="angle of b against a where phi is zero"
    )
    actuated = ACTUATED
    states = STATES
    friction, static_friction, stops = friction(TORQUE), static_friction(TORQUE), stops("rad")
    restitution = RESTITUTION
    motion = motion("rad")

    def build(self) -> None:
        """The angular velocities, resolved in b, differ by that of the hinge about the axis."""
        axis = direction(self, "axis")
        what = "torque and angular velocity of b against a"
        hinge, angle = self.axis_motion("hinge", "angle", "rotational", "drive", what)
        self.motion_between(about(axis, angle.q + self.offset), [(hinge, axis)])
        self.coordinate(angle.q, "phi0")
        self.coordinate(angle.f, "w0")
        self.output("phi", angle.q, "rad", "angle of b against a")
        self.output("w", angle.f, "rad/s", "angular velocity of b against a")

    def shapes(self) -> list[Any]:
        """A pin."""
        return [shapes.pin(self.b, self.axis)]


class Universal(_Joint):
    """A universal joint: frame b turns against frame a by phi_a [rad] about axis_a of frame a, then by phi_b about
    axis_b of frame b.

    With ``actuated=True`` the ports `drive_a` and `drive_b` (torques, angular velocities) drive the two axes.
    """

    icon = joint_icon("universal")
    axis_a = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="first axis, resolved in a"
    )
    axis_b = Parameter(
        [0.0, 1.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="second axis, resolved in b"
    )
    phi_a0 = Parameter(0.0, "rad", description="first angle at the start")
    phi_b0 = Parameter(0.0, "rad", description="second angle at the start")
    w_a0 = Parameter(0.0, "rad/s", description="first angular velocity at the start")
    w_b0 = Parameter(0.0, "rad/s", description="second angular velocity at the start")
    actuated = ACTUATED
    states = STATES
    friction_a, static_friction_a, stops_a = friction(TORQUE), static_friction(TORQUE), stops("rad")
    friction_b, static_friction_b, stops_b = friction(TORQUE), static_friction(TORQUE), stops("rad")
    restitution = RESTITUTION
    motion_a = motion("rad")
    motion_b = motion("rad")

    def build(self) -> None:
        """The angular velocities, resolved in b, differ by those of the two hinges."""
        first_axis, second_axis = direction(self, "axis_a"), direction(self, "axis_b")
        apart(self, "axis_a", "axis_b", "a universal joint turns about two different axes; a Revolute turns about one")
        first, angle_a = self.axis_motion("hinge_a", "angle_a", "rotational", "drive_a", "about axis_a")
        second, angle_b = self.axis_motion("hinge_b", "angle_b", "rotational", "drive_b", "about axis_b")
        turn = about(second_axis, angle_b.q)
        spins = [(first, turn @ first_axis), (second, second_axis)]
        self.motion_between(turn @ about(first_axis, angle_a.q), spins)
        for angle, name in ((angle_a, "a"), (angle_b, "b")):
            self.coordinate(angle.q, f"phi_{name}0")
            self.coordinate(angle.f, f"w_{name}0")
            self.output(f"phi_{name}", angle.q, "rad", f"angle about axis_{name}")
            self.output(f"w_{name}", angle.f, "rad/s", f"angular velocity about axis_{name}")

    def shapes(self) -> list[Any]:
        """A cross of two pins."""
        return [shapes.pin(self.a, self.axis_a), shapes.pin(self.b, self.axis_b)]


class GearConstraint(_Joint):
    """An ideal gear in a bearing frame a: frame b1 turns against it by ratio·phi about axis1, frame b2 by phi [rad]
    about axis2. Both axes are resolved in frame a; all three frames are at one point.

    The bearing takes the difference of the torques. Put rods behind b1 and b2 where the wheels lie apart.
    """

    icon = joint_icon("gear_box")
    branches = (("a", "b1"), ("a", "b2"))
    ratio = Parameter(1.0, "", constant=rigid.RATIO, description="angle of b1 over angle of b2")
    axis1 = Parameter([1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis of b1")
    axis2 = Parameter([1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis of b2")
    phi0 = Parameter(0.0, "rad", description="angle of b2 at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity of b2 at the start")
    actuated = ACTUATED
    states = STATES
    friction, static_friction, stops = friction(TORQUE), static_friction(TORQUE), stops("rad")
    restitution = RESTITUTION
    motion = motion("rad")

    def build(self) -> None:
        """One angular velocity spins both frames, through transformers of two ratios."""
        demand(self, _check_ratio)
        self.a, self.b1, self.b2, self.point = SpatialFrameA(), SpatialFrameB(), SpatialFrameB(), J1(n=3)
        self.rotation = J1(n=3)
        hinge, angle = self.axis_motion("hinge", "angle", "rotational", "drive", "torque on b2")
        self.a.inside_t >> self.point >> [self.b1.inside_t, self.b2.inside_t]
        self.a.inside_r >> self.rotation
        for k, frame, ratio in ((1, self.b1, self.ratio), (2, self.b2, 1.0)):
            axis = direction(self, f"axis{k}")
            turn = about(axis, ratio * angle.q)
            self.add(f"turn{k}", TF(turn, n=3))
            self.add(f"turning{k}", J0(n=3))
            self.add(f"spin{k}", TF((axis * ratio).reshape(3, 1), na=1, nb=3))
            self.rotation >> self[f"turn{k}"] >> self[f"turning{k}"] >> frame.inside_r
            hinge >> self[f"spin{k}"] >> self[f"turning{k}"]
            self.connect(frame.x, self.a.x)
            self.connect(frame.R, turn @ self.a.R)
            reactions(self, frame, str(k))
        self.coordinate(angle.q, "phi0")
        self.coordinate(angle.f, "w0")
        self.output("phi", angle.q, "rad", "angle of b2 against a")
        self.output("w", angle.f, "rad/s", "angular velocity of b2 against a")

    def shapes(self) -> list[Any]:
        """Two pins."""
        return [shapes.pin(self.b1, self.axis1, 2.0), shapes.pin(self.b2, self.axis2, 2.0)]


def _check_ratio(number: Numbers, path: str) -> None:
    ratio = number("ratio")
    if ratio is not None and not np.any(ratio):
        raise ModelError(
            "a gear of ratio 0 holds b1 still, whatever b2 does; give the angle of b1 over that of b2, or use a "
            "Revolute for b2 and join b1 to frame a",
            f"{path}.ratio",
        )
