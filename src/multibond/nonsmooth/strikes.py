"""Contacts that close with speed: at this instant they strike, and the states jump by what their impulses do."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..impact.strike import strike_all
from ..program.context import PAIRS
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from .contact_layout import NO_VALUE, NOTHING, RESTITUTION, STRUCK, UNSETTLED
from .endless import SOON, crowds, end_sequences, remember
from .felt import feel, find_held, pass_on
from .fineness import SMALL, measure, note_closed, reach, stillest, stillness
from .pair_layout import (
    COUNT,
    COUNTS,
    CROSSED,
    FADING,
    FLOW,
    FREE,
    GAP,
    HOLD,
    LARGEST,
    MODE,
    RAISED,
    VALUES,
    WANTED,
    V,
)  # fmt: skip
from .sensitivity import sensitivities

DRIFT = 1e-5  # part of the fastest flows that the integration may leave at a contact that rests


@kernel
def find_scale(q: pointers, d: pointers) -> real:
    """The size of flows of contacts in this run [m/s], or of the velocities that cancel in them: bodies that slide
    along each other have flows of rounding and drift alone."""
    n = integers(q[COUNTS])[COUNT]
    total = integers(d[at.COUNTS])[at.CONTACTS]
    scale = max(reals(d[at.REALS])[at.SCALE], reals(q[LARGEST])[5])
    for k in range(total):
        scale = max(scale, reals(d[at.TERM])[2 * total + k])
    for i in range(n):
        if integers(d[at.OWNED])[i] != 0:
            scale = max(scale, fabs(reals(q[V])[FLOW * n + i]))
    reals(d[at.REALS])[at.SCALE] = scale
    return scale


@kernel
def find_touching(t: real, q: pointers, d: pointers, wide: real) -> integer:
    """List the contacts that touch: those seen to close, those that rest, and those with a gap of rounding, or `wide`
    [m] more; how many there are."""
    n = integers(q[COUNTS])[COUNT]
    normal = integers(d[at.NORMAL])
    mode = integers(q[MODE])
    count = 0
    for k in range(integers(d[at.COUNTS])[at.CONTACTS]):
        i = normal[k]
        near = reach(t, q, d, k) + wide
        if integers(q[RAISED])[i] == CROSSED or mode[i] != FREE or reals(q[V])[GAP * n + i] <= near:
            integers(d[at.TOUCHING])[count] = k
            count += 1
    integers(d[at.COUNTS])[at.TOUCH] = count
    return count


@kernel
def look_at_touching(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """How everything depends on the inputs, but for those of contacts that are open and do not touch. 0: it has a
    value."""
    q = pointers(c[PAIRS])
    wanted = integers(q[WANTED])
    count = integers(d[at.COUNTS])[at.TOUCH]
    for a in range(count):
        k = integers(d[at.TOUCHING])[a]
        for i in range(integers(d[at.SIZE])[k]):
            wanted[integers(d[at.NORMAL])[k] + i] = 1
    status = sensitivities(t, x, c, 2)
    for a in range(count):
        k = integers(d[at.TOUCHING])[a]
        for i in range(integers(d[at.SIZE])[k]):
            wanted[integers(d[at.NORMAL])[k] + i] = 0
    return status


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
def crowded(t: real, q: pointers, d: pointers, scale: real) -> integer:
    """Remember which contacts strike now; whether one of them does so in a sequence without end, of which this is the
    end."""
    found = 0
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        k = integers(d[at.TOUCHING])[a]
        approach = reals(q[V])[integers(d[at.NORMAL])[k]]
        if approach > stillness(d, k, scale):
            remember(t, d, k, approach)
            found = max(found, crowds(d, k))
    return found


@kernel
def set_laws(d: pointers) -> integer:
    """Restitution and friction of the contacts that touch. 0: they have sensible values."""
    count = integers(d[at.COUNTS])[at.TOUCH]
    total = integers(d[at.COUNTS])[at.CONTACTS]
    for a in range(count):
        k = integers(d[at.TOUCHING])[a]
        e = reals(d[at.TERM])[k]
        if not (e >= 0.0 and e <= 1.0):
            integers(d[at.COUNTS])[at.WRONG] = k
            return RESTITUTION
        reals(d[at.GIVEN])[a] = e
        reals(d[at.GIVEN])[total + a] = reals(d[at.TERM])[total + k]
    return 0


@kernel
def take_impulses(t: real, q: pointers, d: pointers) -> nothing:
    """Positions of the contacts that struck, and the impulses PASSED of all pairs. What opens too slowly to be seen is
    noted; what does not open any faster than the integration had let it drift goes on holding."""
    n = integers(q[COUNTS])[COUNT]
    passed = reals(d[at.PASSED])
    count = integers(d[at.COUNTS])[at.TOUCH]
    scale = reals(d[at.REALS])[at.SCALE]
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
        still = stillness(d, k, scale)
        opens = reals(d[at.U])[start]
        drift = reals(d[at.BEFORE])[a]
        if integers(q[MODE])[place] == HOLD and drift <= DRIFT * scale:
            still = max(still + max(drift, 0.0), SMALL * scale)
        if integers(q[MODE])[place] != HOLD:
            note_closed(t, q, d, k)
        integers(q[MODE])[place] = FREE if opens > still else HOLD
        slow = reals(d[at.FADES])[2 * a if reals(d[at.P])[start] != 0.0 else 2 * a + 1]
        integers(q[FADING])[place] = 1 if opens > still and opens <= slow else 0


@kernel
def jump(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """Let the states jump by the impulses P: STRUCK, or why that could not be."""
    q = pointers(c[PAIRS])
    energy = reals(d[at.REALS]) + at.ENERGY
    stored = reals(d[at.TERM])
    take_impulses(t, q, d)
    if Callback(d[at.STORED])(t, x, stored, c) != 0:
        return NO_VALUE
    energy[0] -= stored[0]
    pass_on(q, d, x)
    if Callback(d[at.STORED])(t, x, stored, c) != 0:
        return NO_VALUE
    energy[0] += stored[0]
    return STRUCK


@kernel
def largest_flow(q: pointers) -> real:
    """The largest flow of all pairs."""
    largest = 0.0
    for i in range(integers(q[COUNTS])[COUNT]):
        largest = max(largest, fabs(reals(q[V])[i]))
    return largest


@kernel
def fastest_approach(q: pointers, d: pointers, scale: real) -> real:
    """The fastest approach of contacts that touch [m/s]; none where no approach is more than rounding or drift."""
    flow = reals(q[V])
    approach = -1e300
    approaches = 0
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        k = integers(d[at.TOUCHING])[a]
        i = integers(d[at.NORMAL])[k]
        still = stillness(d, k, scale)
        approach = max(approach, flow[i])
        if flow[i] > (max(DRIFT * scale, still) if integers(q[MODE])[i] == HOLD else still):
            approaches = 1
    return approach if approaches == 1 else -1e300


@kernel
def strike_contacts(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """Let what approaches and touches strike: STRUCK, NOTHING, or why that could not be."""
    q = pointers(c[PAIRS])
    r = reals(d[at.REALS])
    total = integers(d[at.COUNTS])[at.CONTACTS]
    flow = reals(q[V])
    if Callback(q[VALUES])(t, x, flow, c) != 0:
        return NOTHING
    status = measure(t, x, c, d)
    if status != 0:
        return status
    count = find_touching(t, q, d, 0.0)
    if count == 0:
        return NOTHING
    scale = find_scale(q, d)
    approach = fastest_approach(q, d, scale)
    if approach < -1e299:
        return NOTHING
    if crowded(t, q, d, scale) == 1:  # what would close within the same moment strikes now, and does not bounce
        count = find_touching(t, q, d, SOON * r[at.SPAN] * largest_flow(q))
    r[at.FASTEST] = max(r[at.FASTEST], approach)
    if look_at_touching(t, x, c, d) != 0 or Callback(q[VALUES])(t, x, flow, c) != 0:
        return NOTHING
    find_held(q, d)
    feel(q, d)
    m = lay_out(q, d, 0)
    status = set_laws(d)
    if status != 0:
        return status
    end_sequences(t, m, d, scale)
    tiny = stillest(d, scale)
    for i in range(m):
        tiny = max(tiny, 1e-12 * fabs(reals(d[at.U])[i]))
    for a in range(count):
        reals(d[at.BEFORE])[a] = reals(d[at.U])[integers(d[at.FIRST])[a]]
    given = reals(d[at.GIVEN])
    turns = strike_all(
        count, m, integers(d[at.FIRST]), integers(d[at.LENGTH]), reals(d[at.G]), given, given + total,
        integers(d[at.LAWS]), integers(d[at.COUNTS])[at.SIMULTANEOUS], tiny, reals(d[at.U]), reals(d[at.P]),
         given + 2 * total, integers(d[at.ABOUT]), reals(d[at.WORK]),
    )  # fmt: skip
    if turns < 0:
        return UNSETTLED
    return jump(t, x, c, d)
