"""A pendulum in Cartesian coordinates, with a constraint on its length."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J1
from ..elements.sensor import Dq
from ..elements.source import Se
from ..elements.storage import I
from ..elements.transducer import TF
from ..model.declare import Input, Parameter


class CartesianPendulum(Model):
    """Pendulum in Cartesian coordinates: a point mass on a rod whose length is a constraint (index 3).

    The rod's force is unknown; it acts along the rod through a transformer modulated by the position, and the
    constraint x² + y² = length² determines it. The states change where a coordinate no longer tells the angle.
    """

    library = "mechanics"
    domain = "translational"
    stop = 10.0
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass")
    length = Parameter(1.0, "m", minimum=0.0, strict=True, description="length of the rod")
    g = Parameter(9.81, "m/s**2", description="gravity, along −y")
    v0 = Parameter(0.0, "m/s", description="velocity at the start, upwards; the rod starts along +x")
    rod_force = Input("N", description="force along the rod, positive outwards: what the constraint determines")

    def __init__(self, title: str | None = None, **given: object):
        super().__init__(title=title, n=2, **given)  # type: ignore[arg-type]

    def build(self) -> None:
        """A junction for the velocity in the plane; the rod's force comes in through the transformer."""
        self.mass, self.weight, self.position = I("m", f0=[0.0, "v0"]), Se([0.0, "-m*g"]), Dq(["length", 0.0])
        self.velocity = J1()
        self.force = Se("rod_force", n=1)
        self.rod = TF([["position.q[0]/length"], ["position.q[1]/length"]], na=1, form="effort")
        self.weight >> self.velocity >> [self.mass, self.position]
        self.force >> self.rod >> self.velocity
        self.connect("position.q[0]**2 + position.q[1]**2", "length**2")
        self.output("x", "position.q[0]", "m", "horizontal position")
        self.output("y", "position.q[1]", "m", "vertical position")
        self.output("tension", "-rod_force", "N", "tension of the rod")
