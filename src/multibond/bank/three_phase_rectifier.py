"""A six-pulse rectifier of ideal diodes on three lines with inductance."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import I
from ..elements.switch import D
from ..model.declare import Parameter


class ThreePhaseRectifier(Model):
    """Three-phase bridge: sources with line inductance, six ideal diodes, and a coil with resistance as the load.

    The inductance of the lines lets one diode take over from another gradually: for a while both conduct (overlap).
    """

    library = "electrical"
    domain = "electrical"
    stop = 0.1
    voltage = Parameter(230.0, "V", description="voltage of a phase against neutral, root mean square")
    frequency = Parameter(50.0, "Hz", minimum=0.0, strict=True, description="frequency of the sources")
    R_line = Parameter(0.1, "ohm", minimum=0.0, description="resistance of a line")
    L_line = Parameter(1e-3, "H", minimum=0.0, strict=True, description="inductance of a line")
    R_load = Parameter(10.0, "ohm", minimum=0.0, strict=True, description="resistance of the load")
    L_load = Parameter(10e-3, "H", minimum=0.0, strict=True, description="inductance of the load")

    def build(self) -> None:
        """Three branches end at the potentials between the upper and the lower diodes."""
        self.plus, self.minus = J0(), J0()
        for phase, shift in (("a", "0"), ("b", "-2*pi/3"), ("c", "2*pi/3")):
            self.add(f"source_{phase}", Se(f"sqrt(2)*voltage*sin(2*pi*frequency*time + {shift})"))
            self.add(f"line_{phase}", J1())
            self.add(f"resistor_{phase}", R("R_line"))
            self.add(f"coil_{phase}", I("L_line"))
            self.add(f"end_{phase}", J0())
            line, end = self[f"line_{phase}"], self[f"end_{phase}"]
            self[f"source_{phase}"] >> line >> [self[f"resistor_{phase}"], self[f"coil_{phase}"]]
            line >> end
            for name, begin, to in ((f"upper_{phase}", end, self.plus), (f"lower_{phase}", self.minus, end)):
                self.add(name, D())
                self.add(f"through_{name}", J1())
                begin >> self[f"through_{name}"] >> [self[name], to]
        self.across, self.load, self.coil = J1(), R("R_load"), I("L_load")
        self.plus >> self.across >> [self.load, self.coil]
        self.across >> self.minus
        self.output("i_load", self.coil.f, "A", "current of the load")
        self.output("v_load", "load.e + coil.e", "V", "voltage of the load")
        self.output("i_a", "coil_a.f", "A", "current of the first line")
