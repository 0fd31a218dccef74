"""Blocks without memory: constants, time, sums, gains, products, functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from ...errors import ModelError
from ...expression import TIME
from ...model.declare import Input, Law, Option, Output, Parameter
from ..element import Equation
from .block import _Block


class Constant(_Block):
    """A given signal: y = value. The value may be any expression of time, such as ``Constant(step(1, 5))``."""

    symbol = "const"
    value = Parameter(1.0, "any", "n", description="value: numbers, or an expression of time and signals")
    y = Output("", "n", description="the value")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, s.value


class Clock(_Block):
    """The time: y = time − start."""

    symbol = "t"
    start = Parameter(0.0, "s", "n", description="time at which y is zero")
    y = Output("s", "n", description="time since `start`")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, TIME - s.start


class Gain(_Block):
    """Gain: y = k u, with a number, a number for each component, or a matrix k, square or not: a matrix of 2 rows and 3
    columns takes 3 inputs to 2 outputs, ``Gain([[1, 0, 2], [0, 1, 3]], u="sensor.y")``."""

    symbol = "K"
    k = Parameter(1.0, "", "outputs,inputs", folds=True, description="gain")
    u = Input("", "inputs", description="input")
    y = Output("", "outputs", description="k times the input")

    def size(self, of: int | str) -> int:
        """As for every component; "outputs" and "inputs" are the rows and columns of a matrix k."""
        if of not in ("outputs", "inputs"):
            return super().size(of)
        given = self.given.get("k")
        rows_columns = () if given is None or isinstance(given, str) else np.shape(np.asarray(given, dtype=object))
        if len(rows_columns) != 2:
            return self.n
        if self._own_n is not None and rows_columns != (self.n, self.n):
            raise ModelError(
                f"the matrix k of {rows_columns[0]} × {rows_columns[1]} numbers does not fit n = {self.n}; leave out n",
                self.where,
            )
        return int(rows_columns[of == "inputs"])

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, s.k @ s.u


class Function(_Block):
    """Any function of the input: y = law(u). With n > 1 the law sees the whole vector u.

    ``Function("sin(u)")``, ``Function(lambda u: u**3)``, ``Function("sqrt(u[0]**2 + u[1]**2)", n=2, outputs=1)``.
    """

    symbol = "f(u)"
    law = Law(("u",), "y", description="output as an expression or function of the input u")
    outputs = Option(None, description="number of outputs (default n)")
    u = Input("", "n", description="input")
    y = Output("", "outputs", description="the function's value")

    def equations(self, s: Any) -> Iterator[Equation]:
        if not s.law:
            raise ModelError("the function is missing: Function('sin(u)')", self.where)
        yield s.y, s.law(s.u)


class _Many(_Block):
    """A block with several inputs ``u[0]``, ``u[1]``, …: one for each letter of a text."""

    letters: ClassVar[tuple[str, str]] = ("", "")  # the option that holds the text, and what it may consist of

    def text(self) -> str:
        """The text with one letter for each input."""
        name, allowed = self.letters
        value = self.option(name)
        if not isinstance(value, str) or not value or set(value) - set(allowed):
            hint = f"one of {' '.join(allowed)} for each input, such as {allowed!r}"
            raise ModelError(f"'{name}' must be a text with {hint}, not {value!r}", self.where)
        return value

    def size(self, of: int | str) -> int:
        """As for every component; "inputs" is the number of inputs."""
        return len(self.text()) if of == "inputs" else super().size(of)

    def shape(self, name: str) -> tuple[int, ...]:
        """One row for each input; a row of one component is a number."""
        if name != "u":
            return super().shape(name)
        return (self.size("inputs"),) if self.n == 1 else (self.size("inputs"), self.n)


class Sum(_Many):
    """Sum: y = ± u[0] ± u[1] …, such as ``Sum("+-", u=["reference", "sensor.y"])`` for a control error."""

    symbol = "Σ"
    letters = ("signs", "+-")
    signs = Option("++", description="the signs of the inputs, one + or - for each")
    u = Input("", "inputs", description="inputs u[0], u[1], …")
    y = Output("", "n", description="sum")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, sum(u if sign == "+" else -u for sign, u in zip(self.text(), _rows(s.u), strict=True))


class Product(_Many):
    """Product: y = u[0] · u[1] …; ``Product("*/")`` divides the first input by the second."""

    symbol = "×"
    letters = ("factors", "*/")
    factors = Option("**", description="* or / for each input")
    u = Input("", "inputs", description="inputs u[0], u[1], …")
    y = Output("", "n", description="product")

    def equations(self, s: Any) -> Iterator[Equation]:
        result: Any = 1.0
        for factor, u in zip(self.text(), _rows(s.u), strict=True):
            result = result * u if factor == "*" else result / u
        yield s.y, result


def _rows(u: np.ndarray) -> list[np.ndarray]:
    return [np.atleast_1d(row) for row in u]


__all__ = ["Constant", "Clock", "Function", "Gain", "Product", "Sum"]
