"""A ball that spins, falls and bounces on a rough floor."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Fixed, SpherePlane, World


class BouncingBall(Model):
    """Bouncing ball with spin: at each impact on the rough floor friction turns spin into motion along the floor."""

    library = "impacts"
    stop = 4.0
    restitution = Parameter(1.0, "", minimum=0.0, description="coefficient of restitution")
    friction = Parameter(0.1, "", minimum=0.0, description="coefficient of friction")

    def build(self) -> None:
        """A free ball and the floor."""
        self.world, self.floor = World(), Fixed()
        inertia = [0.04, 0.04, 0.04]
        self.ball = Body(1.0, inertia, x0=[-2.0, 1.25, 0.0], w0=[0.0, 0.0, math.radians(-1440.0)])
        self.contact = SpherePlane(0.25, restitution=self.restitution, friction=self.friction)
        self.join(self.ball.a, self.contact.a)
        self.join(self.contact.b, self.floor.b)
        self.output("x", self.ball.a.x[0], "m", "position along the floor")
        self.output("y", self.ball.a.x[1], "m", "height of the centre")
        self.output("w", self.ball.inertia.f[2], "rad/s", "angular velocity about z")
