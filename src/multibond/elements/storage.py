"""Energy storage: C stores displacement q = ∫ f, I stores momentum p = ∫ e."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import ONE, ZERO, Node, der, gradient, node
from ..model.declare import Law, Parameter, Port, Variable
from ..model.kind import Kind
from .element import Element, Equation, matrix, one_of, product


class C(Element):
    """Capacitor, spring, tank: stores q = ∫ f dt; law q = C e (numbers, vector or symmetric matrix).

    A nonlinear law is given as `law` (effort as a function of q) or as `energy` (a function H(q) of the displacement,
    with efforts ∂H/∂q; for any cardinality).
    """

    symbol = "C"
    hangs = "down"
    role = "storage"
    a = Port(causality="prefer effort", description="power in")
    C = Parameter(1.0, "flow*s/effort", "field", symmetric=True, folds=True, description="capacitance, compliance")
    law = Law(("q",), "e", description="effort as an expression or function of the displacement q")
    energy = Law(("q",), "H", description="stored energy as an expression or function of the displacement q")
    q0 = Parameter(0.0, "flow*s", "n", description="displacement at the start")
    e0 = Parameter(None, "effort", "n", description="effort at the start, instead of q0")
    q = Variable("flow*s", description="displacement", kind=Kind.DISPLACEMENT)

    def equations(self, s: Any) -> Iterator[Equation]:
        one_of(self, "the law", "C", "law", "energy")
        yield der(s.q), s.f
        if s.law:
            yield s.e, s.law(s.q)
        elif s.energy:
            yield s.e, _slopes(s.energy(s.q), s.q)
        else:
            yield s.q, product(s.C, s.e)

    def coupled(self, s: Any) -> bool:
        """By a full matrix, or a law of several components that is not looked into."""
        return bool(s.law or s.energy) or np.ndim(np.asarray(s.C, dtype=object)) == 2

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        one_of(self, "the start", "q0", "e0")
        if "e0" in self.given:
            yield s.e, s.e0, True
        else:
            yield s.q, s.q0, "q0" in self.given

    def stored(self, s: Any) -> Node | None:
        if s.energy:
            return node(s.energy(s.q))
        return None if s.law else 0.5 * (s.q @ s.e)

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        if not s.law and not s.energy:
            yield s.q, _sizes(s.C, self.n)  # at unit effort


class I(Element):  # noqa: E742 - the textbook name
    """Inertia, inductor, mass: stores p = ∫ e dt; law p = I f (numbers, vector or symmetric matrix).

    A nonlinear law is given as `law` (flow as a function of p) or as `energy` (a function H(p), with flows ∂H/∂p).
    """

    symbol = "I"
    hangs = "up"
    role = "storage"
    a = Port(causality="prefer flow", description="power in")
    I = Parameter(1.0, "effort*s/flow", "field", symmetric=True, folds=True, description="inertia, inductance")
    law = Law(("p",), "f", description="flow as an expression or function of the momentum p")
    energy = Law(("p",), "H", description="stored energy as an expression or function of the momentum p")
    p0 = Parameter(0.0, "effort*s", "n", description="momentum at the start")
    f0 = Parameter(None, "flow", "n", description="flow at the start, instead of p0")
    p = Variable("effort*s", description="momentum", kind=Kind.MOMENTUM)

    def equations(self, s: Any) -> Iterator[Equation]:
        one_of(self, "the law", "I", "law", "energy")
        yield der(s.p), s.e
        if s.law:
            yield s.f, s.law(s.p)
        elif s.energy:
            yield s.f, _slopes(s.energy(s.p), s.p)
        else:
            yield s.p, product(s.I, s.f)

    def coupled(self, s: Any) -> bool:
        """By a full matrix, or a law of several components that is not looked into."""
        return bool(s.law or s.energy) or np.ndim(np.asarray(s.I, dtype=object)) == 2

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        one_of(self, "the start", "p0", "f0")
        if "f0" in self.given:
            yield s.f, s.f0, True
        else:
            yield s.p, s.p0, "p0" in self.given

    def stored(self, s: Any) -> Node | None:
        if s.energy:
            return node(s.energy(s.p))
        return None if s.law else 0.5 * (s.p @ s.f)

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        if not s.law and not s.energy:
            yield s.p, _sizes(s.I, self.n)  # at unit flow


class IC(Element):
    """Two-port storage with one energy H(p, q): a C port and an I port on one energy function, such as a moving
    electromechanical plunger. ``energy`` is a function of p and q."""

    symbol = "IC"
    role = "storage"
    i = Port(causality="prefer flow", description="I port: e = dp/dt, f = ∂H/∂p; power in")
    c = Port(causality="prefer effort", description="C port: f = dq/dt, e = ∂H/∂q; power in")
    energy = Law(("p", "q"), "H", description="stored energy as an expression or function of p and q")
    p0 = Parameter(0.0, "", "n", description="momentum at the start")
    q0 = Parameter(0.0, "", "n", description="displacement at the start")
    p = Variable("", description="momentum p", kind=Kind.MOMENTUM)
    q = Variable("", description="displacement", kind=Kind.DISPLACEMENT)

    def equations(self, s: Any) -> Iterator[Equation]:
        if not s.energy:
            raise ModelError("an IC needs its energy function: energy='p**2/(2*m) + k*q**2/2'", self.where)
        yield der(s.p), s.i.e
        yield der(s.q), s.c.f
        yield s.i.f, _slopes(s.energy(s.p, s.q), s.p)
        yield s.c.e, _slopes(s.energy(s.p, s.q), s.q)

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.p, s.p0, "p0" in self.given
        yield s.q, s.q0, "q0" in self.given

    def stored(self, s: Any) -> Node | None:
        return node(s.energy(s.p, s.q))


def _sizes(field: Any, n: int) -> list[Node]:
    """The sizes of q = C e at unit efforts, never zero."""
    diagonal = [abs(x) for x in np.diagonal(matrix(field, n))]
    return [x if x is not ZERO else ONE for x in diagonal]


def _slopes(energy: Any, variables: np.ndarray) -> list[Node]:
    """∂energy/∂x for each x in `variables`."""
    if np.size(energy) != 1:
        raise ModelError(f"an energy is one number, not {np.size(energy)}; add up its parts")
    slopes = gradient(node(energy))
    return [slopes.get(x, ZERO) for x in variables]


__all__ = ["C", "I", "IC"]
