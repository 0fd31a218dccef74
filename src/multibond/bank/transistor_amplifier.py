"""A transistor amplifier stage in common-emitter connection."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.semiconductor import BJT
from ..elements.source import Se
from ..elements.storage import C
from ..model.declare import Parameter


class TransistorAmplifier(Model):
    """Common-emitter amplifier with a bipolar transistor after Ebers and Moll: a 1 kHz sine of 10 mV, amplified.

    A voltage divider sets the base, the emitter's resistor is bridged by a capacitor, input and output are coupled
    by capacitors. It starts near its operating point.
    """

    library = "electrical"
    domain = "electrical"
    stop = 5e-3
    U = Parameter(12.0, "V", description="voltage of the supply")
    amplitude = Parameter(0.01, "V", description="amplitude of the input")
    frequency = Parameter(1000.0, "Hz", minimum=0.0, strict=True, description="frequency of the input")
    R_top = Parameter(47e3, "ohm", minimum=0.0, strict=True, description="upper resistor of the divider")
    R_bottom = Parameter(10e3, "ohm", minimum=0.0, strict=True, description="lower resistor of the divider")
    R_collector = Parameter(4.7e3, "ohm", minimum=0.0, strict=True, description="resistor at the collector")
    R_emitter = Parameter(1e3, "ohm", minimum=0.0, strict=True, description="resistor at the emitter")
    R_load = Parameter(47e3, "ohm", minimum=0.0, strict=True, description="resistance of the load")
    R_source = Parameter(600.0, "ohm", minimum=0.0, strict=True, description="resistance of the input's source")
    C_coupling = Parameter(1e-6, "F", minimum=0.0, strict=True, description="coupling capacitors")
    C_emitter = Parameter(1e-4, "F", minimum=0.0, strict=True, description="capacitor at the emitter")

    def build(self) -> None:
        """Nodes of base, collector and emitter; branches between them and from the supply."""
        self.supply, self.input = Se("U"), Se("amplitude*sin(2*pi*frequency*time)")
        self.transistor = BJT(Is=1e-14, beta_F=200.0, beta_R=2.0)
        self.rail, self.base, self.collector, self.emitter, self.output_node = J0(), J0(), J0(), J0(), J0()
        self.base_emitter, self.collector_emitter = J1(), J1()
        self.supply >> self.rail
        self._series("top", self.rail, self.base, R("R_top"))
        self._series("pull_up", self.rail, self.collector, R("R_collector"))
        self.bottom, self.emitter_resistor, self.load = R("R_bottom"), R("R_emitter"), R("R_load")
        self.bypass = C("C_emitter", e0=1.385)
        self.input_loop, self.source_resistor, self.input_capacitor = J1(), R("R_source"), C("C_coupling", e0=-2.048)
        self.input >> self.input_loop >> [self.source_resistor, self.input_capacitor]
        self.input_loop >> self.base >> self.bottom
        self.base >> self.base_emitter >> [self.transistor.b, self.emitter]
        self.collector >> self.collector_emitter >> [self.transistor.c, self.emitter]
        self.emitter >> [self.emitter_resistor, self.bypass]
        self._series("output_coupling", self.collector, self.output_node, C("C_coupling", e0=5.521))
        self.output_node >> self.load
        self.output("v_in", self.input.e, "V", "input voltage")
        self.output("v_out", self.load.e, "V", "output voltage")
        self.output("i_collector", "transistor.c.f", "A", "current of the collector")
        self.output("v_emitter", self.bypass.e, "V", "voltage of the emitter")

    def _series(self, name: str, tail: J0, head: J0, element: R | C) -> None:
        """`element` in the branch from node `tail` to node `head`."""
        branch = self.add(f"{name}_branch", J1())
        tail >> branch >> head
        branch >> self.add(name, element)
