"""Bodies with two ends."""

from __future__ import annotations

from typing import Any

from ..elements import storage
from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.junction import J1
from ..elements.source import Se
from ..elements.transducer import TF
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Parameter
from . import shapes
from .body import PHI0, V0, W0, X0, PlanarMotion
from .geometry import lever, rotated, weight


class SolidRod(Composite):
    """A uniform rod with mass m [kg] from frame a to frame b; r [m] is the vector from a to b in the frame of the rod.

    Its centre of mass is in the middle, its moment of inertia about it m r²/12. It is under the gravity of the world;
    one that nothing holds floats freely and starts at x0, phi0 with v0, w0 (of frame a).
    """

    library = "planar"
    icon = part_icon("solid_rod")
    branches = (("a", "b"),)
    floating = (("a", "motion"),)
    r = Parameter(
        [1.0, 0.0], "m", "2", folds=True, constant=rigid.LENGTH, description="vector from a to b, resolved in the rod"
    )
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, constant=rigid.MASS, description="mass")
    x0, v0, phi0, w0 = X0, V0, PHI0, W0

    def build(self) -> None:
        """A rod, with mass and weight at its middle."""
        self.a, self.b, self.end, self.centre = PlanarFrameA(), PlanarFrameB(), J1(n=3), J1(n=3)
        x, y = rotated(self.r, self.a.phi)
        self.lever, self.half = TF(lever(x, y), n=3), TF(lever(x / 2, y / 2), n=3)
        moment = self.m * (self.r[0] ** 2 + self.r[1] ** 2) / 12
        self.inertia = storage.I([self.m, self.m, moment], n=3)
        middle = self.a.x + [x / 2, y / 2]
        self.weight = Se([*weight(self.m, middle, "x_cm"), 0.0], n=3)
        self.a.inside >> self.end >> self.lever >> self.b.inside
        self.end >> self.half >> self.centre >> self.inertia
        self.weight >> self.centre
        velocity = self.a.inside.f
        self.motion = PlanarMotion(x=self.a.x, phi=self.a.phi, v=velocity)
        self.connect(self.b.x, self.a.x + [x, y])
        self.connect(self.b.phi, self.a.phi)
        starts = {"x0": self.a.x, "phi0": self.a.phi, "v0": velocity[:2], "w0": velocity[2]}
        for name, variable in starts.items():
            if name in self.given:
                self.start(variable, getattr(self, name))
        self.output("x", self.a.x, "m", "position of frame a in the inertial frame")
        self.output("phi", self.a.phi, "rad", "angle, counter-clockwise")
        self.output("v", velocity[:2], "m/s", "velocity of frame a in the inertial frame")
        self.output("w", velocity[2], "rad/s", "angular velocity, counter-clockwise")
        self.output("x_cm", middle, "m", "position of the centre of mass in the inertial frame")
        self.output("v_cm", self.inertia.f[:2], "m/s", "velocity of the centre of mass in the inertial frame")

    def shapes(self) -> list[Any]:
        """A rod."""
        return [shapes.bar(self.a, self.r)]
