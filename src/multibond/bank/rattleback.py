"""The rattleback, a stone that turns in one direction only."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, EllipsoidPlane, Fixed, World


class Rattleback(Model):
    """Rattleback: half of an ellipsoid whose axes of inertia are turned against its shape; spun the wrong way, it
    begins to rattle and turns back."""

    library = "impacts"
    stop = 6.0
    spin = Parameter(-5.0, "rad/s", description="angular velocity about the vertical at the start")
    friction = Parameter(3.0, "", minimum=0.0, description="coefficient of friction; large enough to roll")

    def build(self) -> None:
        """A rigid body below the centre of the ellipsoid, on a rough table."""
        self.world, self.table = World(), Fixed()
        inertia = [[2.0e-4, 0.0, -1.2e-4], [0.0, 1.6e-3, 0.0], [-1.2e-4, 0.0, 1.6e-3]]
        self.stone = Body(1.0, inertia, [0.0, -0.01, 0.0], x0=[0.0, 0.02, 0.0], phi0=[0.0, 0.0, 0.0],
                          w0=[0.3, self.spin, 0.0])  # fmt: skip
        self.contact = EllipsoidPlane([0.4, 0.04, 0.06], restitution=0.0, friction=self.friction)
        self.join(self.stone.a, self.contact.a)
        self.join(self.contact.b, self.table.b)
        self.output("w", self.stone.inertia.f, "rad/s", "angular velocity in the frame of the stone")
