"""The wrapped crane crab rebuilt of spatial parts."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Fixed, PointMass, Prismatic, Revolute, Rod, World


class CraneCrab3d(Model):
    """Crane crab of spatial parts that moves in a plane: a carriage on a rail with a swinging load, from upright."""

    library = "spatial"
    stop = 10.0
    crab_mass = Parameter(2.0, "kg", minimum=0.0, strict=True, description="mass of the carriage")
    load_mass = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the load")

    def build(self) -> None:
        """Rail, carriage, hinge, rod, load."""
        self.world, self.ground = World(), Fixed()
        self.rail, self.crab = Prismatic(s0=0.0, v0=0.0, appearance="cart"), PointMass(self.crab_mass)
        self.hinge, self.rod, self.load = Revolute(phi0=0.0, w0=0.0), Rod([1.0, 3.0, 0.0]), PointMass(self.load_mass)
        self.join(self.ground.b, self.rail.a)
        self.join(self.rail.b, self.crab.a, self.hinge.a)
        self.join(self.hinge.b, self.rod.a)
        self.join(self.rod.b, self.load.a)
        self.output("s", self.rail.travel.q, "m", "position of the carriage")
        self.output("phi", self.hinge.angle.q, "rad", "angle of the load's rod, counter-clockwise")
