"""A quarter of a car on a road with a bump."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.sensor import Dq
from ..elements.source import Se, Sf
from ..elements.storage import C, I
from ..model.declare import Parameter


class QuarterCar(Model):
    """Quarter of a car crossing a bump: body, suspension, wheel and tyre, from rest in static equilibrium.

    The bump has the shape height/2 (1 − cos) and passes between 0.5 s and 0.5 s + length/speed. Positions count
    upwards, springs and dampers in compression.
    """

    library = "mechanics"
    domain = "translational"
    stop = 3.0
    body_mass = Parameter(300.0, "kg", minimum=0.0, strict=True, description="a quarter of the body")
    wheel_mass = Parameter(40.0, "kg", minimum=0.0, strict=True, description="wheel, hub and brake")
    stiffness = Parameter(18e3, "N/m", minimum=0.0, strict=True, description="stiffness of the suspension")
    damping = Parameter(1500.0, "N*s/m", minimum=0.0, description="damping of the suspension")
    tyre_stiffness = Parameter(180e3, "N/m", minimum=0.0, strict=True, description="stiffness of the tyre")
    tyre_damping = Parameter(150.0, "N*s/m", minimum=0.0, description="damping of the tyre")
    speed = Parameter(5.0, "m/s", minimum=0.0, strict=True, description="speed of the car")
    height = Parameter(0.08, "m", description="height of the bump")
    length = Parameter(1.0, "m", minimum=0.0, strict=True, description="length of the bump")
    g = Parameter(9.81, "m/s**2", description="gravity")

    def build(self) -> None:
        """Road, tyre, wheel, suspension, body, from below: power flows upwards."""
        passing = "sin(2*pi*speed/length*(time - 0.5))*pi*speed/length*height"
        self.road = Sf(f"({passing} if time < 0.5 + length/speed else 0) if time > 0.5 else 0")
        self.tyre, self.tyre_squeeze, self.wheel = J0(), J1(), J1()
        self.tyre_spring = C("1/tyre_stiffness", e0="(body_mass + wheel_mass)*g")
        self.tyre_damper = R("tyre_damping")
        self.wheel_inertia, self.wheel_weight = I("wheel_mass"), Se("-wheel_mass*g")
        self.suspension, self.suspension_squeeze, self.body = J0(), J1(), J1()
        self.spring, self.damper = C("1/stiffness", e0="body_mass*g"), R("damping")
        self.body_inertia, self.body_weight, self.body_position = I("body_mass"), Se("-body_mass*g"), Dq()
        self.road >> self.tyre >> self.wheel >> self.suspension >> self.body
        self.tyre >> self.tyre_squeeze >> [self.tyre_spring, self.tyre_damper]
        self.suspension >> self.suspension_squeeze >> [self.spring, self.damper]
        self.wheel_weight >> self.wheel >> self.wheel_inertia
        self.body_weight >> self.body >> [self.body_inertia, self.body_position]
        self.output("body_height", self.body_position.q, "m", "height of the body above its rest position")
        self.output("body_acceleration", "body_inertia.e/body_mass", "m/s**2", "vertical acceleration of the body")
        self.output("suspension_travel", "spring.q - body_mass*g/stiffness", "m", "compression of the suspension")
        self.output("tyre_force", "tyre_spring.e + tyre_damper.e", "N", "force between tyre and road")
