"""Van der Pol's oscillator."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0
from ..elements.resistor import G
from ..elements.storage import C, I
from ..model.declare import Parameter


class VanDerPol(Model):
    """Van der Pol's oscillator: capacitor, inductor and a resistor that is active at small voltages; a limit cycle.

    v'' − mu (1 − v²) v' + v = 0 with the voltage v, which the amplitude 2 attracts from any start.
    """

    library = "electrical"
    domain = "electrical"
    stop = 20.0
    mu = Parameter(1.0, "", minimum=0.0, description="strength of the nonlinear resistor")
    v0 = Parameter(0.5, "V", description="voltage at the start")

    def build(self) -> None:
        """All three in parallel."""
        self.capacitor, self.inductor = C(1.0, e0="v0"), I(1.0)
        self.resistor = G(law="mu*(e**3/3 - e)", causality="flow")
        self.node = J0()
        self.node >> [self.capacitor, self.inductor, self.resistor]
        self.output("v", self.capacitor.e, "V", "voltage")
        self.output("i", self.inductor.f, "A", "current in the inductor")
