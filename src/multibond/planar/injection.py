"""Energy that is given at once, as by an explosion."""

from __future__ import annotations

from ..elements.contact import Injection
from ..elements.frame import PlanarFrameA
from ..elements.transducer import TF
from ..look import contact_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Input, Parameter
from .geometry import rotated, unit


class EnergyInjection(Composite):
    """Gives the energy E [J] to what is joined to frame a, by an impulse along a direction of frame a, each time the
    condition `fires` becomes true."""

    library = "planar"
    icon = contact_icon.injection
    E = Parameter(1.0, "J", minimum=0.0, description="energy given each time")
    direction = Parameter([1.0, 0.0], "", "2", folds=True, constant=rigid.DIRECTION,
                          description="direction of the impulse, resolved in frame a")  # fmt: skip
    fires = Input("", description="condition that fires it when it becomes true; a signal counts from 0.5 on")

    def build(self) -> None:
        """A transformer along the direction."""
        self.a = PlanarFrameA()
        x, y = rotated(unit(self, "direction"), self.a.phi)
        self.line, self.charge = TF([[x, y, 0.0]], na=3, nb=1), Injection(self.E, fires=lambda: self.fires > 0.5)
        self.a.inside >> self.line >> self.charge
