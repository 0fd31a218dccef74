"""A half-wave rectifier with an ideal diode."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C
from ..elements.switch import D
from ..model.declare import Parameter


class HalfWaveRectifier(Model):
    """Half-wave rectifier: sine source, resistance, ideal diode, smoothing capacitor and load; causality changes."""

    library = "electrical"
    domain = "electrical"
    stop = 0.1
    amplitude = Parameter(10.0, "V", description="amplitude of the source")
    frequency = Parameter(50.0, "Hz", minimum=0.0, strict=True, description="frequency of the source")
    R_source = Parameter(1.0, "ohm", minimum=0.0, strict=True, description="resistance of the source")
    R_load = Parameter(100.0, "ohm", minimum=0.0, strict=True, description="resistance of the load")
    capacitance = Parameter(1e-3, "F", minimum=0.0, strict=True, description="smoothing capacitance")

    def build(self) -> None:
        """Source, resistance and diode in one loop with the smoothed load."""
        self.source = Se("amplitude*sin(2*pi*frequency*time)")
        self.source_resistor, self.diode = R("R_source"), D()
        self.smoothing, self.load = C("capacitance"), R("R_load")
        self.loop, self.node = J1(), J0()
        self.source >> self.loop >> [self.source_resistor, self.diode]
        self.loop >> self.node >> [self.smoothing, self.load]
        self.output("v_source", self.source.e, "V", "voltage of the source")
        self.output("v_load", self.load.e, "V", "voltage of the load")
        self.output("i_diode", self.diode.f, "A", "current through the diode")
