"""A marble on a table, drawn to the middle by a spring."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Fixed, Marble, Spring, World


class RollingMarble(Model):
    """Marble that rolls without sliding on a plane, drawn to the origin by a spring: an ellipse in the plane.

    Seen from above, both directions swing with √(c / (m + I/r²)), for the spring pulls at the centre of the marble.
    """

    library = "spatial"
    stop = 10.0
    c = Parameter(5.0, "N/m", minimum=0.0, description="stiffness of the spring")
    radius = Parameter(0.3, "m", minimum=0.0, strict=True, description="radius of the marble")
    m = Parameter(2.0, "kg", minimum=0.0, strict=True, description="mass of the marble")
    I = Parameter(0.02, "kg*m^2", minimum=0.0, strict=True, description="moment of inertia of the marble")

    def build(self) -> None:
        """Ground, spring, marble."""
        self.world, self.ground, self.spring = World(), Fixed(), Spring(self.c)
        self.marble = Marble(self.radius, self.m, [self.I, self.I, self.I], x0=[2.0, 0.0, -2.0], v0=[0.0, 0.0, 6.0])
        self.join(self.ground.b, self.spring.a)
        self.join(self.spring.b, self.marble.a)
        self.output("position", self.marble.a.x, "m", "position of the centre")
        self.output("load", "marble.load", "N", "force of the plane along its normal")
