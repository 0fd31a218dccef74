"""Of several positions that move the states alike, the one whose efforts and flows are smallest.

A pair that passes, and whose flow is zero and stays so, may as well hold: that leaves its effort to the rest. One that
holds with its effort at a bound may as well pass, and share the flow of others. Which of these a decision leaves is
chance; what is of least norm is not. All of them change at once, and what is wrong then changes back, whatever the
order of the pairs.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Bound, integer, integers, kernel, nothing, pointers, real, reals
from .mode_solution import solution
from .pair_layout import (
    COMMAND,
    COUNT,
    COUNTS,
    DECIDED,
    DERIVED,
    FLOW_BY_INPUT,
    FLOW_BY_STATE,
    HIDDEN,
    HOLD,
    INPUTS_AT,
    LARGEST,
    LOW,
    LOWER,
    MARKS,
    MODE,
    MOVING,
    OWN,
    RAISED,
    RATIO,
    ROOT,
    SOLUTION,
    STATE_BY_INPUT,
    STATES,
    TAKEN,
    UP,
    UPPER,
    V,
)  # fmt: skip
from .repair import look_ahead

PASSED = 4.0  # times what is nothing, by which a crossing may have been passed when it is seen
SEEN = 4  # the place of the largest flow or input at this instant in LARGEST
LONGER = 1e3  # times that one looks ahead, where a moment tells nothing
TURNS = 4  # and one for each pair
NOTHING = Bound(1e-9)  # scaled, below which nothing answers
SURE = Bound(1e-9)  # part of the largest flow or input by which a pair is wrong
LEFT = Bound(1e-12)  # part by which it has left its bound
SAME = Bound(1e-7)  # part by which rates may differ and are the same


@kernel
def distance(q: pointers, u: reals, i: integer) -> real:
    """How far a pair is from where its position ends: its scaled flow, or its scaled effort from the nearer bound."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])[i]
    at = reals(q[V])
    root = reals(q[ROOT])[i]
    if mode == UP:
        return at[i] * root
    if mode == LOW:
        return -at[i] * root
    effort = reals(q[RATIO])[i] * at[i] + u[2 * i]
    return min(at[UPPER * n + i] - effort, effort - at[LOWER * n + i]) / root


@kernel
def side_of(q: pointers, u: reals, i: integer) -> integer:
    """The position beyond the bound to which a pair that holds is nearer."""
    n = integers(q[COUNTS])[COUNT]
    at = reals(q[V])
    effort = reals(q[RATIO])[i] * at[i] + u[2 * i]
    return UP if at[UPPER * n + i] - effort < effort - at[LOWER * n + i] else LOW


@kernel
def may_change(q: pointers, i: integer) -> integer:
    """Whether a pair decides by itself, and has bounds that are apart."""
    n = integers(q[COUNTS])[COUNT]
    at = reals(q[V])
    mode = integers(q[MODE])[i]
    if at[COMMAND * n + i] != DECIDED or at[LOWER * n + i] == at[UPPER * n + i]:
        return 0
    if mode == HOLD:
        return 1
    return 1 if mode == UP or mode == LOW else 0  # noqa: SIM109


@kernel
def look(t: real, x: reals, c: pointers, ahead: real, steps: integer, room: reals) -> integer:
    """Look ahead, and measure by the largest flow or input that is seen. 1: there is no value."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    u = reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT]
    root = reals(q[ROOT])
    if look_ahead(t, x, c, ahead, steps, room) != 0:
        return 1
    largest = reals(q[LARGEST])[SEEN]
    for i in range(n):
        largest = max(largest, max(fabs(reals(q[V])[i]) * root[i], fabs(u[2 * i]) / root[i]))
    reals(q[LARGEST])[SEEN] = largest
    return 0


@kernel
def answers_to(q: pointers, i: integer, row: integer, weight: real, by_input: reals, least: real) -> integer:
    """Whether the flow of pair i, or its effort while it holds, is another when law `row` is missed by a `weight`, by
    more than is rounding, and more than `least`. by_input: how flows depend on inputs."""
    n = integers(q[COUNTS])[COUNT]
    root = reals(q[ROOT])
    by = reals(q[SOLUTION]) + row * n
    total = 0.0
    terms = 0.0
    if integers(q[MODE])[i] == HOLD:
        for j in range(n):
            terms = max(terms, fabs(by[j] * weight))
        if terms > 0.0:  # its effort is R f + u, and R f is what its law is missed by
            total = (by[i] + (1.0 if row == i else 0.0)) * weight
    else:
        for j in range(n):
            term = root[i] * by_input[j * n + i] * root[j] * by[j] * weight
            total += term
            terms += fabs(term)
    return 1 if fabs(total) > max(NOTHING * terms, least) else 0


@kernel
def answers(q: pointers, i: integer) -> integer:
    """Whether the flow of a pair answers to its effort, or its effort to its flow, with the others in their positions:
    then it is at its bound by chance, and what it does makes no difference."""
    k = integers(q[COUNTS])
    if answers_to(q, i, i, 1.0, reals(q[FLOW_BY_INPUT]), 0.0) == 1:
        return 1
    if integers(q[MODE])[i] != HOLD and answers_to(q, i, i, 1.0, reals(q[FLOW_BY_STATE]), reals(q[LARGEST])[3]) == 1:
        return 1
    for r in range(k[DERIVED]):
        if answers_to(q, i, k[COUNT] + r, reals(q[HIDDEN])[r * k[COUNT] + i], reals(q[FLOW_BY_INPUT]), 0.0) == 1:
            return 1
    return 0


@kernel
def mark_idle(c: pointers, passing: integer) -> integer:
    """Mark pairs that pass nothing (`passing` 1), or hold at a bound, where one has looked, and whatever they do; how
    many."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    u = reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT]
    idle = integers(q[MARKS]) + n
    little = PASSED * reals(q[LARGEST])[2] * reals(q[LARGEST])[SEEN]
    count = 0
    for i in range(n):
        idle[i] = 0
        passes = 0 if integers(q[MODE])[i] == HOLD else 1
        if passes == passing and may_change(q, i) == 1 and fabs(distance(q, u, i)) <= little and answers(q, i) == 0:
            idle[i] = 1
            count += 1
    return count


