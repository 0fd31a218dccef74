"""Two bodies of different temperature in contact."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0
from ..elements.thermal import GSth, ThermalCapacitor
from ..model.declare import Parameter


class TwoHeatMasses(Model):
    """Two bodies in contact: a hot and a cold one reach a common temperature, energy is kept, entropy grows."""

    library = "thermal"
    domain = "thermal"
    stop = 3.0
    C1 = Parameter(15.0, "J/K", minimum=0.0, strict=True, description="heat capacity of the hot body")
    C2 = Parameter(15.0, "J/K", minimum=0.0, strict=True, description="heat capacity of the cold body")
    conductance = Parameter(10.0, "W/K", minimum=0.0, description="heat conductance of the contact")
    T1_start = Parameter(373.15, "K", minimum=0.0, strict=True, description="temperature of the hot body at the start")
    T2_start = Parameter(273.15, "K", minimum=0.0, strict=True, description="temperature of the cold body at the start")

    def build(self) -> None:
        """Body, conductor, body."""
        self.hot, self.cold = ThermalCapacitor("C1", "T1_start"), ThermalCapacitor("C2", "T2_start")
        self.contact = GSth("conductance")
        self.hot_node, self.cold_node = J0(), J0()
        self.hot_node >> self.contact >> self.cold_node >> self.cold
        self.hot_node >> self.hot
        self.output("T1", self.hot.e, "K", "temperature of the hot body")
        self.output("T2", self.cold.e, "K", "temperature of the cold body")
        self.output("entropy", "hot.S + cold.S", "J/K", "entropy produced since the start")
