"""A ball on a spring that bounces on the floor."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Fixed, PointMass, SpherePlane, Spring, World


class MixedModel(Model):
    """Ball on a spring over a floor: a force that is finite and a contact whose impacts are not, at one mass."""

    library = "impacts"
    stop = 10.0
    c = Parameter(12.0, "N/m", minimum=0.0, description="stiffness of the spring")

    def build(self) -> None:
        """The spring hangs from a point above the floor."""
        self.world, self.ceiling, self.floor = World(), Fixed([0.0, 1.0, 0.0]), Fixed()
        self.spring, self.ball = Spring(self.c, free_length=0.5), PointMass(1.0, x0=[0.2, 0.5, 0.0])
        self.contact = SpherePlane(0.05, restitution=1.0)
        self.join(self.ceiling.b, self.spring.a)
        self.join(self.spring.b, self.ball.a, self.contact.a)
        self.join(self.contact.b, self.floor.b)
        self.output("position", self.ball.a.x, "m", "position of the ball")
