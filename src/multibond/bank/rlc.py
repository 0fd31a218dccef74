"""A series circuit of resistor, inductor and capacitor."""

from __future__ import annotations

from ..elements.junction import J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C, I
from ..model.composite import Model


class Rlc(Model):
    """Series RLC circuit at a constant voltage; under-damped."""

    library = "electrical"
    domain = "electrical"
    stop = 5.0

    def build(self) -> None:
        """One loop: a 1-junction."""
        self.source, self.resistor, self.inductor, self.capacitor = Se("10 V"), R("2 ohm"), I("0.5 H"), C("100 mF")
        self.loop = J1()
        self.source >> self.loop >> [self.resistor, self.inductor, self.capacitor]
        self.output("voltage", self.capacitor.e, "V", "voltage over the capacitor")
        self.output("current", self.inductor.f, "A", "current in the loop")
