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

    A nonlinear law is given as `law` (effort as a function of q), the other way round as `displacement` (q as a
    function of the effort e), or as `energy` (a function H(q) of the displacement, with efforts ∂H/∂q; for any
    cardinality). A negative C is doubted: a magnet that pulls, of negative stiffness, is a `law`.
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
    displacement = Law(("e",), "q", description="displacement as an expression or function of the effort e")
    q = Variable("flow*s", description="displacement", kind=Kind.DISPLACEMENT)

    def equations(self, s: Any) -> Iterator[Equation]:
        one_of(self, "the law", "C", "law", "energy", "displacement")
        yield der(s.q), s.f
        if s.law:
            yield s.e, s.law(s.q)
        elif s.displacement:
            yield s.q, s.displacement(s.e)
        elif s.energy:
            yield s.e, _slopes(s.energy(s.q), s.q)
        else:
            yield s.q, product(s.C, s.e)

    def coupled(self, s: Any) -> bool:
        """By a full matrix, or a law of several components that is not looked into."""
        return bool(s.law or s.energy or s.displacement) or np.ndim(np.asarray(s.C, dtype=object)) == 2

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool | None]]:
        one_of(self, "the start", "q0", "e0")
        if s.e0 is not None:
            yield s.e, s.e0, True
        yield s.q, s.q0, "q0" in self.given if s.e0 is None else None

    def stored(self, s: Any) -> Node | None:
        if s.energy:
            return node(s.energy(s.q))
        return None if s.law or s.displacement else 0.5 * (s.q @ s.e)

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        if not s.law and not s.energy and not s.displacement:
            yield s.q, _sizes(s.C, self.n)  # at unit effort


class I(Element):  # noqa: E742 - the textbook name
    """Inertia, inductor, mass: stores p = ∫ e dt; law p = I f (numbers, vector or symmetric matrix).

    A nonlinear law is given as `law` (flow as a function of p), the other way round as `momentum` (p as a function of
    the flow f, such as the flux of a saturating coil), or as `energy` (a function H(p), with flows ∂H/∂p).
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
    momentum = Law(("f",), "p", description="momentum as an expression or function of the flow f")
    p = Variable("effort*s", description="momentum", kind=Kind.MOMENTUM)

    def equations(self, s: Any) -> Iterator[Equation]:
        one_of(self, "the law", "I", "law", "energy", "momentum")
        yield der(s.p), s.e
        if s.law:
            yield s.f, s.law(s.p)
        elif s.momentum:
            yield s.p, s.momentum(s.f)
        elif s.energy:
            yield s.f, _slopes(s.energy(s.p), s.p)
        else:
            yield s.p, product(s.I, s.f)

    def coupled(self, s: Any) -> bool:
        """By a full matrix, or a law of several components that is not looked into."""
        return bool(s.law or s.energy or s.momentum) or np.ndim(np.asarray(s.I, dtype=object)) == 2

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool | None]]:
        one_of(self, "the start", "p0", "f0")
        if s.f0 is not None:
            yield s.f, s.f0, True
        yield s.p, s.p0, "p0" in self.given if s.f0 is None else None

    def stored(self, s: Any) -> Node | None:
        if s.energy:
            return node(s.energy(s.p))
        return None if s.law or s.momentum else 0.5 * (s.p @ s.f)

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        if not s.law and not s.energy and not s.momentum:
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


class _TwoStores(Element):
    """Two ports of any domains on one energy."""

    role = "storage"

    def energy_of(self, s: Any) -> tuple[Any, Any, Any]:
        """The energy and the two stored variables."""
        raise NotImplementedError

    def stored(self, s: Any) -> Node | None:
        return node(self.energy_of(s)[0])


class CC(_TwoStores):
    """C field of two ports that may be of different domains, with one energy H(q1, q2): a condenser microphone, an
    electrostatic drive, a piezo stack. Efforts are the slopes: e1 = ∂H/∂q1 at a, e2 = ∂H/∂q2 at b.

    The plates of a condenser at the distance d + q2: ``CC("q1**2*(d + q2)/(2*area*8.854e-12)")``.
    """

    symbol = "C"
    a = Port(causality="prefer effort", description="first port: f = dq1/dt, e = ∂H/∂q1; power in")
    b = Port(causality="prefer effort", description="second port: f = dq2/dt, e = ∂H/∂q2; power in")
    energy = Law(("q1", "q2"), "H", description="stored energy as an expression or function of q1 and q2")
    q10 = Parameter(0.0, "", "n", description="displacement q1 at the start")
    q20 = Parameter(0.0, "", "n", description="displacement q2 at the start")
    q1 = Variable("", description="displacement at a", kind=Kind.DISPLACEMENT)
    q2 = Variable("", description="displacement at b", kind=Kind.DISPLACEMENT)

    def energy_of(self, s: Any) -> tuple[Any, Any, Any]:
        """H(q1, q2), q1 and q2."""
        if not s.energy:
            raise ModelError(
                "a CC needs its energy function: energy='q1**2*(1e-3 + q2)/(2*area*8.854e-12)'", self.where
            )
        return s.energy(s.q1, s.q2), s.q1, s.q2

    def equations(self, s: Any) -> Iterator[Equation]:
        energy, q1, q2 = self.energy_of(s)
        yield der(q1), s.a.f
        yield der(q2), s.b.f
        yield s.a.e, _slopes(energy, q1)
        yield s.b.e, _slopes(energy, q2)

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.q1, s.q10, "q10" in self.given
        yield s.q2, s.q20, "q20" in self.given


class II(_TwoStores):
    """I field of two ports that may be of different domains, with one energy H(p1, p2): coupled coils, masses coupled
    by a medium. Flows are the slopes: f1 = ∂H/∂p1 at a, f2 = ∂H/∂p2 at b."""

    symbol = "I"
    a = Port(causality="prefer flow", description="first port: e = dp1/dt, f = ∂H/∂p1; power in")
    b = Port(causality="prefer flow", description="second port: e = dp2/dt, f = ∂H/∂p2; power in")
    energy = Law(("p1", "p2"), "H", description="stored energy as an expression or function of p1 and p2")
    p10 = Parameter(0.0, "", "n", description="momentum p1 at the start")
    p20 = Parameter(0.0, "", "n", description="momentum p2 at the start")
    p1 = Variable("", description="momentum at a", kind=Kind.MOMENTUM)
    p2 = Variable("", description="momentum at b", kind=Kind.MOMENTUM)

    def energy_of(self, s: Any) -> tuple[Any, Any, Any]:
        """H(p1, p2), p1 and p2."""
        if not s.energy:
            raise ModelError("an II needs its energy function: energy='(p1**2 - p1*p2 + p2**2)/(2*L)'", self.where)
        return s.energy(s.p1, s.p2), s.p1, s.p2

    def equations(self, s: Any) -> Iterator[Equation]:
        energy, p1, p2 = self.energy_of(s)
        yield der(p1), s.a.e
        yield der(p2), s.b.e
        yield s.a.f, _slopes(energy, p1)
        yield s.b.f, _slopes(energy, p2)

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.p1, s.p10, "p10" in self.given
        yield s.p2, s.p20, "p20" in self.given


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


__all__ = ["C", "I", "IC", "CC", "II"]
