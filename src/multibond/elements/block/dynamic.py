"""Linear blocks with memory: integrator, filtered derivative, first and second order lag."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...expression import Node, both, choose, der, either, relation
from ...model.declare import Input, Output, Parameter, Variable
from ..element import Equation
from .block import _Block


class Integrator(_Block):
    """Integrator: dy/dt = k u, from y0. With limits, the output stops at a limit until the input leads back."""

    symbol = "∫"
    ordered = (("lower", "<=", "upper"), ("lower", "<=", "y0"), ("y0", "<=", "upper"))
    k = Parameter(1.0, "1/s", "n", description="gain")
    y0 = Parameter(0.0, "", "n", description="output at the start")
    lower = Parameter(None, "", "n", description="lowest output (default none)")
    upper = Parameter(None, "", "n", description="highest output (default none)")
    u = Input("", "n", description="input")
    y = Output("", "n", description="integral of the input")

    def equations(self, s: Any) -> Iterator[Equation]:
        for i, (y, rate) in enumerate(zip(s.y, s.k * s.u, strict=True)):
            stops: Node | None = None
            for limit, reached, outward in ((s.lower, "le", "lt"), (s.upper, "ge", "gt")):
                if limit is not None:
                    here = both(relation(reached, y, limit[i]), relation(outward, rate, 0))
                    stops = here if stops is None else either(stops, here)
            yield der(y), rate if stops is None else choose(stops, 0, rate)

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.y, s.y0, "y0" in self.given

    def start_limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        for name, limit, inside in self._inside(s):
            beyond = f"the output y starts beyond the limit '{name}'; start it between the limits, or widen them"
            yield inside + 1e-9 * (1 + abs(limit)), beyond

    def doubtful(self, s: Any) -> Iterator[tuple[Any, str]]:
        for name, limit, inside in self._inside(s):
            yield (
                inside + 1e-6 * (1 + abs(limit)),
                (
                    f"its output y is beyond the limit '{name}', where an event set it or the limit moved past it; "
                    "set it between the limits, or let these stand"
                ),
            )

    @staticmethod
    def _inside(s: Any) -> Iterator[tuple[str, Any, Any]]:
        """The limits by name, with how far the output is on the right side of each."""
        if s.lower is not None:
            yield "lower", s.lower, s.y - s.lower
        if s.upper is not None:
            yield "upper", s.upper, s.upper - s.y


class Derivative(_Block):
    """Filtered derivative: y = k du/dt through a lag of time constant T: T dx/dt = u − x, y = k (u − x) / T.

    The output is 0 at the start unless x0 is given. An exact derivative is written ``der(u)`` in an expression.
    """

    symbol = "d/dt"
    k = Parameter(1.0, "s", "n", description="gain")
    T = Parameter(0.01, "s", "n", minimum=0.0, strict=True, description="time constant of the filter")
    x0 = Parameter(None, "", "n", description="filtered input at the start (default: the input)")
    u = Input("", "n", description="input")
    x = Variable("", "n", description="filtered input")
    y = Output("", "n", description="derivative of the filtered input")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.x), (s.u - s.x) / s.T
        yield s.y, s.k * (s.u - s.x) / s.T

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        if s.x0 is not None:
            yield s.x, s.x0, True
        else:
            yield s.y, [0.0] * self.n, True


class FirstOrder(_Block):
    """First order lag: T dy/dt = k u − y."""

    symbol = "PT1"
    k = Parameter(1.0, "", "n", description="gain")
    T = Parameter(1.0, "s", "n", minimum=0.0, strict=True, description="time constant")
    y0 = Parameter(0.0, "", "n", description="output at the start")
    u = Input("", "n", description="input")
    y = Output("", "n", description="delayed input")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.y), (s.k * s.u - s.y) / s.T

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.y, s.y0, "y0" in self.given


class SecondOrder(_Block):
    """Second order lag: d²y/dt² = w² (k u − y) − 2 damping w dy/dt."""

    symbol = "PT2"
    former = {"D": "damping"}
    k = Parameter(1.0, "", "n", description="gain")
    w = Parameter(1.0, "rad/s", "n", minimum=0.0, strict=True, description="angular frequency without damping")
    damping = Parameter(1.0, "", "n", description="damping ratio")
    y0 = Parameter(0.0, "", "n", description="output at the start")
    v0 = Parameter(0.0, "1/s", "n", description="rate of the output at the start")
    u = Input("", "n", description="input")
    y = Output("", "n", description="delayed input")
    v = Variable("1/s", "n", description="rate of the output")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.y), s.v
        yield der(s.v), s.w**2 * (s.k * s.u - s.y) - 2 * s.damping * s.w * s.v

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.y, s.y0, "y0" in self.given
        yield s.v, s.v0, "v0" in self.given


__all__ = ["Integrator", "Derivative", "FirstOrder", "SecondOrder"]
