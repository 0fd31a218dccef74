"""Bodies that attract each other and collide."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import ContactPool, GravityPool, PointMass, World

STARTS = ([-1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, -0.5], [0.0, -0.2, 0.8], [0.0, -1.0, -0.8])


class CollidingBodies(Model):
    """Five heavy balls that attract each other: they fall together, bounce off and fall again."""

    library = "impacts"
    stop = 2.5
    m = Parameter(1e10, "kg", minimum=0.0, strict=True, description="mass of each body")

    def build(self) -> None:
        """Free masses, the gravity between them, and the pool in which any two may touch."""
        count = len(STARTS)
        self.world = World(gravity="none")
        self.gravity = GravityPool(count, [self.m] * count)
        self.contacts = ContactPool(count, [0.1] * count, restitution=1.0)
        for k, place in enumerate(STARTS, 1):
            body = self.add(f"body{k}", PointMass(self.m, x0=place))
            self.join(body.a, self.gravity[f"body{k}"], self.contacts[f"body{k}"])
            self.output(f"position_{k}", body.a.x, "m", f"position of body {k}")
