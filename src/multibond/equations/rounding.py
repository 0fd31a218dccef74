"""Values with a bound of their rounding, to tell a coefficient that is zero from one that is small.

The cosine of a right angle comes out as 6e-17. Beside the rounding of the angle alone, 2e-16, that is nothing: who
divided by it would divide by the last digit of π.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from ..expression import ZERO, Node, leaves, operands, substitute, topological
from ..frozen import frozen
from .sampling import FUNCTIONS
from .system import Equation

UNIT = float(np.finfo(float).eps)
MARGIN = 4.0  # times its rounding that a value must reach to count
_FACTORS = ("mul", "div", "neg")  # zero only where one of their arguments is


class Rounded:
    """Which expressions of parameters are zero, with `values` of these: numbers, or arrays of numbers, one of each set.

    >>> from multibond.expression import function, symbol
    >>> angle, length = symbol("angle"), symbol("length")
    >>> zero = Rounded({angle: -np.pi / 2, length: 1e-20}).zero
    >>> bool(zero(function("cos", angle))), bool(zero(length)), bool(zero(length * function("sin", angle)))
    (True, False, False)
    """

    def __init__(self, values: Mapping[Node, float | np.ndarray]):
        self._values = values
        self._known: dict[Node, tuple[np.ndarray, np.ndarray]] = {}

    def zero(self, x: Node) -> np.ndarray:
        """Whether an expression of parameters is zero but for rounding, or has no finite value."""
        value, error = self._of(x)
        return ~(np.abs(value) > MARGIN * error) | ~np.isfinite(value)

    def _of(self, x: Node) -> tuple[np.ndarray, np.ndarray]:
        known = self._known
        with np.errstate(all="ignore"):
            for y in topological([x]):
                if y not in known:
                    known[y] = self._value(y)
        return known[x]

    def _value(self, x: Node) -> tuple[np.ndarray, np.ndarray]:
        if x.op == "const":
            return np.asarray(x.args[0], dtype=float), np.asarray(0.0)
        if x.op == "symbol":
            value = np.asarray(self._values[x], dtype=float)
            return value, UNIT * np.abs(value)
        if x.op in ("true", "false"):
            return np.asarray(x.op == "true"), np.asarray(0.0)
        if x.op == "table":
            return self._moved(lambda u: np.interp(u, x.args[1], x.args[2]), [self._known[x.args[0]]])
        return self._moved(FUNCTIONS[x.op], [self._known[a] for a in operands(x)])

    @staticmethod
    def _moved(
        function: Callable[..., np.ndarray], parts: list[tuple[np.ndarray, np.ndarray]]
    ) -> tuple[np.ndarray, np.ndarray]:
        """The value of a function, and how far it moves with the errors of its arguments."""
        values = [value for value, _ in parts]
        result = np.asarray(function(*values))
        if result.dtype == bool:
            return result, np.asarray(0.0)
        error = UNIT * np.abs(result)
        for k, (value, part) in enumerate(parts):
            if value.dtype != bool and np.any(part > 0.0):
                for side in (value - part, value + part):
                    moved = np.abs(function(*values[:k], side, *values[k + 1 :]) - result)
                    error = error + np.where(np.isfinite(moved), moved, 0.0) / 2
        return result, error


def factors(equations: Iterable[Equation], parameter: Callable[[Node], bool]) -> list[Node]:
    """The expressions of parameters alone that stand as factors of variables and may vanish though none of the
    parameters does: where one is zero, the equations have another structure."""
    known: dict[Node, bool] = {}
    found: dict[Node, None] = {}
    for x in topological([e.residual for e in equations]):
        if x.op in ("symbol", "der"):
            known[x] = parameter(x)
            continue
        known[x] = all(known[a] for a in operands(x))
        if x.op in ("mul", "div") and not known[x]:
            for a in x.args if x.op == "mul" else x.args[:1]:
                if known[a]:
                    found.update(dict.fromkeys(_atoms(a)))
    return list(found)


def _atoms(x: Node) -> list[Node]:
    """What must vanish for an expression to vanish, but for single parameters."""
    if x.op in _FACTORS:
        return [y for a in (x.args[:1] if x.op == "div" else x.args) for y in _atoms(a)]
    return [x] if leaves(x) and x.op != "symbol" else []


def without(equations: tuple[Equation, ...], zeros: Iterable[Node]) -> tuple[Equation, ...]:
    """The equations in which the expressions `zeros` are nothing."""
    nothing: dict[Node, Node] = dict.fromkeys(zeros, ZERO)
    if not nothing:
        return equations
    residuals = substitute([e.residual for e in equations], nothing)
    return tuple(Equation(r, e.origin, e.release, row=e.row) for r, e in zip(residuals, equations, strict=True))


def denominators(expressions: Iterable[Node], parameter: Callable[[Node], bool]) -> list[Node]:
    """The expressions of parameters alone by which something is divided, but for single parameters."""
    found: dict[Node, None] = {}
    for x in topological(expressions):
        if x.op == "div" and x.args[1].op not in ("const", "symbol") and all(map(parameter, leaves(x.args[1]))):
            found.update(dict.fromkeys(_atoms(x.args[1])))
    return list(found)


@frozen
class Judgements:
    """What equations take for zero and for not zero, with the `values` of the parameters that they were made for."""

    zeros: tuple[Node, ...]
    others: tuple[Node, ...]
    values: Mapping[Node, float]

    def changed(self, values: Mapping[Node, float | np.ndarray]) -> frozenset[Node]:
        """The expressions that are judged otherwise with other `values`; of several sets, with one of them at least."""
        moved = {x for x, value in values.items() if np.any(value != self.values.get(x))}
        rounded = Rounded({**self.values, **values})
        return frozenset(
            x
            for x in (*self.zeros, *self.others)
            if not moved.isdisjoint(leaves(x)) and np.any(rounded.zero(x) != (x in self.zeros))
        )


__all__ = ["Judgements", "Rounded", "denominators", "factors", "without"]
