"""Kernels that call one model function for many points."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from .context import DISCRETE
from .kernel import Callback, integer, kernel, pointers, reals

NOT_A_NUMBER = float("nan")


@kernel
def evaluate_rows(
    f: Callback, count: integer, times: reals, states: reals, n: integer, out: reals, width: integer,
    discrete: reals, modes: integer, c: pointers,
) -> integer:  # fmt: skip
    """`f` at each of `count` times; rows of `discrete` are used if `modes`, their length, is not zero. The result is
    the number of rows without a value; these are NaN."""
    failed = 0
    for k in range(count):
        if modes > 0:
            c[DISCRETE] = discrete + k * modes
        if f(times[k], states + k * n, out + k * width, c) != 0:
            failed += 1
            for i in range(width):
                out[k * width + i] = NOT_A_NUMBER
    return failed
