"""A hydraulic cylinder that follows a position reference."""

from __future__ import annotations

from ..api import Model
from ..elements.block import PID, Constant, FirstOrder, Sum
from ..elements.hydraulic import Compliance, GasAccumulator, HydraulicCylinder, Pump, ServoValve
from ..elements.junction import J0, J1
from ..elements.resistor import G, R
from ..elements.sensor import Dq
from ..elements.source import Se, Sf
from ..elements.storage import I
from ..model.declare import Parameter


class HydraulicServo(Model):
    """Position servo: pump with relief valve and accumulator, four-way valve, cylinder, mass, position controller.

    Rotational, hydraulic and translational bonds, and a loop of signals: reference, error, controller, valve dynamics.
    Positive valve signals move the piston in the positive direction.
    """

    library = "mechatronics"
    stop = 4.0
    shaft_speed = Parameter(150.0, "rad/s", description="speed of the pump's shaft")
    displacement = Parameter(2e-6, "m**3/rad", minimum=0.0, description="displacement of the pump")
    p_relief = Parameter(12e6, "Pa", description="pressure from which on the relief valve opens")
    relief = Parameter(1e-9, "m**3/(s*Pa)", minimum=0.0, description="conductance of the open relief valve")
    area = Parameter(1e-3, "m**2", minimum=0.0, strict=True, description="area of the piston on both sides")
    volume = Parameter(2e-4, "m**3", minimum=0.0, strict=True, description="volume of oil on each side")
    load_mass = Parameter(200.0, "kg", minimum=0.0, strict=True, description="mass of piston and load")
    friction = Parameter(2000.0, "N*s/m", minimum=0.0, description="viscous friction of piston and load")
    load_force = Parameter(2000.0, "N", description="force against the piston from 2 s on")
    stroke = Parameter(0.1, "m", description="stroke of the reference")
    gain = Parameter(20.0, "1/m", description="gain of the position controller")
    valve_time = Parameter(0.005, "s", minimum=0.0, strict=True, description="time constant of the valve")

    def build(self) -> None:
        """Supply, valve edges, chambers, piston; then the control loop."""
        self.motor, self.pump, self.supply = Sf("shaft_speed", domain="rotational"), Pump("displacement"), J0()
        self.accumulator = GasAccumulator(precharge=8e6, volume=1e-3, filled=2e-4)
        self.relief_valve = G(law="relief*max(e - p_relief, 0)", causality="flow")
        self.motor >> self.pump >> self.supply >> [self.accumulator, self.relief_valve]
        self.tank, self.return_line = Se(1e5, domain="hydraulic"), J0(domain="hydraulic")
        self.tank >> self.return_line
        self.piston = J1(domain="translational")
        for side in ("a", "b"):
            chamber = self.add(f"chamber_{side}", J0(domain="hydraulic"))
            oil, ram = Compliance("volume", e0=5e6), HydraulicCylinder("area")
            self.add(f"oil_{side}", oil)
            self.add(f"ram_{side}", ram)
            chamber >> [oil, ram.a]
        self.ram_a.b >> self.piston >> self.ram_b.b  # chamber b is squeezed when the piston moves forward
        for name, tail, head, sign in (("supply_a", self.supply, self.chamber_a, ""),
                                       ("a_return", self.chamber_a, self.return_line, "-"),
                                       ("supply_b", self.supply, self.chamber_b, "-"),
                                       ("b_return", self.chamber_b, self.return_line, "")):  # fmt: skip
            edge = self.add(f"edge_{name}", J1(domain="hydraulic"))
            valve = self.add(f"valve_{name}", ServoValve(A_max=4e-6, leak=0.002, opening=f"{sign}spool.y"))
            tail >> edge >> head
            edge >> valve
        self.mass, self.damper, self.position = I("load_mass"), R("friction"), Dq()
        self.force = Se("-load_force if time > 2 else 0")
        self.force >> self.piston >> [self.mass, self.damper, self.position]
        self.reference = Constant("trapezoid(stroke, 0.5, 2.5, 0.5, 5, 0, 0.2)")
        self.error = Sum("+-", u=["reference.y", "position.q"])
        self.controller = PID("gain", lower=-1.0, upper=1.0, u="error.y")
        self.spool = FirstOrder(T="valve_time", u="controller.y")
        self.output("reference_position", self.reference.y, "m", "position that is asked for")
        self.output("piston_position", self.position.q, "m", "position of the piston")
        self.output("valve", self.spool.y, "", "opening of the valve, −1 to 1")
        self.output("supply_pressure", self.accumulator.e, "Pa", "pressure of the supply")
        self.output("pressure_a", self.oil_a.e, "Pa", "pressure in chamber a")
        self.output("pressure_b", self.oil_b.e, "Pa", "pressure in chamber b")
