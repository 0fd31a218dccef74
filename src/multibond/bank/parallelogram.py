"""A parallelogram of two cranks and a platform in space, loaded across its plane."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Fixed, Revolute, Rod, World, WorldForce

CRANK, WIDTH = 0.8, 1.2  # m: length of the cranks, distance of the hinges of the platform


class Parallelogram(Model):
    """Parallelogram in space: two cranks carry a platform that swings without turning, loaded across its plane.

    Four hinges with parallel axes forbid three motions twice. How the side load divides between the cranks does not
    follow from the balance of rigid bodies: `hinge1.force` and the like are the reactions of least norm.
    """

    library = "spatial"
    stop = 5.0
    m_crank = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of each crank, in its middle")
    m = Parameter(4.0, "kg", minimum=0.0, strict=True, description="mass of the platform")
    side = Parameter(20.0, "N", description="load across the plane, a quarter of the width from the first crank")
    lean0 = Parameter(math.radians(40.0), "rad", description="angle of the cranks at the start, against hanging down")

    def build(self) -> None:
        """Ground, first crank, platform, second crank, ground."""
        self.world, self.left_ground, self.right_ground = World(), Fixed(), Fixed([WIDTH, 0.0, 0.0])
        self.hinge1, self.hinge2 = Revolute(phi0=self.lean0, w0=0.0), Revolute()
        self.hinge3, self.hinge4 = Revolute(), Revolute()
        self.start(self.hinge2.angle.q, -self.lean0, fixed=False)
        self.start(self.hinge4.angle.q, self.lean0, fixed=False)
        for name in ("left", "right"):
            self.add(f"{name}_rod", Rod([0.0, -CRANK, 0.0]))
            self.add(f"{name}_body", Body(self.m_crank, [0.01, 0.01, 0.01], [0.0, -0.5 * CRANK, 0.0]))
        self.platform, self.arm = Rod([WIDTH, 0.0, 0.0]), Rod([0.25 * WIDTH, 0.0, 0.0])
        self.body, self.load = (
            Body(self.m, [0.1, 0.5, 0.5], [0.5 * WIDTH, 0.0, 0.0]),
            WorldForce([0, 0, self.side]),
        )
        self.join(self.left_ground.b, self.hinge1.a)
        self.join(self.hinge1.b, self.left_rod.a, self.left_body.a)
        self.join(self.left_rod.b, self.hinge2.a)
        self.join(self.hinge2.b, self.platform.a, self.body.a, self.arm.a)
        self.join(self.arm.b, self.load.b)
        self.join(self.platform.b, self.hinge3.a)
        self.join(self.hinge3.b, self.right_rod.b)
        self.join(self.right_rod.a, self.hinge4.b, self.right_body.a)
        self.join(self.hinge4.a, self.right_ground.b)
        self.output("phi", self.hinge1.phi, "rad", "angle of the first crank")
        self.output("w", self.hinge1.w, "rad/s", "angular velocity of the first crank")
        self.output("x", self.body.x_cm, "m", "middle of the platform")
