"""Sequences of impacts without end, and where they end: each contact remembers its last impacts.

A ball that bounces ever lower strikes infinitely often in a finite time. In a heap each such sequence is one of many: a
ball on top wakes those below it again and again, and their bounces multiply. So contacts tire. One that has struck
more often within a short time than it would alone, from the fastest impact of the run down to rest, is taken as at
rest from a higher speed on, the higher the more often it strikes; what feels it at the same instant rests with it.
Contacts that touch together tire together too, but only for what is slow beside the impacts that woke them.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import pow

from ..impact.strike import coupled
from ..program.kernel import integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from .fineness import FLAT, fineness, stillness

SLOW = 1e-7  # part of the fastest approach so far below which a contact no longer bounces
FADED = 1e-6  # the same, below which what another contact sets in motion as slowly stays closed: rocking ends
MOST_FADED = 1e-5  # the same, where contacts are tired
SOON = 1e-8  # part of the run within which impacts of a contact follow each other at once
CROWD = 5  # such impacts after which it bounces no more
WINDOW = 1e-3  # part of the run in which impacts are forgotten, so that what is struck now and then never tires
PLASTIC = 0.25  # restitution by which contacts tire that have less
CALM = 1e-2  # part of the fastest approach of late in a heap below which its contacts bounce no more, tired together


@kernel
def crowds(d: pointers, k: integer) -> integer:
    """Whether impacts of contact k follow each other at once, or its flights are as flat as gaps are rounded."""
    own = reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k
    return 1 if own[at.CROWD] >= CROWD else 0


@kernel
def remember(t: real, d: pointers, k: integer, approach: real) -> nothing:
    """Contact k strikes now with this approach [m/s]."""
    span = reals(d[at.REALS])[at.SPAN]
    own = reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k
    since = t - own[at.LAST]
    if since != 0.0:
        own[at.CROWD] = own[at.CROWD] + 1.0 if since < SOON * span or approach * since < FLAT * fineness(d, k) else 0.0
        own[at.TIRED] /= 1.0 + since / (WINDOW * span)
        own[at.LAST] = t
        own[at.NEW] = 1.0


@kernel
def tire(d: pointers, k: integer, members: integer) -> nothing:
    """Contact k, which strikes now, tires: as often as there are contacts that it wakes, or that wake it."""
    own = reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k
    own[at.TIRED] += own[at.NEW] * members
    own[at.NEW] = 0.0


@kernel
def grown_by(restitution: real, impacts: real) -> real:
    """By how much the speed has grown at which a contact no longer bounces: alone it would have slowed down to
    restitution^impacts of the fastest approach by now."""
    left = pow(max(restitution, PLASTIC), impacts)
    return 1.0 / SLOW if left <= SLOW * SLOW else max(1.0, SLOW / left)


@kernel
def share(t: real, d: pointers, which: integer, members: integer, approach: real) -> nothing:
    """The contacts of group `which`, of which the fastest strikes with `approach` [m/s], remember together: what woke
    one of them wakes the others. Each bounce of one begins a whole sequence of another's, which ends where it is slow
    beside what woke it."""
    memory = reals(d[at.REALS]) + at.REALS_SIZE
    woken = 0.0
    lively = approach
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        if integers(d[at.GROUP])[a] == which:
            own = memory + at.EACH * integers(d[at.TOUCHING])[a]
            forgotten = 1.0 + (t - own[at.SEEN]) / (WINDOW * reals(d[at.REALS])[at.SPAN])
            woken = max(woken, own[at.WOKEN] / forgotten)
            lively = max(lively, own[at.LIVELY] / forgotten)
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        if integers(d[at.GROUP])[a] == which:
            own = memory + at.EACH * integers(d[at.TOUCHING])[a]
            own[at.SEEN] = t
            own[at.WOKEN] = woken + members
            own[at.LIVELY] = lively


@kernel
def tiredness(d: pointers, k: integer, restitution: real) -> real:
    """By how much the speed has grown at which contact k no longer bounces: by its own impacts, or by those that wake
    it as long as that speed is slow beside them."""
    own = reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k
    woken = min(grown_by(restitution, own[at.WOKEN]), CALM * own[at.LIVELY] / (SLOW * reals(d[at.REALS])[at.FASTEST]))
    return max(grown_by(restitution, own[at.TIRED]), woken)


@kernel
def gather_felt(m: integer, d: pointers) -> integer:
    """Number the groups of touching contacts that feel each other, from 1 on; how many there are."""
    count = integers(d[at.COUNTS])[at.TOUCH]
    group = integers(d[at.GROUP])
    groups = 0
    for a in range(count):
        group[a] = 0
    for a in range(count):
        if group[a] == 0:
            groups += 1
            group[a] = groups
            grown = 1
            while grown == 1:
                grown = 0
                for i in range(count):
                    if group[i] == 0:
                        for j in range(count):
                            if group[j] == groups and group[i] == 0:
                                if coupled(m, integers(d[at.FIRST]), integers(d[at.LENGTH]), reals(d[at.G]), i, j) == 1:
                                    group[i] = groups
                                    grown = 1
    return groups


@kernel
def end_sequences(t: real, m: integer, d: pointers, scale: real) -> nothing:
    """Take restitution from the groups of contacts whose bounces have become too slow to be seen. FADES of each contact
    are the speeds [m/s] below which it opens too slowly to be seen: where it strikes, and where others move it."""
    count = integers(d[at.COUNTS])[at.TOUCH]
    group = integers(d[at.GROUP])
    fastest = reals(d[at.REALS])[at.FASTEST]
    for which in range(1, gather_felt(m, d) + 1):
        approach = 0.0
        grown = 1.0
        crowd = 0
        members = 0
        strikes = 0
        for a in range(count):
            if group[a] == which:
                members += 1
                own = -reals(d[at.U])[integers(d[at.FIRST])[a]]
                approach = max(approach, own)
                if own > stillness(d, integers(d[at.TOUCHING])[a], scale):
                    strikes = 1
        if strikes == 1:
            share(t, d, which, members, approach)
        for a in range(count):
            if group[a] == which:
                k = integers(d[at.TOUCHING])[a]
                own = -reals(d[at.U])[integers(d[at.FIRST])[a]]
                if own > stillness(d, k, scale):
                    tire(d, k, members)
                    grown = max(grown, tiredness(d, k, reals(d[at.GIVEN])[a]))
                    crowd = max(crowd, crowds(d, k))
        slow = 0
        if crowd == 1 or approach < SLOW * grown * fastest:
            slow = 1
        faded = approach if slow == 1 else 0.0
        limit = min(FADED * grown, MOST_FADED) * fastest
        if approach < limit:
            faded = max(faded, limit)
        for a in range(count):
            if group[a] == which:
                reals(d[at.FADES])[2 * a] = min(SLOW * grown, MOST_FADED) * fastest
                reals(d[at.FADES])[2 * a + 1] = min(faded, MOST_FADED * fastest)
                if slow == 1:
                    reals(d[at.GIVEN])[a] = 0.0
