"""The electric circuit of MultiBondLib, with one multi-bond of cardinality 2."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0
from ..elements.resistor import R
from ..elements.source import Sf
from ..elements.storage import C
from ..model.declare import Parameter


class ElectricCircuitMultibond(Model):
    """The circuit of `electric_circuit` as multi-bonds of cardinality 2: both nodes in one junction, a field as C.

    The capacitor between the nodes has gone into the off-diagonal of the field, and with it the dependent storage.
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

    def __init__(self, title: str | None = None, **given: object):
        super().__init__(title=title, n=2, **given)  # type: ignore[arg-type]

    def build(self) -> None:
        """One junction: component 0 is the left node, component 1 the right one."""
        field = [["C_left + C_coupling", "-C_coupling"], ["-C_coupling", "C_right + C_coupling"]]
        self.source, self.resistors, self.capacitors = Sf(["current", 0.0]), R(["R_left", "R_right"]), C(field)
        self.nodes = J0()
        self.source >> self.nodes >> [self.resistors, self.capacitors]
        self.output("v_left", self.capacitors.e[0], "V", "voltage of the left node")
        self.output("v_right", self.capacitors.e[1], "V", "voltage of the right node")
