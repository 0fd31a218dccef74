"""Joints that slide: slider, cylindrical joint, screw, and motion in a plane."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..elements.joint_axis import FORCE as NEWTON
from ..elements.joint_axis import RESTITUTION, friction, motion, static_friction, stops
from ..elements.joint_axis import TORQUE as NEWTON_METRE
from ..errors import ModelError
from ..look.drawn import joint_icon
from ..model import rigid
from ..model.declare import Parameter
from ..model.demand import Numbers, demand
from . import shapes
from .joint import ACTUATED, SLIDER, STATES, _Joint
from .rotation import about
from .vector import apart, length
from .vector import direction as unit

FORCE = "force and velocity of b against a"
TORQUE = "torque and angular velocity of b against a"


class Prismatic(_Joint):
    """A slider: frame b moves against frame a along a direction of a by s [m]; start s0, v0 [m/s].

    With ``actuated=True`` the port `drive` (force [N], velocity) drives it; otherwise the force along it is zero.
    """

    _motion = "slide along"
    icon = joint_icon("prismatic")
    former = {"axis": "direction"}
    direction = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="direction, resolved in a"
    )
    s0 = Parameter(0.0, "m", description="position at the start")
    v0 = Parameter(0.0, "m/s", description="velocity at the start")
    offset = Parameter(0.0, "m", folds=True, constant=rigid.OFFSET, description="distance of b from a where s is zero")
    actuated = ACTUATED
    states = STATES
    friction, static_friction, stops = friction(NEWTON), static_friction(NEWTON), stops("m")
    restitution = RESTITUTION
    motion = motion("m")
    appearance = SLIDER

    def build(self) -> None:
        """The velocity of b: that of a, plus rotation times arm, plus the slider along its direction."""
        along = unit(self, "direction")
        slider, travel = self.axis_motion("slider", "travel", "translational", "drive", FORCE)
        self.motion_between(arm=along * (travel.q + self.offset), slides=[(slider, along)])
        self.coordinate(travel.q, "s0")
        self.coordinate(travel.f, "v0")
        self.output("s", travel.q, "m", "position of b against a")
        self.output("v", travel.f, "m/s", "velocity of b against a")

    def shapes(self) -> list[Any]:
        """A carriage on a rail, or what `appearance` says."""
        return shapes.slider(self.a, self.b, unit(self, "direction"), self.option("appearance"))


class Cylindrical(_Joint):
    """A cylindrical joint: frame b moves against frame a along an axis by s [m] and turns about it by phi [rad].

    With ``actuated=True`` the ports `drive_s` (force [N], velocity) and `drive_phi` (torque [N m], angular velocity)
    drive it.
    """

    icon = joint_icon("cylindrical")
    axis = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis, the same in a and b"
    )
    s0 = Parameter(0.0, "m", description="position at the start")
    v0 = Parameter(0.0, "m/s", description="velocity at the start")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")
    actuated = ACTUATED
    states = STATES
    friction_s, static_friction_s, stops_s = friction(NEWTON), static_friction(NEWTON), stops("m")
    friction_phi, static_friction_phi, stops_phi = friction(NEWTON_METRE), static_friction(NEWTON_METRE), stops("rad")
    restitution = RESTITUTION
    motion_s = motion("m")
    motion_phi = motion("rad")

    def build(self) -> None:
        """Two independent motions about and along one axis."""
        axis = unit(self, "axis")
        slider, travel = self.axis_motion("slider", "travel", "translational", "drive_s", FORCE)
        hinge, angle = self.axis_motion("hinge", "angle", "rotational", "drive_phi", TORQUE)
        self.motion_between(about(axis, angle.q), [(hinge, axis)], axis * travel.q, [(slider, axis)])
        self.coordinate(travel.q, "s0")
        self.coordinate(travel.f, "v0")
        self.coordinate(angle.q, "phi0")
        self.coordinate(angle.f, "w0")
        self.output("s", travel.q, "m", "position of b against a")
        self.output("v", travel.f, "m/s", "velocity of b against a")
        self.output("phi", angle.q, "rad", "angle of b against a")
        self.output("w", angle.f, "rad/s", "angular velocity of b against a")

    def shapes(self) -> list[Any]:
        """A long pin."""
        return [shapes.pin(self.b, self.axis, 2.0)]


class Screw(_Joint):
    """A screw: frame b turns against frame a about an axis by phi [rad] and moves along it by pitch [m] each turn.

    With ``actuated=True`` the port `drive` (torque [N m], angular velocity) drives it.
    """

    icon = joint_icon("screw")
    axis = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis, the same in a and b"
    )
    pitch = Parameter(
        0.01,
        "m",
        constant=rigid.PITCH,
        description="advance along the axis in one turn; negative for a left-hand thread",
    )
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")
    actuated = ACTUATED
    states = STATES
    friction, static_friction, stops = friction(NEWTON_METRE), static_friction(NEWTON_METRE), stops("rad")
    restitution = RESTITUTION
    motion = motion("rad")

    def build(self) -> None:
        """One angular velocity turns and moves frame b."""
        demand(self, _check_pitch)
        axis = unit(self, "axis")
        hinge, angle = self.axis_motion("hinge", "angle", "rotational", "drive", TORQUE)
        advance = axis * (self.pitch / (2 * math.pi))
        self.motion_between(about(axis, angle.q), [(hinge, axis)], advance * angle.q, [(hinge, advance)])
        self.coordinate(angle.q, "phi0")
        self.coordinate(angle.f, "w0")
        self.output("phi", angle.q, "rad", "angle of b against a")
        self.output("w", angle.f, "rad/s", "angular velocity of b against a")
        self.output("s", self.pitch / (2 * math.pi) * angle.q, "m", "position of b against a along the axis")

    def shapes(self) -> list[Any]:
        """A long pin."""
        return [shapes.pin(self.b, self.axis, 2.0)]


def _check_pitch(number: Numbers, path: str) -> None:
    pitch = number("pitch")
    if pitch is not None and not np.any(pitch):
        raise ModelError("a screw without pitch does not move along its axis; use a Revolute instead", f"{path}.pitch")


class PlanarJoint(_Joint):
    """Motion in a plane: frame b moves against frame a by s1, s2 [m] across a normal, and turns about it by phi [rad].

    s1 counts along the part of `along` that lies in the plane, s2 along normal × that. With ``actuated=True`` the ports
    `drive_1`, `drive_2` (forces) and `drive_phi` (torque) drive it.
    """

    icon = joint_icon("plane_joint")
    normal = Parameter(
        [0.0, 0.0, 1.0],
        "",
        "3",
        folds=True,
        constant=rigid.DIRECTION,
        description="normal of the plane, the same in a and b",
    )
    along = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="direction of s1, resolved in a"
    )
    s0 = Parameter([0.0, 0.0], "m", "2", description="positions at the start")
    v0 = Parameter([0.0, 0.0], "m/s", "2", description="velocities at the start")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")
    actuated = ACTUATED
    states = STATES
    friction_1, static_friction_1, stops_1 = friction(NEWTON), static_friction(NEWTON), stops("m")
    friction_2, static_friction_2, stops_2 = friction(NEWTON), static_friction(NEWTON), stops("m")
    friction_phi, static_friction_phi, stops_phi = friction(NEWTON_METRE), static_friction(NEWTON_METRE), stops("rad")
    restitution = RESTITUTION
    motion_1 = motion("m")
    motion_2 = motion("m")
    motion_phi = motion("rad")

    def build(self) -> None:
        """Two sliders and a hinge on one normal."""
        normal, along = unit(self, "normal"), unit(self, "along")
        apart(self, "normal", "along", "give a direction that lies in the plane or comes near to it")
        first = along - normal * (normal @ along)
        first = first / length(first)
        second = np.cross(normal, first)
        slider_1, travel_1 = self.axis_motion("slider_1", "travel_1", "translational", "drive_1", FORCE)
        slider_2, travel_2 = self.axis_motion("slider_2", "travel_2", "translational", "drive_2", FORCE)
        hinge, angle = self.axis_motion("hinge", "angle", "rotational", "drive_phi", TORQUE)
        arm = first * travel_1.q + second * travel_2.q
        slides = [(slider_1, first), (slider_2, second)]
        self.motion_between(about(normal, angle.q), [(hinge, normal)], arm, slides)
        self.coordinate([travel_1.q, travel_2.q], "s0")
        self.coordinate([travel_1.f, travel_2.f], "v0")
        self.coordinate(angle.q, "phi0")
        self.coordinate(angle.f, "w0")
        self.output("s", [travel_1.q, travel_2.q], "m", "position of b against a in the plane")
        self.output("v", [travel_1.f, travel_2.f], "m/s", "velocity of b against a in the plane")
        self.output("phi", angle.q, "rad", "angle of b against a about the normal")
        self.output("w", angle.f, "rad/s", "angular velocity of b against a")

    def shapes(self) -> list[Any]:
        """A block."""
        return [shapes.block(self.b)]
