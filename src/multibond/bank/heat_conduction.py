"""Heat conduction along a rod."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0
from ..elements.thermal import Environment, GSth, ThermalCapacitor
from ..model.declare import Parameter

SEGMENTS = 10


class HeatConduction(Model):
    """Rod of ten segments, heated at one end and insulated at the other; entropy is produced, no energy is lost.

    A thermal capacitor for each segment and a conductor between neighbours; the first segment meets the hot end
    through half a segment's length.
    """

    library = "thermal"
    domain = "thermal"
    stop = 600.0
    T_hot = Parameter(373.15, "K", minimum=0.0, strict=True, description="temperature of the hot end")
    T_start = Parameter(293.15, "K", minimum=0.0, strict=True, description="temperature of the rod at the start")
    capacity = Parameter(120.0, "J/K", minimum=0.0, strict=True, description="heat capacity of the whole rod")
    conductance = Parameter(0.4, "W/K", minimum=0.0, description="heat conductance of the whole rod, end to end")

    def build(self) -> None:
        """Hot end, conductor, segment, conductor, segment, …"""
        self.hot_end = Environment("T_hot")
        last = self.hot_end
        for k in range(1, SEGMENTS + 1):
            conductor = self.add(f"conductor{k}", GSth(f"{SEGMENTS * (2 if k == 1 else 1)}*conductance"))
            segment = self.add(f"segment{k}", ThermalCapacitor(f"capacity/{SEGMENTS}", "T_start"))
            node = self.add(f"node{k}", J0())
            last >> conductor >> node >> segment
            last = node
        for k in (1, SEGMENTS // 2, SEGMENTS):
            self.output(f"T{k}", f"segment{k}.e", "K", f"temperature of segment {k}")
        self.output("heat", "conductor1.a.e*conductor1.a.f", "W", "heat flow from the hot end into the rod")
