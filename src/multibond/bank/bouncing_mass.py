"""A mass that falls and bounces."""

from __future__ import annotations

from ..elements.junction import J1
from ..elements.sensor import Dq
from ..elements.source import Se
from ..elements.storage import I
from ..model.composite import Model
from ..model.declare import Parameter


class BouncingMass(Model):
    """Bouncing mass: falls under its weight and loses a part of its momentum at every impact on the ground."""

    library = "mechanics"
    domain = "translational"
    stop = 3.0
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass")
    g = Parameter(9.81, "m/s**2", description="gravity")
    restitution = Parameter(0.8, "", minimum=0.0, description="velocity after over velocity before the impact")
    height0 = Parameter(1.0, "m", minimum=0.0, description="height at the start")

    def build(self) -> None:
        """One velocity: mass, weight and the sensor of the height; the impact is an event."""
        self.mass, self.weight, self.height = I("m"), Se("-m*g"), Dq("height0")
        self.velocity = J1()
        self.weight >> self.velocity >> [self.mass, self.height]
        self.when("height.q < 0", {"mass.p": "-restitution*mass.p"})
        self.output("h", self.height.q, "m", "height above the ground")
        self.output("v", self.mass.f, "m/s", "velocity, positive upwards")
