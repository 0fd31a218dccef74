"""One step of a singly diagonally implicit method of order 4(3): stiff models whose steps begin anew at many events.

Each stage is solved by Newton's method with one factored matrix I − γ h A. A is the derivative of the rates; it and the
factors are kept as long as the iteration converges quickly, so A need not be exact. Books (states behind the own ones,
on which nothing depends) are sums of their rates.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, pow, sqrt

from ..program import context as places
from ..program.factors import solve_rows
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals, unroll
from .eighth import evaluate, hermite, interpolate
from .layout import (
    ABSOLUTE,
    AFTER_REJECTION,
    AGE,
    CONTEXT,
    CONTROLLED,
    CONVERGENCE,
    DENSE,
    FACTORED,
    FACTORS,
    JACOBIANS,
    LARGEST,
    MATRIX,
    MATRIX_OF,
    NEW,
    NO_VALUE,
    NOISE,
    NUMBERS,
    OWN,
    REJECTED,
    RELATIVE,
    ROOM,
    SLOPE,
    STAGES,
    STATES,
    STEP,
    TANGENT_OF,
    TRIAL,
    WHOLE,
    X,
)  # fmt: skip
from .shifted import ready_factors, without_infinite
from .singly_coefficients import ENDS, ERRORS, NODES, POLE
from .singly_coefficients import MATRIX as LOWER

WITHIN = (0.25, 0.5, 0.75)  # places in a step where what is fast is looked at
LOOK = 13  # the stage in which a rate is looked at
TURNS = 8  # of Newton's method in a stage
CLOSE = 0.01  # part of the tolerance to which stages are solved
SLOW = 0.05  # rate of convergence from which a new matrix pays
SAME = 0.5  # part of what is missing by which a change must take it away
LOOKS = 3  # turns in which that is looked at
OLD = 30  # steps after which the matrix is computed anew
SAFETY, LEAST, MOST = 0.9, 0.2, 5.0
LIKE = 1.2  # a step that could grow by less stays, and so do its factors
SOLVED, UNSOLVED, WITHOUT_VALUE = 0, 1, 2


@kernel
def take_derivatives(s: reals, k: integers, q: pointers, t: real) -> integer:
    """A where the step begins. 1: it could not be computed."""
    A = reals(q[MATRIX])
    own = k[OWN]
    context = pointers(q[CONTEXT])
    s[FACTORED] = 0.0
    k[JACOBIANS] += 1
    k[AGE] = 0
    status = 0
    if k[WHOLE] != 0:
        status = integer(Callback(q[MATRIX_OF])(t, reals(q[X]), A, context))
    else:
        v = reals(context[places.DIRECTION])
        column = reals(q[SLOPE])
        for j in range(own):
            v[j] = 0.0
        for j in range(own):
            v[j] = 1.0
            status += Callback(q[TANGENT_OF])(t, reals(q[X]), column, context)
            v[j] = 0.0
            for i in range(own):
                A[i * own + j] = column[i]
    return 1 if status != 0 else without_infinite(own * own, A)


@kernel
def size(s: reals, k: integers, q: pointers, change: reals) -> real:
    """A change of the own states in units of the tolerance."""
    x = reals(q[X])
    absolute = reals(q[ABSOLUTE])
    noise = reals(q[NOISE])
    squares = 0.0
    for i in range(k[OWN]):
        part = change[i] / (absolute[i] + noise[i] + s[RELATIVE] * fabs(x[i]))
        squares += part * part
    return sqrt(squares / max(s[CONTROLLED], 1.0))


@kernel
def solve_stage(
    s: reals, k: integers, q: pointers, t: real, h: real, base: reals, counts: integer, last: integer
) -> integer:
    """Y = base + γ h f(t, Y) for the own states, in TRIAL; the last rates are in the stage LOOK.

    A matrix far stiffer than the rates are now lets every change seem small, as that of friction whose slip was slow.
    So in the `last` stage what is missing is looked at too: where it is more than an error, changes must take it away,
    and where it is the same after a change, they do not. States that no error controls, as the energies of the books,
    let every change seem small too: where the rates of the stage count at the end of the step (`counts`), they are
    looked at again after the first change."""
    own = k[OWN]
    d = reals(q[STAGES])
    Y = reals(q[TRIAL])
    right = reals(q[ROOM])
    change = right + own
    missed = right + 3 * own
    alone = own == k[STATES] and (counts == 0 or s[CONTROLLED] >= k[STATES])
    before = 0.0
    for turn in range(TURNS):
        if evaluate(k, q, t, Y, LOOK) != 0:
            return WITHOUT_VALUE
        for i in range(own):
            right[i] = base[i] + POLE * h * d[16 * i + LOOK] - Y[i]
        missing = size(s, k, q, right) if last == 1 and turn < LOOKS else 0.0
        if missing > CLOSE:
            for i in range(own):
                missed[i] = right[i] - missed[i]
            if turn > 0 and size(s, k, q, missed) < SAME * missing:
                return UNSOLVED
            for i in range(own):
                missed[i] = right[i]
        solve_rows(own, reals(q[FACTORS]), integers(q[NUMBERS]), right, change)
        for i in range(own):
            Y[i] += change[i]
        step = size(s, k, q, change)
        if not step < 1e100:
            return WITHOUT_VALUE
        if turn > 0:
            rate = step / before
            if rate > 0.9:
                return SOLVED if step < 1e-3 * CLOSE else UNSOLVED
            s[CONVERGENCE] = rate / (1.0 - rate)
            if rate > SLOW:
                k[AGE] = OLD
        # the books want rates next to the solution: a first change that is seen is never the last one
        if missing > CLOSE and turn < LOOKS - 1:
            before = step
            continue
        if step <= CLOSE or ((turn > 0 or alone) and s[CONVERGENCE] * step <= CLOSE):
            s[CONVERGENCE] = pow(max(s[CONVERGENCE], 1e-8), 0.8)
            return SOLVED
        before = step
    return UNSOLVED


@kernel
def implicit_stages(s: reals, k: integers, q: pointers, t: real, h: real) -> integer:
    """The stages of a step from (t, x) whose first derivative is known, and the states at its end."""
    own = k[OWN]
    n = k[STATES]
    x = reals(q[X])
    Y = reals(q[TRIAL])
    new = reals(q[NEW])
    d = reals(q[STAGES])
    base = reals(q[ROOM]) + 2 * own
    for i in range(own, n):
        Y[i] = x[i]
    for stage in unroll(1, 6):
        for i in range(own):
            row = d + 16 * i
            total = LOWER[stage][0] * row[0]
            for j in unroll(1, stage):
                total += LOWER[stage][j] * row[j]
            base[i] = x[i] + h * total
            Y[i] = base[i] + POLE * h * row[stage - 1]
        why = solve_stage(s, k, q, t + NODES[stage] * h, h, base, 0 if stage == 1 else 1, 1 if stage == 5 else 0)
        if why != SOLVED:
            return why
        for i in range(own):
            d[16 * i + stage] = (Y[i] - base[i]) / (POLE * h)
        for i in range(own, n):
            d[16 * i + stage] = d[16 * i + LOOK]
    for i in range(own):
        new[i] = Y[i]
    for i in range(own, n):
        total = ENDS[0] * d[16 * i]
        for j in unroll(1, 6):
            total += ENDS[j] * d[16 * i + j]
        new[i] = x[i] + h * total
    for i in range(n):
        d[16 * i + 12] = d[16 * i + 5]
    return SOLVED


@kernel
def implicit_error(s: reals, k: integers, q: pointers, h: real) -> real:
    """The error of the step in units of the tolerance, what is fast in it damped."""
    own = k[OWN]
    d = reals(q[STAGES])
    right = reals(q[ROOM])
    for i in range(own):
        total = ERRORS[0] * d[16 * i]
        for j in unroll(1, 6):
            total += ERRORS[j] * d[16 * i + j]
        right[i] = h * total
    return size(s, k, q, right)


@kernel
def implicit_rows(k: integers, q: pointers, t: real, h: real) -> integer:
    """The interpolation over an accepted step. Cubics through states and rates at its ends stand for what is slow; what
    is fast follows from the rates of these, by one look and one solution at each of three places within.
    1: there is no value."""
    n = k[STATES]
    own = k[OWN]
    x = reals(q[X])
    d = reals(q[STAGES])
    rows = reals(q[DENSE])
    Y = reals(q[TRIAL])
    right = reals(q[ROOM])
    away = right + own
    hermite(n, x, reals(q[NEW]), d, h, rows)
    for i in range(3 * n, 7 * n):
        rows[i] = 0.0
    for place in unroll(3):
        part = WITHIN[place]
        interpolate(n, x, rows, part, Y)
        if evaluate(k, q, t + part * h, Y, LOOK) != 0:
            return 1
        for i in range(own):
            slope = rows[i] + (1.0 - 2.0 * part) * rows[n + i] + part * (2.0 - 3.0 * part) * rows[2 * n + i]
            right[i] = POLE * (h * d[16 * i + LOOK] - slope)
        solve_rows(own, reals(q[FACTORS]), integers(q[NUMBERS]), right, away)
        for i in range(own):
            d[16 * i + place + 6] = away[i] / (part * part * (1.0 - part) * (1.0 - part))
    for i in range(own):
        first = d[16 * i + 6]
        second = d[16 * i + 7]
        third = d[16 * i + 8]
        bent = 16.0 * (second - 0.5 * (first + third))
        rows[5 * n + i] = bent
        rows[4 * n + i] = 2.0 * (third - first)
        rows[3 * n + i] = second - (third - first) - 0.25 * bent
    return 0


@kernel
def give_up(s: reals, k: integers, step: real, no_value: integer) -> nothing:
    """The step is tried again with another length, or with a new matrix."""
    s[STEP] = step
    s[CONVERGENCE] = 1.0
    k[NO_VALUE] = no_value
    k[AFTER_REJECTION] = 1
    k[REJECTED] += 1


@kernel
def implicit_attempt(s: reals, k: integers, q: pointers, t: real, h: real) -> integer:
    """Try a step; 0 if it is accepted. The next step to try is left in `s`."""
    if k[AGE] >= OLD:
        if take_derivatives(s, k, q, t) != 0:
            give_up(s, k, 0.25 * h, 1)
            return 1
    fresh = k[AGE]
    if ready_factors(s, k, q, h, POLE) != 0:
        give_up(s, k, 0.7 * h, 0)
        return 1
    why = implicit_stages(s, k, q, t, h)
    if why != SOLVED:
        k[AGE] = OLD
        if fresh > 0 and why == UNSOLVED:
            give_up(s, k, h, 0)
        else:
            give_up(s, k, 0.25 * h, 1 if why == WITHOUT_VALUE else 0)
        return 1
    e = implicit_error(s, k, q, h)
    if not e <= 1.0:
        give_up(s, k, (max(LEAST, SAFETY / pow(e, 0.25)) if e < 1e100 else LEAST) * h, 0)
        return 1
    growth = MOST
    if e > 0.0:
        growth = min(MOST, max(LEAST, SAFETY / pow(e, 0.25)))
    if k[AFTER_REJECTION] != 0 or (growth >= 1.0 and growth < LIKE):
        growth = min(growth, 1.0)
    s[STEP] = min(growth * h, s[LARGEST])
    k[AFTER_REJECTION] = 0
    k[AGE] += 1
    return 0
