"""A reversible reaction of two substances to a third."""

from __future__ import annotations

from ..api import Model
from ..elements.chemical import Reaction, Species
from ..elements.junction import J1
from ..model.declare import Parameter


class ReactionAbc(Model):
    """Reversible reaction A + B ⇌ C by mass action, from amounts off the equilibrium."""

    library = "chemical"
    domain = "chemical"
    stop = 3.0
    A0 = Parameter(1.0, "mol", minimum=0.0, strict=True, description="amount of A at the start")
    B0 = Parameter(2.0, "mol", minimum=0.0, strict=True, description="amount of B at the start")
    C0 = Parameter(3.0, "mol", minimum=0.0, strict=True, description="amount of C at the start")
    rate = Parameter(1.0, "mol/s", minimum=0.0, description="rate constant")

    def build(self) -> None:
        """Power counts positive from the reactants to the product."""
        self.A, self.B, self.C = Species(x0="A0"), Species(x0="B0"), Species(x0="C0")
        self.reactants, self.reaction = J1(), Reaction("rate")
        [self.A, self.B] >> self.reactants >> self.reaction >> self.C
        self.output("x_A", self.A.x, "mol", "amount of A")
        self.output("x_B", self.B.x, "mol", "amount of B")
        self.output("x_C", self.C.x, "mol", "amount of C")
