"""A pendulum on a ball joint that strikes the floor."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Fixed, Rod, SpherePlane, Spherical, World


class BouncingSpherical(Model):
    """Spherical pendulum over a floor: it goes round while it falls, and bounces where its ball strikes the floor."""

    library = "impacts"
    stop = 5.0
    restitution = Parameter(1.0, "", minimum=0.0, description="coefficient of restitution")

    def build(self) -> None:
        """Ball joint, rod, mass and floor."""
        self.world, self.pivot, self.floor = World(), Fixed(), Fixed([0.0, -1.0, 0.0])
        self.ball = Spherical([0.0, 0.0, 0.0], [0.0, math.radians(80.0), 0.0], quaternions=False)
        self.rod, self.mass = Rod([-1.3, 0.0, 0.0]), Body(1.0)
        self.contact = SpherePlane(0.2, restitution=self.restitution)
        self.join(self.pivot.b, self.ball.a)
        self.join(self.ball.b, self.rod.a)
        self.join(self.rod.b, self.mass.a, self.contact.a)
        self.join(self.contact.b, self.floor.b)
        self.output("position", self.mass.a.x, "m", "position of the mass")
