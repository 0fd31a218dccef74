"""A mass that falls and bounces."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J1
from ..elements.sensor import Dq
from ..elements.source import Se
from ..elements.storage import I
from ..model.declare import Discrete, Parameter


class BouncingMass(Model):
    """Bouncing mass: falls under its weight and loses a part of its momentum at every impact on the ground.

    When an impact would leave it slower than `rest_speed`, it stays on the ground, which then carries its weight;
    otherwise its bounces would become endlessly many in a finite time.
    """

    library = "mechanics"
    domain = "translational"
    stop = 3.0
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass")
    g = Parameter(9.81, "m/s**2", description="gravity")
    restitution = Parameter(0.8, "", minimum=0.0, description="velocity after over velocity before the impact")
    rest_speed = Parameter(1e-3, "m/s", minimum=0.0, strict=True, description="velocity below which it stays down")
    resting = Discrete("", description="1 when it has come to rest on the ground, otherwise 0")
    height0 = Parameter(1.0, "m", minimum=0.0, description="height at the start")

    def build(self) -> None:
        """One velocity: mass, weight and the sensor of the height; the impact is an event."""
        self.mass, self.weight, self.height = I("m"), Se("-m*g*(1 - resting)"), Dq("height0")
        self.velocity = J1()
        self.weight >> self.velocity >> [self.mass, self.height]
        slow = "-restitution*mass.f < rest_speed"
        self.when("height.q < 0", {"mass.p": f"0 if {slow} else -restitution*mass.p", "resting": f"1 if {slow} else 0"})
        self.output("h", self.height.q, "m", "height above the ground")
        self.output("v", self.mass.f, "m/s", "velocity, positive upwards")
