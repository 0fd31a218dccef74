"""A series circuit of resistor, inductor and capacitor."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C, I
from ..model.declare import Parameter


class Rlc(Model):
    """Series RLC circuit at a constant voltage; under-damped."""

    library = "electrical"
    domain = "electrical"
    stop = 5.0
    U = Parameter(10.0, "V", description="voltage of the source")
    resistance = Parameter(2.0, "ohm", minimum=0.0, description="resistance; from 2 sqrt(L/C) on it is over-damped")
    inductance = Parameter(0.5, "H", minimum=0.0, strict=True, description="inductance")
    capacitance = Parameter(0.1, "F", minimum=0.0, strict=True, description="capacitance")

    def build(self) -> None:
        """One loop: a 1-junction."""
        self.source, self.resistor = Se("U"), R("resistance")
        self.inductor, self.capacitor = I("inductance"), C("capacitance")
        self.loop = J1()
        self.source >> self.loop >> [self.resistor, self.inductor, self.capacitor]
        self.output("voltage", self.capacitor.e, "V", "voltage over the capacitor")
        self.output("current", self.inductor.f, "A", "current in the loop")
