"""Heat with temperature T [K] as effort and entropy flow Ṡ [W/K] as flow, so that every bond carries watts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..expression import ZERO, Node, der
from ..model.declare import Law, Parameter, Port, Variable
from ..model.kind import Kind
from .element import Cell, Element, Equation, one_of, product
from .resistor import _CAUSALITY, _Resistive

TAKES_HEAT = (
    "it takes heat out of its heat port and turns all of it into work, which no resistor can (the entropy would fall); "
    "give it a resistance above zero, or a law with the sign of its argument, as in f*abs(f) for f**2"
)


class RS(_Resistive):
    """Resistor with heat port: e = R f at port a; what it dissipates leaves port b as heat, T Ṡ = e·f.

    A nonlinear law is given as `law`, the effort as an expression or function of the flow f.
    """

    symbol = "RS"
    role = "conserving"
    b = Port(n=1, inward=False, causality="flow", domain="thermal", description="heat out: temperature, entropy flow")
    R = Parameter(1.0, "effort/flow", "field", folds=True, description="resistance, damping")
    law = Law(("f",), "e", description="effort as an expression or function of the flow f")
    causality = _CAUSALITY

    def equations(self, s: Any) -> Iterator[Equation]:
        one_of(self, "the law", "R", "law")
        yield s.a.e, s.law(s.a.f) if s.law else product(s.R, s.a.f)
        yield s.b.f[0], s.a.e @ s.a.f / s.b.e[0]

    def doubtful(self, s: Any) -> Iterator[tuple[Any, str]]:
        yield s.a.e @ s.a.f, TAKES_HEAT

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        yield from self.demands(None if s.law else s.R, "effort")
        yield Cell("flow", ((1, 0),))


class GS(_Resistive):
    """Conductor with heat port: f = G e at port a; what it dissipates leaves port b as heat, T Ṡ = e·f.

    A nonlinear law is given as `law`, the flow as an expression or function of the effort e.
    """

    symbol = "GS"
    role = "conserving"
    b = Port(n=1, inward=False, causality="flow", domain="thermal", description="heat out: temperature, entropy flow")
    G = Parameter(1.0, "flow/effort", "field", folds=True, description="conductance")
    law = Law(("e",), "f", description="flow as an expression or function of the effort e")
    causality = _CAUSALITY

    def equations(self, s: Any) -> Iterator[Equation]:
        one_of(self, "the law", "G", "law")
        yield s.a.f, s.law(s.a.e) if s.law else product(s.G, s.a.e)
        yield s.b.f[0], s.a.e @ s.a.f / s.b.e[0]

    def doubtful(self, s: Any) -> Iterator[tuple[Any, str]]:
        yield s.a.e @ s.a.f, TAKES_HEAT

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        yield from self.demands(None if s.law else s.G, "flow")
        yield Cell("flow", ((1, 0),))


class _Conduction(Element):
    """Heat Q flows from a to b: Ṡ_a = Q/T_a enters, Ṡ_b = Q/T_b leaves; no energy is lost, entropy is produced."""

    role = "conserving"
    a = Port(causality="flow", domain="thermal", description="heat in")
    b = Port(inward=False, causality="flow", domain="thermal", description="heat out")

    def heat(self, s: Any) -> np.ndarray:
        """The heat flow Q [W] from a to b."""
        raise NotImplementedError

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.a.f, self.heat(s) / s.a.e
        yield s.b.f, self.heat(s) / s.b.e


class GSth(_Conduction):
    """Heat conduction: Q = G (T_a − T_b) from a to b, with Ṡ_a = Q/T_a and Ṡ_b = Q/T_b; produces entropy."""

    symbol = "GSth"
    G = Parameter(1.0, "W/K", "n", minimum=0.0, description="heat conductance")

    def heat(self, s: Any) -> np.ndarray:
        """The heat flow Q [W] from a to b."""
        return s.G * (s.a.e - s.b.e)


class RSth(_Conduction):
    """Heat resistance: R Q = T_a − T_b from a to b, with Ṡ_a = Q/T_a and Ṡ_b = Q/T_b; produces entropy."""

    symbol = "RSth"
    R = Parameter(1.0, "K/W", "n", minimum=0.0, strict=True, description="heat resistance")

    def heat(self, s: Any) -> np.ndarray:
        """The heat flow Q [W] from a to b."""
        return (s.a.e - s.b.e) / s.R


class ThermalCapacitor(Element):
    """Body of constant heat capacity C: T = T0 exp(S/C), with the entropy S counted from the temperature T0.

    The stored energy is C T. It starts at T0.
    """

    symbol = "C"
    hangs = "down"
    role = "storage"
    a = Port(causality="prefer effort", domain="thermal", description="heat in")
    C = Parameter(1.0, "J/K", "n", minimum=0.0, strict=True, description="heat capacity (mass times specific heat)")
    T0 = Parameter(
        293.15,
        "K",
        "n",
        minimum=0.0,
        strict=True,
        constant="the entropy counts from it; heat it by a HeatSource or an Environment instead",
        description="temperature at the start",
    )
    S = Variable("J/K", "n", description="entropy above that at T0", kind=Kind.DISPLACEMENT)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.S), s.f
        yield s.e, s.T0 * np.exp(s.S / s.C)

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.S, [ZERO] * self.n, "T0" in self.given

    def stored(self, s: Any) -> Node | None:
        return s.C @ s.e

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        yield s.S, s.C / s.T0  # a change by one kelvin


class HeatSource(Element):
    """Source of heat: delivers the heat flow Q [W] at whatever temperature it meets, Ṡ = Q/T."""

    symbol = "Sf"
    role = "source"
    a = Port(inward=False, causality="flow", domain="thermal", description="heat out")
    Q = Parameter(1.0, "W", "n", description="heat flow: numbers, or an expression of time and signals")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.f, s.Q / s.e


class Environment(Element):
    """Surroundings of given temperature T [K], which take or give any heat."""

    symbol = "Se"
    role = "source"
    a = Port(inward=False, causality="effort", domain="thermal", description="heat out")
    T = Parameter(293.15, "K", "n", minimum=0.0, strict=True, description="temperature, or an expression of time")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, s.T


__all__ = ["RS", "GS", "RSth", "GSth", "ThermalCapacitor", "HeatSource", "Environment"]
