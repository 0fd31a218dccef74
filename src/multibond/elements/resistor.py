"""Dissipation: R, its dual G, and general resistive fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import ZERO, evaluate, leaves, node, substitute
from ..model.declare import Law, Option, Parameter, Port
from .element import Cell, Element, Equation, matrix, one_of, product

_CAUSALITY = Option(
    "free",
    choices=("free", "effort", "flow"),
    description="what the element computes: as the graph needs (free), or always its effort or its flow, "
    "where the law cannot be turned round",
)


class _Resistive(Element):
    role = "dissipation"
    a = Port(description="power in")

    def coupled(self, s: Any) -> bool:
        """By a full matrix, or a law that is not looked into."""
        fields = [getattr(s, name) for name, d in self.declarations.items() if isinstance(d, Parameter)]
        laws = [getattr(s, name) for name, d in self.declarations.items() if isinstance(d, Law)]
        return any(laws) or any(np.ndim(np.asarray(field, dtype=object)) == 2 for field in fields)

    def demands(self, field: Any, own: str) -> Iterator[Cell]:
        """Free components, except those that a zero on the diagonal of the linear `field` forces to compute `own`."""
        wanted = self.option("causality")
        full = None if field is None else matrix(field, self.n)
        for i in range(self.n):
            forced = full is not None and full[i, i] is ZERO
            if forced and wanted not in ("free", own):
                raise ModelError(
                    f"component {i} has a zero in its law and can only compute its {own}, not its {wanted}", self.where
                )
            yield Cell(own if forced else wanted, ((0, i),))


def is_even(law: Any, x: Any) -> bool:
    """Whether a law of one component gives the same for both directions of its argument, and not only zero."""
    if np.size(x) != 1:
        return False
    own, written = np.ravel(x)[0], node(np.ravel(np.asarray(law(x), dtype=object))[0])
    if own not in leaves(written):
        return False
    turned = substitute([written], {own: -own})[0]
    for k in range(3):
        points = {leaf: 0.3 + (0.618 * (i + 1) + 0.377 * k) % 1.0 for i, leaf in enumerate(leaves(written))}
        first, second = evaluate([written, turned], points)
        if not (abs(first) > 0 and abs(first - second) <= 1e-9 * abs(first)):
            return False
    return True


def driving(argument: str) -> str:
    """What is wrong with a law of dissipation that does not oppose what flows."""
    return (
        f"its law gives the same for both directions of {argument}, so that it drives what flows the other way instead "
        f"of braking it; write it with the sign of {argument}, as in {argument}*abs({argument}) for {argument}**2"
    )


class R(_Resistive):
    """Resistor, damper: e = R f (numbers, vector or matrix).

    A nonlinear law is given as `law`, the effort as an expression or function of the flow f. A general multiport is
    given by a `relation` of e and f whose n values are zero. A law that cannot be solved for the flow gets
    ``causality="effort"``; dry friction that sticks is a `DryFriction`. A negative R is
    doubted: an amplifier is a `law`.
    """

    symbol = "R"
    unsettled = "use a DryFriction for friction, which sticks where the law of an R jumps to and fro"
    R = Parameter(1.0, "effort/flow", "field", folds=True, description="resistance, damping")
    law = Law(("f",), "e", description="effort as an expression or function of the flow f")
    relation = Law(("e", "f"), "0", description="expression(s) or function of e and f that are zero")
    causality = _CAUSALITY

    def equations(self, s: Any) -> Iterator[Equation]:
        one_of(self, "the law", "R", "law", "relation")
        if s.law:
            yield s.e, s.law(s.f)
        elif s.relation:
            yield self._related(np.ravel(np.asarray(s.relation(s.e, s.f), dtype=object)), s), [ZERO] * self.n
        else:
            yield s.e, product(s.R, s.f)

    def doubtful(self, s: Any) -> Iterator[tuple[Any, str]]:
        if s.law and is_even(s.law, s.f):
            yield s.e * s.f, driving("f")

    def _related(self, found: np.ndarray, s: Any) -> np.ndarray:
        """What a relation gives: as many values as there are components, all of them of efforts and flows."""
        if len(found) != self.n:
            raise ModelError(
                f"the relation gives {len(found)} values, but {self.n} must be zero, one for each component; write "
                "as many expressions as the bond has components",
                f"{self.where}.relation",
            )
        own = {*s.e, *s.f}
        for k, value in enumerate(found):
            if not own & set(leaves(node(value))):
                raise ModelError(
                    f"the relation {node(value)} says nothing about e and f, so that component {k} has no law; write "
                    "what is zero, such as 'e - 2*f'",
                    f"{self.where}.relation",
                )
        return found

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        yield from self.demands(None if s.law or s.relation else s.R, "effort")


class G(_Resistive):
    """Conductor: f = G e (numbers, vector or matrix), or a nonlinear `law`, the flow as a function of the effort e."""

    symbol = "G"
    unsettled = "use a D, CheckValve or ReliefValve for a valve, which holds where the law of a G jumps to and fro"
    computes = "flow"
    G = Parameter(1.0, "flow/effort", "field", folds=True, description="conductance")
    law = Law(("e",), "f", description="flow as an expression or function of the effort e")
    causality = _CAUSALITY

    def equations(self, s: Any) -> Iterator[Equation]:
        one_of(self, "the law", "G", "law")
        yield s.f, s.law(s.e) if s.law else product(s.G, s.e)

    def doubtful(self, s: Any) -> Iterator[tuple[Any, str]]:
        if s.law and is_even(s.law, s.e):
            yield s.e * s.f, driving("e")

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        yield from self.demands(None if s.law else s.G, "flow")


class Gyristor(_Resistive):
    """Gyristor: e = M f with any matrix M; its symmetric part dissipates, its antisymmetric part gyrates."""

    symbol = "GR"
    M = Parameter(0.0, "effort/flow", "field", folds=True, description="matrix, not necessarily symmetric")
    causality = _CAUSALITY

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, product(s.M, s.f)

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        # without dissipation in every component the efforts cannot be mixed with flows as causes
        whole = all(x is not ZERO for x in np.diagonal(matrix(s.M, self.n)))
        yield from self.demands(None if whole else ZERO, "effort")


__all__ = ["R", "G", "Gyristor"]
