"""Switches and diodes that change the law: ideal ones change the structure of the graph, leaky ones its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import FALSE, TIME, TRUE, ZERO, Node, both, choose, const, either, function, negate, node, relation
from ..expression.algebra import RELATIONS
from ..model.declare import Law, Parameter, Port, Variable
from .element import Cell, Element, Equation
from .pair import Pair

TINY = 1e-300  # so that nothing has a sign too
_CLOSED = Law((), description="condition under which it is closed, such as 'time > 1'; a signal counts from 0.5 on")


class _Switched(Element):
    a = Port(description="power in")

    def __init__(self, *values: Any, **given: Any):
        super().__init__(*values, **given)
        if isinstance(self.given.get("closed"), (bool, np.bool_)):
            self._set(given={**self.given, "closed": str(bool(self.given["closed"]))})  # a condition, as in files

    def condition(self, s: Any) -> Node:
        """The condition under which the switch is closed."""
        if s.closed is None:
            raise ModelError("the switch does not know when it is closed; give closed='time > 1'", self.where)
        value = s.closed()
        if np.size(value) != 1:
            raise ModelError(
                f"all components switch together, but 'closed' has {np.size(value)} conditions; give one, or a "
                "switch for each component with n=1",
                self.where,
            )
        return plain(node(value))


class Sw(_Switched):
    """Ideal switch: closed e = 0, open f = 0, all components together. It neither stores nor dissipates.

    The mode is the condition `closed` in ``choose(closed, e, f) = 0``: with the condition true the plain law e = 0
    remains (the switch imposes the effort), with false f = 0 (it imposes the flow). It opens and closes when the
    condition changes, whatever flows.
    """

    symbol = "Sw"
    role = "conserving"
    leaky = ("Sw2",)
    closed = _CLOSED

    def equations(self, s: Any) -> Iterator[Equation]:
        closed = self.condition(s)
        yield [choose(closed, e, f) for e, f in zip(s.e, s.f, strict=True)], ZERO

    def pairs(self, s: Any) -> Iterator[Pair]:
        closed = self.condition(s)
        if closed not in (TRUE, FALSE):
            for e, f in zip(s.e, s.f, strict=True):
                yield Pair(e, f, closed=closed, words=("opens", "closes", "closes"))

    def beside(self, s: Any) -> Iterator[Equation]:
        closed = self.condition(s)
        if closed in (TRUE, FALSE):
            yield (s.e if closed is TRUE else s.f), ZERO

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        closed = self.condition(s)
        kind = "effort" if closed is TRUE else "flow" if closed is FALSE else "free"
        for i in range(self.n):
            yield Cell(kind, ((0, i),))


class Sw2(_Switched):
    """Leaky switch: closed e = Ron f, open f = Goff e, all components together."""

    symbol = "Sw"
    role = "dissipation"
    closed = _CLOSED
    Ron = Parameter(1e-5, "effort/flow", "n", minimum=0.0, description="resistance when closed")
    Goff = Parameter(1e-5, "flow/effort", "n", minimum=0.0, description="conductance when open")

    def equations(self, s: Any) -> Iterator[Equation]:
        closed = self.condition(s)
        for e, f, Ron, Goff in zip(s.e, s.f, s.Ron, s.Goff, strict=True):
            yield choose(closed, e, f), choose(closed, Ron * f, Goff * e)


def plain(value: Node) -> Node:
    """A condition without choices inside: ``(1 if a else 0) > 0.5`` is a. A value counts as true from 0.5 on."""
    if value.op in ("true", "false"):
        return value
    if value.op in ("and", "or"):
        return (both if value.op == "and" else either)(*map(plain, value.args))
    if value.op == "not":
        return negate(plain(value.args[0]))
    if value.op == "if":
        condition, yes, no = map(plain, value.args)
        return either(both(condition, yes), both(negate(condition), no))
    if value.op in ("add", "sub") and TIME in value.args:
        raise ModelError(f"'{value}' is a number where a condition is wanted; compare it, as in {value} > 0")
    if value.op not in RELATIONS:
        return relation("ge", value, 0.5)
    for place, side in enumerate(value.args):
        if side.op == "if":
            condition, *branches = side.args
            sides = [tuple(b if k == place else a for k, a in enumerate(value.args)) for b in branches]
            return plain(choose(condition, *(relation(value.op, *pair) for pair in sides)))
    return value


class _Diode(Element):
    a = Port(description="power in; positive flow passes, negative effort is blocked")
    former = {"d": "direction"}
    direction = Parameter(1.0, "", "n", description="direction in which the flow may pass, of any length not zero")
    s = Variable("", "", description="curve parameter: the flow while conducting (s > 0), the effort while blocking")

    def along(self, s: Any) -> np.ndarray:
        """The unit vector of the direction."""
        if "direction" not in self.given:
            return np.array([const(1 / np.sqrt(self.n))] * self.n, dtype=object)
        if all(x == 0 for x in np.ravel(np.asarray(self.given["direction"], dtype=object))):
            raise ModelError(
                "the direction of a diode cannot be zero, for it says which way the flow may pass; give 1 or -1",
                self.where,
            )
        if self.n == 1:
            return np.array([function("sign", s.direction[0])], dtype=object)
        return s.direction / function("sqrt", s.direction @ s.direction)


class D(_Diode):
    """Ideal diode along a direction u: conducting e = 0 while f·u > 0, blocking f·u = 0 while e·u < 0; e = (e·u) u.

    On the curve with the parameter s it conducts where s > 0: there s is the flow f·u and the effort is zero;
    elsewhere s is the effort e·u and the flow is zero. With the condition ``s > 0`` true the plain law e = 0 remains,
    with false f·u = 0. The same condition ends both modes: a conducting diode blocks when its flow s falls to zero,
    a blocking one conducts when its effort s rises above zero.
    """

    symbol = "D"
    role = "conserving"
    leaky = ("D2",)

    def equations(self, s: Any) -> Iterator[Equation]:
        conducting, u = relation("gt", s.s, 0), self.along(s)
        yield s.e, choose(conducting, 0, s.s) * u
        yield s.f @ u, choose(conducting, s.s, 0)

    def pairs(self, s: Any) -> Iterator[Pair]:
        words = ("blocks", "conducts", "blocks")
        u = self.along(s)
        yield Pair(s.e @ u, s.f @ u, upper=0.0, words=words)
        for e, f in _across(u, self._largest, s.e, s.f):  # no effort, as of a closed switch; what flows may be shared
            yield Pair(e, f, closed=TRUE, words=words)

    @property
    def _largest(self) -> int:
        """A component of the direction that is far from zero, where numbers are given."""
        try:
            return int(np.argmax(np.abs(np.asarray(self.given.get("direction", 1.0), dtype=float))))
        except (TypeError, ValueError):
            return 0

    def beside(self, s: Any) -> Iterator[Equation]:
        u = self.along(s)
        yield s.s, s.e @ u + s.f @ u  # one of them is zero: s is their sum


def _across(u: np.ndarray, largest: int, *vectors: np.ndarray) -> Iterator[tuple[Any, ...]]:
    """The components of the vectors along unit vectors across the unit vector u and each other: those of a mirror that
    turns one axis, that of the `largest` component, into ±u."""
    if len(u) == 1:
        return
    way = function("sign", u[largest] + TINY)
    normal = u.copy()
    normal[largest] = u[largest] + way
    size = 1.0 + way * u[largest]  # half of its square
    mirrored = [vector @ normal for vector in vectors]
    for k in range(len(u)):
        if k != largest:
            yield tuple(x[k] - u[k] / size * along for x, along in zip(vectors, mirrored, strict=True))


class D2(_Diode):
    """Leaky diode along a direction u: conducting e = e0 + Ron (f − Goff e0) above the
    threshold e0, blocking f = Goff e below.

    e and f are taken along u, and s = 0 is the point of the threshold; no relation between e and f is turned round
    when the mode changes, so the causality stays.
    """

    symbol = "D"
    role = "dissipation"
    former = {"e0": "threshold"}
    Ron = Parameter(1e-5, "effort/flow", "", minimum=0.0, description="resistance while conducting")
    Goff = Parameter(1e-5, "flow/effort", "", minimum=0.0, description="conductance while blocking")
    threshold = Parameter(0.0, "effort", "", minimum=0.0, description="effort e0 from which on it conducts")

    def equations(self, s: Any) -> Iterator[Equation]:
        conducting, u = relation("gt", s.s, 0), self.along(s)
        yield s.e, (choose(conducting, s.Ron * s.s, s.s) + s.threshold) * u
        yield s.f @ u, choose(conducting, s.s, s.Goff * s.s) + s.Goff * s.threshold


class Zener(Element):
    """Zener diode, leaky: as D2 above the threshold e0, and conducting backwards below −ez (breakdown), with the
    same Ron."""

    symbol = "Z"
    role = "dissipation"
    a = Port(description="power in")
    former = {"ez": "breakdown", "e0": "threshold"}
    breakdown = Parameter(
        5.0, "effort", "n", minimum=0.0, strict=True, description="effort ez from which on it conducts backwards"
    )
    threshold = Parameter(0.0, "effort", "n", minimum=0.0, description="effort e0 from which on it conducts forwards")
    Ron = Parameter(1e-3, "effort/flow", "n", minimum=0.0, strict=True, description="resistance while conducting")
    Goff = Parameter(1e-5, "flow/effort", "n", minimum=0.0, description="conductance while blocking")

    def equations(self, s: Any) -> Iterator[Equation]:
        for e, f, ez, e0, Ron, Goff in zip(s.e, s.f, s.breakdown, s.threshold, s.Ron, s.Goff, strict=True):
            forwards, backwards = relation("gt", e, e0), relation("lt", e, -ez)
            below = choose(backwards, (e + ez) / Ron - Goff * ez, Goff * e)
            yield f, choose(forwards, (e - e0) / Ron + Goff * e0, below)


__all__ = ["Sw", "Sw2", "D", "D2", "Zener"]
