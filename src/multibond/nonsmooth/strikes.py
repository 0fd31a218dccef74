"""Contacts that close with speed: at this instant they strike, and the states jump by what their impulses do."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..impact.strike import strike_all
from ..program.context import PAIRS
from ..program.kernel import Bound, Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from .contact_layout import NO_VALUE, NOTHING, RESTITUTION, STRUCK, UNSETTLED
from .felt import feel, find_held, pass_on
from .pair_inputs import sensitivities
from .pair_layout import COUNT, COUNTS, CROSSED, FLOW, FREE, GAP, HOLD, MODE, RAISED, VALUES, V

SLOW = 1e-7  # part of the fastest approach so far below which a contact no longer bounces
FADED = 1e-6  # the same, below which what another contact sets in motion as slowly stays closed: rocking ends
DRIFT = 1e-5  # part of the fastest flows that the integration may leave at a contact that rests
SOON = 1e-8  # part of the run within which impacts follow each other at once
CROWD = 5  # such impacts after which nothing bounces any more
STILL = Bound(1e-11)  # part of the fastest flows below which a contact does not approach


@kernel
def find_scale(q: pointers, d: pointers) -> real:
    """The size of flows of contacts in this run [m/s]."""
    n = integers(q[COUNTS])[COUNT]
    scale = reals(d[at.REALS])[at.SCALE]
    for i in range(n):
        if integers(d[at.OWNED])[i] != 0:
            scale = max(scale, fabs(reals(q[V])[FLOW * n + i]))
    reals(d[at.REALS])[at.SCALE] = scale
    return scale


@kernel
def find_touching(q: pointers, d: pointers, reach: real) -> integer:
    """List the contacts that touch: those seen to close, and those with a gap up to `reach` [m]; how many there are."""
    n = integers(q[COUNTS])[COUNT]
    normal = integers(d[at.NORMAL])
    count = 0
    for k in range(integers(d[at.COUNTS])[at.CONTACTS]):
        i = normal[k]
        if integers(q[RAISED])[i] == CROSSED or reals(q[V])[GAP * n + i] <= reach:
            integers(d[at.TOUCHING])[count] = k
            count += 1
    integers(d[at.COUNTS])[at.TOUCH] = count
    return count


@kernel
def lay_out(q: pointers, d: pointers, rates: integer) -> integer:
    """Rows of the contacts that touch: velocities U (with `rates` 1: accelerations) and G; how many rows."""
    n = integers(q[COUNTS])[COUNT]
    count = integers(d[at.COUNTS])[at.TOUCH]
    first = integers(d[at.FIRST])
    length = integers(d[at.LENGTH])
    flow = reals(q[V])
    if rates == 1:
        flow = reals(d[at.RATES])
    m = 0
    for a in range(count):
        k = integers(d[at.TOUCHING])[a]
        first[a] = m
        length[a] = integers(d[at.SIZE])[k]
        integers(d[at.LAWS])[a] = integers(d[at.LAW])[k]
        for i in range(length[a]):
            side = -1.0 if i == 0 else 1.0
            reals(d[at.U])[m + i] = side * flow[integers(d[at.NORMAL])[k] + i]
        m += length[a]
    for a in range(count):
        for i in range(length[a]):
            own = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]] + i
            for b in range(count):
                for j in range(length[b]):
                    other = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[b]] + j
                    side = -1.0 if (i == 0) == (j == 0) else 1.0
                    value = side * reals(d[at.FELT])[own * n + other]
                    reals(d[at.G])[(first[a] + i) * m + first[b] + j] = value
    return m


@kernel
def crowded(t: real, d: pointers) -> integer:
    """Whether impacts follow each other ever faster: a sequence without end, of which this is the end."""
    r = reals(d[at.REALS])
    if t != r[at.LAST]:
        if t - r[at.LAST] < SOON * r[at.SPAN]:
            r[at.CROWD] += 1.0
        else:
            r[at.CROWD] = 0.0
        r[at.LAST] = t
    return 1 if r[at.CROWD] >= CROWD else 0


@kernel
def set_laws(t: real, x: reals, c: pointers, d: pointers, approach: real) -> integer:
    """Restitution and friction of the contacts that touch. 0: they have sensible values."""
    count = integers(d[at.COUNTS])[at.TOUCH]
    total = integers(d[at.COUNTS])[at.CONTACTS]
    r = reals(d[at.REALS])
    if Callback(d[at.TERMS])(t, x, reals(d[at.TERM]), c) != 0:
        return NO_VALUE
    slow = 0
    if r[at.CROWD] >= CROWD or approach < SLOW * r[at.FASTEST]:
        slow = 1
    for a in range(count):
        k = integers(d[at.TOUCHING])[a]
        e = reals(d[at.TERM])[k]
        if not (e >= 0.0 and e <= 1.0):
            integers(d[at.COUNTS])[at.WRONG] = k
            return RESTITUTION
        reals(d[at.GIVEN])[a] = 0.0 if slow == 1 else e
        reals(d[at.GIVEN])[total + a] = reals(d[at.TERM])[total + k]
    return 0


@kernel
def take_impulses(q: pointers, d: pointers, approach: real) -> nothing:
    """Positions of the contacts that struck, and the impulses PASSED of all pairs."""
    faded = 0.0
    if approach < FADED * reals(d[at.REALS])[at.FASTEST]:
        faded = FADED * reals(d[at.REALS])[at.FASTEST]
    n = integers(q[COUNTS])[COUNT]
    passed = reals(d[at.PASSED])
    count = integers(d[at.COUNTS])[at.TOUCH]
    still = STILL * reals(d[at.REALS])[at.SCALE]
    for i in range(n):
        passed[i] = 0.0
    for a in range(count):
        k = integers(d[at.TOUCHING])[a]
        start = integers(d[at.FIRST])[a]
        place = integers(d[at.NORMAL])[k]
        for i in range(integers(d[at.LENGTH])[a]):
            passed[place + i] = reals(d[at.P])[start + i] if i == 0 else -reals(d[at.P])[start + i]
        if reals(d[at.P])[start] != 0.0:
            integers(d[at.FLAGS])[k] = max(integers(d[at.FLAGS])[k], 1)
        if integers(d[at.ABOUT])[count + a] > 1:
            integers(d[at.FLAGS])[k] = 2
            integers(d[at.COUNTS])[at.CAPPED] += 1
        limit = still if reals(d[at.P])[start] != 0.0 else max(still, faded)
        integers(q[MODE])[place] = FREE if reals(d[at.U])[start] > limit else HOLD


@kernel
def strike_contacts(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """Let what approaches and touches strike: STRUCK, NOTHING, or why that could not be."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    r = reals(d[at.REALS])
    total = integers(d[at.COUNTS])[at.CONTACTS]
    flow = reals(q[V])
    if Callback(q[VALUES])(t, x, flow, c) != 0:
        return NOTHING
    count = find_touching(q, d, r[at.NEAR])
    if count == 0:
        return NOTHING
    scale = find_scale(q, d)
    approach = -1e300
    approaches = 0
    for a in range(count):
        i = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
        approach = max(approach, flow[i])
        if flow[i] > (DRIFT * scale if integers(q[MODE])[i] == HOLD else STILL * scale):
            approaches = 1
    if approaches == 0:
        return NOTHING
    if sensitivities(t, x, c, 1) != 0 or Callback(q[VALUES])(t, x, flow, c) != 0:
        return NOTHING
    if crowded(t, d) == 1:  # what would close within the same moment strikes now, and does not bounce
        fastest = 0.0
        for i in range(n):
            fastest = max(fastest, fabs(flow[i]))
        count = find_touching(q, d, r[at.NEAR] + SOON * r[at.SPAN] * fastest)
    r[at.FASTEST] = max(r[at.FASTEST], approach)
    find_held(q, d)
    feel(q, d)
    m = lay_out(q, d, 0)
    status = set_laws(t, x, c, d, approach)
    if status != 0:
        return status
    tiny = 0.0
    for i in range(m):
        tiny = max(tiny, 1e-12 * fabs(reals(d[at.U])[i]))
    given = reals(d[at.GIVEN])
    turns = strike_all(
        count, m, integers(d[at.FIRST]), integers(d[at.LENGTH]), reals(d[at.G]), given, given + total,
        integers(d[at.LAWS]), integers(d[at.COUNTS])[at.SIMULTANEOUS], max(STILL * scale, tiny), reals(d[at.U]),
        reals(d[at.P]), given + 2 * total, integers(d[at.ABOUT]), reals(d[at.WORK]),
    )  # fmt: skip
    if turns < 0:
        return UNSETTLED
    take_impulses(q, d, approach)
    energy = r + at.ENERGY
    before = reals(d[at.TERM])
    if Callback(d[at.STORED])(t, x, before, c) != 0:
        return NO_VALUE
    energy[0] -= before[0]
    pass_on(q, d, x)
    if Callback(d[at.STORED])(t, x, before, c) != 0:
        return NO_VALUE
    energy[0] += before[0]
    return STRUCK
