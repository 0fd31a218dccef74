"""Storage whose displacement geometry knows already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..elements.element import Element, Equation
from ..expression import Node
from ..model.declare import Input, Port


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
