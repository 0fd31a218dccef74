"""A planar pendulum of basic multi-bond elements."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J1, Composition
from ..elements.sensor import Dq
from ..elements.source import Free, Se, Wall
from ..elements.storage import I
from ..elements.transducer import TF
from ..model.declare import Parameter
from ..planar.geometry import lever, rotated


class PlanarPendulum(Model):
    """Planar pendulum written out in bonds of cardinality 3: a hinge, a rod as modulated transformer, a point mass.

    Every bond carries (fx, fy, torque; vx, vy, w) in the inertial frame; the angle counts counter-clockwise.
    """

    library = "mechanics"
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass at the end of the rod")
    r = Parameter([1.0, -3.0], "m", "2", folds=True, description="the rod at the angle zero")
    g = Parameter(9.81, "m/s**2", description="gravity, along −y")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")

    def __init__(self, title: str | None = None, **given: object):
        super().__init__(title=title, n=3, **given)  # type: ignore[arg-type]

    def build(self) -> None:
        """The hinge forbids two velocities and leaves the third free."""
        self.pin, self.turning, self.hinge = Wall(n=2), Free(n=1), Composition(na=2, nb=1)
        self.joint, self.position = J1(), Dq()
        self.pin >> self.hinge.a
        self.turning >> self.hinge.b
        self.hinge.c >> self.joint >> self.position
        x, y = rotated(self.r, self.position.q[2])
        self.rod, self.tip = TF(lever(x, y)), J1()
        self.mass, self.weight = I([self.m, self.m, 0.0]), Se([0.0, -self.m * self.g, 0.0])
        self.joint >> self.rod >> self.tip >> self.mass
        self.weight >> self.tip
        self.start(self.position.q[2], self.phi0)
        self.start(self.position.f[2], self.w0)
        self.state(self.position.q[2])
        self.state(self.position.f[2])
        self.output("phi", self.position.q[2], "rad", "angle, counter-clockwise")
        self.output("w", self.position.f[2], "rad/s", "angular velocity, counter-clockwise")
