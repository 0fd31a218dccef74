"""Springs and dampers between two frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..elements.element import Element, Equation
from ..elements.frame import NO_DIRECTION, PlanarFrameA, PlanarFrameB
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.transducer import TF
from ..expression import ZERO, Node
from ..expression.functions import maximum, where
from ..look.drawn import part_icon
from ..model.composite import Composite
from ..model.declare import Input, Option, Parameter, Port
from . import shapes
from .geometry import length, toward

BOTH = "what is damped: all relative motion (both), or only that along the line (line)"


class PlanarSpring(Element):
    """C field of a line spring: its displacement is the relative position of the frames, which geometry knows.

    Force c r (1 − free_length/s) for the displacement r of length s; the torque is zero.
    """

    symbol = "C"
    hangs = "down"
    role = "storage"
    a = Port(n=3, causality="effort", description="power in")
    r = Input("m", "2", description="displacement")
    c = Parameter(1.0, "N/m", minimum=0.0, description="stiffness")
    free_length = Parameter(0.0, "m", minimum=0.0, folds=True, description="length without force")
    s_small = Parameter(1e-4, "m", minimum=0.0, strict=True, description="below this length the force fades linearly")

    def equations(self, s: Any) -> Iterator[Equation]:
        x, y = toward(s.r, s.s_small)
        yield s.e, [s.c * s.r[0] - s.c * s.free_length * x, s.c * s.r[1] - s.c * s.free_length * y, ZERO]

    def start_limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        if s.free_length is not ZERO:
            yield maximum(length(s.r) - s.s_small, s.s_small - s.free_length), NO_DIRECTION

    def stored(self, s: Any) -> Node | None:
        square = s.r[0] ** 2 + s.r[1] ** 2
        if s.free_length is ZERO:
            return 0.5 * s.c * square
        size = length(s.r)
        core = square / (2 * s.s_small) + s.s_small / 2
        return s.c * (0.5 * square + 0.5 * s.free_length**2 - s.free_length * where(size > s.s_small, size, core))


class Spring(Composite):
    """A spring along the line from frame a to frame b: stiffness c [N/m], free_length [m] without force."""

    library = "planar"
    icon = part_icon("spring")
    former = {"s0": "free_length"}
    c = Parameter(1.0, "N/m", minimum=0.0, description="stiffness")
    free_length = Parameter(0.0, "m", minimum=0.0, folds=True, description="length without force")
    s_small = Parameter(1e-4, "m", minimum=0.0, strict=True, description="below this length the force fades linearly")

    def build(self) -> None:
        """A 0-junction: the spring has the relative velocity of the frames."""
        self.a, self.b, self.between = PlanarFrameA(), PlanarFrameB(), J0(n=3)
        self.spring = PlanarSpring(self.a.x - self.b.x, self.c, self.free_length, self.s_small)
        self.a.inside >> self.between >> self.b.inside
        self.between >> self.spring
        self.output("s", length(self.b.x - self.a.x), "m", "distance of the frames")

    def shapes(self) -> list[Any]:
        """A coil."""
        return [shapes.shape("spring", self.a, end=self.b)]


class Damper(Composite):
    """A damper between frame a and frame b: force d [N s/m] times their relative velocity, no torque.

    ``damped="both"`` damps all relative motion alike; ``"line"`` only that along the line through the frames.
    """

    library = "planar"
    icon = part_icon("damper")
    former = {"direction": "damped"}
    d = Parameter(1.0, "N*s/m", minimum=0.0, folds=True, description="damping")
    damped = Option("both", choices=("both", "line"), description=BOTH)
    s_small = Parameter(1e-4, "m", minimum=0.0, strict=True, description="below this length a line force fades")

    def build(self) -> None:
        """A 0-junction: the resistor has the relative velocity of the frames."""
        self.a, self.b, self.between = PlanarFrameA(), PlanarFrameB(), J0(n=3)
        self.a.inside >> self.between >> self.b.inside
        _damp(self, self.between)
        self.output("s", length(self.b.x - self.a.x), "m", "distance of the frames")

    def shapes(self) -> list[Any]:
        """A cylinder with a piston."""
        return [shapes.shape("damper", self.a, end=self.b)]


class SpringDamper(Composite):
    """A line spring (c, free_length) and a damper (d) side by side between frame a and frame b."""

    library = "planar"
    icon = part_icon("spring_damper")
    former = {"s0": "free_length", "direction": "damped"}
    c = Parameter(1.0, "N/m", minimum=0.0, description="stiffness")
    d = Parameter(1.0, "N*s/m", minimum=0.0, folds=True, description="damping")
    free_length = Parameter(0.0, "m", minimum=0.0, folds=True, description="length without force")
    damped = Option("line", choices=("both", "line"), description=BOTH)
    s_small = Parameter(1e-4, "m", minimum=0.0, strict=True, description="below this length the forces fade")

    def build(self) -> None:
        """A 0-junction gives the relative velocity, a 1-junction adds the forces."""
        self.a, self.b, self.between, self.motion = PlanarFrameA(), PlanarFrameB(), J0(n=3), J1(n=3)
        self.spring = PlanarSpring(self.a.x - self.b.x, self.c, self.free_length, self.s_small)
        self.a.inside >> self.between >> self.b.inside
        self.between >> self.motion >> self.spring
        _damp(self, self.motion)
        self.output("s", length(self.b.x - self.a.x), "m", "distance of the frames")

    def shapes(self) -> list[Any]:
        """A coil around a cylinder with a piston."""
        return [shapes.shape("spring", self.a, end=self.b), shapes.shape("damper", self.a, end=self.b)]


def _damp(model: Any, junction: Any) -> None:
    """Add the resistor of a damper at the junction of the relative velocity."""
    if model.option("damped") == "both":
        model.add("damper", R([model.d, model.d, 0.0], n=3))
        junction >> model.damper
        return
    x, y = toward(model.a.x - model.b.x, model.s_small)
    model.add("line", TF([[x, y, 0.0]], na=3, nb=1))
    model.add("damper", R(model.d, n=1))
    junction >> model.line >> model.damper
