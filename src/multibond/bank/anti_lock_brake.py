"""A braked wheel under a quarter of a car, with an anti-lock control."""

from __future__ import annotations

from ..api import Model
from ..elements.block.dynamic import FirstOrder
from ..elements.dry_friction import Brake
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.sensor import Dq
from ..elements.storage import I
from ..elements.transducer import TF
from ..model.declare import Discrete, Parameter


class AntiLockBrake(Model):
    """Anti-lock brake: a brake that can hold the wheel, a tyre whose grip falls beyond 15 % slip, and a control.

    The control lets the pressure go when the slip is too large and builds it up again when the wheel has caught up.
    With ``control=0`` the brake holds the wheel, and the tyre slides. The tyre's force follows the slip
    (v − r w)/v by Pacejka's formula.
    """

    library = "mechatronics"
    stop = 2.5
    mass = Parameter(400.0, "kg", minimum=0.0, strict=True, description="mass on the wheel")
    inertia = Parameter(1.2, "kg*m**2", minimum=0.0, strict=True, description="moment of inertia of the wheel")
    radius = Parameter(0.3, "m", minimum=0.0, strict=True, description="rolling radius")
    grip = Parameter(0.9, "", minimum=0.0, description="largest coefficient of friction of the tyre")
    brake_torque = Parameter(2000.0, "N*m", minimum=0.0, description="torque of the brake at full pressure")
    lag = Parameter(0.03, "s", minimum=0.0, strict=True, description="time constant of the pressure")
    release = Parameter(0.25, "", description="slip at which the pressure is let go")
    apply = Parameter(0.1, "", description="slip at which it is built up again")
    control = Parameter(1.0, "", description="1: anti-lock control, 0: none")
    v0 = Parameter(30.0, "m/s", minimum=0.0, strict=True, description="speed at the start")

    def build(self) -> None:
        """Car and wheel are coupled by the slip velocity, at which the tyre rubs."""
        self.valve = Discrete(start=1.0)
        self.car, self.wheel, self.patch = (
            J1(domain="translational"),
            J1(domain="rotational"),
            J0(domain="translational"),
        )
        self.body, self.rim = I("mass", f0="v0"), I("inertia", f0="v0/radius")
        self.rolling, self.distance = TF("1/radius"), Dq(domain="translational")
        self.tyre = R(law="grip*mass*9.81*sin(1.65*atan(10*f/max(body.f, 1)))", causality="effort")
        self.pressure = FirstOrder(T="lag", u="valve")
        self.brake = Brake("brake_torque", "max(pressure.y, 0)")
        self.car >> [self.body, self.distance]
        self.wheel >> [self.rim, self.brake]
        self.car >> self.patch >> self.tyre
        self.patch >> self.rolling >> self.wheel
        self.output("v", self.body.f, "m/s", "speed of the car")
        self.output("rim_speed", "radius*rim.f", "m/s", "speed of the wheel's rim")
        self.output("slip", "tyre.f/max(body.f, 1)", "", "slip of the tyre")
        self.output("braking_distance", self.distance.q, "m", "distance since the start")
        self.when("control > 0.5 and tyre.f > release*max(body.f, 1)", {"valve": 0})
        self.when("control > 0.5 and tyre.f < apply*max(body.f, 1)", {"valve": 1})
