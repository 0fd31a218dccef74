"""Contacts that touch without approaching: their positions just after an instant, from the rates."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..impact.rest import rest_forces
from ..impact.single import norm
from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Bound, Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from .contact_layout import JAMMED, NO_VALUE, TOO_MANY
from .felt import NOTHING, feel
from .fineness import FLAT, NEAR, ROUNDING, SMALL, STILL, fineness, measure, note_closed, reach, stillness
from .flow_rates import flow_rates
from .mode_solution import solution
from .pair_inputs import inputs, project
from .pair_layout import (
    COUNT,
    COUNTS,
    CROSSED,
    FLOW_BY_STATE,
    FREE,
    GAP,
    HOLD,
    INPUTS_AT,
    LARGEST,
    LOOKS,
    LOW,
    MODE,
    OFFSET,
    OWN,
    RAISED,
    RATE,
    RATIO,
    RHS,
    ROOT,
    SAVED,
    STATES,
    TAKEN,
    UP,
    VALUES,
    V,
)  # fmt: skip
from .sharing import open_idle, share_forces
from .strikes import DRIFT, find_scale, lay_out, look_at_touching
from .yielding import let_slip, share_best

BEGUN = 1e-10  # part of the fastest flows from which on slip has a direction
BRIEF = 1e-12  # part of the run that is a moment
BRIEFLY = 100.0  # such moments
SEEN = 1e-2  # part of that by which a slip must have begun
FASTEST = 1e300  # m/s
DRIFTS = 100.0  # roundings of what efforts that hold would do in the whole run, by which what they hold may drift
LET_GO = Bound(1e-11)  # part of the largest effort within which a contact that was seen to let go has none
FAR = 1e6  # times the gap of bodies that touch


@kernel
def let_go(t: real, q: pointers, d: pointers, scale: real) -> integer:
    """Free all contacts, and list those that are closed; how many there are."""
    n = integers(q[COUNTS])[COUNT]
    values = reals(q[V])
    mode = integers(q[MODE])
    closed = 0
    for k in range(integers(d[at.COUNTS])[at.CONTACTS]):
        i = integers(d[at.NORMAL])[k]
        gap = values[GAP * n + i]
        fine = fineness(d, k)
        still = stillness(d, k, scale)
        touches = 0
        if mode[i] != HOLD:
            note_closed(t, q, d, k)
        if integers(q[RAISED])[i] == CROSSED or mode[i] != FREE or gap <= reach(t, q, d, k):
            touches = 1
        if touches == 1:
            reals(q[OFFSET])[i] = gap - fine
            if fabs(values[i]) <= still:  # it stays as it is: rounding may not seem to close it again
                reals(q[OFFSET])[i] -= FLAT * fine + max(values[i], 0.0) * reals(d[at.REALS])[at.SPAN]
        elif gap > FAR * NEAR * fine:
            reals(q[OFFSET])[i] = 0.0
        closes = max((DRIFT if mode[i] == HOLD else SMALL) * scale, still)
        opens = still if mode[i] == FREE and integers(q[RAISED])[i] != CROSSED else closes  # nothing pulls it back
        if touches == 1 and values[i] <= closes and -values[i] <= opens:
            integers(d[at.TOUCHING])[closed] = k
            closed += 1
        own = reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k
        seen = CROSSED if mode[i] == HOLD else TAKEN
        own[at.LEAVES] = 1.0 if integers(q[RAISED])[i] == seen and integers(d[at.FLAGS])[k] == 0 else 0.0
        yields = 0.0
        for j in range(integers(d[at.SIZE])[k]):
            if j > 0 and mode[i + j] == HOLD and integers(q[RAISED])[i + j] == CROSSED:
                yields = 1.0
            if j > 0 and mode[i + j] != HOLD and integers(q[RAISED])[i + j] == TAKEN:  # as was found at this instant
                yields = max(yields, own[at.YIELDS])
            mode[i + j] = FREE
        own[at.YIELDS] = yields
    integers(d[at.COUNTS])[at.TOUCH] = closed
    return closed


@kernel
def find_slips(q: pointers, d: pointers, scale: real, least: real, slipping: integers) -> nothing:
    """Which of the closed contacts slip, faster than `least` [m/s] at any rate, and where to."""
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        k = integers(d[at.TOUCHING])[a]
        place = integers(d[at.NORMAL])[k]
        size = integers(d[at.SIZE])[k]
        slip = reals(q[V]) + place + 1
        limit = max(least, max(SMALL * scale, stillness(d, k, scale)))
        for i in range(1, size):
            if integers(q[RAISED])[place + i] == CROSSED:
                limit = max(limit, reals(d[at.REALS])[at.SLACK] * scale)
        length = norm(size - 1, slip)
        slipping[a] = 1 if length > limit else 0
        for i in range(size):
            reals(d[at.SLIPS])[integers(d[at.FIRST])[a] + i] = 0.0
        if slipping[a] == 1:
            for i in range(1, size):
                reals(d[at.SLIPS])[integers(d[at.FIRST])[a] + i] = slip[i - 1] / length


@kernel
def take_positions(q: pointers, d: pointers, m: integer, slipping: integers, sticks: integers) -> nothing:
    """The positions of the closed contacts, from their forces P. One that was seen to let go opens, whatever rounding
    leaves of its force."""
    mode = integers(q[MODE])
    force = reals(d[at.P])
    largest = 0.0
    for r in range(m):
        largest = max(largest, fabs(force[r]))
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        k = integers(d[at.TOUCHING])[a]
        place = integers(d[at.NORMAL])[k]
        start = integers(d[at.FIRST])[a]
        least = SMALL * largest
        if (reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k)[at.LEAVES] > 0.5:
            least = max(least, LET_GO * reals(q[LARGEST])[0] * reals(q[ROOT])[place])
        if force[start] > least:
            mode[place] = HOLD
            for i in range(1, integers(d[at.SIZE])[k]):
                if slipping[a] == 0 and sticks[a] == 1:
                    mode[place + i] = HOLD
                else:
                    forwards = reals(q[V])[place + i] if slipping[a] == 1 else -force[start + i]
                    mode[place + i] = UP if forwards > 0.0 else LOW


@kernel
def begins(q: pointers, d: pointers, a: integer, slipping: integers, sticks: integers) -> integer:
    """Whether slip of closed contact a begins in space."""
    place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
    starts = integers(d[at.LENGTH])[a] > 2 and slipping[a] == 0 and sticks[a] == 0
    return 1 if starts and integers(q[MODE])[place] == HOLD else 0


@kernel
def slowest_begun(q: pointers, d: pointers, slipping: integers, sticks: integers) -> real:
    """The slowest slip of those that begin in space [m/s]."""
    slowest = FASTEST
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
        if begins(q, d, a, slipping, sticks) == 1:
            slowest = min(slowest, norm(2, reals(q[V]) + place + 1))
    return slowest


@kernel
def held_rates(t: real, x: reals, c: pointers, d: pointers, slipping: integers, sticks: integers) -> integer:
    """SAVED := the rates of the states if friction held what begins to slip. 0: they have a value."""
    q = pointers(c[PAIRS])
    mode = integers(q[MODE])
    saved = reals(q[SAVED])
    count = integers(d[at.COUNTS])[at.TOUCH]
    taken = integers(d[at.ROW_OF])  # room: nothing is passed on here
    for a in range(count):
        place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
        if begins(q, d, a, slipping, sticks) == 1:
            for i in range(1, 3):
                taken[place + i] = mode[place + i]
                mode[place + i] = HOLD
    solution(c)
    status = inputs(t, x, c)
    status += Callback(q[RHS])(t, x, saved, c)
    for a in range(count):
        place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
        if begins(q, d, a, slipping, sticks) == 1:
            for i in range(1, 3):
                mode[place + i] = taken[place + i]
    solution(c)
    return NO_VALUE if status != 0 else 0


@kernel
def follow_slips(q: pointers, d: pointers, slipping: integers) -> nothing:
    """The positions of what has begun to slip in space, as it does."""
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
        mode = integers(q[MODE]) + place
        if integers(d[at.LENGTH])[a] > 2 and slipping[a] == 0:
            for i in range(1, 3):
                if mode[i] != HOLD and mode[i] != FREE:
                    mode[i] = UP if reals(q[V])[place + i] > 0.0 else LOW


@kernel
def begin_slips(
    t: real, x: reals, c: pointers, d: pointers, scale: real, slipping: integers, sticks: integers
) -> integer:
    """Where slip begins in space, let the states change as they would in a moment, beyond what they did if friction
    held, with the forces P, so that slip has a direction, which friction opposes from then on; where these leave it too
    slow, as at the very limit of friction, without friction. What rests on others does not tip by that. 0: done."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    values = reals(q[V])
    some = 0
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        some += begins(q, d, a, slipping, sticks)
    if some == 0:
        return 0
    fastest = 0.0
    for r in range(integers(q[COUNTS])[COUNT]):
        fastest = max(fastest, fabs(reals(d[at.RATES])[r]))
    moment = BRIEF * reals(d[at.REALS])[at.SPAN]
    if moment * fastest < BEGUN * scale:
        moment = min(BEGUN * scale / fastest, BRIEFLY * moment)
    rate = reals(q[RATE])
    held = reals(q[SAVED])
    if held_rates(t, x, c, d, slipping, sticks) != 0:
        return NO_VALUE
    for rubbing in range(2):
        if rubbing == 1:  # friction that changes steeply with a slower slip would take long to follow
            moment = BRIEFLY * BRIEF * reals(d[at.REALS])[at.SPAN]
        for a in range(integers(d[at.COUNTS])[at.TOUCH]):
            place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
            start = integers(d[at.FIRST])[a]
            for i in range(integers(d[at.LENGTH])[a]):
                force = reals(d[at.P])[start + i] if i == 0 else (rubbing - 1.0) * reals(d[at.P])[start + i]
                u[2 * (place + i)] = force - reals(q[RATIO])[place + i] * values[place + i]
        if Callback(q[RHS])(t, x, rate, c) != 0:
            return NO_VALUE
        for i in range(k[STATES]):
            x[i] += moment * (rate[i] - held[i])
        if Callback(q[VALUES])(t, x, values, c) != 0:
            return NO_VALUE
        if slowest_begun(q, d, slipping, sticks) > SEEN * BEGUN * scale:
            break
        if rubbing == 0:
            for i in range(k[STATES]):
                x[i] -= moment * (rate[i] - held[i])
            if Callback(q[VALUES])(t, x, values, c) != 0:
                return NO_VALUE
    if project(t, x, c, held, held + k[OWN]) != 0:
        return NO_VALUE
    for i in range(k[OWN]):
        x[i] += held[i]
    if Callback(q[VALUES])(t, x, values, c) != 0:
        return NO_VALUE
    follow_slips(q, d, slipping)
    return 0


