"""The inputs that let every pair obey the law of its mode: one linear system over all pairs, solved where it is asked.

A pair that holds asks for f = 0, one that passes for e = bound. Where some of these laws (or combinations of them) do
not depend on the inputs, as the flow of a diode in series with an inductor, they hold already and their derivatives
are asked for instead. What nothing determines, a floating potential, is of least norm.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import DIRECTION, DISCRETE, PAIRS
from ..program.kernel import Bound, Callback, int32, integer, integers, kernel, nothing, pointers, real, reals
from .pair_layout import (
    AFFINE,
    BOUND_BY_INPUT,
    BOUND_BY_STATE,
    CONSTANT,
    COUNT,
    COUNTS,
    DERIVED,
    FILLED,
    FLOW_BY_INPUT,
    FLOW_BY_STATE,
    FREE,
    HIDDEN,
    HOLD,
    INPUTS_AT,
    LOW,
    MODE,
    MOVING,
    NUMBERS,
    OWN,
    RATE,
    RATIO,
    RESIDUAL,
    RHS,
    ROOT,
    SLIDING_LOWER,
    SLIDING_UPPER,
    SOLUTION,
    STATE_BY_INPUT,
    STATED,
    TANGENT,
    TANGENTS,
    UP,
    VALUES,
    WORK,
    V,
)  # fmt: skip
from .rank import eliminate, least_norm

NOTHING = Bound(1e-9)  # part of the largest coefficient below which a law does not depend on the inputs
TURNS = 12  # of Newton's method where a law is not affine
CLOSE = Bound(1e-12)
ENDLESS = 1e300


@kernel
def make_finite(c: pointers) -> nothing:
    """Forget inputs without a value, as of a thyristor whose bound has just become infinite: any others will do."""
    k = integers(pointers(c[PAIRS])[COUNTS])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    for i in range(k[COUNT]):
        if not fabs(u[2 * i]) < ENDLESS:
            u[2 * i] = 0.0


@kernel
def forget(q: pointers, j: integer) -> nothing:
    """Nothing depends on input j."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    for i in range(k[OWN]):
        reals(q[STATE_BY_INPUT])[j * k[OWN] + i] = 0.0
    for i in range(n):
        reals(q[FLOW_BY_INPUT])[j * n + i] = 0.0
        reals(q[FLOW_BY_STATE])[j * n + i] = 0.0
    for i in range(4 * n):
        reals(q[BOUND_BY_INPUT])[j * 4 * n + i] = 0.0
        reals(q[BOUND_BY_STATE])[j * 4 * n + i] = 0.0


@kernel
def open_contacts(t: real, x: reals, c: pointers) -> integer:
    """Set the inputs of open contacts, where flows follow from the states alone: no effort. How many pairs are left."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    Callback(q[VALUES])(t, x, reals(q[V]), c)
    left = 0
    for i in range(n):
        if mode[i] == FREE:
            u[2 * i] = -reals(q[RATIO])[i] * reals(q[V])[i]
        else:
            left += 1
    return left


@kernel
def sensitivities(t: real, x: reals, c: pointers, every: integer) -> integer:
    """How rates, flows and bounds depend on the inputs, at once and through the rates of the states; unless `every` is
    1, those of contacts that are open are left out."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    make_finite(c)
    own = k[OWN]
    v = reals(c[DIRECTION])
    out = reals(q[TANGENTS])
    status = 0
    for j in range(own + n + 1):
        v[j] = 0.0
    mode = integers(q[MODE])
    for j in range(n):
        if every == 0 and mode[j] == FREE:
            forget(q, j)
            continue
        v[own + j] = 1.0
        status += Callback(q[TANGENT])(t, x, out, c)
        v[own + j] = 0.0
        for i in range(own):
            reals(q[STATE_BY_INPUT])[j * own + i] = out[i]
        for i in range(n):
            reals(q[FLOW_BY_INPUT])[j * n + i] = out[own + i]
        for i in range(4 * n):
            reals(q[BOUND_BY_INPUT])[j * 4 * n + i] = out[own + n + i]
    for j in range(n):
        if every == 0 and mode[j] == FREE:
            continue
        for i in range(own):
            v[i] = reals(q[STATE_BY_INPUT])[j * own + i]
        status += Callback(q[TANGENT])(t, x, out, c)
        for i in range(n):
            reals(q[FLOW_BY_STATE])[j * n + i] = out[own + i]
        for i in range(4 * n):
            reals(q[BOUND_BY_STATE])[j * 4 * n + i] = out[own + n + i]
    for i in range(own):
        v[i] = 0.0
    k[MOVING] = 0
    for a in range(4 * n * n):
        if reals(q[BOUND_BY_INPUT])[a] != 0.0 or reals(q[BOUND_BY_STATE])[a] != 0.0:
            k[MOVING] = 1
    return status


