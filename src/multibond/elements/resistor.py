"""Dissipation: R, its dual G, and general resistive fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import ZERO
from ..model.declare import Law, Parameter, Port
from .element import Cell, Element, Equation, product


class R(Element):
    """Resistor, damper: e = R f (numbers, vector or matrix).

    A nonlinear law is given as `law`, the effort as an expression or function of the flow f. A general multiport is
    given by a `relation` of e and f whose n values are zero.
    """

    symbol = "R"
    role = "dissipation"
    a = Port(description="power in")
    R = Parameter(1.0, "effort/flow", "field", folds=True, description="resistance, damping")
    law = Law(("f",), description="effort as an expression or function of the flow f")
    relation = Law(("e", "f"), description="expression(s) or function of e and f that are zero")

    def equations(self, s: Any) -> Iterator[Equation]:
        one_law(self, "R", "law", "relation")
        if s.law:
            yield s.e, s.law(s.f)
        elif s.relation:
            yield s.relation(s.e, s.f), [ZERO] * self.n
        else:
            yield s.e, product(s.R, s.f)

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        # a resistance that is exactly zero can only impose its effort
        values = np.asarray(s.R, dtype=object)
        for i in range(self.n):
            zero = not (s.law or s.relation) and _row_is_zero(values, i)
            yield Cell("effort" if zero else "free", ((0, i),))


class G(Element):
    """Conductor: f = G e (numbers, vector or matrix), or a nonlinear `law`, the flow as a function of the effort e."""

    symbol = "G"
    role = "dissipation"
    a = Port(description="power in")
    G = Parameter(1.0, "flow/effort", "field", folds=True, description="conductance")
    law = Law(("e",), description="flow as an expression or function of the effort e")

    def equations(self, s: Any) -> Iterator[Equation]:
        one_law(self, "G", "law")
        yield s.f, s.law(s.e) if s.law else product(s.G, s.e)

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        values = np.asarray(s.G, dtype=object)
        for i in range(self.n):
            yield Cell("flow" if not s.law and _row_is_zero(values, i) else "free", ((0, i),))


class Gyristor(Element):
    """Gyristor: e = M f with any matrix M; its symmetric part dissipates, its antisymmetric part gyrates."""

    symbol = "GR"
    role = "dissipation"
    a = Port(causality="effort", description="power in")
    M = Parameter(0.0, "effort/flow", "field", folds=True, description="matrix, not necessarily symmetric")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, product(s.M, s.f)


def one_law(element: Element, *names: str) -> None:
    """At most one of the ways to say the law may be used."""
    used = [name for name in names if name in element.given]
    if len(used) > 1:
        raise ModelError(f"the law is given twice, by {' and '.join(used)}; keep one", element.name)


def _row_is_zero(values: np.ndarray, i: int) -> bool:
    row = values if values.ndim == 0 else values[i]
    return all(v is ZERO for v in np.ravel(np.asarray(row, dtype=object)))
