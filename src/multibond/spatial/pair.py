"""Pairs with a point or a line: sphere in a cylinder, point on a plane, line on a plane."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.joint_axis import FORCE as NEWTON
from ..elements.joint_axis import RESTITUTION, friction, furnish, motion, rub, static_friction, stops
from ..elements.joint_axis import TORQUE as NEWTON_METRE
from ..elements.junction import J1
from ..elements.sensor import Dq
from ..elements.source import Free
from ..look import joint_icon
from ..model import rigid
from ..model.declare import Parameter
from . import shapes
from .ball import PHI0, QUATERNIONS, SEQUENCE, W0, _Ball
from .joint import ACTUATED, STATES, _Joint
from .rotation import IDENTITY, about
from .slider import FORCE, TORQUE
from .vector import apart, direction, length

NORMAL = Parameter(
    [0.0, 0.0, 1.0], "", "3", folds=True, constant=rigid.DIRECTION, description="normal of the plane, resolved in a"
)
ALONG = Parameter(
    [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="direction of s1, resolved in a"
)

SLIDES_AND_TURNS = (
    "it has friction_s, of its slide [N], and friction_phi, of its turning [N m], each with a static level"
)


class SphereInCylinder(_Ball):
    """A sphere in a cylinder: the origin of frame b moves by s [m] along an axis through that of frame a, and frame b
    turns freely; four degrees of freedom. The axis is fixed in frame a; start s0, v0, angles phi0, w0 as in Spherical.

    It sticks and slides along the axis with `friction_s` [N], and turns with `friction_phi` [N m] as a Spherical does;
    `stops_s` [m] bound s."""

    icon = joint_icon.ball_in_tube
    axis = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis of the cylinder, in a"
    )
    s0 = Parameter(0.0, "m", description="position at the start")
    v0 = Parameter(0.0, "m/s", description="velocity at the start")
    phi0, w0, quaternions, sequence, states = PHI0, W0, QUATERNIONS, SEQUENCE, STATES
    friction_s, static_friction_s, stops_s = friction(NEWTON), static_friction(NEWTON), stops("m")
    friction_phi, static_friction_phi = friction(NEWTON_METRE), static_friction(NEWTON_METRE)
    restitution, motion_s = RESTITUTION, motion("m")
    _absent = dict.fromkeys(("friction", "static_friction"), SLIDES_AND_TURNS)

    def build(self) -> None:
        """The velocities differ by that along the axis, the angular velocities by any; on both only friction acts."""
        axis = direction(self, "axis")
        self.slider, self.travel, self.slider_free = J1(n=1), Dq(n=1), Free(n=1)
        self.slider_free >> self.slider >> self.travel
        furnish(self, self.slider, self.travel.q, "_s")
        ball, turn = self.ball_motion()
        rub(self, ball, "_phi", n=3)
        self.motion_between(turn, [(ball, IDENTITY)], axis * self.travel.q, [(self.slider, axis)])
        self.coordinate(self.travel.q, "s0")
        self.coordinate(self.travel.f, "v0")
        self.output("s", self.travel.q, "m", "position of b against a along the axis")
        self.output("v", self.travel.f, "m/s", "velocity of b against a along the axis")

    def shapes(self) -> list[Any]:
        """A ball."""
        return [shapes.ball(self.b)]


class PointOnPlane(_Ball):
    """A point on a plane: the origin of frame b moves by s1, s2 [m] in a plane through that of frame a, and frame b
    turns freely; five degrees of freedom. It cannot lift off. s1 counts along the part of `along` that lies in the
    plane, s2 along normal × that; start s0, v0, angles phi0, w0 as in Spherical.

    With `friction_s` [N] it sticks while the force in the plane is smaller than `static_friction_s`, in whatever
    direction, and slides with a force of this size against its velocity; `friction_phi` [N m] is as in Spherical."""

    icon = joint_icon.ball_on_plate
    normal, along = NORMAL, ALONG
    s0 = Parameter([0.0, 0.0], "m", "2", description="positions at the start")
    v0 = Parameter([0.0, 0.0], "m/s", "2", description="velocities at the start")
    phi0, w0, quaternions, sequence, states = PHI0, W0, QUATERNIONS, SEQUENCE, STATES
    friction_s, static_friction_s = friction(NEWTON), static_friction(NEWTON)
    friction_phi, static_friction_phi = friction(NEWTON_METRE), static_friction(NEWTON_METRE)
    _absent = dict.fromkeys(("friction", "static_friction"), SLIDES_AND_TURNS)

    def build(self) -> None:
        """The velocities differ by two in the plane, the angular velocities by any; on all only friction acts."""
        first, second, _ = plane(self)
        self.glide, self.travel, self.glide_free = J1(n=2), Dq(n=2), Free(n=2)
        self.glide_free >> self.glide >> self.travel
        rub(self, self.glide, "_s", n=2)
        ball, turn = self.ball_motion()
        rub(self, ball, "_phi", n=3)
        arm = first * self.travel.q[0] + second * self.travel.q[1]
        self.motion_between(turn, [(ball, IDENTITY)], arm, [(self.glide, np.column_stack([first, second]))])
        self.coordinate(self.travel.q, "s0")
        self.coordinate(self.travel.f, "v0")
        self.output("s", self.travel.q, "m", "position of b against a in the plane")
        self.output("v", self.travel.f, "m/s", "velocity of b against a in the plane")

    def shapes(self) -> list[Any]:
        """A ball."""
        return [shapes.ball(self.b)]


class LineOnPlane(_Joint):
    """A line on a plane: a line of frame b through its origin lies in a plane through the origin of frame a, as an edge
    or a cylinder on a plate; four degrees of freedom. Frame b moves by s1, s2 [m] in the plane, turns about the normal
    by phi [rad], and then about the line by psi [rad]. It cannot lift off. s1 counts along the part of `along` that
    lies in the plane; at phi = 0 the line is parallel to `line` in both frames.

    With ``actuated=True`` the ports `drive_1`, `drive_2` (forces), `drive_phi` and `drive_psi` (torques) drive it.
    Each of the four motions has friction, stops and a prescribed motion of its own, on request: `friction_1`, …
    """

    icon = joint_icon.edge_on_plate
    normal, along = NORMAL, ALONG
    line = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="the line in the plane, in b"
    )
    s0 = Parameter([0.0, 0.0], "m", "2", description="positions at the start")
    v0 = Parameter([0.0, 0.0], "m/s", "2", description="velocities at the start")
    phi0 = Parameter(0.0, "rad", description="angle about the normal at the start")
    psi0 = Parameter(0.0, "rad", description="angle about the line at the start")
    w_phi0 = Parameter(0.0, "rad/s", description="angular velocity about the normal at the start")
    w_psi0 = Parameter(0.0, "rad/s", description="angular velocity about the line at the start")
    actuated = ACTUATED
    states = STATES
    friction_1, static_friction_1, stops_1 = friction(NEWTON), static_friction(NEWTON), stops("m")
    friction_2, static_friction_2, stops_2 = friction(NEWTON), static_friction(NEWTON), stops("m")
    friction_phi, static_friction_phi, stops_phi = friction(NEWTON_METRE), static_friction(NEWTON_METRE), stops("rad")
    friction_psi, static_friction_psi, stops_psi = friction(NEWTON_METRE), static_friction(NEWTON_METRE), stops("rad")
    restitution = RESTITUTION
    motion_1, motion_2, motion_phi, motion_psi = motion("m"), motion("m"), motion("rad"), motion("rad")

    def build(self) -> None:
        """Two sliders, a hinge on the normal and one on the line."""
        first, second, normal = plane(self)
        line = direction(self, "line")
        apart(self, "normal", "line", "give a line that lies in the plane or comes near to it")
        line = line - normal * (normal @ line)
        line = line / length(line)
        slider_1, travel_1 = self.axis_motion("slider_1", "travel_1", "translational", "drive_1", FORCE)
        slider_2, travel_2 = self.axis_motion("slider_2", "travel_2", "translational", "drive_2", FORCE)
        hinge, angle = self.axis_motion("hinge", "angle", "rotational", "drive_phi", TORQUE)
        roll, roll_angle = self.axis_motion("roll", "roll_angle", "rotational", "drive_psi", TORQUE)
        tilt = about(line, roll_angle.q)
        arm = first * travel_1.q + second * travel_2.q
        spins = [(hinge, tilt @ normal), (roll, line)]
        self.motion_between(tilt @ about(normal, angle.q), spins, arm, [(slider_1, first), (slider_2, second)])
        self.coordinate([travel_1.q, travel_2.q], "s0")
        self.coordinate([travel_1.f, travel_2.f], "v0")
        for sensor, name in ((angle, "phi"), (roll_angle, "psi")):
            self.coordinate(sensor.q, f"{name}0")
            self.coordinate(sensor.f, f"w_{name}0")
        self.output("s", [travel_1.q, travel_2.q], "m", "position of b against a in the plane")
        self.output("v", [travel_1.f, travel_2.f], "m/s", "velocity of b against a in the plane")
        self.output("phi", angle.q, "rad", "angle of b against a about the normal")
        self.output("psi", roll_angle.q, "rad", "angle of b about its line")

    def shapes(self) -> list[Any]:
        """A pin along the line."""
        return [shapes.pin(self.b, self.line)]


def plane(model: _Joint) -> tuple[Any, Any, Any]:
    """Two directions in the plane of `normal`, the first one near `along`, and the normal, all of length 1."""
    normal, along = direction(model, "normal"), direction(model, "along")
    apart(model, "normal", "along", "give a direction that lies in the plane or comes near to it")
    first = along - normal * (normal @ along)
    first = first / length(first)
    return first, np.cross(normal, first), normal


__all__ = ["LineOnPlane", "PointOnPlane", "SphereInCylinder"]
