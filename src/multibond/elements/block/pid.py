"""The PID controller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import ModelError
from ...expression import ZERO, der
from ...model.declare import Input, Output, Parameter, Variable
from ..element import Equation
from .block import _Block, clip


class PID(_Block):
    """PID controller of the error u: v = k (u + ∫ u dt / Ti + Td du/dt), y = v kept between `lower` and `upper`.

    Without Ti there is no integral part, without Td no derivative part. The derivative is filtered with the time
    constant Td/N. At a limit the integral is led back with the time constant Tt (anti-windup).
    """

    symbol = "PID"
    ordered = (("lower", "<=", "upper"),)
    k = Parameter(1.0, "", "n", description="gain")
    Ti = Parameter(None, "s", "n", minimum=0.0, strict=True, description="integral time (default: no integral)")
    Td = Parameter(None, "s", "n", minimum=0.0, strict=True, description="derivative time (default: no derivative)")
    N = Parameter(10.0, "", "n", minimum=0.0, strict=True, description="the filter's time constant is Td/N")
    lower = Parameter(None, "", "n", description="lowest output (default none)")
    upper = Parameter(None, "", "n", description="highest output (default none)")
    Tt = Parameter(None, "s", "n", minimum=0.0, strict=True, description="anti-windup time constant (default Ti)")
    x0 = Parameter(0.0, "", "n", description="integral part at the start")
    u = Input("", "n", description="error: reference minus measured value")
    x = Variable("", "n", description="integral part")
    z = Variable("", "n", description="filtered error")
    v = Variable("", "n", description="output before limiting")
    y = Output("", "n", description="control signal")

    def equations(self, s: Any) -> Iterator[Equation]:
        if s.Tt is not None and s.Ti is None:
            raise ModelError("anti-windup (Tt) needs an integral part; give Ti", self.where)
        none = [None] * self.n
        lower, upper = (none if limit is None else limit for limit in (s.lower, s.upper))
        derivative = ZERO if s.Td is None else s.k * s.N * (s.u - s.z)
        yield s.v, s.k * s.u + s.x + derivative
        yield s.y, [clip(*one) for one in zip(s.v, lower, upper, strict=True)]
        if s.Ti is None:
            yield s.x, ZERO
        elif s.lower is None and s.upper is None:
            yield der(s.x), s.k * s.u / s.Ti
        else:
            yield der(s.x), s.k * s.u / s.Ti + (s.y - s.v) / (s.Ti if s.Tt is None else s.Tt)
        if s.Td is None:
            yield s.z, s.u
        else:
            yield der(s.z), (s.u - s.z) * s.N / s.Td

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        if s.Ti is not None:
            yield s.x, s.x0, "x0" in self.given
        if s.Td is not None:
            yield s.z - s.u, [0.0] * self.n, True  # no derivative at the start


__all__ = ["PID"]
