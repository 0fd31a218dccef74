"""A look ahead at the positions that were taken: where a pair would leave its law at once, it changes, one at a time.

The complementarity problem of a vanishing step is decided by tiny numbers where currents may take several ways or
several pairs stand at their bounds together. Here every pair is looked at a moment later, with the inputs of the
positions taken; the first one that is wrong changes (Murty's rule), until none is.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Bound, Callback, integer, integers, kernel, pointers, real, reals
from .mode_solution import solution
from .pair_inputs import inputs, rates
from .pair_layout import (
    COMMAND,
    COUNT,
    COUNTS,
    ELSEWHERE,
    FORCED,
    HOLD,
    INPUTS_AT,
    LARGEST,
    LOW,
    MARKS,
    MODE,
    RAISED,
    RATE,
    ROOT,
    STATES,
    TAKEN,
    UP,
    VALUES,
    V,
)  # fmt: skip
from .slip_vector import slide_together
from .watch import forced_away, pair_indicators

WRONG = Bound(1e-9)  # part of the largest flow or input by which a pair is wrong a moment later
CLEARLY = 1e-3  # part by which an effort is away from its bound that nothing leads there
CROSSING = Bound(1e-14)  # part by which one is wrong that was seen to cross: below zero nothing would be seen to fall


@kernel
def look_ahead(t: real, x: reals, c: pointers, ahead: real, steps: integer, room: reals) -> integer:
    """Flows, bounds and inputs a time `ahead` [s] later, reached by so many steps, in V and the discrete values. 1: no
    value. room: the states then, and their rates now."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    rate = room + k[STATES]
    if rates(t, x, rate, c) != 0:
        return 1
    h = ahead / steps
    for i in range(k[STATES]):
        room[i] = x[i] + h * rate[i]
    for step in range(1, steps):
        if rates(t + step * h, room, reals(q[RATE]), c) != 0:
            return 1
        for i in range(k[STATES]):
            room[i] += h * reals(q[RATE])[i]
    if inputs(t + ahead, room, c) != 0:
        return 1
    return Callback(q[VALUES])(t + ahead, room, reals(q[V]), c)


@kernel
def first_wrong(t: real, x: reals, c: pointers, ahead: real, room: reals, forced: integer) -> integer:
    """The first pair that is wrong a time `ahead` [s] later, as 2 i + 1 (2 i + 2: at its lower bound), or 0. −1: no
    value. forced: 1 where efforts are looked at too that never get to their bounds. room: twice all states and 2 n
    numbers."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    root = reals(q[ROOT])
    at = reals(q[V])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    out = room + 2 * k[STATES]
    if look_ahead(t, x, c, ahead, 1, room) != 0:
        return -1
    largest = reals(q[LARGEST])[0]
    for i in range(n):
        largest = max(largest, max(fabs(at[i]) * root[i], fabs(u[2 * i]) / root[i]))
    pair_indicators(q, u, out)
    found = 0
    for i in range(n):
        if found == 0 and at[COMMAND * n + i] < -0.5 and at[COMMAND * n + i] > ELSEWHERE:
            limit = (CROSSING if integers(q[MARKS])[i] == 1 else WRONG) * largest
            if mode[i] == HOLD:
                if out[2 * i] < -limit * root[i]:
                    found = 2 * i + 1
                if out[2 * i + 1] < -limit * root[i]:
                    found = 2 * i + 2
            elif mode[i] == UP or mode[i] == LOW:
                if out[2 * i] * root[i] < -limit:
                    found = 2 * i + 1
                elif forced == 1 and integers(q[FORCED])[i] != 0:
                    away = forced_away(q, u, i)
                    if (away if mode[i] == UP else -away) < -CLEARLY * largest:
                        found = 2 * i + 1
    return found


@kernel
def repair(t: real, x: reals, c: pointers, ahead: real, room: reals, forced: integer) -> integer:
    """Change positions that are wrong, one after the other, `forced` as above. 0: all were right, 1: some changed, 2:
    it does not end."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    changed = 0
    for _ in range(4 * n + 8):
        wrong = first_wrong(t, x, c, ahead, room, forced)
        if wrong < 0:
            return 2
        if wrong == 0:
            if inputs(t, x, c) != 0:
                return 2
            return changed
        i = (wrong - 1) // 2
        if mode[i] == HOLD:
            mode[i] = UP if (wrong - 1) % 2 == 0 else LOW
        else:
            mode[i] = HOLD
        integers(q[RAISED])[i] = TAKEN
        slide_together(q, reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT])
        changed = 1
        solution(c)
    return 2
