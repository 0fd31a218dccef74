"""Two tanks, one emptying into the other."""

from __future__ import annotations

from ..api import Model
from ..elements.hydraulic import Tank
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Sf
from ..model.declare import Parameter


class TwoTanks(Model):
    """Two tanks joined by a pipe, with an inflow into the first and an outlet from the second; laminar flow."""

    library = "hydraulic"
    domain = "hydraulic"
    stop = 20.0
    inflow = Parameter(0.2, "m**3/s", description="flow into the first tank")
    A1 = Parameter(1.0, "m**2", minimum=0.0, strict=True, description="surface of the first tank")
    A2 = Parameter(2.0, "m**2", minimum=0.0, strict=True, description="surface of the second tank")
    level1 = Parameter(2.0, "m", minimum=0.0, description="level of the first tank at the start")
    level2 = Parameter(0.5, "m", minimum=0.0, description="level of the second tank at the start")
    R_pipe = Parameter(19620.0, "Pa*s/m**3", minimum=0.0, strict=True, description="resistance of the pipe between")
    R_outlet = Parameter(39240.0, "Pa*s/m**3", minimum=0.0, strict=True, description="resistance of the outlet")

    def build(self) -> None:
        """Pressures at the bottoms are 0-junctions, the pipe a 1-junction between them."""
        self.source, self.pipe, self.outlet = Sf("inflow"), R("R_pipe"), R("R_outlet")
        self.tank1, self.tank2 = Tank("A1", level0="level1"), Tank("A2", level0="level2")
        self.bottom1, self.passage, self.bottom2 = J0(), J1(), J0()
        self.source >> self.bottom1 >> self.passage >> self.bottom2 >> [self.tank2, self.outlet]
        self.bottom1 >> self.tank1
        self.passage >> self.pipe
        self.output("h1", self.tank1.level, "m", "level of the first tank")
        self.output("h2", self.tank2.level, "m", "level of the second tank")
        self.output("outflow", self.outlet.f, "m**3/s", "flow out of the second tank")
