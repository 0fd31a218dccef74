"""What is watched of pairs between events, and the tangent of the whole for implicit solvers."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import DIRECTION, DISCRETE, PAIRS
from ..program.kernel import Callback, int32, integer, integers, kernel, nothing, pointers, real, reals
from .couples import finite
from .mode_solution import bound_at, solve_missed
from .pair_inputs import hidden_residuals, inputs
from .pair_layout import (
    AT_REST,
    CLOSED,
    COMMAND,
    CONSTANT,
    COUNT,
    COUNTS,
    DECIDED,
    DERIVED,
    ELSEWHERE,
    FADING,
    FORCED,
    FREE,
    FROM_STATES,
    GAP,
    HIDDEN,
    HOLD,
    INDICATORS,
    INPUTS_AT,
    LARGEST,
    LOW,
    LOWER,
    MODE,
    NEXT,
    OFFSET,
    OWN,
    RATIO,
    RESIDUAL,
    ROOT,
    ROOTS,
    SAVED,
    STATES,
    TANGENT,
    TANGENTS,
    UP,
    UPPER,
    VALUES,
    VECTOR,
    V,
)  # fmt: skip
from .sensitivity import ENDLESS

STIRRED = 16.0  # times what is nothing, from which on a pair has moved that others held at rest, or that a source moves
ACROSS = 0.5  # part of the other component of slip by which one may change its sign unnoticed
TINY = 1e-200


@kernel
def beside(q: pointers, i: integer) -> real:
    """The largest of the other components of a vector."""
    n = integers(q[COUNTS])[COUNT]
    at = reals(q[V])
    first = i
    while at[COMMAND * n + first] == NEXT:
        first -= 1
    largest = 0.0
    j = first
    while j < n and (j == first or at[COMMAND * n + j] == NEXT):
        if j != i:
            largest = max(largest, fabs(at[j]))
        j += 1
    return largest


@kernel
def across(q: pointers, i: integer) -> real:
    """Of a component of slip the largest of the others, of all other pairs nothing: the sign of a component that is
    small beside another says nothing of where slip ends."""
    n = integers(q[COUNTS])[COUNT]
    at = reals(q[V])
    if at[COMMAND * n + i] == VECTOR or at[COMMAND * n + i] == NEXT:
        return beside(q, i)
    if at[COMMAND * n + i] > ELSEWHERE or finite(at[GAP * n + i]) == 1 or i == 0:
        return 0.0
    if finite(at[GAP * n + i - 1]) == 0:  # the second, behind the first
        return fabs(at[i - 1])
    if i + 1 < n:
        if at[COMMAND * n + i + 1] < ELSEWHERE and finite(at[GAP * n + i + 1]) == 0:
            return fabs(at[i + 1])
    return 0.0


@kernel
def forced_away(q: pointers, u: reals, i: integer) -> real:
    """How far a pair is from its law by what nothing can change, scaled: its share in a combination of laws that is not
    met."""
    n = integers(q[COUNTS])[COUNT]
    at = reals(q[V])
    by = reals(q[HIDDEN]) + (integers(q[FORCED])[i] - 1) * n
    total = 0.0
    squares = 0.0
    for j in range(n):
        if by[j] != 0.0:
            value = reals(q[RATIO])[j] * at[j]
            if integers(q[MODE])[j] != HOLD:
                value += u[2 * j]
            if bound_at(q, j) != 0:
                value -= at[bound_at(q, j) * n + j]
            total += by[j] * value / reals(q[ROOT])[j]
            squares += by[j] * by[j]
    return by[i] * total / squares


@kernel
def pair_indicators(q: pointers, u: reals, out: reals) -> nothing:
    """Two indicators of every pair, which fall through zero where its position ends; 1 where nothing can end."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    ratio = reals(q[RATIO])
    at = reals(q[V])
    root = reals(q[ROOT])
    largest = reals(q[LARGEST])[0]
    nothing_yet = reals(q[LARGEST])[2]
    for i in range(n):
        largest = max(largest, max(fabs(at[i]) * root[i], fabs(u[2 * i]) / root[i]))
    for i in range(n):
        first = 1.0
        second = 1.0
        # rounding and errors of steps end nothing about zero; what leaves an exact zero, however slowly, falls
        command = at[COMMAND * n + i]
        flow = nothing_yet * largest / root[i] + TINY if command == DECIDED else ACROSS * across(q, i)
        little = nothing_yet * largest * root[i] + TINY if command < -0.5 and command > ELSEWHERE else 0.0
        if mode[i] == UP:
            first = flow + at[i]
        if mode[i] == LOW:
            first = flow - at[i]
        if integers(q[AT_REST])[i] != 0 and (mode[i] == UP or mode[i] == LOW):
            first = STIRRED * flow - fabs(at[i])
        if mode[i] == FREE and integers(q[FADING])[i] != 0:
            first = -at[i]
        elif mode[i] == FREE and finite(at[GAP * n + i]) == 1:
            first = at[GAP * n + i] - reals(q[OFFSET])[i]
            if first == 0.0:  # just opened: a flight that ends within the first step is seen too
                first = TINY
        if mode[i] == CLOSED and command < -0.5 and command > ELSEWHERE:  # until its bounds are apart
            first = little - (at[UPPER * n + i] - at[LOWER * n + i])
        if mode[i] == HOLD and command < -0.5:
            effort = ratio[i] * at[i] + u[2 * i]
            if finite(at[UPPER * n + i]) == 1:
                first = little + (at[UPPER * n + i] - effort)
            if finite(at[LOWER * n + i]) == 1:
                second = little + (effort - at[LOWER * n + i])
            if integers(q[FORCED])[i] != 0 and command == DECIDED:  # what passes all the same, it lets pass
                away = forced_away(q, u, i)
                if finite(at[UPPER * n + i]) == 1:
                    first = min(first, ratio[i] * STIRRED * flow - root[i] * away)
                if finite(at[LOWER * n + i]) == 1:
                    second = min(second, ratio[i] * STIRRED * flow + root[i] * away)
        out[2 * i] = first
        out[2 * i + 1] = second


