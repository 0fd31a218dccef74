"""What acts along the line between two frames, beside springs and dampers: forces and springs of any law, a spring with
mass, spring and damper in series, and a constant distance."""

from __future__ import annotations

from typing import Any

from ..elements.elastic import ElasticForce
from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.holonomic import Holonomic
from ..elements.junction import J0, J1, Composition
from ..elements.resistor import R
from ..elements.source import Free, Se
from ..elements.storage import C, I
from ..elements.transducer import TF
from ..look.drawn import part_icon
from ..model.declare import Parameter
from ..planar.line import DAMPING, DISTANCE, FORCE, MASS, RELAXED, SMALL, STIFFNESS, spread
from . import shapes
from .body import weight
from .spring import _Between
from .vector import length, toward


class _Line(_Between):
    """Acts along the line from frame a to frame b; it takes no torque."""

    def line_between(self, smallest: Any) -> None:
        """`motion` is the 1-junction of the rate of the length; what it passes on is the tension."""
        self.between_frames()
        self.line = TF(toward(self.a.x - self.b.x, smallest).reshape(1, 3), na=3, nb=1)
        self.motion = J1(n=1, domain="translational")
        self.between >> self.line >> self.motion
        self.tell_length()

    def shapes(self) -> list[Any]:
        """A coil."""
        return [shapes.line("spring", self.a, self.b)]


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
        return [shapes.line("damper", self.a, self.b)]


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
        return [shapes.line("damper", self.a, self.b)]


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
        return [shapes.line("link", self.a, self.b)]


class MassiveSpring(_Between):
    """A spring along the line from frame a to frame b with stiffness c [N/m], free_length [m] and a mass m [kg] that is
    spread evenly over its length: each point moves as the ends do, in proportion, and has its weight.

    Its kinetic energy is m/6 (v_a² + v_a·v_b + v_b²).
    """

    icon = part_icon("spring")
    c, free_length, m = STIFFNESS, RELAXED, MASS
    s_small = SMALL

    def build(self) -> None:
        """An I field on the velocities of both ends, and the spring between them."""
        self.a, self.b, self.between = SpatialFrameA(), SpatialFrameB(), J0(n=3)
        self.end_a, self.end_b, self.free_a, self.free_b = J1(n=3), J1(n=3), Free(n=3), Free(n=3)
        self.a.inside_t >> self.end_a >> self.between >> self.end_b >> self.b.inside_t
        self.spring_at(self.between)
        self.ends, self.mass = Composition(na=3, nb=3), I(spread(self.m, 3), n=6)
        self.ends.c >> self.mass
        for name, end, frame in (("a", self.end_a, self.a), ("b", self.end_b, self.b)):
            self.add(f"weight_{name}", Se(weight(self.m / 2, frame.x, f"{name}.x"), n=3))
            end >> getattr(self.ends, name)
            self[f"weight_{name}"] >> end
            self[f"free_{name}"] >> frame.inside_r
        self.tell_length()

    def shapes(self) -> list[Any]:
        """A coil."""
        return [shapes.line("spring", self.a, self.b)]
