"""The lower pairs and their relatives, as what they forbid."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.holonomic import Holonomic
from ..elements.junction import J0
from ..elements.sensor import Dq
from ..elements.transducer import TF
from ..look import joint_icon, part_icon
from ..model import rigid
from ..model.declare import Parameter
from ..spatial import shapes
from ..spatial.joint import ACTUATED, SLIDER
from ..spatial.vector import across, apart, direction, length
from .joint import AXES, DAMPING, STIFFNESS, _Joint

AXIS = Parameter(
    [0.0, 0.0, 1.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis, the same in a and b"
)
POINT = tuple((f"slide_{k}", way) for k, way in AXES)
TURNS = tuple((f"turn_{k}", way) for k, way in AXES)


class Revolute(_Joint):
    """A hinge: frame b turns against frame a about an axis fixed in both; five directions are forbidden.

    With ``actuated=True`` the port `drive` (torque [N m], angular velocity w) drives it.
    """

    icon = joint_icon.revolute
    axis = AXIS
    actuated = ACTUATED
    stiffness, damping = STIFFNESS, DAMPING

    def build(self) -> None:
        """Two turns across the axis and three slides are held."""
        self.frames()
        axis, first, second = across(self, "axis")
        self.motion_between([("hinge", axis), ("turn_1", first), ("turn_2", second)], POINT)
        self.in_line(("turn_1", "turn_2"), axis, first, second)
        self.at_point(POINT)
        self.release("hinge", "drive", "torque and angular velocity of b against a")
        self.angle("", "hinge", first, second)

    def shapes(self) -> list[Any]:
        """A pin."""
        return [shapes.pin(self.b, self.axis)]


class Prismatic(_Joint):
    """A slider: frame b slides against frame a along a direction fixed in both; five directions are forbidden.

    With ``actuated=True`` the port `drive` (force [N], velocity v) drives it.
    """

    icon = joint_icon.prismatic
    direction = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="direction, the same in a and b"
    )
    actuated = ACTUATED
    stiffness, damping = STIFFNESS, DAMPING
    appearance = SLIDER

    def build(self) -> None:
        """Three turns and two slides across the direction are held."""
        self.frames()
        along, first, second = across(self, "direction")
        self.motion_between(TURNS, [("slide", along), ("slide_1", first), ("slide_2", second)])
        self.parallel([name for name, _ in TURNS])
        self.at_point([("slide_1", first), ("slide_2", second)])
        self.release("slide", "drive", "force and velocity of b against a")
        self.travel("", "slide", along)

    def shapes(self) -> list[Any]:
        """A carriage on a rail, or what `appearance` says."""
        return shapes.slider(self.a, self.b, direction(self, "direction"), self.option("appearance"))


class Cylindrical(_Joint):
    """A slider that also turns: frame b slides along and turns about an axis; four directions are forbidden.

    With ``actuated=True`` the ports `drive_phi` (torque) and `drive_s` (force) drive it.
    """

    icon = joint_icon.cylindrical
    axis = AXIS
    actuated = ACTUATED
    stiffness, damping = STIFFNESS, DAMPING

    def build(self) -> None:
        """Two turns and two slides across the axis are held."""
        self.frames()
        axis, first, second = across(self, "axis")
        self.motion_between(
            [("hinge", axis), ("turn_1", first), ("turn_2", second)],
            [("slide", axis), ("slide_1", first), ("slide_2", second)],
        )
        self.in_line(("turn_1", "turn_2"), axis, first, second)
        self.at_point([("slide_1", first), ("slide_2", second)])
        self.release("hinge", "drive_phi", "torque and angular velocity of b against a")
        self.release("slide", "drive_s", "force and velocity of b against a")
        self.angle("", "hinge", first, second)
        self.travel("", "slide", axis)

    def shapes(self) -> list[Any]:
        """A pin."""
        return [shapes.pin(self.b, self.axis, 2.0)]


class Universal(_Joint):
    """A universal joint: frame b turns about axis_a of frame a and about axis_b of frame b; four directions are
    forbidden.

    With ``actuated=True`` the ports `drive_a` and `drive_b` (torques, angular velocities) drive the two axes.
    """

    icon = joint_icon.universal
    axis_a = Parameter(
        [1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="first axis, resolved in a"
    )
    axis_b = Parameter(
        [0.0, 1.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="second axis, resolved in b"
    )
    actuated = ACTUATED
    stiffness, damping = STIFFNESS, DAMPING

    def build(self) -> None:
        """The turn across both axes, which keep their angle, and three slides are held."""
        self.frames()
        first, second = direction(self, "axis_a"), direction(self, "axis_b")
        apart(self, "axis_a", "axis_b", "a universal joint turns about two different axes; a Revolute turns about one")
        now = self._turn @ second
        across_both = np.cross(first, now)
        size = length(across_both)
        self.motion_between([("hinge_a", first), ("hinge_b", now), ("turn_across", across_both / size)], POINT)
        self.forbid("turn_across", (first @ second - first @ now) / size)
        self.at_point(POINT)
        self.release("hinge_a", "drive_a", "torque and angular velocity about axis_a")
        self.release("hinge_b", "drive_b", "torque and angular velocity about axis_b")
        self.output("w_a", self.rate("hinge_a"), "rad/s", "angular velocity about axis_a")
        self.output("w_b", self.rate("hinge_b"), "rad/s", "angular velocity about axis_b")

    def shapes(self) -> list[Any]:
        """A cross of two pins."""
        return [shapes.pin(self.a, self.axis_a), shapes.pin(self.b, self.axis_b)]


class Spherical(_Joint):
    """A ball joint: frame b turns freely about one point; three directions are forbidden.

    With ``actuated=True`` the ports `drive_x`, `drive_y`, `drive_z` (torques along the axes of frame a) drive it.
    """

    icon = joint_icon.spherical
    actuated = ACTUATED
    stiffness, damping = STIFFNESS, DAMPING

    def build(self) -> None:
        """Three slides are held."""
        self.frames()
        self.motion_between(TURNS, POINT)
        self.at_point(POINT)
        for name, _ in TURNS:
            self.release(name, f"drive_{name[-1]}", f"torque and angular velocity about {name[-1]} of frame a")

    def shapes(self) -> list[Any]:
        """A ball."""
        return [shapes.ball(self.b)]


class PlanarJoint(_Joint):
    """A plane: frame b slides on a plane of frame a and turns about its normal; three directions are forbidden.

    With ``actuated=True`` the ports `drive_phi`, `drive_1` and `drive_2` drive it.
    """

    icon = joint_icon.plane_joint
    normal = Parameter(
        [0.0, 0.0, 1.0], "", "3", folds=True, constant=rigid.DIRECTION, description="normal, the same in a and b"
    )
    actuated = ACTUATED
    stiffness, damping = STIFFNESS, DAMPING

    def build(self) -> None:
        """Two turns out of the plane and the slide along the normal are held."""
        self.frames()
        normal, first, second = across(self, "normal")
        self.motion_between(
            [("hinge", normal), ("turn_1", first), ("turn_2", second)],
            [("slide_1", first), ("slide_2", second), ("slide_normal", normal)],
        )
        self.in_line(("turn_1", "turn_2"), normal, first, second)
        self.at_point([("slide_normal", normal)])
        self.release("hinge", "drive_phi", "torque and angular velocity of b against a")
        for k, way in ((1, first), (2, second)):
            self.release(f"slide_{k}", f"drive_{k}", "force and velocity in the plane")
            self.travel(f"_{k}", f"slide_{k}", way)
        self.angle("", "hinge", first, second)

    def shapes(self) -> list[Any]:
        """A block."""
        return [shapes.block(self.b)]


class Screw(_Joint):
    """A screw: frame b turns about an axis by phi and slides along it by pitch/(2π)·phi; five directions are forbidden.

    With ``actuated=True`` the port `drive` (torque [N m], angular velocity w) drives it.
    """

    icon = joint_icon.screw
    axis = AXIS
    pitch = Parameter(0.01, "m", constant=rigid.PITCH, description="way along the axis per turn")
    phi0 = Parameter(0.0, "rad", description="angle at the start, from which the turns are counted")
    actuated = ACTUATED
    stiffness, damping = STIFFNESS, DAMPING

    def build(self) -> None:
        """Two turns and two slides across the axis, and the difference of slide and turn are held."""
        self.frames()
        axis, first, second = across(self, "axis")
        self.motion_between(
            [("hinge", axis), ("turn_1", first), ("turn_2", second)],
            [("slide", axis), ("slide_1", first), ("slide_2", second)],
        )
        self.in_line(("turn_1", "turn_2"), axis, first, second)
        self.at_point([("slide_1", first), ("slide_2", second)])
        lead = self.pitch / (2 * np.pi)
        self.count, self.thread, self.slip = Dq(n=1), TF(-lead, n=1), J0(n=1, domain="translational")
        self.hinge >> self.count
        self.hold_thread = Holonomic(residuals=[axis @ self._gap - lead * self.count.q], n=1, **self._parasitic())
        # what is held is the slide less the lead of the turn
        self.slide >> self.slip >> self.hold_thread
        self.hinge >> self.thread >> self.slip
        self.start(self.count.q, self.phi0, fixed="phi0" in self.given)
        self.release("hinge", "drive", "torque and angular velocity of b against a")
        self.output("phi", self.count.q, "rad", "angle of b against a, counted on over full turns")
        self.output("w", self.rate("hinge"), "rad/s", "angular velocity of b against a")
        self.travel("", "slide", axis)

    def shapes(self) -> list[Any]:
        """A pin."""
        return [shapes.pin(self.b, self.axis, 2.0)]


class Rigid(_Joint):
    """A weld: frame b does not move against frame a; all six directions are forbidden."""

    icon = part_icon.rod
    stiffness, damping = STIFFNESS, DAMPING

    def build(self) -> None:
        """Three turns and three slides are held."""
        self.frames()
        self.motion_between(TURNS, POINT)
        self.parallel([name for name, _ in TURNS])
        self.at_point(POINT)

    def shapes(self) -> list[Any]:
        """Nothing of its own."""
        return []


__all__ = ["Cylindrical", "PlanarJoint", "Prismatic", "Revolute", "Rigid", "Screw", "Spherical", "Universal"]