@kernel
def indicators(t: real, x: reals, out: reals, c: pointers) -> int32:
    """All event indicators, those of pairs last."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    if inputs(t, x, c) != 0:
        return 1
    status = integer(Callback(q[VALUES])(t, x, reals(q[V]), c))
    if k[INDICATORS] > 0:
        status += Callback(q[ROOTS])(t, x, out, c)
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    largest = reals(q[LARGEST])[0]
    fastest = reals(q[LARGEST])[5]
    for i in range(k[COUNT]):
        largest = max(largest, max(fabs(reals(q[V])[i]) * reals(q[ROOT])[i], fabs(u[2 * i]) / reals(q[ROOT])[i]))
        if reals(q[V])[COMMAND * k[COUNT] + i] < ELSEWHERE:
            fastest = max(fastest, fabs(reals(q[V])[i]))
    if fastest < ENDLESS:
        reals(q[LARGEST])[5] = fastest
    if largest < ENDLESS:
        reals(q[LARGEST])[0] = largest
    pair_indicators(q, u, out + k[INDICATORS])
    return status


@kernel
def move_open(t: real, x: reals, c: pointers, open_by: reals) -> integer:
    """TANGENTS along the direction of the states, the inputs of open contacts following, open_by: their flows depend on
    the states alone, and what they do without an effort reaches the laws of the others."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    v = reals(c[DIRECTION]) + integers(q[COUNTS])[OWN]
    flows = reals(q[TANGENTS]) + integers(q[COUNTS])[OWN]
    for j in range(n + 1):
        v[j] = 0.0
    status = integer(Callback(q[TANGENT])(t, x, reals(q[TANGENTS]), c))
    count = 0
    for i in range(n):
        open_by[i] = 0.0
        if integers(q[MODE])[i] == FREE and integers(q[FROM_STATES])[i] == 1:
            open_by[i] = -reals(q[RATIO])[i] * flows[i]
            v[i] = open_by[i]
            count += 1
    if count > 0:
        status += Callback(q[TANGENT])(t, x, reals(q[TANGENTS]), c)
    return status


@kernel
def tangent(t: real, x: reals, out: reals, c: pointers) -> int32:
    """The derivative of the rates along a direction of the states, the inputs following; of the energy books zero."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    v = reals(c[DIRECTION])
    saved = reals(q[SAVED])
    moved = reals(q[TANGENTS])
    missed = reals(q[RESIDUAL])
    mode = integers(q[MODE])
    for i in range(k[STATES]):
        saved[i] = v[i]
    status = inputs(t, x, c) if k[CONSTANT] == 0 else 0
    for i in range(own):
        v[i] = saved[i]
    status += move_open(t, x, c, saved + k[STATES])
    for i in range(n):
        value = reals(q[RATIO])[i] * moved[own + i] + saved[k[STATES] + i]
        if mode[i] == UP or mode[i] == LOW:
            value -= moved[own + bound_at(q, i) * n + i]
        missed[i] = value / reals(q[ROOT])[i]
        v[own + i] = 0.0
    if k[DERIVED] > 0:
        for i in range(own):
            v[i] = moved[i]
        status += Callback(q[TANGENT])(t, x, moved, c)
        hidden_residuals(q, moved + own, saved, 0.0)
    solve_missed(q, v + own)
    for i in range(n):
        v[own + i] = saved[k[STATES] + i] - reals(q[ROOT])[i] * v[own + i]
    for i in range(own):
        v[i] = saved[i]
    status += Callback(q[TANGENT])(t, x, moved, c)
    for i in range(k[STATES]):
        out[i] = moved[i] if i < own else 0.0
    for j in range(n + 1):
        v[own + j] = 0.0
    for i in range(k[STATES]):
        v[i] = saved[i]
    return status


@kernel
def input_rows(count: integer, times: reals, states: reals, rows: reals, c: pointers) -> integer:
    """The inputs at each of `count` times and states, a row for each, from the last to the first: the present ones are
    near the last."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    failed = 0
    for back in range(count):
        r = count - 1 - back
        if inputs(times[r], states + r * k[STATES], c) != 0:
            failed += 1
        for i in range(n):
            rows[r * n + i] = u[2 * i]
    return failed
