"""Contacts at rest that share a load in many ways: all of them hold, as far as they push.

A box on four feet stands as well on two of them across, as the pivots of a complementarity problem leave it, but it
would tip over what is rounding. Contacts that neither push nor open hold too, with forces of least norm, where all
laws are kept so.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..program.context import DISCRETE, PAIRS
from ..program.kernel import integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from .fineness import SMALL
from .mode_solution import solution
from .pair_inputs import inputs
from .pair_layout import COUNTS, FREE, HOLD, INPUTS_AT, LOW, MODE, RATIO, UP, V

AT_REST = 1e-9  # part of the accelerations below which a contact does not open
WITHIN = 1.0 - 1e-9  # part of what friction can hold up to which it surely does


@kernel
def list_idle(q: pointers, d: pointers, m: integer, idle: integers) -> integer:
    """Mark the closed contacts that neither push nor open with the forces P; how many there are."""
    fastest = 0.0
    for r in range(m):
        fastest = max(fastest, fabs(reals(d[at.U])[r]))
    found = 0
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
        row = integers(d[at.FIRST])[a]
        idle[a] = 0
        if integers(q[MODE])[place] == FREE:
            opens = reals(d[at.U])[row]
            for r in range(m):
                opens += reals(d[at.G])[row * m + r] * reals(d[at.P])[r]
            if fabs(opens) <= AT_REST * fastest:
                idle[a] = 1
                found += 1
    return found


@kernel
def set_held(q: pointers, d: pointers, a: integer, slips: integer, holds: integer) -> nothing:
    """Let closed contact a hold, and slip or stick, or let it be open."""
    k = integers(d[at.TOUCHING])[a]
    place = integers(d[at.NORMAL])[k]
    mode = integers(q[MODE])
    for i in range(integers(d[at.SIZE])[k]):
        if holds == 0:
            mode[place + i] = FREE
        elif i == 0 or slips == 0:
            mode[place + i] = HOLD
        else:
            mode[place + i] = UP if reals(q[V])[place + i] > 0.0 else LOW


@kernel
def effort(c: pointers, i: integer) -> real:
    """The effort of pair i with the present inputs."""
    q = pointers(c[PAIRS])
    u = reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT]
    return reals(q[RATIO])[i] * reals(q[V])[i] + u[2 * i]


@kernel
def slips_away(c: pointers, d: pointers, a: integer, slips: integer) -> integer:
    """Whether friction cannot hold closed contact a, which sticks."""
    k = integers(d[at.TOUCHING])[a]
    place = integers(d[at.NORMAL])[k]
    total = integers(d[at.COUNTS])[at.CONTACTS]
    if slips == 1 or integers(d[at.SIZE])[k] == 1:
        return 0
    across = 0.0
    for i in range(1, integers(d[at.SIZE])[k]):
        across += effort(c, place + i) * effort(c, place + i)
    return 0 if sqrt(across) <= WITHIN * reals(d[at.TERM])[total + k] * effort(c, place) else 1


@kernel
def open_idle(q: pointers, d: pointers, idle: integers) -> nothing:
    """Let the contacts open that are marked."""
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        if idle[a] == 1:
            set_held(q, d, a, 0, 0)


@kernel
def share_forces(
    t: real, x: reals, c: pointers, d: pointers, m: integer, slipping: integers, idle: integers
) -> integer:
    """Let contacts hold that neither push nor open with the forces P, where all that hold then push. 1: friction of one
    that sticks would have to hold more than it can, and must be shared anew."""
    q = pointers(c[PAIRS])
    count = integers(d[at.COUNTS])[at.TOUCH]
    left = list_idle(q, d, m, idle)
    kept = 0
    for a in range(count):
        if integers(q[MODE])[integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]] == HOLD:
            kept = 1
        if idle[a] == 1:
            set_held(q, d, a, slipping[a], 1)
    while left > 0:
        right = kept
        overloaded = 0
        solution(c)
        if inputs(t, x, c) != 0:
            right = 0
        largest = 0.0
        for a in range(count):
            place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
            if integers(q[MODE])[place] == HOLD:
                largest = max(largest, effort(c, place))
        gone = 0
        for a in range(count):
            place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
            if integers(q[MODE])[place] == HOLD:
                pushes = 1 if effort(c, place) > SMALL * largest else 0
                if pushes == 0 and idle[a] == 1:
                    idle[a] = 0
                    gone += 1
                    set_held(q, d, a, 0, 0)
                elif pushes == 0:
                    right = 0
                elif slips_away(c, d, a, slipping[a]) == 1:
                    overloaded = 1
        if gone == 0 and right == 1:
            return overloaded
        left -= gone
        if right == 0 and gone == 0:
            open_idle(q, d, idle)
            return 0
    return 0
