"""A bridge of four ideal diodes between a source with inductance and a smoothed load."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C, I
from ..elements.switch import D
from ..model.declare import Parameter


class BridgeRectifier(Model):
    """Bridge rectifier: sine source with inductance, four ideal diodes, smoothing capacitor and load.

    Neither pole of the load is grounded: while all diodes block, its potential is undetermined, and the diodes share
    what is left between source and load.
    """

    library = "electrical"
    domain = "electrical"
    stop = 0.1
    amplitude = Parameter(24.0, "V", description="amplitude of the source")
    frequency = Parameter(50.0, "Hz", minimum=0.0, strict=True, description="frequency of the source")
    R_source = Parameter(0.5, "ohm", minimum=0.0, description="resistance of the source")
    L_source = Parameter(1e-3, "H", minimum=0.0, strict=True, description="inductance of the source")
    R_load = Parameter(20.0, "ohm", minimum=0.0, strict=True, description="resistance of the load")
    capacitance = Parameter(1e-3, "F", minimum=0.0, strict=True, description="smoothing capacitance")

    def build(self) -> None:
        """Every diode stands between two potentials; the end of the source is ground."""
        self.source, self.supply = Se("amplitude*sin(2*pi*frequency*time)"), J1()
        self.source_resistor, self.source_coil = R("R_source"), I("L_source")
        self.first, self.plus, self.minus = J0(), J0(), J0()
        self.source >> self.supply >> [self.source_resistor, self.source_coil]
        self.supply >> self.first
        for name, begin, end in (
            ("D1", self.first, self.plus), ("D2", None, self.plus), ("D3", self.minus, self.first),
            ("D4", self.minus, None),
        ):  # fmt: skip
            self.add(name, D())
            if begin is not None and end is None:
                begin >> self[name]
                continue
            self.add(f"through_{name}", J1())
            if begin is not None:
                begin >> self[f"through_{name}"]
            self[f"through_{name}"] >> self[name]
            self[f"through_{name}"] >> end
        self.across, self.smoothed = J1(), J0()
        self.smoothing, self.load = C("capacitance"), R("R_load")
        self.plus >> self.across >> self.minus
        self.across >> self.smoothed >> [self.smoothing, self.load]
        self.output("v_source", self.source.e, "V", "voltage of the source")
        self.output("i_source", self.source.f, "A", "current of the source")
        self.output("v_load", self.load.e, "V", "voltage of the load")
