"""A pendulum that strikes the floor."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Fixed, PointMass, Revolute, Rod, SpherePlane, World


class BouncingPendulum(Model):
    """Pendulum over a floor: it falls from the horizontal and bounces back where its ball strikes the floor."""

    library = "impacts"
    stop = 5.0
    restitution = Parameter(1.0, "", minimum=0.0, description="coefficient of restitution")

    def build(self) -> None:
        """Hinge, rod, ball and floor."""
        self.world, self.pivot, self.floor = World(), Fixed([0.0, 0.5, 0.0]), Fixed()
        self.hinge, self.rod, self.ball = Revolute(phi0=0.0, w0=0.0), Rod([-0.6, 0.0, 0.0]), PointMass(1.0)
        self.contact = SpherePlane(0.05, restitution=self.restitution)
        self.join(self.pivot.b, self.hinge.a)
        self.join(self.hinge.b, self.rod.a)
        self.join(self.rod.b, self.ball.a, self.contact.a)
        self.join(self.contact.b, self.floor.b)
        self.output("phi", self.hinge.angle.q, "rad", "angle of the pendulum")
        self.output("w", self.hinge.angle.f, "rad/s", "angular velocity of the pendulum")
