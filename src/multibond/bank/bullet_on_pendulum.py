"""A bullet that strikes a pendulum."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Fixed, PointMass, Revolute, Rod, SphereSphere, World


class BulletOnPendulum(Model):
    """Bullet and pendulum: a flying mass strikes a pendulum at rest, without gravity."""

    library = "impacts"
    stop = 2.0
    restitution = Parameter(1.0, "", minimum=0.0, description="coefficient of restitution")
    v0 = Parameter(4.0, "m/s", description="velocity of the bullet")

    def build(self) -> None:
        """A free mass, a pendulum, and the contact between them."""
        self.world, self.pivot = World(gravity="none"), Fixed([1.0, 0.0, 0.0])
        self.bullet = PointMass(1.0, x0=[-2.0, -2.0, 0.0], v0=[self.v0, 0.0, 0.0])
        self.hinge, self.rod, self.bob = Revolute(phi0=0.0, w0=0.0), Rod([0.0, -2.0, 0.0]), PointMass(1.0)
        self.contact = SphereSphere(0.25, 0.25, restitution=self.restitution)
        self.join(self.pivot.b, self.hinge.a)
        self.join(self.hinge.b, self.rod.a)
        self.join(self.rod.b, self.bob.a, self.contact.b)
        self.join(self.bullet.a, self.contact.a)
        self.output("phi", self.hinge.angle.q, "rad", "angle of the pendulum")
        self.output("v", self.bullet.mass.f[0], "m/s", "velocity of the bullet along x")
