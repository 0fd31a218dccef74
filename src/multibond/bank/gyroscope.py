"""A fast top on a ball joint: it falls a little and goes round."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Option, Parameter
from ..spatial import Body, Fixed, Rod, Spherical, World


class Gyroscope(Model):
    """Gyroscope: a rotor at the end of a horizontal rod on a ball joint spins at 40 turns a second and precesses.

    The orientation is that of a quaternion, or of Cardan angles about the axes of `sequence`.
    """

    library = "spatial"
    stop = 10.0
    spin = Parameter(80 * math.pi, "rad/s", description="angular velocity of the rotor about the rod at the start")
    quaternions = Option(True, choices=(True, False), description="quaternion instead of Cardan angles")
    sequence = Option((2, 3, 1), description="axes of the Cardan angles")

    def build(self) -> None:
        """Ground, ball joint, rod, rotor."""
        self.world, self.ground = World(), Fixed()
        orientation = {"quaternions": self.option("quaternions"), "sequence": self.option("sequence")}
        self.ball = Spherical([0.0, 0.0, 0.0], [self.spin, 0.0, 0.0], **orientation)
        self.rod, self.rotor = Rod([2.0, 0.0, 0.0]), Body(2.0, [0.12, 0.06, 0.06])
        self.join(self.ground.b, self.ball.a)
        self.join(self.ball.b, self.rod.a)
        self.join(self.rod.b, self.rotor.a)
        self.output("position", self.rotor.a.x, "m", "position of the rotor")
