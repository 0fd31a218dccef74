"""A piston engine whose charge explodes once in every turn."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, EnergyInjection, Fixed, Prismatic, Revolute, Rod, Spring, World


class PistonEngine(Model):
    """Piston engine: a slider crank with a flywheel; where the piston passes the place of ignition on its way up, an
    explosion gives it energy."""

    library = "impacts"
    stop = 5.0
    E = Parameter(2.0, "J", minimum=0.0, description="energy of an explosion")
    w0 = Parameter(math.radians(300.0), "rad/s", description="angular velocity of the crank at the start")
    ignition = Parameter(0.07, "m", description="position of the piston at which the charge explodes")

    def build(self) -> None:
        """Crank, connecting rod and piston close a loop; a spring pushes the piston."""
        self.world, self.bearing, self.cylinder = World(gravity="none"), Fixed([0.0, 0.4, 0.0]), Fixed()
        self.crank, self.throw = Revolute(phi0=0.0, w0=self.w0), Rod([0.1, 0.0, 0.0])
        self.flywheel = Body(2.0, [0.3, 0.3, 0.3])
        self.pin, self.rod, self.wrist = Revolute(), Rod([0.0, -0.25, 0.0]), Revolute()
        self.slider = Prismatic([0.0, 1.0, 0.0], appearance="piston")
        self.piston = Body(1.0, [0.03, 0.03, 0.03])
        self.spring = Spring(40.0, free_length=0.18)
        self.charge = EnergyInjection(self.E, [0.0, 1.0, 0.0], fires="slider.s > ignition")
        self.join(self.bearing.b, self.crank.a)
        self.join(self.crank.b, self.throw.a, self.flywheel.a)
        self.join(self.throw.b, self.pin.a)
        self.join(self.pin.b, self.rod.a)
        self.join(self.rod.b, self.wrist.a)
        self.join(self.wrist.b, self.slider.b, self.piston.a, self.charge.a, self.spring.a)
        self.join(self.cylinder.b, self.slider.a, self.spring.b)
        self.start(self.slider.travel.q, 0.17, fixed=False)  # the piston is below the crank
        self.output("phi", self.crank.angle.q, "rad", "angle of the crank")
        self.output("w", self.crank.angle.f, "rad/s", "angular velocity of the crank")
        self.output("s", self.slider.travel.q, "m", "position of the piston")
