"""Transfer function, linear state space and delay as blocks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...errors import ModelError
from ...expression import ZERO, der
from ...model.declare import Input, Option, Output, Parameter, Variable
from ..element import Equation
from .block import _Block


class TransferFunctionBlock(_Block):
    """Transfer function y/u = num(s)/den(s), coefficients from the highest power of s down to the constant.

    ``TransferFunctionBlock([1], [1, 2, 1])`` is 1/(s² + 2 s + 1). The states x are those of the controllable canonical
    form, zero at the start unless x0 is given. A numerator of higher degree than the denominator is refused.
    """

    symbol = "G(s)"
    num = Parameter(1.0, "", "numerator", description="coefficients of the numerator, highest power first")
    den = Parameter(1.0, "", "denominator", description="coefficients of the denominator, highest power first")
    x0 = Parameter(None, "", "states", description="states at the start (default zero)")
    u = Input("", "", description="input")
    x = Variable("", "states", description="states: x[0] and its derivatives x[1], x[2], …")
    y = Output("", "", description="output")

    def __init__(self, *values: Any, n: int | None = None, domain: str | None = None, **given: Any):
        super().__init__(*values, n=n, domain=domain, **given)
        if self.n != 1:
            raise ModelError("a transfer function has one input and output; use StateSpaceBlock for more", self.name)
        listed = {name: _listed(self.given.get(name, 1.0)) for name in ("num", "den")}
        if self.given.get("x0") is not None:
            listed["x0"] = _listed(self.given["x0"])
        self._set(given={**self.given, **listed})
        num, den = listed["num"], listed["den"]
        if not num or not den or any(np.ndim(entry) for entry in [*num, *den]):
            raise ModelError("num and den are lists of coefficients, highest power of s first", self.name)
        if len(num) > len(den):
            raise ModelError(
                f"the numerator's degree {len(num) - 1} is higher than the denominator's {len(den) - 1}: that would "
                "differentiate the input; add poles to the denominator",
                self.name,
            )
        if isinstance(den[0], (int, float)) and den[0] == 0:
            raise ModelError("the first coefficient of the denominator is zero; leave it out", self.name)

    def size(self, of: int | str) -> int:
        """As for every component; the lengths of the coefficient lists, and the number of states."""
        if of in ("numerator", "denominator"):
            return len(self.given["num" if of == "numerator" else "den"])
        return len(self.given["den"]) - 1 if of == "states" else super().size(of)

    def equations(self, s: Any) -> Iterator[Equation]:
        order = len(s.den) - 1
        a = s.den[::-1] / s.den[0]  # from the constant term up to the highest power, which is 1
        b = np.concatenate([s.num[::-1], [ZERO] * (order + 1 - len(s.num))]) / s.den[0]
        if order:
            yield der(s.x[:-1]), s.x[1:]
            yield der(s.x[-1]), s.u - a[:-1] @ s.x
            yield s.y, (b[:-1] - b[-1] * a[:-1]) @ s.x + b[-1] * s.u
        else:
            yield s.y, b[0] * s.u

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.x, _start(s), "x0" in self.given


class StateSpaceBlock(_Block):
    """Linear state space: dx/dt = A x + B u, y = C x + D u. The sizes are those of the matrices."""

    symbol = "ABCD"
    A = Parameter(None, "", "states,states", folds=True, description="system matrix")
    B = Parameter(None, "", "states,inputs", folds=True, description="input matrix")
    C = Parameter(None, "", "outputs,states", folds=True, description="output matrix")
    D = Parameter(None, "", "outputs,inputs", folds=True, description="feedthrough matrix (default zero)")
    x0 = Parameter(None, "", "states", description="states at the start (default zero)")
    u = Input("", "inputs", description="inputs")
    x = Variable("", "states", description="states")
    y = Output("", "outputs", description="outputs")

    def __init__(self, *values: Any, n: int | None = None, domain: str | None = None, **given: Any):
        super().__init__(*values, domain=domain, **given)
        if n is not None:
            raise ModelError("the sizes of a StateSpaceBlock are those of its matrices; leave out n", self.name)
        if missing := [name for name in "ABC" if self.given.get(name) is None]:
            raise ModelError(f"a StateSpaceBlock needs {' and '.join(missing)}", self.name)
        full = {k: v if np.ndim(v) else [[v]] for k, v in self.given.items() if k in "ABCD" and v is not None}
        if wrong := [k for k, v in full.items() if np.ndim(np.asarray(v, dtype=object)) != 2]:
            raise ModelError(f"{' and '.join(wrong)} must be a matrix: a list of rows", self.name)
        if self.given.get("x0") is not None:
            full["x0"] = _listed(self.given["x0"])
        self._set(given={**self.given, **full})

    def size(self, of: int | str) -> int:
        """As for every component; "states", "inputs" and "outputs" come from the matrices."""
        if of == "states":
            return len(self.given["A"])
        if of == "inputs":
            return len(self.given["B"][0])
        return len(self.given["C"]) if of == "outputs" else super().size(of)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.x), s.A @ s.x + s.B @ s.u
        yield s.y, s.C @ s.x if s.D is None else s.C @ s.x + s.D @ s.u

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.x, _start(s), "x0" in self.given


class Delay(_Block):
    """Delay by T [s] after Padé: y/u is the ratio of two polynomials of degree `order` in s that comes nearest to
    exp(−s T), up to about order/T rad/s. It starts as if u had been constant before.

    Its gain is exactly one at all frequencies. A sampled delay, exact for sampled signals, is a `sampled.Delay`.
    """

    symbol = "e⁻ˢᵀ"
    T = Parameter(1.0, "s", minimum=0.0, strict=True, description="delay")
    order = Option(4, description="degree of the polynomials, 1 to 10")
    u = Input("", "", description="input")
    x = Variable("", "order", description="states")
    y = Output("", "", description="input of T seconds before")

    def equations(self, s: Any) -> Iterator[Equation]:
        n = s.order
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n <= 10:
            raise ModelError(
                f"the order of a delay is a whole number from 1 to 10, not {n!r}: higher ones lose their digits",
                self.where,
            )
        c = [math.comb(n, k) * math.factorial(2 * n - k) / math.factorial(2 * n) for k in range(n + 1)]
        x = np.atleast_1d(s.x)
        last = (s.u - sum(c[k] * x[k] for k in range(n))) / c[n]
        yield der(x), np.append(x[1:], last) / s.T
        yield s.y, sum((-1) ** k * c[k] * x[k] for k in range(n)) + (-1) ** n * c[n] * last

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        x = np.atleast_1d(s.x)
        yield [x[0] - s.u, *x[1:]], [ZERO] * len(x), True


def _listed(value: Any) -> list[Any]:
    """A single coefficient as a list of one."""
    value = value.tolist() if isinstance(value, np.ndarray) else value
    return list(value) if np.ndim(value) else [value]


def _start(s: Any) -> Any:
    return [ZERO] * len(s.x) if s.x0 is None else s.x0


__all__ = ["TransferFunctionBlock", "StateSpaceBlock", "Delay"]
