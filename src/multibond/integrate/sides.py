"""Event indicators within a step, and on which side of zero they are."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from .eighth import interpolate
from .layout import (
    CONTEXT,
    DENSE,
    INDICATOR,
    ROOTS,
    STATES,
    TRIAL,
    X,
)  # fmt: skip


@kernel
def sign(g: real) -> real:
    if g > 0.0:
        return 1.0
    if g < 0.0:
        return -1.0
    return 0.0


@kernel
def indicators(k: integers, q: pointers, t: real, h: real, part: real) -> nothing:
    """The indicators at a fraction of the step."""
    n = k[STATES]
    trial = reals(q[TRIAL])
    interpolate(n, reals(q[X]), reals(q[DENSE]), part, trial)
    Callback(q[ROOTS])(t + part * h, trial, reals(q[INDICATOR]), pointers(q[CONTEXT]))


@kernel
def crossed(side: real, g: real, direction: integer) -> integer:
    """Whether an indicator that was on `side` (-1, 0, 1) has left it, in a direction that counts."""
    if side > 0.0 and g <= 0.0 and direction <= 0:
        return 1
    if side < 0.0 and g >= 0.0 and direction >= 0:
        return 1
    return 0
