"""A buck converter with an ideal switch and an ideal diode."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C, I
from ..elements.switch import D, Sw
from ..model.declare import Parameter


class BuckConverter(Model):
    """Buck converter: a switch at 100 kHz, a freewheeling diode, coil, capacitor and load; it starts from zero.

    Both are ideal. While the coil's current is used up before the switch closes again, the diode blocks
    (discontinuous conduction).
    """

    library = "electrical"
    domain = "electrical"
    stop = 1e-3
    voltage = Parameter(24.0, "V", description="voltage of the supply")
    duty = Parameter(0.5, "", minimum=0.0, strict=True, description="part of the period in which the switch is closed")
    frequency = Parameter(100e3, "Hz", minimum=0.0, strict=True, description="frequency of the switch")
    inductance = Parameter(100e-6, "H", minimum=0.0, strict=True, description="inductance of the coil")
    capacitance = Parameter(100e-6, "F", minimum=0.0, strict=True, description="capacitance at the output")
    R_load = Parameter(5.0, "ohm", minimum=0.0, strict=True, description="resistance of the load")

    def build(self) -> None:
        """Supply and switch feed the potential at the diode, from which the coil leads to the load."""
        self.supply, self.feed = Se("voltage"), J1()
        self.switch = Sw("pulse(1/frequency, duty/frequency)")
        self.middle, self.back, self.diode = J0(), J1(), D()
        self.choke, self.coil, self.end = J1(), I("inductance"), J0()
        self.capacitor, self.load = C("capacitance"), R("R_load")
        self.supply >> self.feed >> [self.switch, self.middle]
        self.back >> [self.diode, self.middle]
        self.middle >> self.choke >> [self.coil, self.end]
        self.end >> [self.capacitor, self.load]
        self.output("v_load", self.load.e, "V", "voltage of the load")
        self.output("i_coil", self.coil.f, "A", "current of the coil")
