"""The planar double pendulum rebuilt of spatial parts."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Fixed, PointMass, Revolute, Rod, World


class DoublePendulum3d(Model):
    """Double pendulum of spatial parts that moves in a plane: point masses of 2 and 1 kg on rods, chaotic."""

    library = "spatial"
    stop = 10.0
    m1 = Parameter(2.0, "kg", minimum=0.0, strict=True, description="mass at the end of the first rod")
    m2 = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass at the end of the second rod")

    def build(self) -> None:
        """Two hinges, two rods, two point masses."""
        self.world, self.ground = World(), Fixed()
        self.hinge1, self.rod1, self.mass1 = Revolute(phi0=0.0, w0=0.0), Rod([2.0, 2.0, 0.0]), PointMass(self.m1)
        self.hinge2, self.rod2, self.mass2 = Revolute(phi0=0.0, w0=0.0), Rod([0.0, -1.5, 0.0]), PointMass(self.m2)
        self.join(self.ground.b, self.hinge1.a)
        self.join(self.hinge1.b, self.rod1.a)
        self.join(self.rod1.b, self.mass1.a, self.hinge2.a)
        self.join(self.hinge2.b, self.rod2.a)
        self.join(self.rod2.b, self.mass2.a)
        self.output("phi1", self.hinge1.angle.q, "rad", "angle of the first rod, counter-clockwise")
        self.output("phi2", self.hinge2.angle.q, "rad", "angle of the second rod against the first")