@kernel
def find_rates(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """How fast the flows of all contacts that touch change without their forces, and how these change that. 0: they
    have a value."""
    q = pointers(c[PAIRS])
    if look_at_touching(t, x, c, d) != 0:
        return NO_VALUE
    solution(c)
    looks = integers(q[COUNTS])[LOOKS]
    if flow_rates(t, x, reals(d[at.RATES]), c) != 0:
        return NO_VALUE
    if integers(q[COUNTS])[LOOKS] != looks:  # what the rates were found with leaves out contacts
        if look_at_touching(t, x, c, d) != 0:
            return NO_VALUE
    if Callback(d[at.TERMS])(t, x, reals(d[at.TERM]), c) != 0:
        return NO_VALUE
    if Callback(q[VALUES])(t, x, reals(q[V]), c) != 0:
        return NO_VALUE
    held = 0
    for i in range(integers(q[COUNTS])[COUNT]):  # whatever holds now; contacts do not
        if integers(q[MODE])[i] == HOLD:
            integers(d[at.HELD])[held] = i
            held += 1
    integers(d[at.COUNTS])[at.HOLDING] = held
    feel(q, d)
    return 0


@kernel
def leave_held(q: pointers, c: pointers, d: pointers, m: integer, scale: real) -> nothing:
    """What others hold, as friction that sticks, no contact moves; a rate that is rounding is none there, for no force
    would end it: rounding beside the fastest flows over the run, or beside what the efforts that hold would do. Where
    nothing has moved yet, these say what is too slow to be seen."""
    n = integers(q[COUNTS])[COUNT]
    u = reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT]
    span = reals(d[at.REALS])[at.SPAN]
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        place = integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]
        row = integers(d[at.FIRST])[a]
        alone = fabs(reals(q[FLOW_BY_STATE])[place * n + place])
        if fabs(reals(d[at.G])[row * m + row]) <= NOTHING * alone:
            held = 0.0
            for j in range(n):
                held = max(held, fabs(reals(q[FLOW_BY_STATE])[j * n + place] * u[2 * j]))
            rate = fabs(reals(d[at.U])[row])
            if rate * span <= SMALL * scale or rate <= SMALL * held:
                reals(d[at.U])[row] = 0.0
                slow = max(STILL * scale, DRIFTS * ROUNDING * held * span)
                reals(d[at.REALS])[at.SCALE] = max(scale, slow / STILL)
                reals(q[OFFSET])[place] -= slow * span


