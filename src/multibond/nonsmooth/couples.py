"""Complementary couples of pairs: forward flow and distance from the upper bound, backward flow and distance from the
lower one; what they are a step later, and which of them were seen to cross."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import Bound, integer, integers, kernel, nothing, pointers, real, reals
from .pair_inputs import ENDLESS
from .pair_layout import (
    AT_REST,
    BOUND_BY_INPUT,
    BOUND_BY_STATE,
    CLOSED,
    COMMAND,
    COUNT,
    COUNTS,
    CROSSED,
    ELSEWHERE,
    FLOW_BY_INPUT,
    FLOW_BY_STATE,
    FREE,
    HOLD,
    LARGEST,
    LOW,
    LOWER,
    MODE,
    MOVING,
    OLD,
    RAISED,
    ROOT,
    SLIDING_LOWER,
    SLIDING_UPPER,
    STAYS,
    TAKEN,
    UP,
    UPPER,
    V,
)  # fmt: skip

KEPT = Bound(1e-9)  # part of the largest value by which a position just taken may be missed
TIE = Bound(1e-12)  # part of the largest value that is rounding: what holds goes on
SEEN = 1e-5  # part of the largest value within which it may be
RAISE = Bound(1e-11)  # part of the largest value by which a crossing that was seen counts as passed


@kernel
def finite(value: real) -> integer:
    return 1 if fabs(value) < ENDLESS else 0


@kernel
def bound_of(q: pointers, i: integer, upper: integer) -> integer:
    """Which bound counts for pair i: that of sliding while it goes on doing so, otherwise that of holding."""
    mode = integers(q[MODE])[i]
    before = integers(q[OLD])[i]
    slides = 1 if mode == before else 0
    if before == CLOSED or before == FREE:  # noqa: SIM109
        slides = 1
    if integers(q[RAISED])[i] == CROSSED or integers(q[AT_REST])[i] != 0:
        slides = 0
    if upper != 0:
        return SLIDING_UPPER if mode == UP and slides != 0 else UPPER
    return SLIDING_LOWER if mode == LOW and slides != 0 else LOWER


@kernel
def flow_by(q: pointers, i: integer, j: integer, h: real, own: real) -> real:
    """Scaled flow i (with `own` 1: effort, where large parts cancel first) by scaled input j."""
    n = integers(q[COUNTS])[COUNT]
    root = reals(q[ROOT])
    a = j * n + i
    value = root[i] * reals(q[FLOW_BY_INPUT])[a] * root[j]
    if i == j:
        value += own
    return value + root[i] * h * reals(q[FLOW_BY_STATE])[a] * root[j]


@kernel
def bound_by(q: pointers, kind: integer, i: integer, j: integer, h: real) -> real:
    """A scaled bound of pair i by scaled input j."""
    n = integers(q[COUNTS])[COUNT]
    root = reals(q[ROOT])
    a = j * 4 * n + (kind - 1) * n + i
    return (reals(q[BOUND_BY_INPUT])[a] + h * reals(q[BOUND_BY_STATE])[a]) * root[j] / root[i]


@kernel
def couples(q: pointers, bound: reals, which: integers, kind: integers) -> integer:
    """The complementary couples: the pair and 1 (upper) or 0 (lower) of each; how many there are."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    count = 0
    for i in range(n):
        if reals(q[V])[COMMAND * n + i] > ELSEWHERE and (mode[i] == HOLD or mode[i] == UP or mode[i] == LOW):
            for side in range(2):
                if finite(bound[(bound_of(q, i, side) - 1) * n + i]) == 1:
                    which[count] = i
                    kind[count] = side
                    count += 1
    return count


@kernel
def basic_value(q: pointers, i: integer, side: integer, h: real, bound: reals, f: real, e: real, moved: reals) -> real:
    """The basic variable of a couple from the scaled flow and effort, the bounds moved by inputs `moved`."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])[i]
    if mode == UP and side == 1:
        return f
    if mode == LOW and side == 0:
        return -f
    kind = bound_of(q, i, side)
    value = bound[(kind - 1) * n + i]
    if integers(q[COUNTS])[MOVING] == 1:
        for j in range(n):
            value += bound_by(q, kind, i, j, h) * moved[j]
    return value - e if side == 1 else e - value


@kernel
def crossed(q: pointers, r: integer, count: integer, which: integers, kind: integers, right: reals) -> integer:
    """Whether couple r is the one of its pair that was seen to cross: its flow, or of two bounds the nearer one."""
    i = which[r]
    mode = integers(q[MODE])[i]
    if integers(q[RAISED])[i] != CROSSED:
        return 0
    if mode == UP:
        return 1 if kind[r] == 1 else 0
    if mode == LOW:
        return 1 if kind[r] == 0 else 0
    for s in range(max(r - 1, 0), min(r + 2, count)):
        if s != r and which[s] == i and fabs(right[s]) < fabs(right[r]):
            return 0
    return 1


@kernel
def raise_crossings(q: pointers, count: integer, which: integers, kind: integers, right: reals) -> nothing:
    """A crossing that was seen has been passed, and a position taken at this instant stays, whatever rounding says.
    What stays at its limit does so whatever the step says too, in which efforts follow the flows of others late."""
    raised = integers(q[RAISED])
    largest = reals(q[LARGEST])[0]
    for r in range(count):
        largest = max(largest, fabs(right[r]))
    for r in range(count):
        if crossed(q, r, count, which, kind, right) == 1 and fabs(right[r]) < SEEN * largest:
            right[r] = min(right[r], -RAISE * largest)
        else:
            missed = TIE
            if raised[which[r]] == TAKEN:
                missed = KEPT
            if raised[which[r]] == STAYS:
                missed = SEEN
            if right[r] > -missed * largest:
                right[r] = max(right[r], 0.0)
