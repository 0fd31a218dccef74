"""Sources of effort and flow: constant, any expression of time and signals, and the usual time functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..expression import ZERO, der
from ..model.declare import Parameter, Port, Variable
from ..model.kind import Kind
from .element import Element, Equation


class Se(Element):
    """Source of effort: voltage, force, pressure. `effort` is a number, a vector, or an expression of time and signals,
    such as ``Se("10*sin(2*pi*50*time)")`` or ``Se(step(at=1, height=5))``."""

    symbol = "Se"
    role = "source"
    a = Port(inward=False, causality="effort", description="power out")
    effort = Parameter(1.0, "effort", "n", description="effort")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, s.effort


class Sf(Element):
    """Source of flow: current, velocity, volume flow. `flow` is a number, a vector, or an expression of time and
    signals."""

    symbol = "Sf"
    role = "source"
    a = Port(inward=False, causality="flow", description="power out")
    flow = Parameter(1.0, "flow", "n", description="flow")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.f, s.flow


class Sq(Element):
    """Source of displacement: prescribed motion, such as ``Sq("0.1*sin(5*time)")``; its flow is the rate of `position`.

    With a `coordinate`, that variable is held at the position, by whatever effort it takes: an angle of a joint whose
    port `drive` it is bonded to. The position may be any expression of time and signals that does not jump.
    """

    symbol = "Sq"
    role = "source"
    a = Port(inward=False, causality="flow", description="power out")
    position = Parameter(0.0, "flow*s", "n", description="displacement as an expression of time and signals")
    coordinate = Parameter(None, "any", "n", description="variable that is to be at the position (default: none)")
    q = Variable("flow*s", description="the displacement", kind=Kind.DISPLACEMENT)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.q, s.position
        if s.coordinate is None:
            yield s.f, der(s.q)
        else:
            yield s.coordinate, s.q


class Wall(Element):
    """Zero flow: a point that stands still, whatever the effort."""

    symbol = "Sf 0"
    modulable = False
    role = "source"
    a = Port(inward=False, causality="flow", description="power out, always zero")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.f, [ZERO] * self.n


class Free(Element):
    """Zero effort: a port on which nothing acts."""

    symbol = "Se 0"
    modulable = False
    role = "source"
    a = Port(inward=False, causality="effort", description="power out, always zero")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, [ZERO] * self.n
