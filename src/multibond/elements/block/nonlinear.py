"""Blocks with bends and jumps: limiter, dead zone, switch, table. Each bend or jump is an event of the simulation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import ModelError
from ...expression import choose, nodes, relation
from ...model.declare import Input, Law, Output, Parameter
from ..element import Equation
from ..piecewise import checked, piecewise
from .block import _Block, clip


class Limiter(_Block):
    """Limiter: y = u between `lower` and `upper`, the limit beyond."""

    symbol = "lim"
    ordered = (("lower", "<=", "upper"),)
    lower = Parameter(-1.0, "", "n", description="lowest output")
    upper = Parameter(1.0, "", "n", description="highest output")
    u = Input("", "n", description="input")
    y = Output("", "n", description="limited input")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, [clip(*one) for one in zip(s.u, s.lower, s.upper, strict=True)]


class DeadZone(_Block):
    """Dead zone: y = 0 between `lower` and `upper`, beyond them the distance u − upper or u − lower."""

    symbol = "dead"
    ordered = (("lower", "<=", "upper"),)
    lower = Parameter(-1.0, "", "n", description="lower end of the zone")
    upper = Parameter(1.0, "", "n", description="upper end of the zone")
    u = Input("", "n", description="input")
    y = Output("", "n", description="what exceeds the zone")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, [u - clip(u, lower, upper) for u, lower, upper in zip(s.u, s.lower, s.upper, strict=True)]


class SignalSwitch(_Block):
    """Switch of signals: y = u1 while the control input u2 is at least `threshold`, otherwise y = u3."""

    symbol = "switch"
    threshold = Parameter(0.0, "", "", description="value of u2 from which on u1 passes")
    u1 = Input("", "n", description="passes while u2 ≥ threshold")
    u2 = Input("", "", description="control input")
    u3 = Input("", "n", description="passes while u2 < threshold")
    y = Output("", "n", description="the input that passes")

    def equations(self, s: Any) -> Iterator[Equation]:
        first = relation("ge", s.u2, s.threshold)
        yield s.y, nodes([choose(first, u1, u3) for u1, u3 in zip(s.u1, s.u3, strict=True)])


class LookupTable(_Block):
    """Table: y is interpolated linearly over u, constant beyond the first and the last point; a point twice is a jump.

    Up to 100 points, bends and jumps are events of the simulation; a longer table is taken as measured data.
    """

    symbol = "table"
    points = Law((), description="inputs, a list of increasing numbers")
    values = Law((), description="outputs at these inputs, a list of numbers")
    u = Input("", "n", description="input")
    y = Output("", "n", description="interpolated value")

    def equations(self, s: Any) -> Iterator[Equation]:
        if s.points is None or s.values is None:
            raise ModelError("the table is missing: LookupTable(points=[0, 1, 2], values=[0, 3, 5])", self.where)
        points, values = checked(s.points(), s.values())
        if values.ndim != 1:
            raise ModelError("the values of a LookupTable are one list of numbers", self.where)
        yield s.y, [piecewise(u, points, values) for u in s.u]


__all__ = ["Limiter", "DeadZone", "SignalSwitch", "LookupTable"]
