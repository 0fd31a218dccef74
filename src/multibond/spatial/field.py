"""Storage whose displacement geometry knows already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..elements.element import Element, Equation
from ..elements.frame import NO_DIRECTION
from ..expression import ZERO, Node, nodes
from ..expression.functions import maximum, where
from ..model.declare import Input, Parameter, Port
from .vector import length, toward

STIFFNESS = Parameter(1.0, "N/m", minimum=0.0, description="stiffness")
RELAXED = Parameter(0.0, "m", minimum=0.0, folds=True, description="length without force")
SMALL = Parameter(1e-4, "m", minimum=0.0, strict=True, description="below this length forces along the line fade")


class PotentialField(Element):
    """C field of positions: `effort` [N or N m] and stored `energy` [J] are expressions of positions and orientations.

    The displacement needs no state of its own. The efforts must be the slopes of the energy, in the sense of the bond;
    the energy audit shows when they are not.
    """

    symbol = "C"
    hangs = "down"
    role = "storage"
    a = Port(causality="effort", description="power in")
    effort = Input("effort", "n", description="effort")
    energy = Input("J", description="stored energy")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, s.effort

    def stored(self, s: Any) -> Node | None:
        return s.energy


class LineSpring(Element):
    """C field of a spring along a line: force c r (1 − free_length/s) for the displacement r of length s."""

    symbol = "C"
    hangs = "down"
    role = "storage"
    a = Port(n=3, causality="effort", description="power in")
    r = Input("m", "3", description="displacement")
    c, free_length, s_small = STIFFNESS, RELAXED, SMALL

    def equations(self, s: Any) -> Iterator[Equation]:
        r = nodes(s.r)
        yield s.e, s.c * r - s.c * s.free_length * toward(r, s.s_small)

    def start_limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        if s.free_length is not ZERO:
            yield maximum(length(s.r) - s.s_small, s.s_small - s.free_length), NO_DIRECTION

    def stored(self, s: Any) -> Node | None:
        size = length(s.r)
        core = size**2 / (2 * s.s_small) + s.s_small / 2
        return s.c * (0.5 * size**2 + 0.5 * s.free_length**2 - s.free_length * where(size > s.s_small, size, core))
