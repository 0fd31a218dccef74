"""A Scotch yoke: a crank whose pin runs in the slot of a slider, driven by a motor with a core of iron."""

from __future__ import annotations

import multibond as mb
from multibond import planar

from .magnetic_core import MagneticCore
from .pin_in_slot import PinInSlot


class ScotchYoke(mb.Model):
    """Scotch yoke: a motor turns a crank, whose pin in a slot moves the yoke to and fro as r cos φ."""

    library = "workshop"
    stop = 2.0
    voltage = mb.Parameter(12.0, "V", description="voltage of the motor")
    r = mb.Parameter(0.1, "m", minimum=0.0, strict=True, description="radius of the crank")

    def build(self) -> None:
        """The yoke slides along x; its slot stands across, along y, and closes a loop with the crank."""
        self.world, self.ground = planar.World(), planar.Fixed()
        self.crank, self.arm = planar.Revolute(phi0=0.5, w0=0.0, actuated=True), planar.Rod([self.r, 0.0])
        self.wheel, self.yoke = planar.Body(0.5, 0.002), planar.Body(1.0, 0.01)
        self.rail, self.slot = planar.Prismatic([1.0, 0.0]), PinInSlot([0.0, 1.0], length=2.5 * self.r)
        self.join(self.ground.b, self.crank.a, self.rail.a)
        self.join(self.crank.b, self.wheel.a, self.arm.a)
        self.join(self.rail.b, self.yoke.a, self.slot.a)
        self.join(self.arm.b, self.slot.b)
        self.source, self.loop, self.resistance = mb.Se(self.voltage, domain="electrical"), mb.J1(), mb.R(0.5)
        self.core, self.motor = MagneticCore(0.02, p_sat=0.08), mb.GY(0.3)
        self.source >> self.loop >> [self.resistance, self.core]
        self.loop >> self.motor >> self.crank.drive
        self.output("phi", self.crank.angle.q, "rad", "angle of the crank")
        self.output("x", self.rail.travel.q, "m", "position of the yoke")
        self.output("current", self.core.f, "A", "current of the motor")
