"""A planar double pendulum of planar parts."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..planar import Body, Fixed, Revolute, Rod, World


class DoublePendulum(Model):
    """Double pendulum in the plane: two hinges, two rods, two point masses; chaotic after some seconds."""

    library = "planar"
    m1 = Parameter(2.0, "kg", minimum=0.0, strict=True, description="mass at the end of the first rod")
    m2 = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass at the end of the second rod")
    r1 = Parameter([2.0, 2.0], "m", "2", folds=True, description="first rod at the angle zero")
    r2 = Parameter([0.0, -1.5], "m", "2", folds=True, description="second rod at the angles zero")

    def build(self) -> None:
        """A chain from the ground to the second mass."""
        self.world, self.ground = World(), Fixed()
        self.hinge1, self.rod1, self.body1 = Revolute(phi0=0.0, w0=0.0), Rod(self.r1), Body("m1", 0.0)
        self.hinge2, self.rod2, self.body2 = Revolute(phi0=0.0, w0=0.0), Rod(self.r2), Body("m2", 0.0)
        self.join(self.ground.b, self.hinge1.a)
        self.join(self.hinge1.b, self.rod1.a)
        self.join(self.rod1.b, self.body1.a, self.hinge2.a)
        self.join(self.hinge2.b, self.rod2.a)
        self.join(self.rod2.b, self.body2.a)
        self.output("phi1", "hinge1.phi", "rad", "angle of the first rod, counter-clockwise")
        self.output("phi2", "hinge2.phi", "rad", "angle of the second rod against the first, counter-clockwise")
