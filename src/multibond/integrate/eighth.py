"""One step of the explicit Runge-Kutta method of order 8(5,3), its error and its interpolation of order 7."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..program import context as places
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals, unroll
from .eighth_coefficients import DENSE as ROWS
from .eighth_coefficients import ERROR_3, ERROR_5, MATRIX, NODES
from .layout import (
    ABSOLUTE,
    BLOCKS,
    CONTEXT,
    CONTROLLED,
    DENSE,
    EVALUATIONS,
    NEW,
    NOISE,
    NONLINEAR,
    RATES,
    RELATIVE,
    RHS,
    SLOPE,
    STAGES,
    STATES,
    TRIAL,
    X,
)  # fmt: skip


@kernel
def predict(k: integers, q: pointers, t: real) -> nothing:
    """First guesses of the nonlinear unknowns at `t`, by straight lines from the last accepted solutions: close to a
    position where solutions cross, the guess decides which one is followed."""
    blocks = integers(q[BLOCKS])
    rates = reals(q[RATES])
    workspace = reals(pointers(q[CONTEXT])[places.WORKSPACE])
    ahead = t - rates[0]
    rates = rates + 1
    for b in range(k[NONLINEAR]):
        u = workspace + blocks[2 * b]
        n = blocks[2 * b + 1]
        for i in range(n):
            u[i] = u[n + i] + ahead * rates[i]
        rates = rates + n


@kernel
def evaluate(k: integers, q: pointers, t: real, x: reals, stage: integer) -> integer:
    """f(t, x) becomes a stage. 1 if there is no finite value; the place of failure is then noted in the context.

    The 16 stages of one state lie side by side, so that sums over stages read one line of memory.
    """
    n = k[STATES]
    out = reals(q[SLOPE])
    d = reals(q[STAGES]) + stage
    context = pointers(q[CONTEXT])
    k[EVALUATIONS] += 1
    if k[NONLINEAR] > 0:
        predict(k, q, t)
    status = Callback(q[RHS])(t, x, out, context)
    check = 0.0
    for i in range(n):
        check += out[i] * 0.0
        d[16 * i] = out[i]
    if status == 0 and check == 0.0:
        return 0
    failure = reals(context[places.FAILURE])
    failure[0] = t
    for i in range(n):
        failure[i + 1] = x[i]
    return 1


@kernel
def stages(k: integers, q: pointers, t: real, h: real) -> integer:
    """The stages of a step from (t, x) whose first derivative is known; then the states and derivative at its end."""
    n = k[STATES]
    x = reals(q[X])
    trial = reals(q[TRIAL])
    d = reals(q[STAGES])
    for s in unroll(1, 12):
        for i in range(n):
            row = d + 16 * i
            total = MATRIX[s][0] * row[0]
            for j in unroll(1, s):
                if MATRIX[s][j] != 0.0:
                    total += MATRIX[s][j] * row[j]
            trial[i] = x[i] + h * total
        if evaluate(k, q, t + NODES[s] * h, trial, s) != 0:
            return 1
    new = reals(q[NEW])
    for i in range(n):
        row = d + 16 * i
        total = MATRIX[12][0] * row[0]
        for j in unroll(1, 12):
            if MATRIX[12][j] != 0.0:
                total += MATRIX[12][j] * row[j]
        new[i] = x[i] + h * total
    return 0


@kernel
def error(s: reals, k: integers, q: pointers, h: real) -> real:
    """The error of the step in units of the tolerance."""
    n = k[STATES]
    x = reals(q[X])
    new = reals(q[NEW])
    d = reals(q[STAGES])
    absolute = reals(q[ABSOLUTE])
    noise = reals(q[NOISE])
    fifth = 0.0
    third = 0.0
    for i in range(n):
        weight = 1.0 / (absolute[i] + noise[i] + s[RELATIVE] * max(fabs(x[i]), fabs(new[i])))
        row = d + 16 * i
        a = ERROR_5[0] * row[0]
        b = ERROR_3[0] * row[0]
        for j in unroll(1, 12):
            if ERROR_5[j] != 0.0:
                a += ERROR_5[j] * row[j]
            if ERROR_3[j] != 0.0:
                b += ERROR_3[j] * row[j]
        a *= weight
        b *= weight
        fifth += a * a
        third += b * b
    below = fifth + 0.01 * third
    if below <= 0.0:
        return 0.0
    return fabs(h) * fifth / sqrt(below * s[CONTROLLED])


@kernel
def stiffness(k: integers, q: pointers, h: real) -> real:
    """h times an estimate of the largest eigenvalue; the method is at the edge of its stability above 6.1."""
    n = k[STATES]
    d = reals(q[STAGES])
    new = reals(q[NEW])
    trial = reals(q[TRIAL])
    above = 0.0
    below = 0.0
    for i in range(n):
        a = d[16 * i + 12] - d[16 * i + 11]
        b = new[i] - trial[i]
        above += a * a
        below += b * b
    if below > 0.0:
        return h * sqrt(above / below)
    return 0.0


@kernel
def interpolation(k: integers, q: pointers, t: real, h: real) -> integer:
    """Prepare the interpolation over the step just made; three more evaluations."""
    n = k[STATES]
    x = reals(q[X])
    new = reals(q[NEW])
    trial = reals(q[TRIAL])
    d = reals(q[STAGES])
    rows = reals(q[DENSE])
    for s in unroll(13, 16):
        for i in range(n):
            row = d + 16 * i
            total = MATRIX[s][0] * row[0]
            for j in unroll(1, s):
                if MATRIX[s][j] != 0.0:
                    total += MATRIX[s][j] * row[j]
            trial[i] = x[i] + h * total
        if evaluate(k, q, t + NODES[s] * h, trial, s) != 0:
            return 1
    hermite(n, x, new, d, h, rows)
    for i in range(n):
        row = d + 16 * i
        for r in unroll(4):
            total = ROWS[r][0] * row[0]
            for j in unroll(1, 16):
                if ROWS[r][j] != 0.0:
                    total += ROWS[r][j] * row[j]
            rows[(3 + r) * n + i] = h * total
    return 0


@kernel
def doubt(s: reals, k: integers, q: pointers) -> real:
    """The error of the interpolation in units of the tolerance: its last term, times what was found for exponentials
    and sines from small steps to far beyond stability, where the interpolation is much worse than the step's end."""
    n = k[STATES]
    new = reals(q[NEW])
    absolute = reals(q[ABSOLUTE])
    noise = reals(q[NOISE])
    last = reals(q[DENSE]) + 6 * n
    total = 0.0
    for i in range(n):
        part = 1.2e-3 * last[i] / (absolute[i] + noise[i] + s[RELATIVE] * fabs(new[i]))
        total += part * part
    return sqrt(total / s[CONTROLLED])


@kernel
def hermite(n: integer, x: reals, new: reals, d: reals, h: real, rows: reals) -> nothing:
    """The cubic part of the interpolation, from the states and derivatives at both ends."""
    for i in range(n):
        change = new[i] - x[i]
        rows[i] = change
        start = d[16 * i]
        rows[n + i] = h * start - change
        rows[2 * n + i] = 2.0 * change - h * (d[16 * i + 12] + start)


@kernel
def interpolate(n: integer, x: reals, rows: reals, part: real, out: reals) -> nothing:
    """out := the states at the fraction `part` of the step."""
    rest = 1.0 - part
    for i in range(n):
        y = rows[4 * n + i] + rest * (rows[5 * n + i] + part * rows[6 * n + i])
        y = rows[2 * n + i] + rest * (rows[3 * n + i] + part * y)
        out[i] = x[i] + part * (rows[i] + rest * (rows[n + i] + part * y))
