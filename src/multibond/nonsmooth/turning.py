"""Conditions of variables that turn, in machine code: comparisons of what does not jump with the inputs of pairs.

Where the indicator of a condition is seen to cross, the condition turns. Conditions that others have moved over their
crossing by a jump, as the end of a sawtooth does, follow. What is not clear is left to Python.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..integrate import layout as at_run
from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import pair_layout as at_pair
from .event_layout import (
    BESIDE,
    NUMBERS,
    REALS,
    SAME,
    TIMED_COUNT,
    TURN_AT,
    TURN_LAST,
    TURN_RISING,
    TURN_SIDE,
    TURNS,
)  # fmt: skip

AGAIN = 1e-6  # part of the run within which a crossing that comes back is looked at more closely, by Python
UNCLEAR = -1
ROUNDING = 1e-12  # of an indicator that has not jumped


@kernel
def may_turn(t: real, q: pointers, c: pointers, e: pointers) -> integer:
    """Whether all indicators that crossed beside those of pairs are conditions that can turn here."""
    count = integers(pointers(c[PAIRS])[at_pair.COUNTS])[at_pair.INDICATORS]
    found = integers(q[at_run.FOUND])
    for i in range(count):
        if found[i] != 0:
            if integers(e[NUMBERS])[TURNS] == 0 or integers(e[TURN_AT])[i] < 0:
                return 0
            if t - reals(e[TURN_LAST])[i] < AGAIN * reals(e[REALS])[SAME]:
                return 0
    return 1


@kernel
def keep_sides(t: real, x: reals, c: pointers, e: pointers) -> nothing:
    """Before an instant: the indicators, and on which side each is."""
    if integers(e[NUMBERS])[TURNS] == 0:
        return
    p = pointers(c[PAIRS])
    count = integers(p[at_pair.COUNTS])[at_pair.INDICATORS]
    before = reals(e[BESIDE])
    if count > 0:
        Callback(p[at_pair.ROOTS])(t, x, before, c)
    for i in range(count):
        side = 1.0 if before[i] > 0.0 else -1.0
        place = integers(e[TURN_AT])[i]
        if place >= 0:  # what its value says: where an instant is due, the indicator may have jumped already
            holds = 1 if reals(c[DISCRETE])[place] > 0.5 else 0
            side = 1.0 if holds == integers(e[TURN_RISING])[i] else -1.0
        reals(e[TURN_SIDE])[i] = side


@kernel
def turn(i: integer, c: pointers, e: pointers, side: real, row: integers) -> nothing:
    """Set a condition to what holds on a side of its crossing."""
    above = 1 if side > 0.0 else 0
    holds = 1.0 if above == integers(e[TURN_RISING])[i] else 0.0
    reals(c[DISCRETE])[integers(e[TURN_AT])[i]] = holds
    reals(e[TURN_SIDE])[i] = side
    row[integers(e[NUMBERS])[TIMED_COUNT] + i] = 1


@kernel
def turn_crossed(t: real, q: pointers, c: pointers, e: pointers, row: integers) -> nothing:
    """Turn the conditions that were seen to cross."""
    if integers(e[NUMBERS])[TURNS] == 0:
        return
    found = integers(q[at_run.FOUND])
    for i in range(integers(pointers(c[PAIRS])[at_pair.COUNTS])[at_pair.INDICATORS]):
        if found[i] != 0:
            turn(i, c, e, 1.0 if found[i] > 0 else -1.0, row)
            reals(e[TURN_LAST])[i] = t


@kernel
def follow_conditions(t: real, x: reals, c: pointers, e: pointers, row: integers) -> integer:
    """Turn the conditions whose indicators have jumped over zero; how many, or UNCLEAR."""
    if integers(e[NUMBERS])[TURNS] == 0:
        return 0
    p = pointers(c[PAIRS])
    count = integers(p[at_pair.COUNTS])[at_pair.INDICATORS]
    before = reals(e[BESIDE])
    after = before + count
    changed = 0
    if count > 0:
        if Callback(p[at_pair.ROOTS])(t, x, after, c) != 0:
            return UNCLEAR
    for i in range(count):
        side = reals(e[TURN_SIDE])[i]
        if after[i] * side <= 0.0:
            turned = row[integers(e[NUMBERS])[TIMED_COUNT] + i]
            seen = 1 if turned != 0 and reals(e[TURN_LAST])[i] == t else 0
            if fabs(after[i] - before[i]) > ROUNDING * (fabs(after[i]) + fabs(before[i])) or (
                turned != 0 and seen == 0
            ):
                if integers(e[TURN_AT])[i] < 0 or turned != 0:
                    return UNCLEAR
                turn(i, c, e, -side, row)
                changed += 1
    return changed
