"""Blocks with bends and jumps: limiters, dead zone, quantiser, switch, tables. Each bend or jump is an event of the
simulation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...errors import ModelError
from ...expression import Node, choose, der, function, nodes, relation
from ...model.declare import Input, Law, Output, Parameter
from ..element import Equation
from ..piecewise import checked, chosen, piecewise
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


class LookupTable2(_Block):
    """Table of two inputs: y is interpolated linearly over u1 and u2 (bilinear), constant beyond the ends.

    `values` has a row for each of the points1 and a column for each of the points2. Bends are events as in a
    `LookupTable`.
    """

    symbol = "table"
    points1 = Law((), description="values of u1, a list of increasing numbers")
    points2 = Law((), description="values of u2, a list of increasing numbers")
    values = Law((), description="outputs, a row for each of points1 and a column for each of points2")
    u1 = Input("", "n", description="first input")
    u2 = Input("", "n", description="second input")
    y = Output("", "n", description="interpolated value")

    def equations(self, s: Any) -> Iterator[Equation]:
        if s.points1 is None or s.points2 is None or s.values is None:
            example = "LookupTable2(points1=[0, 1], points2=[0, 1], values=[[0, 1], [2, 3]])"
            raise ModelError(f"the table is missing: {example}", self.where)
        values = np.array([list(row) if np.ndim(row) else [row] for row in s.values()], dtype=object)
        points1, rows = checked(s.points1(), values)
        points2, columns = checked(s.points2(), values.T if values.ndim == 2 else values)
        if any((np.diff(points) <= 0).any() for points in (points1, points2)) or rows.ndim != 2:
            raise ModelError(
                "the points of a LookupTable2 must increase, and its values are rows of as many numbers as points2",
                self.where,
            )
        yield s.y, [_bilinear(u1, u2, points1, points2, columns) for u1, u2 in zip(s.u1, s.u2, strict=True)]


def _bilinear(u1: Node, u2: Node, points1: np.ndarray, points2: np.ndarray, columns: np.ndarray) -> Node:
    """Interpolated over u1 in every column, and between the columns over u2."""
    along = [piecewise(u1, points1, column) for column in columns]
    pieces = [along[0]]
    for left, right, a, b in zip(points2, points2[1:], along, along[1:]):
        pieces.append(a + (b - a) * (u2 - left) / (right - left))
    return chosen(u2, [*pieces, along[-1]], list(points2))


class Quantiser(_Block):
    """Quantiser: y is the multiple of `step` that is nearest to u. Every change is an event of the simulation."""

    symbol = "quant"
    step = Parameter(1.0, "", "n", minimum=0.0, strict=True, description="distance of two outputs")
    u = Input("", "n", description="input")
    y = Output("", "n", description="nearest multiple of the step")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, [step * function("floor", u / step + 0.5) for u, step in zip(s.u, s.step, strict=True)]


class RateLimiter(_Block):
    """Rate limiter: y follows u with a rate between `falling` and `rising`, within the short lag T:
    dy/dt = (u − y)/T, kept between these. It starts at the input, or at y0."""

    symbol = "rate"
    ordered = (("falling", "<=", "rising"),)
    rising = Parameter(1.0, "1/s", "n", minimum=0.0, strict=True, description="greatest rate")
    falling = Parameter(-1.0, "1/s", "n", description="least rate, negative")
    T = Parameter(1e-3, "s", "n", minimum=0.0, strict=True, description="time constant with which it follows")
    y0 = Parameter(None, "", "n", description="output at the start (default: the input)")
    u = Input("", "n", description="input")
    y = Output("", "n", description="input with limited rate")

    def equations(self, s: Any) -> Iterator[Equation]:
        rates = (s.u - s.y) / s.T
        yield der(s.y), [clip(*one) for one in zip(rates, s.falling, s.rising, strict=True)]

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        if "y0" in self.given:
            yield s.y, s.y0, True
        else:
            yield s.y - s.u, [0.0] * self.n, True


__all__ = ["Limiter", "DeadZone", "SignalSwitch", "LookupTable", "LookupTable2", "Quantiser", "RateLimiter"]