@kernel
def change_wrong(t: real, x: reals, c: pointers, ahead: real, steps: integer, room: reals, turns: integer) -> integer:
    """Solve for the present positions, and as long as some are wrong a moment later change all of them. 0: done."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    u = reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT]
    for _ in range(turns):
        solution(c)
        if look(t, x, c, ahead, steps, room) != 0:
            return 1
        limit = SURE * reals(q[LARGEST])[SEEN]
        wrong = 0
        for i in range(n):
            if may_change(q, i) == 1 and distance(q, u, i) < -limit:
                mode[i] = side_of(q, u, i) if mode[i] == HOLD else HOLD
                wrong = 1
        if wrong == 0:
            return 0
    return 1


@kernel
def other_rates(q: pointers, before: reals, rate: reals) -> integer:
    """Whether the states move otherwise than they did `before`."""
    k = integers(q[COUNTS])
    own = k[OWN]
    for i in range(own):
        size = 0.0
        for j in range(k[COUNT]):
            size += fabs(reals(q[STATE_BY_INPUT])[j * own + i]) * reals(q[ROOT])[j]
        if fabs(rate[i] - before[i]) > SAME * (size * reals(q[LARGEST])[SEEN] + fabs(before[i])):
            return 1
    return 0


@kernel
def keep(q: pointers, before: reals, rate: reals) -> nothing:
    """Keep the present modes and rates."""
    n = integers(q[COUNTS])[COUNT]
    kept = integers(q[MARKS]) + 2 * n
    for i in range(n):
        kept[i] = integers(q[MODE])[i]
    for i in range(integers(q[COUNTS])[OWN]):
        before[i] = rate[i]


@kernel
def taken(c: pointers, failed: integer) -> integer:
    """Take the modes that were tried, or where that failed those that were kept; 1 where some are others now."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    kept = integers(q[MARKS]) + 2 * n
    changed = 0
    for i in range(n):
        if failed == 1:
            mode[i] = kept[i]
        if mode[i] != kept[i]:
            integers(q[RAISED])[i] = TAKEN
            changed = 1
    if changed == 0:
        solution(c)
    return changed


@kernel
def try_idle(
    t: real, x: reals, c: pointers, ahead: real, steps: integer, room: reals, before: reals, passing: integer
) -> integer:  # fmt: skip
    """Let pairs that idle change, those that pass (`passing` 1) or those that hold; 1 where some are others now. Who
    does not leave its bound by it stays as it was, and all do where the states would move otherwise."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    kept = integers(q[MARKS]) + 2 * n
    if look(t, x, c, ahead, steps, room) != 0 or mark_idle(c, passing) == 0:
        return 0
    keep(q, before, room + k[STATES])
    for i in range(n):
        if integers(q[MARKS])[n + i] == 1:
            mode[i] = side_of(q, u, i) if mode[i] == HOLD else HOLD
    failed = change_wrong(t, x, c, ahead, steps, room, TURNS + n)
    if failed == 0:
        back = 0
        for i in range(n):
            if mode[i] != kept[i] and distance(q, u, i) <= LEFT * reals(q[LARGEST])[SEEN]:
                mode[i] = kept[i]
                back = 1
        if back == 1:
            failed = change_wrong(t, x, c, ahead, steps, room, TURNS + n)
        if failed == 0:
            failed = other_rates(q, before, room + k[STATES])
    return taken(c, failed)


@kernel
def take_least(t: real, x: reals, c: pointers, ahead: real, room: reals) -> integer:
    """Change positions to those of least efforts and flows, looking a time `ahead` [s], and a longer one where that
    tells nothing; 1 where some are others now. One has looked ahead before. room: own states and twice all states."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    if k[MOVING] == 1:  # bounds that depend on efforts: what is smallest need not be one position
        return 0
    more = room + k[OWN]
    longer = LONGER * ahead
    reals(q[LARGEST])[SEEN] = reals(q[LARGEST])[0]
    if reals(q[LARGEST])[0] > 0.0 and mark_idle(c, 0) + mark_idle(c, 1) == 0:  # at first all may be zero
        return 0
    if look(t, x, c, longer, 2, more) != 0:  # what comes soon tells what is small
        return 0
    changed = try_idle(t, x, c, ahead, 1, more, room, 1)
    changed = max(changed, try_idle(t, x, c, ahead, 1, more, room, 0))
    changed = max(changed, try_idle(t, x, c, longer, 2, more, room, 1))
    return max(changed, try_idle(t, x, c, longer, 2, more, room, 0))
