"""The electric circuit of MultiBondLib, with scalar bonds."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Sf
from ..elements.storage import C
from ..model.declare import Parameter


class ElectricCircuit(Model):
    """Current source with two RC nodes that a third capacitor couples: MultiBondLib's ElectricCircuit, scalar bonds.

    The three capacitors form a loop, so only two of their charges are independent. Both nodes start at 0 V and tend
    to 15 V and 0 V.
    """

    library = "basic"
    domain = "electrical"
    stop = 10.0
    current = Parameter(0.5, "A", description="current of the source")
    R_left = Parameter(30.0, "ohm", minimum=0.0, strict=True, description="resistance at the left node")
    R_right = Parameter(75.0, "ohm", minimum=0.0, strict=True, description="resistance at the right node")
    C_left = Parameter(0.02, "F", minimum=0.0, strict=True, description="capacitance at the left node")
    C_right = Parameter(0.05, "F", minimum=0.0, strict=True, description="capacitance at the right node")
    C_coupling = Parameter(0.025, "F", minimum=0.0, strict=True, description="capacitance between the nodes")

    def build(self) -> None:
        """Two nodes (0-junctions) and the branch between them (a 1-junction)."""
        self.source = Sf("current")
        self.left_resistor, self.right_resistor = R("R_left"), R("R_right")
        self.left_capacitor, self.right_capacitor, self.coupling = C("C_left"), C("C_right"), C("C_coupling")
        self.left, self.branch, self.right = J0(), J1(), J0()
        self.source >> self.left >> [self.left_resistor, self.left_capacitor]
        self.left >> self.branch >> self.right >> [self.right_resistor, self.right_capacitor]
        self.branch >> self.coupling
        self.output("v_left", self.left_capacitor.e, "V", "voltage of the left node")
        self.output("v_right", self.right_capacitor.e, "V", "voltage of the right node")
