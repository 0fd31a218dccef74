"""Friction of contacts that stick and share a load in many ways: how they share it best, and when it is used up.

Forces of least norm are the same for all feet of a box, and reach what the least loaded one can hold long before the
box slips. Where one is seen to do so, friction is shared in such a way that the largest part of what any of them can
hold is as small as possible: in proportion to the loads to begin with, then with more of it for those that have more
left (Lawson's method for the least maximum). What is then at its limit slips.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import sqrt

from ..program.context import DISCRETE, PAIRS
from ..program.kernel import integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from .mode_solution import solution
from .pair_inputs import inputs
from .pair_layout import COUNT, COUNTS, HOLD, INPUTS_AT, MODE, SHARE
from .sharing import effort

AT_LIMIT = 1.0 - 1e-9  # part of what friction can hold from which on it is at its limit
SPARE = 0.99  # part of it below which sharing is good enough
ROUNDS = 100
LEAST = 1e-6  # of the largest weight, and of the largest load


@kernel
def held(q: pointers, d: pointers, a: integer) -> integer:
    """The pair of friction of closed contact a, if it sticks, otherwise 0."""
    k = integers(d[at.TOUCHING])[a]
    place = integers(d[at.NORMAL])[k]
    if integers(d[at.SIZE])[k] == 1 or integers(q[MODE])[place] != HOLD:
        return 0
    return place + 1 if integers(q[MODE])[place + 1] == HOLD else 0


@kernel
def can_hold(c: pointers, d: pointers, a: integer, pair: integer) -> real:
    """What friction of closed contact a can hold [N]."""
    total = integers(d[at.COUNTS])[at.CONTACTS]
    return reals(d[at.TERM])[total + integers(d[at.TOUCHING])[a]] * effort(c, pair - 1)


@kernel
def share_anew(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """The inputs from nothing, shared as SHARE says. 0: found."""
    q = pointers(c[PAIRS])
    u = reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT]
    for i in range(integers(q[COUNTS])[COUNT]):
        if integers(d[at.OWNED])[i] == 1 and integers(q[MODE])[i] == HOLD:
            u[2 * i] = 0.0
    solution(c)
    return inputs(t, x, c)


@kernel
def used_parts(q: pointers, c: pointers, d: pointers, parts: reals) -> real:
    """Of each closed contact that sticks, the part that friction takes of what it can hold; the largest."""
    largest = 0.0
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        parts[a] = 0.0
        pair = held(q, d, a)
        if pair > 0:
            across = 0.0
            for i in range(integers(d[at.LENGTH])[a] - 1):
                across += effort(c, pair + i) * effort(c, pair + i)
            limit = can_hold(c, d, a, pair)
            parts[a] = sqrt(across) / limit if limit > 0.0 else 1.0
            largest = max(largest, parts[a])
    return largest


@kernel
def set_shares(q: pointers, c: pointers, d: pointers, weights: reals) -> nothing:
    """SHARE of friction that sticks: in proportion to what it can hold, less where it has a larger weight."""
    largest = 0.0
    heaviest = 0.0
    count = integers(d[at.COUNTS])[at.TOUCH]
    for a in range(count):
        pair = held(q, d, a)
        if pair > 0:
            largest = max(largest, can_hold(c, d, a, pair))
            heaviest = max(heaviest, weights[a])
    for a in range(count):
        pair = held(q, d, a)
        if pair > 0 and largest > 0.0:
            weights[a] = max(weights[a] / heaviest, LEAST)
            part = sqrt(max(can_hold(c, d, a, pair) / largest, LEAST) / weights[a])
            for i in range(integers(d[at.LENGTH])[a] - 1):
                reals(q[SHARE])[pair + i] = part  # forces of least norm are as the squares of these


@kernel
def share_best(t: real, x: reals, c: pointers, d: pointers, parts: reals) -> real:
    """Share friction so that the largest part that is used of it is as small as possible; that part, and in `parts`
    that of each closed contact, behind which there is room for as many weights. Negative: there is no value."""
    q = pointers(c[PAIRS])
    count = integers(d[at.COUNTS])[at.TOUCH]
    weights = parts + count
    sticking = 0
    for a in range(count):
        weights[a] = 1.0
        if held(q, d, a) > 0:
            sticking += 1
    if share_anew(t, x, c, d) != 0:
        return -1.0
    largest = used_parts(q, c, d, parts)
    for turn in range(ROUNDS):
        if sticking == 1 or (turn > 0 and largest < SPARE):
            break
        if turn > 0:
            for a in range(count):
                weights[a] *= parts[a]
        set_shares(q, c, d, weights)
        if share_anew(t, x, c, d) != 0:
            return -1.0
        largest = used_parts(q, c, d, parts)
    return largest


@kernel
def let_slip(t: real, x: reals, c: pointers, d: pointers, sticks: integers) -> integer:
    """Share friction anew where that of a contact was seen to reach its limit; let those begin to slip that are there
    nevertheless, with the forces in P: at that instant itself slip has no acceleration yet. 1: some do."""
    q = pointers(c[PAIRS])
    parts = reals(d[at.WORK])
    yields = 0
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        own = reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * integers(d[at.TOUCHING])[a]
        if own[at.YIELDS] > 0.5 and held(q, d, a) > 0:
            yields = 1
    if yields == 0:
        return 0
    if share_best(t, x, c, d, parts) < AT_LIMIT:
        return 0
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        pair = held(q, d, a)
        if pair > 0:
            force = reals(d[at.P]) + integers(d[at.FIRST])[a]
            force[0] = effort(c, pair - 1)
            for i in range(integers(d[at.LENGTH])[a] - 1):
                force[i + 1] = -effort(c, pair + i)
            if parts[a] >= AT_LIMIT:
                sticks[a] = 0
    return 1


@kernel
def relieve(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """Share friction anew where the present inputs ask more of one contact than it can hold, which others could. 1: it
    was, and the inputs are new."""
    q = pointers(c[PAIRS])
    if used_parts(q, c, d, reals(d[at.WORK])) <= 1.0:
        return 0
    sticking = 0
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        if held(q, d, a) > 0:
            sticking += 1
    if sticking < 2:
        return 0
    share_best(t, x, c, d, reals(d[at.WORK]))
    return 1
