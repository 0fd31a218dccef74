"""Controlled junctions of hybrid bond graphs: on they are 0 and 1, off they cut all their bonds apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from ..errors import ModelError
from ..expression import FALSE, TRUE, ZERO, Node, negate, node
from ..model.declare import Law, Port
from .element import Cell, Element, Equation
from .pair import Pair
from .switch import plain

_ON = Law((), description="condition under which it is on, such as 'time > 1'; a signal counts from 0.5 on")


class _SwitchedJunction(Element):
    role = "junction"
    junction = True
    a = Port(many=True, description="any number of bonds")
    on = _ON
    rule: ClassVar[str]  # the causality of the junction while it is on
    imposes: ClassVar[str]  # what it imposes on all bonds while it is off

    def __init__(self, *values: Any, **given: Any):
        super().__init__(*values, **given)
        if isinstance(self.given.get("on"), (bool, np.bool_)):
            self._set(given={**self.given, "on": str(bool(self.given["on"]))})  # a condition, as in files

    def condition(self, s: Any) -> Node:
        """The condition under which the junction is on."""
        if s.on is None:
            raise ModelError("the junction does not know when it is on; give on='time > 1'", self.where)
        value = np.ravel(np.asarray(s.on(), dtype=object))
        if value.size != 1:
            raise ModelError("all components are switched together: 'on' is one condition", self.where)
        return plain(node(value[0]))

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        on = self.condition(s)
        for i in range(self.n):
            ends = tuple((k, i) for k in range(attached))
            if on is TRUE:
                yield Cell(self.rule, ends)
                continue
            for end in ends:
                yield Cell(self.imposes if on is FALSE else "free", (end,))


class SwitchedJ0(_SwitchedJunction):
    """Controlled 0-junction: on as J0; off all efforts are zero and the flows need not add up."""

    symbol = "0s"
    rule, imposes = "0", "effort"

    def beside(self, s: Any) -> Iterator[Equation]:
        first, *rest = s.bonds
        for bond in rest:
            yield bond.e, first.e
        on = self.condition(s)
        if on in (TRUE, FALSE):
            yield (sum(bond.f for bond in s.bonds) if on is TRUE else first.e), ZERO

    def pairs(self, s: Any) -> Iterator[Pair]:
        on = self.condition(s)
        if on not in (TRUE, FALSE):
            for e, f in zip(s.bonds[0].e, sum(bond.f for bond in s.bonds), strict=True):
                yield Pair(e, f, closed=negate(on), words=("is switched on", "is switched off", "is switched off"))


class SwitchedJ1(_SwitchedJunction):
    """Controlled 1-junction: on as J1; off all flows are zero and the efforts need not add up."""

    symbol = "1s"
    rule, imposes = "1", "flow"

    def beside(self, s: Any) -> Iterator[Equation]:
        first, *rest = s.bonds
        for bond in rest:
            yield bond.sign * bond.f, first.sign * first.f
        on = self.condition(s)
        if on in (TRUE, FALSE):
            yield (sum(bond.sign * bond.e for bond in s.bonds) if on is TRUE else first.f), ZERO

    def pairs(self, s: Any) -> Iterator[Pair]:
        on, first = self.condition(s), s.bonds[0]
        if on not in (TRUE, FALSE):
            for e, f in zip(sum(bond.sign * bond.e for bond in s.bonds), first.sign * first.f, strict=True):
                yield Pair(e, f, closed=on, words=("is switched off", "is switched on", "is switched on"))


__all__ = ["SwitchedJ0", "SwitchedJ1"]
