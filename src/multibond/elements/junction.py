"""Junctions, and the joining, splitting and reordering of multi-bonds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import ZERO
from ..model.declare import Option, Port
from .element import Cell, Element, Equation, whole_numbers


class _Junction(Element):
    role = "junction"
    junction = True
    a = Port(many=True, description="any number of bonds")


def _signed(sign: int, values: np.ndarray) -> np.ndarray:
    """Efforts or flows with the sign of their bond: 1 into the junction, −1 out of it."""
    return values if sign == 1 else -values


class J0(_Junction):
    """0-junction: all efforts equal, the flows add up to zero (Kirchhoff's current law, parallel connection)."""

    symbol = "0"

    def equations(self, s: Any) -> Iterator[Equation]:
        first, *rest = s.bonds
        for bond in rest:
            yield bond.e, first.e
        yield sum(bond.f for bond in s.bonds), ZERO

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i in range(self.n):
            yield Cell("0", tuple((k, i) for k in range(attached)))


class J1(_Junction):
    """1-junction: all flows equal, the efforts add up to zero (Kirchhoff's voltage law, d'Alembert's principle)."""

    symbol = "1"

    def equations(self, s: Any) -> Iterator[Equation]:
        first, *rest = s.bonds
        flow = _signed(first.sign, first.f)
        for bond in rest:
            yield _signed(bond.sign, bond.f), flow
        yield sum(_signed(bond.sign, bond.e) for bond in s.bonds), ZERO

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i in range(self.n):
            yield Cell("1", tuple((k, i) for k in range(attached)))


class _Partial(Element):
    role = "junction"

    def icon(self, look: Any) -> Any:
        """The junction with the components that it joins."""
        from ..look import usual  # drawings are not needed to run a model

        return usual.partial_junction(self, look)

    a = Port(description="wide bond, in")
    b = Port(inward=False, description="wide bond, out")
    t = Port(n="taps", description="narrow bond: the tapped components, in")
    taps = Option(1, description="number of tapped components")
    order = Option(None, description="permutation of 0 … n−1; the first `taps` of it are tapped (default 0, 1, …)")

    def tapped(self) -> list[int]:
        """The tapped components of the wide bond, in order."""
        n, taps = self.n, self.size("taps")
        if taps > n:
            raise ModelError(f"{taps} components cannot be tapped out of {n}", self.where)
        return whole_numbers(self, "order", n)[:taps]

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        tapped = self.tapped()
        for i in range(self.n):
            if i in tapped:
                yield Cell(self.symbol[0], ((0, i), (1, i), (2, tapped.index(i))))
            else:
                yield Cell("tf", ((0, i), (1, i)))


class J0Partial(_Partial):
    """0-junction of a few components of a wide bond with a narrow one; the other components pass through."""

    symbol = "0p"

    def equations(self, s: Any) -> Iterator[Equation]:
        tapped = self.tapped()
        flow = s.b.f.copy()
        for k, i in enumerate(tapped):
            yield s.t.e[k], s.a.e[i]
            flow[i] = flow[i] - s.t.f[k]
        yield s.b.e, s.a.e
        yield s.a.f, flow


class J1Partial(_Partial):
    """1-junction of a few components of a wide bond with a narrow one; the other components pass through."""

    symbol = "1p"

    def equations(self, s: Any) -> Iterator[Equation]:
        tapped = self.tapped()
        effort = s.b.e.copy()
        for k, i in enumerate(tapped):
            yield s.t.f[k], s.a.f[i]
            effort[i] = effort[i] - s.t.e[k]
        yield s.b.f, s.a.f
        yield s.a.e, effort


class Composition(Element):
    """Joins two bonds into one wide bond: the components of `a`, then those of `b`. Also splits: it is acausal."""

    role = "junction"
    symbol = "⊕"
    a = Port(n="na", description="first bond, in")
    b = Port(n="nb", description="second bond, in")
    c = Port(n="total", inward=False, description="wide bond, out")
    na = Option(1, description="cardinality of a")
    nb = Option(1, description="cardinality of b")

    def size(self, of: int | str) -> int:
        return super().size("na") + super().size("nb") if of == "total" else super().size(of)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.c.e, np.concatenate([s.a.e, s.b.e])
        yield s.c.f, np.concatenate([s.a.f, s.b.f])

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        na = self.size("na")
        for i in range(self.size("total")):
            yield Cell("tf", ((0, i) if i < na else (1, i - na), (2, i)))


class Permutation(Element):
    """Reorders the components of a bond: component i of `b` is component order[i] of `a`."""

    role = "junction"
    symbol = "⇄"

    def icon(self, look: Any) -> Any:
        """A box with the order of the components."""
        from ..look import usual

        return usual.permutation(self, look)

    a = Port(description="in")
    b = Port(inward=False, description="out")
    order = Option(None, description="permutation of 0 … n−1")

    def permutation(self) -> list[int]:
        """The order as a list."""
        return whole_numbers(self, "order", self.n)

    def equations(self, s: Any) -> Iterator[Equation]:
        order = self.permutation()
        yield s.b.e, s.a.e[order]
        yield s.b.f, s.a.f[order]

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i, source in enumerate(self.permutation()):
            yield Cell("tf", ((0, source), (1, i)))
