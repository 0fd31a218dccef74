"""Newton's cradle with soft contact: why stiff springs are poor impacts."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Fixed, PointMass, Revolute, Rod, SoftSphere, World

BALLS = 5
SPACING = 0.5  # m


class NewtonsCradleSoft(Model):
    """Newton's cradle with stiff springs as contacts: two of five balls start lifted.

    The balls in the middle do not stay quite at rest, and the solver takes short steps at every contact: an impact in
    no time does better.
    """

    library = "spatial"
    stop = 5.0
    c = Parameter(1e9, "N/m", minimum=0.0, strict=True, description="stiffness of the contacts")
    phi0 = Parameter(-math.pi / 6, "rad", description="angle of the first two balls at the start")

    def build(self) -> None:
        """Five pendula, four contacts."""
        self.world = World()
        balls = []
        for k in range(BALLS):
            self.add(f"support{k + 1}", Fixed([SPACING * k, 0.0, 0.0]))
            self.add(f"hinge{k + 1}", Revolute(phi0=self.phi0 if k < 2 else 0.0, w0=0.0))
            self.add(f"thread{k + 1}", Rod([0.0, -2.0, 0.0]))
            self.add(f"ball{k + 1}", PointMass(2.0))
            self.join(self[f"support{k + 1}"].b, self[f"hinge{k + 1}"].a)
            self.join(self[f"hinge{k + 1}"].b, self[f"thread{k + 1}"].a)
            balls.append([self[f"thread{k + 1}"].b, self[f"ball{k + 1}"].a])
            self.output(f"phi{k + 1}", self[f"hinge{k + 1}"].angle.q, "rad", f"angle of ball {k + 1}")
        for k in range(BALLS - 1):
            self.add(f"contact{k + 1}", SoftSphere(self.c, radius_a=SPACING / 2, radius_b=SPACING / 2))
            balls[k].append(self[f"contact{k + 1}"].a)
            balls[k + 1].append(self[f"contact{k + 1}"].b)
        for frames in balls:
            self.join(*frames)
