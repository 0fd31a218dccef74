"""Sensors: signals from bonds, without taking power. Their signals are acausal: equalities, not assignments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..expression import ZERO, der
from ..model.declare import Output, Parameter, Port, Variable
from ..model.kind import Kind
from .element import Cell, Element, Equation


class De(Element):
    """Effort sensor (on a 0-junction): its output is the effort; takes no flow."""

    symbol = "De"
    role = "sensor"
    a = Port(causality="flow", description="power in, always zero")
    y = Output("effort", "n", description="measured effort")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, s.e
        yield s.f, [ZERO] * self.n


class Df(Element):
    """Flow sensor (on a 1-junction): its output is the flow; takes no effort."""

    symbol = "Df"
    role = "sensor"
    a = Port(causality="effort", description="power in, always zero")
    y = Output("flow", "n", description="measured flow")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, s.f
        yield s.e, [ZERO] * self.n


class Dp(Element):
    """Momentum sensor (on a 0-junction): p = ∫ e dt; takes no flow."""

    symbol = "Dp"
    role = "sensor"
    a = Port(causality="flow", description="power in, always zero")
    p0 = Parameter(0.0, "effort*s", "n", description="value at the start")
    p = Variable("effort*s", "n", description="measured momentum", kind=Kind.MOMENTUM)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.p), s.e
        yield s.f, [ZERO] * self.n

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.p, s.p0, "p0" in self.given


class Dq(Element):
    """Displacement sensor (on a 1-junction): q = ∫ f dt; takes no effort. Gives positions and angles."""

    symbol = "Dq"
    role = "sensor"
    a = Port(causality="effort", description="power in, always zero")
    q0 = Parameter(0.0, "flow*s", "n", description="value at the start")
    q = Variable("flow*s", "n", description="measured displacement", kind=Kind.DISPLACEMENT)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.q), s.f
        yield s.e, [ZERO] * self.n

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.q, s.q0, "q0" in self.given


class PowerSensor(Element):
    """Power sensor in a bond: the bond passes through unchanged, `power` is e · f [W], positive from a to b."""

    symbol = "P"
    one_domain = True
    role = "conserving"
    a = Port(description="power in")
    b = Port(inward=False, description="power out")
    power = Output("W", description="power from a to b")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.b.e, s.a.e
        yield s.b.f, s.a.f
        yield s.power, s.a.e @ s.a.f

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i in range(self.n):
            yield Cell("tf", ((0, i), (1, i)))
