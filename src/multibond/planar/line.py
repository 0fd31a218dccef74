"""What acts along the line between two frames, beside springs and dampers: forces and springs of any law, a spring with
mass, spring and damper in series, and a constant distance."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.elastic import ElasticForce
from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.holonomic import Holonomic
from ..elements.junction import J0, J1, Composition
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C, I
from ..elements.transducer import TF
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Parameter
from . import shapes
from .geometry import length, toward, weight
from .spring import PlanarSpring

SMALL = Parameter(1e-4, "m", minimum=0.0, strict=True, description="below this length forces along the line fade")
FORCE = Parameter(0.0, "N", description="tension: an expression of time and signals, such as of its own s and v")
STIFFNESS = Parameter(1.0, "N/m", minimum=0.0, strict=True, description="stiffness")
DAMPING = Parameter(1.0, "N*s/m", minimum=0.0, strict=True, description="damping")
RELAXED = Parameter(0.0, "m", minimum=0.0, folds=True, description="length without force")
MASS = Parameter(1.0, "kg", minimum=0.0, strict=True, constant=rigid.MASS, description="mass of the spring")
DISTANCE = Parameter(
    1.0, "m", minimum=0.0, strict=True, constant=rigid.LENGTH, description="distance of the origins of the frames"
)


class _Line(Composite):
    """Acts along the line from frame a to frame b; it takes no torque."""

    library = "planar"

    def line_between(self, smallest: Any) -> None:
        """`motion` is the 1-junction of the rate of the length; what it passes on is the tension."""
        self.a, self.b, self.between = PlanarFrameA(), PlanarFrameB(), J0(n=3)
        x, y = toward(self.a.x - self.b.x, smallest)
        self.line, self.motion = TF([[x, y, 0.0]], na=3, nb=1), J1(n=1, domain="translational")
        self.a.inside >> self.between >> self.b.inside
        self.between >> self.line >> self.motion
        self.output("s", length(self.b.x - self.a.x), "m", "distance of the frames")

    def shapes(self) -> list[Any]:
        """A coil."""
        return [shapes.shape("spring", self.a, end=self.b)]


class LineForce(_Line):
    """A force between frame a and frame b along the line through them: `force` [N] pulls them together, an expression
    of time and signals, its own length s and speed v by their paths: ``LineForce("500*(rope.s - 1) + 20*rope.v")``.

    What it delivers counts as that of a source.
    """

    icon = part_icon("line_force")
    force, s_small = FORCE, SMALL

    def build(self) -> None:
        """A source of effort at the rate of the length."""
        self.line_between(self.s_small)
        self.pull = Se(-self.force, n=1)
        self.pull >> self.motion
        self.output("v", self.pull.f, "m/s", "rate of the distance")

    def shapes(self) -> list[Any]:
        """A cylinder with a piston."""
        return [shapes.shape("damper", self.a, end=self.b)]


class NonlinearSpring(_Line):
    """A spring of any law along the line from frame a to frame b: tension `force` [N], an expression of its own length
    s by its path: ``NonlinearSpring("1000*(coil.s - 0.2) + 5e4*(coil.s - 0.2)**3")``.

    What it stores is the work done on it; a law of more than its length is not elastic and belongs to a `LineForce`.
    """

    icon = part_icon("spring")
    force, s_small = FORCE, SMALL

    def build(self) -> None:
        """A storage at the rate of the length."""
        self.line_between(self.s_small)
        self.elastic = ElasticForce(self.force, n=1)
        self.motion >> self.elastic
        self.output("tension", self.elastic.e, "N", "tension of the spring")


class SeriesSpringDamper(_Line):
    """A spring (c) and a damper (d) one behind the other along the line from frame a to frame b (Maxwell's element).

    The tension is the same in both; `x0` [m] is the elongation of the spring at the start.
    """

    icon = part_icon("series_spring_damper")
    c, d = STIFFNESS, DAMPING
    x0 = Parameter(0.0, "m", description="elongation of the spring at the start")
    s_small = SMALL

    def build(self) -> None:
        """A 0-junction: the rates of both add up to that of the length."""
        self.line_between(self.s_small)
        self.series, self.damper = J0(n=1), R(self.d, n=1)
        self.elastic = C(1 / self.c, q0=self.x0, n=1) if "x0" in self.given else C(1 / self.c, n=1)
        self.motion >> self.series >> [self.elastic, self.damper]
        self.output("tension", self.elastic.e, "N", "tension")
        self.output("elongation", self.elastic.q, "m", "elongation of the spring")

    def shapes(self) -> list[Any]:
        """A cylinder with a piston."""
        return [shapes.shape("damper", self.a, end=self.b)]


class Distance(_Line):
    """A massless link with a ball at either end: the origins of frame a and frame b stay `distance` [m] apart.

    `tension` is what it takes; negative when it is pressed.
    """

    icon = part_icon("distance")
    distance = DISTANCE

    def build(self) -> None:
        """A constraint on the length."""
        self.line_between(self.distance / 1000)
        self.hold = Holonomic(residuals=[length(self.b.x - self.a.x) - self.distance], n=1)
        self.motion >> self.hold
        self.output("tension", self.hold.e, "N", "tension of the link")

    def shapes(self) -> list[Any]:
        """A link."""
        return [shapes.shape("link", self.a, end=self.b)]


class MassiveSpring(Composite):
    """A spring along the line from frame a to frame b with stiffness c [N/m], free_length [m] and a mass m [kg] that is
    spread evenly over its length: each point moves as the ends do, in proportion, and has its weight.

    Its kinetic energy is m/6 (v_a² + v_a·v_b + v_b²).
    """

    library = "planar"
    icon = part_icon("spring")
    c, free_length, m = STIFFNESS, RELAXED, MASS
    s_small = SMALL

    def build(self) -> None:
        """An I field on the velocities of both ends, and the spring between them."""
        self.a, self.b, self.between = PlanarFrameA(), PlanarFrameB(), J0(n=3)
        self.end_a, self.end_b = J1(n=3), J1(n=3)
        self.spring = PlanarSpring(self.a.x - self.b.x, self.c, self.free_length, self.s_small)
        self.a.inside >> self.end_a >> self.between >> self.end_b >> self.b.inside
        self.between >> self.spring
        self.ends, self.mass = Composition(na=2, nb=2), I(spread(self.m, 2), n=4)
        for name, end, frame in (("a", self.end_a, self.a), ("b", self.end_b, self.b)):
            self.add(f"pick_{name}", TF([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], na=3, nb=2))
            self.add(f"point_{name}", J1(n=2))
            self.add(f"weight_{name}", Se(weight(self.m / 2, frame.x, f"{name}.x"), n=2))
            end >> self[f"pick_{name}"] >> self[f"point_{name}"] >> getattr(self.ends, name)
            self[f"weight_{name}"] >> self[f"point_{name}"]
        self.ends.c >> self.mass
        self.output("s", length(self.b.x - self.a.x), "m", "distance of the frames")

    def shapes(self) -> list[Any]:
        """A coil."""
        return [shapes.shape("spring", self.a, end=self.b)]


def spread(m: Any, n: int) -> np.ndarray:
    """The inertia of a mass [kg] that is spread evenly between two ends, on the n velocities of the one and the n of
    the other."""
    return np.kron([[1, 0], [0, 1]], np.eye(n)) * (m / 3) + np.kron([[0, 1], [1, 0]], np.eye(n)) * (m / 6)
