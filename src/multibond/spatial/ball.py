"""Joints with three angles: the ball joint and free movement."""

from __future__ import annotations

from typing import Any

from ..elements.joint_axis import FORCE, TORQUE, TWO_KINDS, friction, rub, static_friction
from ..elements.junction import J1
from ..elements.sensor import Df, Dq
from ..elements.source import Free
from ..look.drawn import joint_icon
from ..model.declare import Option, Parameter
from . import shapes
from .joint import STATES, _Joint
from .motion import CardanMotion, QuaternionMotion
from .rotation import IDENTITY, cardan, check_sequence, from_quaternion, start_quaternion

PHI0 = Parameter([0.0, 0.0, 0.0], "rad", "3", description="angles at the start, about the axes of `sequence`")
W0 = Parameter([0.0, 0.0, 0.0], "rad/s", "3", description="relative angular velocity at the start, resolved in b")
QUATERNIONS = Option(True, choices=(True, False), description="quaternion instead of Cardan angles")
SEQUENCE = Option((1, 2, 3), description="axes of the angles")


class _Ball(_Joint):
    """A joint whose frame b turns freely: orientation by quaternion or by Cardan angles."""

    def ball_motion(self) -> tuple[Any, Any]:
        """The 1-junction of the relative angular velocity and the matrix of the rotation."""
        self.ball, self.rate, self.ball_free = J1(n=3), Df(n=3), Free(n=3)
        self.ball_free >> self.ball >> self.rate
        sequence = check_sequence(self.option("sequence"), self)
        if self.option("quaternions"):
            self.motion = QuaternionMotion(w=self.rate.f)
            self.coordinate(self.motion.Q, "phi0", start_quaternion(sequence, self.phi0))
            turn = from_quaternion(self.motion.Q)
            self.output("Q", self.motion.Q, "", "quaternion of b against a, scalar first")
        else:
            self.add("motion", CardanMotion(w=self.rate.f, sequence=sequence))
            self.coordinate(self.motion.phi, "phi0")
            turn = cardan(sequence, self.motion.phi)
            self.output("phi", self.motion.phi, "rad", "angles of b against a")
        self.coordinate(self.rate.f, "w0")
        self.output("w", self.rate.f, "rad/s", "angular velocity of b against a, resolved in b")
        return self.ball, turn


class Spherical(_Ball):
    """A ball joint: frame b turns freely against frame a; start angles phi0 [rad] about the axes of `sequence`,
    angular velocity w0 [rad/s] of b against a, resolved in b. Orientation by quaternion, or by Cardan angles.

    With `friction` [N m] it sticks while the torque is smaller than `static_friction`, about whatever axis, and slides
    with a torque of this size against its angular velocity."""

    icon = joint_icon("spherical")
    phi0, w0, quaternions, sequence, states = PHI0, W0, QUATERNIONS, SEQUENCE, STATES
    friction, static_friction = friction(TORQUE), static_friction(TORQUE)

    def build(self) -> None:
        """The angular velocities, resolved in b, differ by the relative one, on which nothing but friction acts."""
        ball, turn = self.ball_motion()
        rub(self, ball, n=3)
        self.motion_between(turn, [(ball, IDENTITY)])

    def shapes(self) -> list[Any]:
        """A ball."""
        return [shapes.ball(self.b)]


class FreeMovement(_Ball):
    """Six degrees of freedom: frame b moves freely against frame a by r [m], resolved in a, and turns freely.

    It takes no force. With frame a at a `Fixed` it gives a part coordinates and start values in the world. With
    `friction_r` [N] and `friction_phi` [N m] its movement and its turning stick and slide, each by itself: forces and
    torques of these sizes act against the velocity and the angular velocity.
    """

    icon = joint_icon("free_movement")
    carries = False
    _absent = dict.fromkeys(("friction", "static_friction"), TWO_KINDS)
    r0 = Parameter([0.0, 0.0, 0.0], "m", "3", description="position at the start, resolved in a")
    v0 = Parameter([0.0, 0.0, 0.0], "m/s", "3", description="relative velocity at the start, as seen from a")
    phi0, w0, quaternions, sequence, states = PHI0, W0, QUATERNIONS, SEQUENCE, STATES
    friction_r, static_friction_r = friction(FORCE), static_friction(FORCE)
    friction_phi, static_friction_phi = friction(TORQUE), static_friction(TORQUE)

    def build(self) -> None:
        """The velocities differ by those of two 1-junctions, on which nothing but friction acts."""
        self.glide, self.travel, self.glide_free = J1(n=3), Dq(n=3), Free(n=3)
        self.glide_free >> self.glide >> self.travel
        ball, turn = self.ball_motion()
        rub(self, self.glide, "_r", n=3)
        rub(self, ball, "_phi", n=3)
        self.motion_between(turn, [(ball, IDENTITY)], self.travel.q, [(self.glide, IDENTITY)])
        self.coordinate(self.travel.q, "r0")
        self.coordinate(self.travel.f, "v0")
        self.output("r", self.travel.q, "m", "position of b against a, resolved in a")
        self.output("v", self.travel.f, "m/s", "velocity of b as seen from a, resolved in a")
