"""A body that hangs on a spring and is free otherwise, of planar parts."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..planar import Body, Fixed, Rod, Spring, World


class FreeBodyPlanar(Model):
    """Free body in the plane: a spring holds it by the end of a rod; it swings, turns and bounces."""

    library = "planar"
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass")
    J = Parameter(0.12, "kg*m**2", minimum=0.0, strict=True, description="moment of inertia")
    c = Parameter(10.0, "N/m", minimum=0.0, description="stiffness of the spring")
    s0 = Parameter(1.0, "m", minimum=0.0, description="length of the spring without force")

    def build(self) -> None:
        """Nothing holds the body: its position is its own."""
        self.world, self.ground = World(), Fixed()
        self.spring, self.rod = Spring("c", "s0"), Rod([1.0, 0.0])
        self.body = Body("m", "J", x0=[1.2, -0.5], phi0=0.0, v0=[0.0, 0.0], w0=0.0)
        self.join(self.ground.b, self.spring.a)
        self.join(self.spring.b, self.rod.a)
        self.join(self.rod.b, self.body.a)
        self.output("x", "body.x[0]", "m", "horizontal position of the body")
        self.output("y", "body.x[1]", "m", "vertical position of the body")
        self.output("phi", "body.phi", "rad", "angle of the body, counter-clockwise")
