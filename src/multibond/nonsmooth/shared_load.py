"""Pairs that pass, but whose flow others hold at zero: friction that is at its limit while other friction sticks.

Two brakes on one shaft, or friction on both sides of a gear, share what they hold; how they do is open. Where one comes
to its limit the others take the rest, until all are at theirs. It stands at the limit of sticking then, not at that of
sliding, and nothing slides. So does friction of what lies on a stop. When the stop lets go it is still at rest, and
holds as much as it did: it does not fall back to the limit of sliding, and onto the stop.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, pointers, real, reals
from .couples import finite
from .least import LONGER, PASSED, SEEN, answers, look
from .mode_solution import solution
from .pair_inputs import inputs
from .pair_layout import (
    AT_REST,
    COMMAND,
    COUNT,
    COUNTS,
    DECIDED,
    HOLD,
    INPUTS_AT,
    LARGEST,
    LOW,
    LOWER,
    MARKS,
    MODE,
    RAISED,
    RATIO,
    ROOT,
    STAYS,
    TAKEN,
    UP,
    UPPER,
    VALUES,
    V,
)  # fmt: skip


@kernel
def mark_still(q: pointers, still: integers) -> integer:
    """Mark pairs that pass between two bounds, and whose flow does not answer to their effort; how many."""
    n = integers(q[COUNTS])[COUNT]
    at = reals(q[V])
    mode = integers(q[MODE])
    count = 0
    for i in range(n):
        still[i] = 0
        if (mode[i] == UP or mode[i] == LOW) and at[COMMAND * n + i] == DECIDED:
            if finite(at[UPPER * n + i]) == 1 and finite(at[LOWER * n + i]) == 1 and answers(q, i) == 0:
                still[i] = 1
                count += 1
    return count


@kernel
def holds_within(q: pointers, u: reals, i: integer) -> integer:
    """Whether the effort of pair i, which holds, is within its bounds, but for what is nothing."""
    n = integers(q[COUNTS])[COUNT]
    at = reals(q[V])
    little = reals(q[LARGEST])[2] * reals(q[LARGEST])[0] * reals(q[ROOT])[i]
    effort = reals(q[RATIO])[i] * at[i] + u[2 * i]
    return 1 if effort <= at[UPPER * n + i] + little and effort >= at[LOWER * n + i] - little else 0


@kernel
def hold_released(t: real, x: reals, c: pointers) -> integer:
    """Let pairs hold that were at rest because others held them, and that these have let go; whether there are any.
    Where they can, they stay. SOLUTION is there for the present modes then."""
    q = pointers(c[PAIRS])
    rests = integers(q[AT_REST])
    mode = integers(q[MODE])
    raised = integers(q[RAISED])
    found = 0
    stays = 0
    for i in range(integers(q[COUNTS])[COUNT]):
        if rests[i] != 0 or raised[i] == STAYS:
            stays = 1
    if stays == 0:
        return 0
    solution(c)
    for i in range(integers(q[COUNTS])[COUNT]):
        if rests[i] != 0 and (mode[i] == UP or mode[i] == LOW) and answers(q, i) == 1:
            rests[i] = 2
            found = 1
    if found == 1:
        for i in range(integers(q[COUNTS])[COUNT]):
            if rests[i] == 2:
                rests[i] = 0
                mode[i] = HOLD
                raised[i] = STAYS
        solution(c)
    status = inputs(t, x, c) + integer(Callback(q[VALUES])(t, x, reals(q[V]), c))
    u = reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT]
    for i in range(integers(q[COUNTS])[COUNT]):
        if raised[i] == STAYS and (status != 0 or mode[i] != HOLD or holds_within(q, u, i) == 0):
            raised[i] = TAKEN
    return found


@kernel
def take_rest(t: real, x: reals, c: pointers, ahead: real, room: reals) -> integer:
    """Let pairs be at rest that others hold, and no others, looking some times `ahead` [s]; 1 where some are others
    now. The modes have been solved for. room: twice all states."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    rests = integers(q[AT_REST])
    still = integers(q[MARKS]) + n
    count = 0
    if n > 1:
        count = mark_still(q, still)
    if count > 0:
        reals(q[LARGEST])[SEEN] = reals(q[LARGEST])[0]
        if look(t, x, c, LONGER * ahead, 2, room) != 0:
            count = 0
    little = PASSED * reals(q[LARGEST])[2] * reals(q[LARGEST])[SEEN]
    changed = 0
    for i in range(n):
        now = 0
        if count > 0 and still[i] == 1 and fabs(reals(q[V])[i]) * reals(q[ROOT])[i] <= little:
            now = 1
        if now != rests[i]:
            rests[i] = now
            changed = 1
    if changed == 1:
        solution(c)
    return changed
