"""The analog Cauer low-pass filter of the Modelica Standard Library."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C, I
from ..elements.time_function import step
from ..model.declare import Parameter


class CauerLowPass(Model):
    """Cauer low-pass filter of fifth order, driven by a step of 1 V at 1 s; its capacitor loops leave 5 states.

    Data and circuit are those of CauerLowPassAnalog in the Modelica Standard Library: capacitors C1, C3, C5 at three
    nodes, and between the nodes the resonant circuits L1 ∥ C2 and L2 ∥ C4. The output tends to 0.5 V.
    """

    library = "electrical"
    domain = "electrical"
    stop = 60.0
    L1 = Parameter(1.304, "H", minimum=0.0, strict=True, description="inductance of the first resonant circuit")
    L2 = Parameter(0.8586, "H", minimum=0.0, strict=True, description="inductance of the second resonant circuit")
    C1 = Parameter(1.072, "F", minimum=0.0, strict=True, description="capacitance at node 1")
    C2 = Parameter("1/(1.704992**2*L1)", "F", description="capacitance of the first resonant circuit")
    C3 = Parameter(1.682, "F", minimum=0.0, strict=True, description="capacitance at node 2")
    C4 = Parameter("1/(1.179945**2*L2)", "F", description="capacitance of the second resonant circuit")
    C5 = Parameter(0.7262, "F", minimum=0.0, strict=True, description="capacitance at node 3")
    R1 = Parameter(1.0, "ohm", minimum=0.0, strict=True, description="resistance of the source")
    R2 = Parameter(1.0, "ohm", minimum=0.0, strict=True, description="resistance of the load")

    def build(self) -> None:
        """Source and R1 feed node 1; resonant circuits lead from node to node; R2 is the load."""
        self.source, self.source_resistor, self.load = Se(step(at=1.0, height=1.0)), R("R1"), R("R2")
        self.input = J1()
        self.source >> self.input >> self.source_resistor
        for node in (1, 2, 3):
            self.add(f"node{node}", J0())
            self.add(f"capacitor{2 * node - 1}", C(f"C{2 * node - 1}"))
            self[f"node{node}"] >> self[f"capacitor{2 * node - 1}"]
        self.input >> self.node1
        for k in (1, 2):
            branch, resonator = self.add(f"branch{k}", J1()), self.add(f"resonator{k}", J0())
            inductor, capacitor = self.add(f"inductor{k}", I(f"L{k}")), self.add(f"capacitor{2 * k}", C(f"C{2 * k}"))
            self[f"node{k}"] >> branch >> self[f"node{k + 1}"]
            branch >> resonator >> [inductor, capacitor]
        self.node3 >> self.load
        self.output("v_in", self.source.e, "V", "voltage of the source")
        self.output("v_out", self.load.e, "V", "voltage of the load")
