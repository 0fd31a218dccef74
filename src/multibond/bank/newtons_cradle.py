"""Newton's cradle with ideal impacts."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Fixed, Revolute, Rod, SphereSphere, World

BALLS = 5
SPACING = 0.5  # m


class NewtonsCradle(Model):
    """Newton's cradle: two balls from the left meet one that was lifted twice as high on the right."""

    library = "impacts"
    stop = 10.0
    phi0 = Parameter([math.radians(x) for x in (-40.0, -40.0, 0.0, 0.0, 80.0)], "rad", str(BALLS),
                     description="angles of the balls at the start")  # fmt: skip
    radius = Parameter(0.2499, "m", minimum=0.0, strict=True, description="radius of the balls")
    restitution = Parameter(1.0, "", minimum=0.0, description="coefficient of restitution")

    def build(self) -> None:
        """Five pendula, four contacts."""
        self.world = World()
        balls = []
        for k in range(BALLS):
            support = self.add(f"support{k + 1}", Fixed([SPACING * k, 0.0, 0.0]))
            hinge = self.add(f"hinge{k + 1}", Revolute(phi0=self.phi0[k], w0=0.0))
            thread = self.add(f"thread{k + 1}", Rod([0.0, -2.0, 0.0]))
            ball = self.add(f"ball{k + 1}", Body(1.0, [0.01, 0.01, 0.01]))
            self.join(support.b, hinge.a)
            self.join(hinge.b, thread.a)
            balls.append([thread.b, ball.a])
            self.output(f"phi{k + 1}", hinge.angle.q, "rad", f"angle of ball {k + 1}")
        for k in range(BALLS - 1):
            contact = SphereSphere(self.radius, self.radius, restitution=self.restitution)
            self.add(f"contact{k + 1}", contact)
            balls[k].append(contact.a)
            balls[k + 1].append(contact.b)
        for frames in balls:
            self.join(*frames)
