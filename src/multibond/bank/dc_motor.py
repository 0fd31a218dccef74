"""A direct-current motor that drives a load through an elastic shaft and gets warm."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C, I
from ..elements.thermal import RS, Environment, GSth, ThermalCapacitor
from ..elements.transducer import GY, TF
from ..model.composite import Exposed
from ..model.declare import Parameter


class Motor(Model):
    """DC motor with heat: winding of resistance and inductance, gyrator, rotor with friction.

    What the winding loses leaves at the port `heat`; its resistance grows with its temperature.
    """

    library = "electrical"
    resistance = Parameter(1.2, "ohm", minimum=0.0, strict=True, description="resistance of the winding at 293.15 K")
    alpha = Parameter(0.0039, "1/K", minimum=0.0, description="temperature coefficient of the resistance (copper)")
    inductance = Parameter(2e-3, "H", minimum=0.0, strict=True, description="inductance of the winding")
    k = Parameter(0.06, "N*m/A", description="torque constant")
    inertia = Parameter(8e-5, "kg*m**2", minimum=0.0, strict=True, description="moment of inertia of the rotor")
    friction = Parameter(2e-5, "N*m*s/rad", minimum=0.0, description="viscous friction of the bearings")

    def build(self) -> None:
        """Electrical loop, gyrator, shaft."""
        self.armature = J1(domain="electrical")
        self.temperature = J0(domain="thermal")
        self.winding = RS("resistance*(1 + alpha*(winding.b.e - 293.15))", domain="electrical")
        self.coil = I("inductance", domain="electrical")
        self.conversion = GY("k")
        self.shaft = J1(domain="rotational")
        self.rotor, self.bearings = I("inertia"), R("friction")
        self.armature >> [self.coil, self.winding.a]
        self.winding.b >> self.temperature
        self.armature >> self.conversion >> self.shaft >> [self.rotor, self.bearings]
        self.supply = Exposed(self.armature, description="terminals, power in")
        self.drive = Exposed(self.shaft, description="shaft end, power out")
        self.heat = Exposed(self.temperature, description="heat of the winding, out")


class DcMotor(Model):
    """DC motor from supply to load: voltage pulses, elastic shaft, gear, load torque, and the heat of the winding.

    Electrical, rotational and thermal bonds in one graph. The supply goes on and off along a trapezoid every 3 s; a
    load torque acts for 0.7 s from 1.1 s on; the winding warms the housing, which loses its heat to
    the surroundings.
    """

    library = "mechatronics"
    stop = 6.0
    U = Parameter(24.0, "V", description="highest voltage of the supply")
    stiffness = Parameter(4.0, "N*m/rad", minimum=0.0, strict=True, description="stiffness of the shaft")
    damping = Parameter(2e-3, "N*m*s/rad", minimum=0.0, description="damping in the shaft")
    ratio = Parameter(0.2, "", description="gear: speed of the load over speed of the shaft")
    load_inertia = Parameter(0.01, "kg*m**2", minimum=0.0, strict=True, description="moment of inertia of the load")
    load_friction = Parameter(5e-3, "N*m*s/rad", minimum=0.0, description="viscous friction of the load")
    load_torque = Parameter(0.4, "N*m", description="torque that brakes the load from time to time")
    winding_capacity = Parameter(4.0, "J/K", minimum=0.0, strict=True, description="heat capacity of the winding")
    housing_capacity = Parameter(60.0, "J/K", minimum=0.0, strict=True, description="heat capacity of the housing")
    to_housing = Parameter(1.5, "W/K", minimum=0.0, description="heat conductance from winding to housing")
    to_air = Parameter(0.4, "W/K", minimum=0.0, description="heat conductance from housing to surroundings")

    def build(self) -> None:
        """Supply, motor, elastic shaft, gear and load in a row; the way of the heat beside them."""
        self.supply = Se("trapezoid(U, 0.05, 1.95, 0.05, 3)", domain="electrical")
        self.motor = Motor()
        self.supply >> self.motor.supply
        # the shaft: motor and gear differ in angle by the twist of a spring and damper
        self.torsion, self.twist = J0(domain="rotational"), J1(domain="rotational")
        self.shaft_spring, self.shaft_damper, self.gear = C("1/stiffness"), R("damping"), J1(domain="rotational")
        self.motor.drive >> self.torsion >> self.gear
        self.torsion >> self.twist >> [self.shaft_spring, self.shaft_damper]
        # the load behind the gear
        self.reduction, self.load = TF("ratio"), J1(domain="rotational")
        self.mass, self.brake = I("load_inertia"), R("load_friction")
        self.torque = Se("pulse(3, 0.7, -load_torque, 0, 1.1)")
        self.gear >> self.reduction >> self.load >> [self.mass, self.brake]
        self.torque >> self.load
        # heat: winding, housing, surroundings
        self.winding, self.housing = J0(domain="thermal"), J0(domain="thermal")
        self.winding_mass = ThermalCapacitor("winding_capacity")
        self.housing_mass = ThermalCapacitor("housing_capacity")
        self.insulation, self.surface, self.air = GSth("to_housing"), GSth("to_air"), Environment(293.15)
        self.motor.heat >> self.winding >> [self.winding_mass, self.insulation]
        self.insulation >> self.housing >> [self.housing_mass, self.surface]
        self.surface >> self.air
        self.output("voltage", self.supply.e, "V", "voltage of the supply")
        self.output("current", "motor.coil.f", "A", "current in the winding")
        self.output("motor_speed", "motor.rotor.f", "rad/s", "angular velocity of the rotor")
        self.output("load_speed", self.mass.f, "rad/s", "angular velocity of the load")
        self.output("shaft_torque", "shaft_spring.e + shaft_damper.e", "N*m", "torque in the shaft")
        self.output("winding_temperature", self.winding_mass.e, "K", "temperature of the winding")
        self.output("housing_temperature", self.housing_mass.e, "K", "temperature of the housing")
