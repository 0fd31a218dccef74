"""One step of a linear system ẋ = A x + b(t) with a constant matrix, by a rational approximation to its propagator.

Six solutions with one factored matrix make a step of order 6, its error and its interpolation of the same order; the
factors are kept while the step stays. What is fast is damped, so that networks whose time constants are far apart take
steps by what is seen of them. Books (states behind the own ones, on which nothing depends) are sums of their rates.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, pow, sqrt

from ..program.factors import solve_rows
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals, unroll
from .eighth import evaluate, interpolate
from .layout import (
    ABSOLUTE,
    AFTER_REJECTION,
    CONTEXT,
    CONTROLLED,
    DENSE,
    FACTORED,
    FACTORS,
    JACOBIANS,
    LARGEST,
    MATRIX,
    MATRIX_OF,
    NEW,
    NO_VALUE,
    NUMBERS,
    OWN,
    REJECTED,
    RELATIVE,
    ROOM,
    STAGES,
    STATES,
    STEADY_SOURCES,
    STEP,
    TRIAL,
    X,
)  # fmt: skip
from .rational_coefficients import BENDING, BOOKS, ENDS, ERRORS, NODES, POLE, STEADY, TOTALS, WEIGHTS
from .rational_coefficients import DENSE as BY_SOLUTION
from .shifted import has_no_value, ready_factors

SOLUTIONS = 5  # the first place of the solutions among the stages; before them are the rates at the nodes
INNER = 13  # the first place of the rates at the inner nodes, on the way of the states
SAFETY, LEAST, MOST = 0.9, 0.2, 5.0
LIKE = 1.3  # a step that could grow by less stays, and so do its factors


@kernel
def take_matrix(s: reals, k: integers, q: pointers, t: real) -> integer:
    """A for the present positions. 1: it has no finite value."""
    A = reals(q[MATRIX])
    s[FACTORED] = 0.0
    k[JACOBIANS] += 1
    if Callback(q[MATRIX_OF])(t, reals(q[X]), A, pointers(q[CONTEXT])) != 0:
        return 1
    return has_no_value(k[OWN], A)


@kernel
def solutions(s: reals, k: integers, q: pointers, t: real, h: real) -> integer:
    """The solutions of a step from (t, x) whose first derivative is known, and the own states at its end."""
    own = k[OWN]
    x = reals(q[X])
    new = reals(q[NEW])
    d = reals(q[STAGES])
    right = reals(q[ROOM])
    found = right + own
    if k[STEADY_SOURCES] == 0:
        for node in unroll(1, 5):
            if evaluate(k, q, t + NODES[node] * h, x, node) != 0:
                return 1
    if ready_factors(s, k, q, h, POLE) != 0:
        return 1
    for j in unroll(6):
        for i in range(own):
            row = d + 16 * i
            total = STEADY[j] * row[0]
            if k[STEADY_SOURCES] == 0:
                total = WEIGHTS[j][0] * row[0]
                for node in unroll(1, 5):
                    total += WEIGHTS[j][node] * row[node]
            right[i] = h * total
            if j > 0:
                right[i] += found[i]
        solve_rows(own, reals(q[FACTORS]), integers(q[NUMBERS]), right, found)
        for i in range(own):
            d[16 * i + SOLUTIONS + j] = found[i]
    for i in range(own):
        row = d + 16 * i + SOLUTIONS
        total = 0.0
        for j in unroll(6):
            total += ENDS[j] * row[j]
        new[i] = x[i] + total
    for i in range(own, k[STATES]):
        new[i] = x[i]
    return 0


@kernel
def linear_error(s: reals, k: integers, q: pointers, h: real) -> real:
    """The error of the step in units of the tolerance: of the approximation, and of b(t) as a polynomial."""
    own = k[OWN]
    x = reals(q[X])
    new = reals(q[NEW])
    d = reals(q[STAGES])
    absolute = reals(q[ABSOLUTE])
    right = reals(q[ROOM])
    bent = right + own
    if k[STEADY_SOURCES] == 0:
        for i in range(own):
            total = BENDING[0] * d[16 * i]
            for node in unroll(1, 5):
                total += BENDING[node] * d[16 * i + node]
            right[i] = h * total
        solve_rows(own, reals(q[FACTORS]), integers(q[NUMBERS]), right, bent)
    squares = 0.0
    for i in range(own):
        row = d + 16 * i + SOLUTIONS
        total = 0.0
        for j in unroll(6):
            total += ERRORS[j] * row[j]
        if k[STEADY_SOURCES] == 0:
            total = fabs(total) + fabs(bent[i])
        total /= absolute[i] + s[RELATIVE] * max(fabs(x[i]), fabs(new[i]))
        squares += total * total
    return sqrt(squares / max(s[CONTROLLED], 1.0))


@kernel
def linear_rows(k: integers, q: pointers) -> nothing:
    """The interpolation of the own states."""
    n = k[STATES]
    d = reals(q[STAGES])
    rows = reals(q[DENSE])
    for i in range(k[OWN]):
        row = d + 16 * i + SOLUTIONS
        for r in unroll(7):
            total = BY_SOLUTION[r][0] * row[0]
            for j in unroll(1, 6):
                total += BY_SOLUTION[r][j] * row[j]
            rows[r * n + i] = total


@kernel
def books(k: integers, q: pointers, t: real, h: real) -> integer:
    """The books over a step, and the interpolation of all states, with three evaluations on the way."""
    n = k[STATES]
    own = k[OWN]
    x = reals(q[X])
    new = reals(q[NEW])
    d = reals(q[STAGES])
    rows = reals(q[DENSE])
    trial = reals(q[TRIAL])
    linear_rows(k, q)
    if own == n:
        return 0
    for i in range(own, n):
        for r in range(7):
            rows[r * n + i] = 0.0
    for node in unroll(1, 4):
        interpolate(n, x, rows, NODES[node], trial)
        if evaluate(k, q, t + NODES[node] * h, trial, INNER + node - 1) != 0:
            return 1
    for i in range(own, n):
        row = d + 16 * i
        total = TOTALS[0] * row[0] + TOTALS[4] * row[12]
        for node in unroll(1, 4):
            total += TOTALS[node] * row[INNER + node - 1]
        new[i] = x[i] + h * total
        for r in unroll(7):
            total = BOOKS[r][0] * row[0] + BOOKS[r][4] * row[12]
            for node in unroll(1, 4):
                total += BOOKS[r][node] * row[INNER + node - 1]
            rows[r * n + i] = h * total
    return 0


@kernel
def linear_attempt(s: reals, k: integers, q: pointers, t: real, h: real) -> integer:
    """Try a step; 0 if it is accepted, the interpolation is then ready. The next step to try is left in `s`."""
    failed = solutions(s, k, q, t, h)
    if failed == 0:
        e = linear_error(s, k, q, h)
        growth = MOST
        if e > 0.0:
            growth = min(MOST, max(LEAST, SAFETY / pow(e, 1.0 / 6.0)))
        if e <= 1.0:
            if evaluate(k, q, t + h, reals(q[NEW]), 12) == 0 and books(k, q, t, h) == 0:
                if k[AFTER_REJECTION] != 0 or (growth >= 1.0 and growth < LIKE):
                    growth = min(growth, 1.0)
                s[STEP] = min(growth * h, s[LARGEST])
                k[AFTER_REJECTION] = 0
                return 0
            failed = 1
        else:
            k[NO_VALUE] = 0
            s[STEP] = growth * h
            if not e < 1e300:
                failed = 1
    if failed != 0:
        k[NO_VALUE] = 1
        s[STEP] = 0.25 * h
    k[AFTER_REJECTION] = 1
    k[REJECTED] += 1
    return 1
