"""A spatial four-bar mechanism: crank, ball joint, coupler, two hinges and a slider in a closed loop."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Fixed, Prismatic, Revolute, Rod, Spherical, World


class FourBar(Model):
    """Spatial four-bar mechanism: a turning crank drives a slider through a ball joint, a coupler and two hinges.

    Six joints with seven degrees of freedom close one loop, which leaves one: the crank makes full turns.
    """

    library = "spatial"
    stop = 10.0
    w0 = Parameter(math.radians(300.0), "rad/s", description="angular velocity of the crank at the start")

    def build(self) -> None:
        """The loop runs from the ground over the crank to the slider and back."""
        self.world, self.ground = World(), Fixed()
        self.crank, self.ball = Revolute([1.0, 0.0, 0.0], phi0=0.0, w0=self.w0), Spherical(quaternions=False)
        self.hinge_y, self.hinge_z = Revolute([0.0, 1.0, 0.0]), Revolute([0.0, 0.0, 1.0])
        self.slider = Prismatic([1.0, 0.0, 0.0])
        self.crank_rod, self.coupler = Rod([0.0, 0.5, 0.1]), Rod([1.0, -0.3, -0.1])
        self.slider_rod, self.rail = Rod([0.0, 0.2, 0.0]), Rod([1.2, 0.0, 0.0])
        self.crank_body = Body(0.5, [0.05, 0.05, 0.05], [0.0, 0.25, 0.05])
        self.coupler_body = Body(0.5, [0.05, 0.05, 0.05], [0.5, -0.15, -0.05])
        self.slider_body = Body(0.5, [0.05, 0.05, 0.05], [0.0, 0.1, 0.0])
        self.join(self.ground.b, self.crank.a, self.rail.a)
        self.join(self.crank.b, self.crank_rod.a, self.crank_body.a)
        self.join(self.crank_rod.b, self.ball.a)
        self.join(self.ball.b, self.coupler.a, self.coupler_body.a)
        self.join(self.rail.b, self.slider.a)
        self.join(self.slider.b, self.slider_rod.a, self.slider_body.a)
        self.join(self.slider_rod.b, self.hinge_z.a)
        self.join(self.hinge_z.b, self.hinge_y.a)
        self.join(self.hinge_y.b, self.coupler.b)
        self.output("phi", self.crank.angle.q, "rad", "angle of the crank")
        self.output("w", self.crank.angle.f, "rad/s", "angular velocity of the crank")
        self.output("s", self.slider.travel.q, "m", "position of the slider")
