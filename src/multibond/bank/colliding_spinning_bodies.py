"""Bodies with rotation that attract each other and collide."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, ContactPool, GravityPool, World

STARTS = ([-1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, -0.5], [0.0, 0.0, 1.0], [0.0, -1.0, -0.8])


class CollidingSpinningBodies(Model):
    """Five heavy balls that attract each other and turn: rough ones set each other spinning where they collide."""

    library = "impacts"
    stop = 2.5
    m = Parameter(1e10, "kg", minimum=0.0, strict=True, description="mass of each body")
    friction = Parameter(0.2, "", minimum=0.0, description="coefficient of friction")

    def build(self) -> None:
        """Free bodies, the gravity between them, and the pool in which any two may touch."""
        count = len(STARTS)
        self.world = World(gravity="none")
        self.gravity = GravityPool(count, [self.m] * count)
        self.contacts = ContactPool(count, [0.1] * count, restitution=1.0, friction=self.friction)
        for k, place in enumerate(STARTS, 1):
            inertia = [0.04 * self.m] * 3
            body = self.add(f"body{k}", Body(self.m, inertia, x0=place, quaternions=False))
            self.join(body.a, self.gravity[f"body{k}"], self.contacts[f"body{k}"])
            self.output(f"position_{k}", body.a.x, "m", f"position of body {k}")
