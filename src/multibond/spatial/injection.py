"""Energy that is given at once, as by an explosion."""

from __future__ import annotations

from typing import Any

from ..elements.contact import Injection
from ..elements.frame import SpatialFrameA
from ..elements.junction import J1
from ..elements.source import Free
from ..elements.transducer import TF
from ..look import contact_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Input, Parameter
from .vector import direction


class EnergyInjection(Composite):
    """Gives the energy E [J] to what is joined to frame a, by an impulse along a direction of frame a, each time the
    condition `fires` becomes true."""

    library = "spatial"
    icon = contact_icon.injection
    E = Parameter(1.0, "J", minimum=0.0, description="energy given each time")
    direction = Parameter([1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION,
                          description="direction of the impulse, resolved in frame a")  # fmt: skip
    fires = Input("", description="condition that fires it when it becomes true; a signal counts from 0.5 on")

    def build(self) -> None:
        """A transformer along the direction."""
        self.a, self.point, self.free = SpatialFrameA(), J1(n=3), Free(n=3)
        along = self.a.R.T @ direction(self, "direction")
        self.line = TF(along.reshape(1, 3), na=3, nb=1)
        self.charge = Injection(self.E, fires=lambda: self.fires > 0.5)
        self.a.inside_t >> self.point >> self.line >> self.charge
        self.free >> self.a.inside_r

    def shapes(self) -> list[Any]:
        """Nothing."""
        return []