@kernel
def rest_contacts(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """Set the positions of all contacts to those just after this instant, at which none approaches. 0: done."""
    q = pointers(c[PAIRS])
    total = integers(d[at.COUNTS])[at.CONTACTS]
    if Callback(q[VALUES])(t, x, reals(q[V]), c) != 0:
        return NO_VALUE
    if measure(t, x, c, d) != 0:
        return NO_VALUE
    scale = find_scale(q, d)
    count = let_go(t, q, d, scale)
    if count == 0:
        return 0
    if count > integers(d[at.COUNTS])[at.ROOM]:
        integers(d[at.COUNTS])[at.WANTED] = count
        return TOO_MANY
    if find_rates(t, x, c, d) != 0:
        return NO_VALUE
    m = lay_out(q, d, 1)
    leave_held(q, c, d, m, scale)
    mu = reals(d[at.GIVEN])
    for a in range(count):
        mu[a] = 0.0
        if integers(d[at.LENGTH])[a] > 1:
            mu[a] = reals(d[at.TERM])[total + integers(d[at.TOUCHING])[a]]
    slipping = integers(d[at.ABOUT])
    sticks = slipping + count
    status = 1
    least = 0.0
    while status != 0:
        find_slips(q, d, scale, least, slipping)
        for r in range(m):
            reals(d[at.P])[r] = 0.0
        status = rest_forces(
            count, m, integers(d[at.FIRST]), integers(d[at.LENGTH]), slipping, reals(d[at.G]), reals(d[at.U]), mu,
            reals(d[at.SLIPS]), reals(d[at.P]), sticks, reals(d[at.WORK]), sticks + count,
        )  # fmt: skip
        if status != 0 and least >= DRIFT * scale:
            return JAMMED
        # what jams so slowly, wedged among others, stops
        least = reals(d[at.REALS])[at.SLACK] * scale if least == 0.0 else DRIFT * scale
    take_positions(q, d, m, slipping, sticks)
    idle = sticks + count
    if share_forces(t, x, c, d, m, slipping, idle) == 1:
        used = share_best(t, x, c, d, reals(d[at.WORK]))
        if used < 0.0 or used > 1.0:
            open_idle(q, d, idle)
    if let_slip(t, x, c, d, sticks) == 1:
        take_positions(q, d, m, slipping, sticks)
    if begin_slips(t, x, c, d, scale, slipping, sticks) != 0:
        return NO_VALUE
    return 0
