"""Kernels that model functions call: dense LU, damped Newton, table look-up."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

import threading
from math import fabs

from .context import NEWTON_DIVERGED, NEWTON_NOT_FINITE, SINGULAR, STATUS, STATUS_BLOCK, STATUS_KIND, STATUS_ROW
from .kernel import Bound, Callback, Kernel, int32, integer, integers, kernel, nothing, pointers, real, reals
from .native import publish
from .number import Number

# A Newton step this small, relative to the unknowns, is the last: its error is quadratically smaller.
CONVERGED = Bound(1e-10)
STAGNANT = Bound(1e-6)  # a step this small that cannot be improved has met the rounding of the residuals
FLOOR = 1e-4  # unknowns smaller than this are measured absolutely
LIMIT = 60  # iterations
BESIDE = 0.5  # part of an unknown by which a place lies beside its last value


@kernel
def clear(a: reals, n: integer) -> nothing:
    for i in range(n):
        a[i] = 0.0


@kernel
def factor(n: integer, a: reals, c: pointers, block: integer) -> int32:
    """LU with partial pivoting in place: `a` holds n columns, then room for n pivots. 1: singular."""
    status = 0
    for k in range(n):
        column = a + k * n
        pivot = k
        largest = fabs(column[k])
        for i in range(k + 1, n):
            if fabs(column[i]) > largest:
                largest = fabs(column[i])
                pivot = i
        a[n * n + k] = real(pivot)
        if not largest > 0.0:
            about = integers(c[STATUS])
            about[STATUS_BLOCK] = block
            about[STATUS_KIND] = SINGULAR
            about[STATUS_ROW] = k
            status = 1
        if pivot != k:
            for j in range(n):
                kept = a[j * n + k]
                a[j * n + k] = a[j * n + pivot]
                a[j * n + pivot] = kept
        inverse = 1.0 / column[k]
        for i in range(k + 1, n):
            column[i] *= inverse
        for j in range(k + 1, n):
            other = a + j * n
            weight = other[k]
            if weight != 0.0:
                for i in range(k + 1, n):
                    other[i] -= weight * column[i]
    return status


# The same with vector instructions, for large matrices: three times faster for 100 unknowns.
factor_large = Kernel(factor.python, vectors=True, symbol=f"{factor.symbol}_large")
LARGE = 24  # unknowns


@kernel
def solve(n: integer, a: reals, b: reals) -> nothing:
    """b := a⁻¹ b with the factors of `factor`."""
    for k in range(n):
        pivot = integer(a[n * n + k])
        kept = b[k]
        b[k] = b[pivot]
        b[pivot] = kept
    for k in range(n):
        weight = b[k]
        if weight != 0.0:
            for i in range(k + 1, n):
                b[i] -= weight * a[k * n + i]
    for k in range(n - 1, -1, -1):
        b[k] /= a[k * n + k]
        weight = b[k]
        for i in range(k):
            b[i] -= weight * a[k * n + i]


@kernel
def relative_size(n: integer, step: reals, u: reals) -> real:
    """The largest entry of `step`, relative to the unknowns `u`. NaN if any entry is not finite."""
    largest = 0.0
    for i in range(n):
        largest = max(largest, fabs(u[i]))
    size = 0.0
    check = 0.0
    for i in range(n):
        size = max(size, fabs(step[i]) / (fabs(u[i]) + 1e-3 * largest + FLOOR))
        check += step[i] * 0.0
    return size + check


@kernel
def is_off(n: integer, residuals: reals) -> integer:
    """Whether any equation is not met, to the last digit."""
    for i in range(n):
        if residuals[i] != 0.0:
            return 1
    return 0


@kernel
def attempt(f: Callback, t: real, c: pointers, n: integer, start: reals, room: reals, block: integer) -> integer:
    """Newton from `start`; the solution is left in `room`. The natural test decides on damping: the step that the
    same matrix would take next must be smaller. It does not depend on how residuals are scaled."""
    x = room
    trial = room + n
    step = room + 2 * n
    following = room + 3 * n
    out = room + 4 * n  # residuals, matrix, pivots
    other = room + 6 * n + n * n
    for i in range(n):
        x[i] = start[i]
    if f(t, x, out, c) != 0:
        return NEWTON_NOT_FINITE
    damping = 1.0
    for _ in range(LIMIT):
        for i in range(n):
            step[i] = out[i]
        if factor(n, out + n, c, block) != 0:
            return SINGULAR if is_off(n, step) != 0 else 0
        solve(n, out + n, step)
        size = relative_size(n, step, x)
        if not size < 1e300:
            return NEWTON_NOT_FINITE
        if size <= CONVERGED:
            for i in range(n):
                x[i] -= step[i]
            return 0
        damping = min(1.0, 4.0 * damping)
        while True:
            for i in range(n):
                trial[i] = x[i] - damping * step[i]
            if f(t, trial, other, c) == 0:
                for i in range(n):
                    following[i] = other[i]
                solve(n, out + n, following)
                next_size = relative_size(n, following, x)  # by the same measure as `size`
                if damping == 1.0 and relative_size(n, following, trial) <= CONVERGED:
                    for i in range(n):
                        x[i] = trial[i] - following[i]
                    return 0
                if next_size <= (1.0 - 0.25 * damping) * size:
                    break
            if size <= STAGNANT:
                return 0
            damping *= 0.5
            if damping < 1e-8:
                return NEWTON_DIVERGED
        for i in range(n):
            x[i] = trial[i]
        swap = out
        out = other
        other = swap
    return NEWTON_DIVERGED


@kernel
def newton(f: Callback, t: real, c: pointers, n: integer, u: reals, block: integer) -> int32:
    """Solve for the unknowns `u`, from their last values, else from the first guesses behind them. On failure `u`
    keeps its last values, so that a smaller step starts well."""
    room = u + 2 * n
    kind = attempt(f, t, c, n, u, room, block)
    if kind != 0:
        kind = attempt(f, t, c, n, u + n, room, block)
    if kind == 0:
        for i in range(n):
            u[i] = room[i]
        return 0
    worst = 0
    f(t, room, room + 4 * n, c)
    for i in range(n):
        if not fabs(room[4 * n + i]) <= fabs(room[4 * n + worst]):
            worst = i
    about = integers(c[STATUS])
    about[STATUS_BLOCK] = block
    about[STATUS_KIND] = kind
    about[STATUS_ROW] = worst
    return 1


newton_large = Kernel(newton.python, vectors=True, symbol=f"{newton.symbol}_large")


@kernel
def newton_beside(f: Callback, t: real, c: pointers, n: integer, u: reals, block: integer) -> int32:
    """The same, and where it fails once more from places a little beside the last values: where a law is flat, as that
    of a turbulent flow at rest, no direction shows itself. Not for places and angles, which would take another way."""
    if newton(f, t, c, n, u, block) == 0:
        return 0
    about = integers(c[STATUS])
    kind = about[STATUS_KIND]
    row = about[STATUS_ROW]
    room = u + 2 * n
    away = BESIDE
    for _ in range(2):
        for i in range(n):
            room[i] = u[i] + away * (fabs(u[i]) + FLOOR)
        if attempt(f, t, c, n, room, room, block) == 0:
            for i in range(n):
                u[i] = room[i]
            return 0
        away = -away
    about[STATUS_BLOCK] = block
    about[STATUS_KIND] = kind
    about[STATUS_ROW] = row
    return 1


newton_beside_large = Kernel(newton_beside.python, vectors=True, symbol=f"{newton_beside.symbol}_large")


@kernel
def table(x: real, points: reals, n: integer) -> real:
    """Linear interpolation, constant beyond the ends; the n values follow the n points."""
    values = points + n
    if not x > points[0]:
        return values[0] + 0.0 * x
    if x >= points[n - 1]:
        return values[n - 1]
    low = 0
    high = n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if x > points[middle]:
            low = middle
        else:
            high = middle
    return values[low] + (values[high] - values[low]) * (x - points[low]) / (points[high] - points[low])


_published: set[str] = set()  # symbols
_lock = threading.Lock()
_KERNELS = {
    "clear": clear, "factor": factor, "factor_large": factor_large, "solve": solve, "newton": newton,
    "newton_large": newton_large, "newton_beside": newton_beside, "newton_beside_large": newton_beside_large,
    "table": table,
}  # fmt: skip


def publish_for(text: str, number: Number) -> None:
    """Compile those kernels that the LLVM module `text` calls, and make them known to it."""
    for name, called in _KERNELS.items():
        symbol = number.own(f"multibond_{name}")
        if symbol not in _published and f"@{symbol}(" in text.partition("define")[2]:
            with _lock:
                publish(symbol, called.of(number).address)
                _published.add(symbol)
