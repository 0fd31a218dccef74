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
from .mode_solution import bound_at, solution, solve_missed
from .pair_layout import (
    AFFINE,
    ALONE,
    CONSTANT,
    COUNT,
    COUNTS,
    DERIVED,
    FREE,
    FROM_STATES,
    HIDDEN,
    HIDDEN_FILLED,
    HOLD,
    INPUTS_AT,
    LARGEST,
    LOW,
    MODE,
    OWN,
    RATE,
    RATIO,
    RESIDUAL,
    RHS,
    ROOT,
    SAVED,
    SOLUTION,
    SOLVED,
    STATE_BY_INPUT,
    STATED,
    STATES,
    TANGENT,
    TANGENTS,
    UP,
    VALUES,
    WORK,
    V,
)  # fmt: skip
from .sensitivity import ENDLESS, sensitivities

TURNS = 60  # of Newton's method where a law is not affine
ROUGH = Bound(1e-8)  # part of the inputs by which they may still change where laws are no better
CLOSE = Bound(1e-12)
NOTHING = Bound(1e-12)  # √W, scaled inputs below which there are none: what is left of zeros after nonlinear laws
CLOSELY = 8  # turns with what is there, each of which must leave no more than so much of the one before
QUICKLY = 0.1
MANY = 3  # contacts that are closed, from which on it pays to follow closely


@kernel
def open_contacts(t: real, x: reals, c: pointers) -> integer:
    """Set the inputs of open contacts whose flows follow from the states alone: no effort. How many pairs are left."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    Callback(q[VALUES])(t, x, reals(q[V]), c)
    left = 0
    for i in range(n):
        if mode[i] == FREE and integers(q[FROM_STATES])[i] == 1:
            u[2 * i] = -reals(q[RATIO])[i] * reals(q[V])[i]
        else:
            left += 1
    return left


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
        if mode[i] == UP or mode[i] == LOW:
            value -= at[bound_at(q, i) * n + i]
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
    """The residuals of hidden laws from flows and bounds in `moved` and inputs u; where `part` is 0 from their rates,
    without inputs."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    ratio = reals(q[RATIO])
    root = reals(q[ROOT])
    hidden = reals(q[HIDDEN])
    missed = reals(q[RESIDUAL])
    by_law = reals(q[WORK])
    begins = integers(q[HIDDEN_FILLED])
    pairs = begins + n + 1
    for i in range(n):
        value = ratio[i] * moved[i]
        if mode[i] != HOLD and part != 0.0:
            value += part * u[2 * i]
        if mode[i] == UP or mode[i] == LOW:
            value -= moved[bound_at(q, i) * n + i]
        by_law[i] = value / root[i]
    for r in range(k[DERIVED]):
        total = 0.0
        for place in range(begins[r], begins[r + 1]):
            total += hidden[r * n + pairs[place]] * by_law[pairs[place]]
        missed[n + r] = total


@kernel
def missed_now(t: real, x: reals, c: pointers, kept: integer) -> integer:
    """The residuals with these inputs, and what solves them, unless it is `kept`; 1: there is no value."""
    k = integers(pointers(c[PAIRS])[COUNTS])
    if k[CONSTANT] == 0 and kept == 0:
        if sensitivities(t, x, c, 0) != 0:
            return 1
        solution(c)
    return 1 if residuals(t, x, c) != 0 else 0


@kernel
def largest_change(q: pointers, change: reals) -> real:
    """change := SOLUTION times RESIDUAL; the largest of it, ENDLESS where one has no value."""
    solve_missed(q, change)
    step = 0.0
    for i in range(integers(q[COUNTS])[COUNT]):
        if not fabs(change[i]) < ENDLESS:
            return ENDLESS
        step = max(step, fabs(change[i]))
    return step


@kernel
def follow_closely(t: real, x: reals, c: pointers) -> integer:
    """The inputs by what solved the laws last, which are nearby: most evaluations differ little from the one before. 1:
    that does not lead there quickly."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    root = reals(q[ROOT])
    change = reals(q[WORK])
    before = ENDLESS
    for _ in range(CLOSELY):
        if missed_now(t, x, c, 1) != 0:
            return 1
        step = largest_change(q, change)
        if not step < QUICKLY * before:
            return 1
        size = NOTHING
        for i in range(n):
            u[2 * i] -= root[i] * change[i]
            size = max(size, fabs(u[2 * i]) / root[i])
        if step <= CLOSE * size:
            return 0
        before = step
    return 1


@kernel
def iterate(t: real, x: reals, c: pointers) -> integer:
    """Newton's method for the inputs, from where they are: a change after which the next one is hardly smaller, or
    after which there is no value, is taken back by half. 0: found."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    root = reals(q[ROOT])
    change = reals(q[WORK])
    last = reals(q[SAVED]) + k[STATES]
    before = 0.0
    size = NOTHING
    damping = 1.0
    for turn in range(TURNS):
        step = ENDLESS
        if missed_now(t, x, c, 0) == 0:
            step = largest_change(q, change)
        if turn > 0 and not step <= (1.0 - 0.25 * damping) * before and not step <= CLOSE * size:
            if before <= ROUGH * size:  # what is left is the rounding of the laws
                return 0
            damping *= 0.5
            for i in range(n):
                last[i] *= 0.5
                u[2 * i] += root[i] * last[i]
            continue
        if not step < ENDLESS:
            return 1
        size = max(NOTHING, reals(q[LARGEST])[0])
        damping = min(1.0, 4.0 * damping)
        for i in range(n):
            last[i] = damping * change[i]
            u[2 * i] -= root[i] * last[i]
            size = max(size, fabs(u[2 * i]) / root[i])
        if k[AFFINE] != 0 or step <= CLOSE * size:
            return 0
        before = step
    return 1


@kernel
def followed(t: real, x: reals, c: pointers) -> integer:
    """Try to follow with the coefficients of before. 0: the inputs are found.

    Laws that no input enters have their derivatives, for combinations that vary with the coefficients; where flows
    follow from the states alone, these are just the laws of what holds, whatever the coefficients."""
    k = integers(pointers(c[PAIRS])[COUNTS])
    if k[CONSTANT] != 0 or k[SOLVED] == 0:
        return 1
    if k[STATED] != 0:
        left = open_contacts(t, x, c)
        if left == 0:
            return 0
        if left < MANY:
            return 1
    elif k[DERIVED] != 0:
        return 1
    return follow_closely(t, x, c)


@kernel
def found_from_here(t: real, x: reals, c: pointers) -> integer:
    """The inputs from where they are, those of open contacts from the states alone. 0: found."""
    k = integers(pointers(c[PAIRS])[COUNTS])
    if k[ALONE] != 0 and open_contacts(t, x, c) == 0:
        return 0
    return iterate(t, x, c)


@kernel
def inputs(t: real, x: reals, c: pointers) -> integer:
    """Set the inputs to what the modes ask for at a time and states."""
    k = integers(pointers(c[PAIRS])[COUNTS])
    n = k[COUNT]
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    if followed(t, x, c) == 0:
        return 0
    if k[AFFINE] == 0 and found_from_here(t, x, c) == 0:
        return 0
    for i in range(n):  # where laws are not affine, those of before lead nowhere, as from the far side of a bend
        u[2 * i] = 0.0
    if found_from_here(t, x, c) == 0:
        return 0
    for i in range(n):
        u[2 * i] = 0.0
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
