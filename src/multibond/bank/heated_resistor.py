"""A resistor that heats a body."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0
from ..elements.source import Se
from ..elements.thermal import RS, Environment, GSth, ThermalCapacitor
from ..model.declare import Parameter


class HeatedResistor(Model):
    """Resistor with heat port: what a voltage source gives warms a body that cools in the air."""

    library = "thermal"
    stop = 300.0
    U = Parameter(12.0, "V", description="voltage of the source")
    resistance = Parameter(10.0, "ohm", minimum=0.0, strict=True, description="resistance")
    capacity = Parameter(25.0, "J/K", minimum=0.0, strict=True, description="heat capacity of the body")
    to_air = Parameter(0.5, "W/K", minimum=0.0, strict=True, description="heat conductance to the air")
    T_air = Parameter(293.15, "K", minimum=0.0, strict=True, description="temperature of the air, and at the start")

    def build(self) -> None:
        """Source, resistor, heat store, way to the air."""
        self.source, self.resistor = Se("U", domain="electrical"), RS("resistance")
        self.temperature, self.heat_store = J0(domain="thermal"), ThermalCapacitor("capacity", "T_air")
        self.surface, self.air = GSth("to_air"), Environment("T_air")
        self.source >> self.resistor >> self.temperature >> [self.heat_store, self.surface]
        self.surface >> self.air
        self.output("temperature_of_body", self.heat_store.e, "K", "temperature of the body")
        self.output("power", "source.e*source.f", "W", "power of the source")
