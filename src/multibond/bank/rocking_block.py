"""A tall block that rocks on a floor from edge to edge until it stands."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..planar import Body, BoxPlane, Fixed, World


class RockingBlock(Model):
    """Rocking block: a tall block set down tilted rocks from edge to edge, loses energy at each impact, and stands."""

    library = "impacts"
    stop = 4.0
    width = Parameter(0.2, "m", minimum=0.0, strict=True, description="width")
    height = Parameter(0.6, "m", minimum=0.0, strict=True, description="height")
    m = Parameter(2.0, "kg", minimum=0.0, strict=True, description="mass")
    phi0 = Parameter(0.15, "rad", description="angle at the start, standing on its right edge where negative")
    friction = Parameter(0.8, "", minimum=0.0, description="coefficient of friction of the floor")

    def build(self) -> None:
        """A rectangle on the floor, which its lower corner touches at the start."""
        self.world, self.floor = World(), Fixed()
        inertia = self.m * (self.width**2 + self.height**2) / 12
        place = ["0", "0.5*(height*cos(phi0) + width*abs(sin(phi0)))"]
        self.block = Body(self.m, inertia, x0=place, phi0=self.phi0, w0=0.0)
        self.contact = BoxPlane([self.width, self.height], restitution=0.0, friction=self.friction)
        self.join(self.block.a, self.contact.a)
        self.join(self.contact.b, self.floor.b)
        self.output("phi", self.block.a.phi, "rad", "angle of the block")
        self.output("x", self.block.a.x[0], "m", "position of its centre along the floor")
        self.output("y", self.block.a.x[1], "m", "height of its centre")
