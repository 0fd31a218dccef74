"""A lopsided body on a ball joint, held by a spring and a damper."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Damper, Fixed, Rod, Spherical, Spring, World


class SphericalSpring(Model):
    """Spherical pendulum with a spring and a damper from a second point; its inertia tensor has products.

    The products of inertia of the published example (0.1 kg m² beside moments of 0.01) belong to no mass distribution;
    here the moments are 0.5 kg m², so that the body can exist.
    """

    library = "spatial"
    stop = 10.0
    c = Parameter(10.0, "N/m", minimum=0.0, description="stiffness of the spring")
    d = Parameter(0.5, "N*s/m", minimum=0.0, description="damping")

    def build(self) -> None:
        """Ball joint, rod, body; spring and damper from the body to a fixed point."""
        self.world, self.ground, self.anchor = World(), Fixed(), Fixed([1.5, 0.0, 0.5])
        self.ball, self.rod = Spherical(), Rod([2.0, 0.0, 2.0])
        self.body = Body(2.0, [[0.5, 0.1, 0.1], [0.1, 0.5, 0.1], [0.1, 0.1, 0.5]])
        self.spring, self.damper = Spring(self.c, 1.0), Damper(self.d)
        self.join(self.ground.b, self.ball.a)
        self.join(self.ball.b, self.rod.a)
        self.join(self.rod.b, self.body.a, self.spring.b, self.damper.b)
        self.join(self.anchor.b, self.spring.a, self.damper.a)
        self.output("position", self.body.a.x, "m", "position of the body")
        self.output("length", "spring.s", "m", "length of the spring")
