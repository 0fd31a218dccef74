"""The spatial four-bar mechanism, whose crank strikes a floor."""

from __future__ import annotations

from ..model.declare import Parameter
from ..spatial import Fixed, SpherePlane
from .four_bar import FourBar


class FourBarImpact(FourBar):
    """Four-bar mechanism that strikes a floor: the impulse of one contact goes through a closed loop of joints."""

    library = "impacts"
    stop = 5.0
    restitution = Parameter(1.0, "", minimum=0.0, description="coefficient of restitution")

    def build(self) -> None:
        """The mechanism of `four_bar` with a ball at the end of its crank, and the floor."""
        super().build()
        self.floor, self.contact = Fixed(), SpherePlane(0.05, restitution=self.restitution)
        self.join(self.crank_rod.b, self.contact.a)
        self.join(self.contact.b, self.floor.b)
