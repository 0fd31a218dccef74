"""The positions of pairs at an instant, in machine code: what is usual; the rest is left to Python."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..integrate import layout as at_run
from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, pointers, real, reals
from . import pair_layout as at_pair
from .decide import decide
from .event_layout import END, JUMP, NEAR, OLD, REALS, SAME, TOLERANCE
from .least import take_least
from .mode_solution import solution
from .pair_inputs import inputs, project, residuals
from .repair import first_wrong, repair
from .sensitivity import sensitivities
from .shared_load import take_rest
from .slip_vector import begin_vectors, stop_vectors
from .whole_power import drop_crossings, feel_held, feel_power

MOMENT = 1e-8  # part of the time in which states change that is no time at all
UNMET = 1e-7
AHEAD = 30.0  # such moments later, positions are looked at
SMALL_JUMP = 1e-6


@kernel
def moment(t: real, x: reals, c: pointers, s: reals, q: pointers, e: pointers) -> real:
    """A time [s] in which nothing happens but what happens at once."""
    p = pointers(c[PAIRS])
    own = integers(p[at_pair.COUNTS])[at_pair.OWN]
    rate = reals(p[at_pair.RATE])
    absolute = reals(q[at_run.ABSOLUTE])
    span = reals(e[REALS])[END]
    Callback(p[at_pair.RHS])(t, x, rate, c)
    shortest = reals(e[REALS])[SAME]
    for i in range(own):
        size = fabs(x[i]) + absolute[i] / s[at_run.RELATIVE]
        if fabs(rate[i]) * shortest > size:
            shortest = size / fabs(rate[i])
    shortest = max(shortest, 0.1 * s[at_run.STEP])  # the solver has seen how fast things change
    return MOMENT * max(shortest, max(1e-6 * min(span, reals(e[REALS])[SAME]), 1e-5 * fabs(t)))


@kernel
def settle_pairs(t: real, x: reals, c: pointers, s: reals, q: pointers, e: pointers) -> integer:
    """Take the positions of pairs that follow; 0: done, 1: something unusual, which is Python's."""
    p = pointers(c[PAIRS])
    k = integers(p[at_pair.COUNTS])
    n = k[at_pair.COUNT]
    raised = integers(p[at_pair.RAISED])
    mode = integers(p[at_pair.MODE])
    old = integers(e[OLD]) + n
    jump = reals(e[JUMP])
    for i in range(n):
        old[i] = mode[i]
    if k[at_pair.CONSTANT] == 0 or k[at_pair.SWITCHED] != 0:
        if sensitivities(t, x, c, 1) != 0:
            return 1
        if k[at_pair.DERIVED] > 0:
            solution(c)
    bring(t, x, c, s, q, e)  # what the integration has let held flows drift by is no slip
    stop_vectors(t, x, c, reals(e[REALS])[TOLERANCE], jump)
    h = moment(t, x, c, s, q, e)
    if feel_power(p) != 0:
        drop_crossings(t, x, c, jump)
    if reals(p[at_pair.LARGEST])[0] == 0.0:  # all has been zero so far
        feel_held(t, x, c)
    if decide(t, x, c, h, reals(e[REALS])[NEAR]) != 0:
        return 1
    changed = 0
    for i in range(n):
        if raised[i] == at_pair.CROSSED:
            raised[i] = 0
        if old[i] != mode[i]:
            raised[i] = at_pair.TAKEN
            changed = 1
    if changed == 1 or k[at_pair.SWITCHED] != 0:
        solution(c)
    ahead = max(AHEAD * h, 1e-4 * s[at_run.STEP])
    take_rest(t, x, c, ahead, jump)
    if bring(t, x, c, s, q, e) != 0:
        return 1
    wrong = first_wrong(t, x, c, ahead, jump, 0)
    if wrong > 0 and integers(p[at_pair.MARKS])[(wrong - 1) // 2] == 1:  # it crossed, and went on nevertheless
        if repair(t, x, c, ahead, jump, 0) != 1 or bring(t, x, c, s, q, e) != 0:
            return 1
        take_rest(t, x, c, ahead, jump)
        wrong = first_wrong(t, x, c, ahead, jump, 0)
    if wrong != 0:
        return 1
    if take_least(t, x, c, ahead, jump) == 1:
        take_rest(t, x, c, ahead, jump)
        if bring(t, x, c, s, q, e) != 0:
            return 1
    if inputs(t, x, c) != 0:
        return 1
    begin_vectors(t, x, c, reals(e[REALS])[SAME])
    if k[at_pair.DERIVED] > 0:
        return unmet(t, x, c)
    return 0


@kernel
def bring(t: real, x: reals, c: pointers, s: reals, q: pointers, e: pointers) -> integer:
    """Let states jump to where the positions want them, as far as that is rounding; 1: it is more."""
    p = pointers(c[PAIRS])
    k = integers(p[at_pair.COUNTS])
    absolute = reals(q[at_run.ABSOLUTE])
    jump = reals(e[JUMP])
    if k[at_pair.DERIVED] == 0:
        return 0
    if project(t, x, c, jump, jump + k[at_pair.OWN]) != 0:
        return 1
    limit = max(SMALL_JUMP, 100.0 * reals(e[REALS])[TOLERANCE])
    for i in range(k[at_pair.OWN]):
        if fabs(jump[i]) > limit * max(fabs(x[i]), absolute[i] / s[at_run.RELATIVE]) + 1e-18:
            return 1
    for i in range(k[at_pair.OWN]):
        x[i] += jump[i]
    return 0


@kernel
def unmet(t: real, x: reals, c: pointers) -> integer:
    """Whether laws of pairs contradict each other; with rounding it is left to Python to say."""
    p = pointers(c[PAIRS])
    k = integers(p[at_pair.COUNTS])
    n = k[at_pair.COUNT]
    u = reals(c[DISCRETE]) + k[at_pair.INPUTS_AT]
    root = reals(p[at_pair.ROOT])
    if residuals(t, x, c) != 0:
        return 1
    largest = 0.0
    worst = 0.0
    for i in range(n):
        largest = max(largest, max(fabs(u[2 * i]) / root[i], fabs(reals(p[at_pair.V])[i]) * root[i]))
        worst = max(worst, fabs(reals(p[at_pair.RESIDUAL])[i]))
    return 1 if worst > UNMET * largest else 0
