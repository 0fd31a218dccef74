"""A planar loop in space: a slider on a spring, two rods, and a pendulum at their meeting point."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Damper, Fixed, Prismatic, Revolute, Rod, Spring, World


class PlanarLoop(Model):
    """Planar loop of spatial joints: a slider on a spring carries a roof of two rods with a pendulum at its tip.

    The three parallel hinges and the slider constrain the loop more than once; the redundant constraints are found and
    carry no effort.
    """

    library = "spatial"
    stop = 10.0
    c = Parameter(50.0, "N/m", minimum=0.0, description="stiffness of the spring at the slider")
    d = Parameter(2.0, "N*s/m", minimum=0.0, description="damping of the slider")

    def build(self) -> None:
        """The loop runs from the ground over the slider and the two rods back to the ground."""
        self.world, self.ground = World(), Fixed()
        self.slider = Prismatic([1.0, 0.0, 0.0], s0=2.0, v0=0.0)
        self.spring, self.damper = Spring(self.c, 1.6), Damper(self.d)
        self.left_hinge, self.left_rod = Revolute(states="avoid"), Rod([0.0, -3.0, 0.0])
        self.right_hinge, self.right_rod = Revolute(states="avoid"), Rod([0.0, -3.0, 0.0])
        self.tip = Revolute(states="avoid")
        self.pendulum, self.pendulum_rod = Revolute(phi0=0.0, w0=0.0), Rod([2.0, 0.0, 0.0])
        self.body = Body(2.0, [0.05, 0.05, 0.05])
        self.join(self.ground.b, self.slider.a, self.left_hinge.a, self.spring.a, self.damper.a)
        self.join(self.slider.b, self.right_hinge.a, self.spring.b, self.damper.b)
        self.join(self.left_hinge.b, self.left_rod.a)
        self.join(self.right_hinge.b, self.right_rod.a)
        self.join(self.left_rod.b, self.tip.a)
        self.join(self.tip.b, self.right_rod.b, self.pendulum.a)
        self.join(self.pendulum.b, self.pendulum_rod.a)
        self.join(self.pendulum_rod.b, self.body.a)
        self.start(self.left_hinge.angle.q, 0.3, fixed=False)  # the tip below the rail
        self.start(self.right_hinge.angle.q, -0.3, fixed=False)
        self.output("s", self.slider.travel.q, "m", "position of the slider")
        self.output("phi", self.pendulum.angle.q, "rad", "angle of the pendulum against the right rod")
        self.output("position", self.body.a.x, "m", "position of the pendulum's body")