@kernel
def law_by(n: integer, i: integer, j: integer, mode: integer, ratio: real, flows: reals, bounds: reals) -> real:
    """The coefficient of input j in the law of pair i, but for its own input."""
    value = ratio * flows[j * n + i]
    if mode == UP:
        value -= bounds[j * 4 * n + (SLIDING_UPPER - 1) * n + i]
    if mode == LOW:
        value -= bounds[j * 4 * n + (SLIDING_LOWER - 1) * n + i]
    return value


@kernel
def lay_laws(q: pointers, table: reals, width: integer) -> nothing:
    """The laws of the present modes by the scaled inputs, in rows, unit vectors behind them; no row has a pivot."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    ratio = reals(q[RATIO])
    root = reals(q[ROOT])
    numbers = integers(q[NUMBERS])
    row_of = numbers
    for i in range(n):
        numbers[n + i] = 0  # rows that have a pivot
        row_of[i] = -1  # the row in which each column has its pivot
    for i in range(n):
        row = table + i * width
        for j in range(width):
            row[j] = 0.0
        row[n + i] = 1.0
        for j in range(n):
            value = law_by(n, i, j, mode[i], ratio[i], reals(q[FLOW_BY_INPUT]), reals(q[BOUND_BY_INPUT]))
            if i == j and mode[i] != HOLD:
                value += 1.0
            row[j] = value * root[j] / root[i]


@kernel
def solution(c: pointers) -> nothing:
    """The inputs as they follow from the residuals of the laws of the present modes: SOLUTION and HIDDEN."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    ratio = reals(q[RATIO])
    root = reals(q[ROOT])
    hidden = reals(q[HIDDEN])
    width = 3 * n
    table = reals(q[WORK])
    numbers = integers(q[NUMBERS])
    row_of = numbers
    lay_laws(q, table, width)
    found = eliminate(n, n, width, table, row_of, numbers + n, NOTHING, table + n * width)
    k[DERIVED] = 0
    if found < n:
        derived = 0
        largest = 0.0
        for r in range(n):
            if numbers[n + r] == 0:
                row = table + r * width
                for i in range(n):
                    hidden[derived * n + i] = row[n + i]
                for j in range(width):
                    row[j] = 0.0
                for j in range(n):
                    total = 0.0
                    for i in range(n):
                        value = law_by(n, i, j, mode[i], ratio[i], reals(q[FLOW_BY_STATE]), reals(q[BOUND_BY_STATE]))
                        largest = max(largest, fabs(value) * root[j] / root[i])
                        total += hidden[derived * n + i] * value * root[j] / root[i]
                    row[j] = total
                row[2 * n + derived] = 1.0
                derived += 1
        k[DERIVED] = derived
        for r in range(n):  # what the laws themselves determine is taken out of the new rows
            if numbers[n + r] == 0:
                row = table + r * width
                for j in range(n):
                    if row_of[j] >= 0 and row[j] != 0.0:
                        weight = row[j]
                        other = table + row_of[j] * width
                        for l in range(width):
                            row[l] -= weight * other[l]
                        row[j] = 0.0
        found += eliminate(n, n - found, width, table, row_of, numbers + n, NOTHING * largest, table + n * width)
    least_norm(n, width, table, row_of, reals(q[SOLUTION]), table + n * width)
    note_filled(q)


@kernel
def note_filled(q: pointers) -> nothing:
    """Note where SOLUTION is other than zero: in most networks each input depends on few laws."""
    n = integers(q[COUNTS])[COUNT]
    begins = integers(q[FILLED])
    rows = begins + 2 * n + 1
    by = reals(q[SOLUTION])
    count = 0
    for j in range(2 * n):
        begins[j] = count
        for i in range(n):
            if by[j * n + i] != 0.0:
                rows[count] = i
                count += 1
    begins[2 * n] = count


