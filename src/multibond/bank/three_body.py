"""Three bodies that attract each other."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, GravityPool, World

STARTS = (
    ([3.0, 0.0, 0.0], [0.0, 0.8, 0.0]),
    ([-3.0, 0.0, 0.0], [0.0, -0.8, 0.0]),
    ([0.0, 0.0, -3.0], [0.0, 0.0, 0.8]),
)


class ThreeBody(Model):
    """Three-body system: equal masses in space, moved by nothing but the gravity between them."""

    library = "spatial"
    stop = 5.0
    m = Parameter(1e11, "kg", minimum=0.0, strict=True, description="mass of each body")

    def build(self) -> None:
        """Three free bodies and the gravity between them."""
        self.world, self.pool = World(gravity="none"), GravityPool(3, [self.m, self.m, self.m])
        for k, (position, velocity) in enumerate(STARTS, 1):
            self.add(f"body{k}", Body(self.m, [0.02, 0.02, 0.02], x0=position, v0=velocity))
            self.join(self[f"body{k}"].a, self.pool[f"body{k}"])
            self.output(f"position_{k}", self[f"body{k}"].a.x, "m", f"position of body {k}")
