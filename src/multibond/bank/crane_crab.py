"""A crane crab with a swinging load, of basic multi-bond elements."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J1, J0Partial
from ..elements.sensor import Dq
from ..elements.source import Free, Se, Wall
from ..elements.storage import I
from ..elements.transducer import TF
from ..model.declare import Parameter
from ..planar.geometry import lever, rotated


class CraneCrab(Model):
    """Crane crab written out in bonds of cardinality 3: a crab slides along x, its load swings on a rod below.

    Every bond carries (fx, fy, torque; vx, vy, w) in the inertial frame; the angle counts counter-clockwise.
    """

    library = "mechanics"
    m_crab = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the crab")
    J_crab = Parameter(1.0, "kg*m**2", minimum=0.0, description="moment of inertia of the crab, which does not turn")
    m_load = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the load")
    r = Parameter([1.0, -3.0], "m", "2", folds=True, description="the rod at the angle zero")
    g = Parameter(9.81, "m/s**2", description="gravity, along −y")

    def __init__(self, title: str | None = None, **given: object):
        super().__init__(title=title, n=3, **given)  # type: ignore[arg-type]

    def build(self) -> None:
        """From the wall over the slider to the crab, over the hinge and the rod to the load."""
        # slider: the velocity along x is free
        self.wall, self.slider = Wall(), J0Partial(taps=2)
        self.travel, self.sliding, self.push, self.along = (
            Dq(0.0, n=1),
            J1(n=1),
            Free(n=1),
            TF([[1.0], [0.0]], na=1, nb=2),
        )
        self.beam = TF(lever(self.travel.q, 0.0))
        self.wall >> self.beam >> self.slider.a
        self.push >> self.sliding >> self.along >> self.slider.t
        self.sliding >> self.travel
        # crab
        self.crab, self.crab_mass = J1(), I([self.m_crab, self.m_crab, self.J_crab])
        self.crab_weight = Se([0.0, -self.m_crab * self.g, 0.0])
        self.slider.b >> self.crab >> self.crab_mass
        self.crab_weight >> self.crab
        # hinge: the angular velocity is free
        self.hinge, self.angle = J0Partial(taps=1, order=[2, 0, 1]), Dq(0.0, n=1)
        self.turning, self.twist = J1(n=1), Free(n=1)
        self.crab >> self.hinge.a
        self.twist >> self.turning >> self.hinge.t
        self.turning >> self.angle
        # rod and load
        x, y = rotated(self.r, self.angle.q)
        self.rod, self.load, self.load_mass = TF(lever(x, y)), J1(), I([self.m_load, self.m_load, 0.0])
        self.load_weight = Se([0.0, -self.m_load * self.g, 0.0])
        self.hinge.b >> self.rod >> self.load >> self.load_mass
        self.load_weight >> self.load
        for sensor in (self.travel, self.angle):
            self.start(sensor.f, 0.0)
            self.state(sensor.q)
            self.state(sensor.f)
        self.output("s", self.travel.q, "m", "position of the crab")
        self.output("phi", self.angle.q, "rad", "angle of the rod, counter-clockwise")