@kernel
def solve_missed(q: pointers, change: reals) -> nothing:
    """change := SOLUTION times RESIDUAL."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    begins = integers(q[FILLED])
    rows = begins + 2 * n + 1
    missed = reals(q[RESIDUAL])
    for i in range(n):
        change[i] = 0.0
    for j in range(n + k[DERIVED]):
        by = reals(q[SOLUTION]) + j * n
        value = missed[j]
        if value != 0.0:
            for place in range(begins[j], begins[j + 1]):
                change[rows[place]] += by[rows[place]] * value


@kernel
def residuals(t: real, x: reals, c: pointers) -> integer:
    """By how much the laws of the present modes, and the derivatives of hidden ones, are missed with these inputs."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    mode = integers(q[MODE])
    ratio = reals(q[RATIO])
    root = reals(q[ROOT])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    at = reals(q[V])
    missed = reals(q[RESIDUAL])
    status = integer(Callback(q[VALUES])(t, x, at, c))
    for i in range(n):
        value = ratio[i] * at[i]
        if mode[i] != HOLD:
            value += u[2 * i]
        if mode[i] == UP:
            value -= at[SLIDING_UPPER * n + i]
        if mode[i] == LOW:
            value -= at[SLIDING_LOWER * n + i]
        missed[i] = value / root[i]
    if k[DERIVED] > 0:
        v = reals(c[DIRECTION])
        out = reals(q[TANGENTS])
        rate = reals(q[RATE])
        status += Callback(q[RHS])(t, x, rate, c)
        for i in range(own):
            v[i] = rate[i]
        for j in range(n):
            v[own + j] = 0.0
        v[own + n] = 1.0
        status += Callback(q[TANGENT])(t, x, out, c)
        for i in range(own):
            v[i] = 0.0
        v[own + n] = 0.0
        hidden_residuals(q, out + own, u, 0.0)
    return status


@kernel
def hidden_residuals(q: pointers, moved: reals, u: reals, part: real) -> nothing:
    """The residuals of hidden laws from flows and bounds in `moved` and inputs u, or from their rates (`part` is 0)."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    ratio = reals(q[RATIO])
    root = reals(q[ROOT])
    hidden = reals(q[HIDDEN])
    missed = reals(q[RESIDUAL])
    for r in range(k[DERIVED]):
        total = 0.0
        for i in range(n):
            value = ratio[i] * moved[i]
            if mode[i] != HOLD:
                value += part * u[2 * i]
            if mode[i] == UP:
                value -= moved[SLIDING_UPPER * n + i]
            if mode[i] == LOW:
                value -= moved[SLIDING_LOWER * n + i]
            total += hidden[r * n + i] * value / root[i]
        missed[n + r] = total


@kernel
def inputs(t: real, x: reals, c: pointers) -> integer:
    """Set the inputs to what the modes ask for at a time and states."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    root = reals(q[ROOT])
    change = reals(q[WORK])
    if k[AFFINE] != 0:
        for i in range(n):
            u[2 * i] = 0.0
    if k[STATED] != 0 and open_contacts(t, x, c) == 0:
        return 0
    for _ in range(TURNS):
        if k[CONSTANT] == 0:
            if sensitivities(t, x, c, 1 - k[STATED]) != 0:
                return 1
            solution(c)
        if residuals(t, x, c) != 0:
            return 1
        solve_missed(q, change)
        step = 0.0
        size = 0.0
        for i in range(n):
            step = max(step, fabs(change[i]))
            u[2 * i] -= root[i] * change[i]
            size = max(size, fabs(u[2 * i]) / root[i])
        if k[AFFINE] != 0 or step <= CLOSE * size:
            return 0
    return 1


@kernel
def rates(t: real, x: reals, out: reals, c: pointers) -> int32:
    """The derivatives of the states, with all pairs in their modes."""
    if inputs(t, x, c) != 0:
        return 1
    return Callback(pointers(c[PAIRS])[RHS])(t, x, out, c)


@kernel
def project(t: real, x: reals, c: pointers, jump: reals, passed: reals) -> integer:
    """How the states must jump for hidden laws to hold, and the impulses that do it, the integrals of the inputs."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    root = reals(q[ROOT])
    by = reals(q[SOLUTION])
    missed = reals(q[RESIDUAL])
    at = reals(q[V])
    status = integer(Callback(q[VALUES])(t, x, at, c))
    hidden_residuals(q, at, reals(c[DISCRETE]) + k[INPUTS_AT], 1.0)
    for i in range(own):
        jump[i] = 0.0
    for i in range(n):
        passed[i] = 0.0
        for r in range(k[DERIVED]):
            passed[i] -= root[i] * by[(n + r) * n + i] * missed[n + r]
    for i in range(n):
        for j in range(own):
            jump[j] += reals(q[STATE_BY_INPUT])[i * own + j] * passed[i]
    return status
