"""Functions of time for sources and signals: step, ramp, sine, pulse, trapezoid, table.

Each returns an expression of time. Where it jumps or bends there is a relation between `time` and a number, so that
the simulation stops there exactly. Every argument may be a number, an expression of parameters, or a list of these
for a multi-bond. In texts and files the arguments are given in order: ``"step(1, 5)"``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import TIME, Node, choose, function, node, nodes, relation, topological
from ..expression import table as interpolate
from ..expression.parse import CALLS
from .piecewise import checked, piecewise


def _for_each_component(one: Callable[..., Node]) -> Callable[..., Any]:
    """`one` for numbers and expressions; an array where an argument is a list."""

    @wraps(one)
    def apply(*args: Any, **named: Any) -> Any:
        listed: list[tuple[Any, Any]] = [*enumerate(args), *named.items()]
        wide = {k: nodes(v) for k, v in listed if isinstance(v, (list, tuple, np.ndarray))}
        if not wide:
            return one(*args, **named)
        sizes = {v.size for v in wide.values()} - {1}
        if len(sizes) > 1 or any(v.ndim > 1 for v in wide.values()):
            raise ModelError(f"the lists given to {one.__name__} differ in length: {sorted(sizes)}")

        def component(key: Any, value: Any, i: int) -> Any:
            return value if key not in wide else wide[key][i if wide[key].size > 1 else 0]

        count = max(sizes, default=1)
        return nodes([
            one(*(component(k, v, i) for k, v in enumerate(args)), **{k: component(k, v, i) for k, v in named.items()})
            for i in range(count)
        ])  # fmt: skip

    return apply


def _instant(what: str, value: Any) -> Node:
    """A time that is given; `time` itself in it would be the course of the run, not an instant."""
    given = node(value)
    if TIME in topological([given]):
        raise ModelError(
            f"the {what} is a number of seconds, not {given}: the function is one of time by itself; give it as a "
            "number or a parameter, or write the whole expression, as in 1 if time > 2 else 0"
        )
    return given


def _before(instant: Any) -> Node:
    return relation("lt", TIME, instant)


def _from(start: Node, offset: Any, value: Any) -> Node:
    """`offset` until `start`, `value` from then on."""
    return choose(_before(start), offset, value)


def _positive(what: str, value: Node, zero: bool = False) -> Node:
    if value.op == "const" and not (value.args[0] > 0 or (zero and value.args[0] == 0)):
        raise ModelError(f"the {what} must be {'at least' if zero else 'greater than'} 0, not {value}")
    return value


@_for_each_component
def step(at: Any = 0.0, height: Any = 1.0, offset: Any = 0.0) -> Node:
    """`offset` before the time `at` [s], `offset + height` from then on.

    >>> step(at=1, height=5)
    0 if time < 1 else 5
    """
    at, height, offset = _instant("time of a step", at), node(height), node(offset)
    return choose(_before(at), offset, offset + height)


@_for_each_component
def ramp(height: Any = 1.0, duration: Any = 1.0, start: Any = 0.0, offset: Any = 0.0) -> Node:
    """From `offset` at the time `start` [s] evenly to `offset + height` after `duration` [s], then constant."""
    height, start, offset = node(height), _instant("start of a ramp", start), node(offset)
    duration = _positive("duration of a ramp", _instant("duration of a ramp", duration))
    rising = offset + height * (TIME - start) / duration
    return _from(start, offset, choose(_before(start + duration), rising, offset + height))


@_for_each_component
def sine(amplitude: Any = 1.0, frequency: Any = 1.0, phase: Any = 0.0, offset: Any = 0.0, start: Any = 0.0) -> Node:
    """offset + amplitude · sin(2π frequency (time − start) + phase); `frequency` [Hz], `phase` [rad].

    Until `start` [s] it is `offset`.
    """
    amplitude, frequency, phase, offset = map(node, (amplitude, frequency, phase, offset))
    start = _instant("start of a sine", start)
    wave = amplitude * function("sin", 2 * math.pi * frequency * (TIME - start) + phase)
    return _from(start, offset, offset + wave)


@_for_each_component
def pulse(period: Any = 1.0, width: Any = 0.5, height: Any = 1.0, offset: Any = 0.0, start: Any = 0.0) -> Node:
    """`offset + height` for `width` [s] at the beginning of every `period` [s], otherwise `offset`; from `start` on."""
    height, offset = node(height), node(offset)
    period, width, start = (
        _instant(f"{name} of a pulse", x) for name, x in (("period", period), ("width", width), ("start", start))
    )
    _positive("period of a pulse", period)
    _positive("width of a pulse", width)
    if period.op == "const" and width.op == "const" and width.args[0] >= period.args[0]:
        raise ModelError(f"the width {width} of a pulse must be less than its period {period}")
    begin = start + period * function("floor", (TIME - start) / period)
    return _from(start, offset, offset + choose(_before(begin + width), height, 0))


@_for_each_component
def trapezoid(height: Any = 1.0, rising: Any = 0.1, width: Any = 0.4, falling: Any = 0.1, period: Any = 1.0,
              offset: Any = 0.0, start: Any = 0.0) -> Node:  # fmt: skip
    """In every `period` [s]: evenly up to `offset + height` within `rising`, there for `width`, down within `falling`.

    It begins at `start`; the rest of the period it is `offset`. All times in s.
    """
    height, offset, period = node(height), node(offset), _instant("period of a trapezoid", period)
    rising, width, falling, start = map(node, (rising, width, falling, start))
    _positive("period of a trapezoid", period)
    for name, part in (("rising", rising), ("falling", falling)):
        _positive(f"{name} time of a trapezoid", part)
    _positive("width of a trapezoid", width, zero=True)
    if all(x.op == "const" for x in (rising, width, falling, period)):
        if (used := rising.args[0] + width.args[0] + falling.args[0]) > period.args[0] * (1 + 1e-12):
            raise ModelError(f"rising, width and falling of a trapezoid take {used:g} s, more than its period {period}")
    begin = start + period * function("floor", (TIME - start) / period)
    top, down, end = begin + rising, begin + rising + width, begin + rising + width + falling
    fall = choose(_before(end), height * (end - TIME) / falling, 0)
    shape = choose(_before(top), height * (TIME - begin) / rising, choose(_before(down), height, fall))
    return _from(start, offset, offset + shape)


def table(points: Any, values: Any) -> Any:
    """Linear interpolation of `values` over the times `points` [s], constant before the first and after the last.

    A time that stands twice is a jump. `values` may be rows, one number for each component of a multi-bond.
    Up to 100 points, bends and jumps are events; longer tables are taken as measured data without events.

    >>> table([0, 1, 1, 2], [0, 0, 5, 5])
    0 if time < 1 else 5
    """
    points, values = checked(points, values)
    if values.ndim == 2:
        return nodes([piecewise(TIME, points, column) for column in values.T])
    return piecewise(TIME, points, values)


def _table_in_text(*parts: Any) -> Any:
    """``table(points, values)`` of time, or ``table(x, points, values)``."""
    points, values = (np.frompyfunc(float, 1, 1)(np.asarray(part, dtype=object)) for part in parts[-2:])
    return table(points, values) if len(parts) == 2 else interpolate(parts[0], points, values)


# The parser of texts and files learns these names: function, fewest and most arguments.
CALLS.update({
    "step": (step, 1, 3), "ramp": (ramp, 1, 4), "sine": (sine, 1, 5), "pulse": (pulse, 1, 5),
    "trapezoid": (trapezoid, 1, 7), "table": (_table_in_text, 2, 3),
})  # fmt: skip

__all__ = ["step", "ramp", "sine", "pulse", "trapezoid", "table"]
