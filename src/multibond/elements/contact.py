"""The law of a contact: it pushes and never pulls, strikes with restitution, and rubs with dry friction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.declare import Option, Parameter, Port
from .element import Element
from .pair import IMPACTS, Pair

RESTITUTION = Parameter(
    0.5, "", minimum=0.0, description="coefficient of restitution: 0 plastic, 1 elastic; it may depend on the speed"
)
FRICTION = Parameter(0.0, "", minimum=0.0, description="coefficient of friction; where it is not given, none acts")
IMPACT = Option(
    "stronge", choices=IMPACTS, description="law of restitution: by energies, impulses, or speeds"
)  # fmt: skip


class Contact(Element):
    """Where two bodies may touch. Component 0 of its bond is the approach: the speed at which the `gap` closes [m/s]
    and the force [N] that pushes, never negative. The others, one in the plane and two in space, are slip and friction.

    While the gap is open no force acts. Where it closes, an impact takes place; afterwards the contact rests while it
    pushes, and opens when it would have to pull. Friction is at most `friction` times the force that pushes.
    """

    symbol = "K"
    role = "dissipation"
    modulable = False
    a = Port(causality="free", description="power in: approach and force, then slip and friction")
    gap = Parameter(0.0, "m", description="distance that stays positive, an expression of positions")
    restitution, friction = RESTITUTION, FRICTION
    impact = IMPACT

    def pairs(self, s: Any) -> Iterator[Pair]:
        push = s.e[0]
        yield Pair(
            push, s.f[0], lower=0.0, gap=s.gap, restitution=s.restitution, impact=self.option("impact"),
            words=("rests", "closes", "opens"),
        )  # fmt: skip
        for e, f in zip(s.e[1:], s.f[1:], strict=True):
            limit = s.friction * push
            yield Pair(e, f, lower=-limit, upper=limit, words=("sticks", "slides", "slides"))
