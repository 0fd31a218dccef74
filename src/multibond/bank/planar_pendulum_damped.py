"""A pendulum with a damper in its hinge, of planar parts."""

from __future__ import annotations

from ..api import Model
from ..elements.resistor import R
from ..model.declare import Parameter
from ..planar import Body, Fixed, Revolute, Rod, World


class PlanarPendulumDamped(Model):
    """Damped pendulum: a planar hinge whose axis is a bond to a resistor, a rod that starts upwards, a point mass."""

    library = "planar"
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass at the end of the rod")
    r = Parameter([1.0, 3.0], "m", "2", folds=True, description="the rod at the angle zero")
    d = Parameter(5.0, "N*m*s/rad", minimum=0.0, description="damping in the hinge")

    def build(self) -> None:
        """The resistor takes power from the axis of the hinge."""
        self.world, self.ground = World(), Fixed()
        self.hinge, self.rod, self.body = Revolute(phi0=0.0, w0=0.0, actuated=True), Rod(self.r), Body("m", 0.0)
        self.damper = R("d")
        self.join(self.ground.b, self.hinge.a)
        self.join(self.hinge.b, self.rod.a)
        self.join(self.rod.b, self.body.a)
        self.hinge.drive >> self.damper
        self.output("phi", "hinge.phi", "rad", "angle, counter-clockwise")
        self.output("w", "hinge.w", "rad/s", "angular velocity, counter-clockwise")
