"""An instant with contacts, in machine code: what approaches strikes, what touches rests, until all is settled."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..integrate import layout as at_run
from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from . import pair_layout as at_pair
from .catching import catch_contacts
from .decide import decide
from .drift import close_again, small_flows
from .event_layout import (
    BESIDE,
    CONTACTS,
    COUNT,
    DISCRETES,
    ENERGIES,
    IMPULSES,
    JUMP,
    NEAR,
    NUMBERS,
    OLD,
    REALS,
    SAME,
    STATES,
    STRUCK,
    TOLERANCE,
    TOUCHES,
    WIDTH,
)  # fmt: skip
from .mode_solution import solution
from .pair_inputs import inputs, project
from .resting import rest_contacts
from .sensitivity import sensitivities
from .settle import AHEAD, SMALL_JUMP, moment, unmet
from .shared_load import hold_released, take_rest
from .slip_vector import begin_vectors, stop_vectors
from .strikes import strike_contacts
from .yielding import relieve

ROUNDS = 20


@kernel
def others_turned(t: real, x: reals, c: pointers, e: pointers) -> integer:
    """Whether an indicator other than those of pairs has another sign than before the instant: the states jumped."""
    p = pointers(c[PAIRS])
    count = integers(p[at_pair.COUNTS])[at_pair.INDICATORS]
    before = reals(e[BESIDE])
    after = before + count
    if count > 0:
        if Callback(p[at_pair.ROOTS])(t, x, after, c) != 0:
            return 1
    for i in range(count):
        if before[i] * after[i] <= 0.0:
            return 1
    return 0


@kernel
def keep_contacts(t: real, x: reals, c: pointers, e: pointers) -> nothing:
    """Before an instant: what would have to be put back."""
    if integers(e[NUMBERS])[TOUCHES] == 0:
        return
    p = pointers(c[PAIRS])
    d = pointers(e[CONTACTS])
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    count = integers(p[at_pair.COUNTS])[at_pair.INDICATORS]
    if count > 0:
        Callback(p[at_pair.ROOTS])(t, x, reals(e[BESIDE]), c)
    kept = reals(e[BESIDE]) + 2 * count
    for i in range(n):
        kept[i] = reals(p[at_pair.OFFSET])[i]
        kept[n + i] = integers(p[at_pair.FADING])[i]
        reals(d[at.IMPULSE])[i] = 0.0
    for i in range(at.REALS_SIZE + at.EACH * integers(d[at.COUNTS])[at.CONTACTS]):
        kept[2 * n + i] = reals(d[at.REALS])[i]
    reals(d[at.REALS])[at.ENERGY] = 0.0
    for k in range(integers(d[at.COUNTS])[at.CONTACTS]):
        integers(d[at.FLAGS])[k] = 0


@kernel
def put_back_contacts(c: pointers, e: pointers) -> nothing:
    """The instant is Python's: as if it had not been looked at."""
    if integers(e[NUMBERS])[TOUCHES] == 0:
        return
    p = pointers(c[PAIRS])
    d = pointers(e[CONTACTS])
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    kept = reals(e[BESIDE]) + 2 * integers(p[at_pair.COUNTS])[at_pair.INDICATORS]
    for i in range(n):
        reals(p[at_pair.OFFSET])[i] = kept[i]
        integers(p[at_pair.FADING])[i] = 1 if kept[n + i] > 0.5 else 0
    for i in range(at.REALS_SIZE + at.EACH * integers(d[at.COUNTS])[at.CONTACTS]):
        reals(d[at.REALS])[i] = kept[2 * n + i]


@kernel
def struck_now(e: pointers) -> integer:
    """Whether a contact struck at this instant."""
    if integers(e[NUMBERS])[TOUCHES] == 0:
        return 0
    d = pointers(e[CONTACTS])
    for k in range(integers(d[at.COUNTS])[at.CONTACTS]):
        if integers(d[at.FLAGS])[k] != 0:
            return 1
    return 0


@kernel
def note_contacts(x: reals, states: integer, c: pointers, e: pointers) -> nothing:
    """Note the impulses of an event, and where contacts struck all by which they can be followed into the joints."""
    if integers(e[NUMBERS])[TOUCHES] == 0:
        return
    d = pointers(e[CONTACTS])
    n = integers(pointers(c[PAIRS])[at_pair.COUNTS])[at_pair.COUNT]
    row = integers(e[NUMBERS])[COUNT]
    contacts = integers(d[at.COUNTS])[at.CONTACTS]
    for i in range(n):
        reals(e[IMPULSES])[row * n + i] = reals(d[at.IMPULSE])[i]
    reals(e[ENERGIES])[row] = reals(d[at.REALS])[at.ENERGY]
    struck = 0
    for k in range(contacts):
        integers(e[STRUCK])[row * contacts + k] = integers(d[at.FLAGS])[k]
        if integers(d[at.FLAGS])[k] != 0:
            struck = 1
    if struck == 1:
        for i in range(states):
            reals(e[STATES])[row * states + i] = x[i]
        width = integers(e[NUMBERS])[WIDTH]
        for i in range(width):
            reals(e[DISCRETES])[row * width + i] = reals(c[DISCRETE])[i]


@kernel
def take_others(t: real, x: reals, c: pointers, s: reals, q: pointers, e: pointers) -> integer:
    """The positions of pairs that are no contacts, and what all positions ask of the inputs. 0: done."""
    p = pointers(c[PAIRS])
    d = pointers(e[CONTACTS])
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    free = 1
    others = 0
    for i in range(n):
        if integers(d[at.OWNED])[i] == 0:
            others = 1
        elif integers(p[at_pair.MODE])[i] != at_pair.FREE:
            free = 0
    integers(p[at_pair.COUNTS])[at_pair.DERIVED] = 0
    if others == 0 and free == 1 and integers(p[at_pair.COUNTS])[at_pair.STATED] != 0:
        return 0  # all is open: nothing is asked for
    if sensitivities(t, x, c, others) != 0:
        return 1
    h = 0.0
    if others == 1:
        h = moment(t, x, c, s, q, e)
        hold_released(t, x, c)
        if decide(t, x, c, h, reals(e[REALS])[NEAR]) != 0:
            return 1
    solution(c)
    if others == 1:
        take_rest(t, x, c, AHEAD * h, reals(e[JUMP]))
    return integers(p[at_pair.COUNTS])[at_pair.LOOSE]


@kernel
def take_drift(t: real, x: reals, c: pointers, e: pointers) -> nothing:
    """Take from the states what the integration has let them drift by from the laws of the present positions: a contact
    that opens now would else seem to close, or one that stays to open."""
    p = pointers(c[PAIRS])
    k = integers(p[at_pair.COUNTS])
    jump = reals(e[JUMP])
    if sensitivities(t, x, c, 0) != 0:
        return
    solution(c)
    limit = max(SMALL_JUMP, 100.0 * reals(e[REALS])[TOLERANCE])
    if small_flows(t, x, c, pointers(e[CONTACTS]), limit) == 0:
        return
    close_again(t, x, c, pointers(e[CONTACTS]), limit, jump)
    if project(t, x, c, jump, jump + k[at_pair.OWN]) != 0:
        return
    for i in range(k[at_pair.OWN]):
        x[i] += jump[i]


@kernel
def add_impulses(n: integer, passed: reals, d: pointers) -> nothing:
    """Note what passed through pairs at once, but for contacts, which have drifted by the integration alone."""
    for i in range(n):
        if integers(d[at.OWNED])[i] == 0:
            reals(d[at.IMPULSE])[i] += passed[i]


@kernel
def settle_contacts(t: real, x: reals, c: pointers, s: reals, q: pointers, e: pointers) -> integer:
    """Let contacts strike and rest, and take all positions; 0: done, 1: something unusual, which is Python's."""
    p = pointers(c[PAIRS])
    k = integers(p[at_pair.COUNTS])
    n = k[at_pair.COUNT]
    raised = integers(p[at_pair.RAISED])
    mode = integers(p[at_pair.MODE])
    old = integers(e[OLD]) + n
    absolute = reals(q[at_run.ABSOLUTE])
    jump = reals(e[JUMP])
    reals(pointers(e[CONTACTS])[at.REALS])[at.MOVED] = 0.0
    if k[at_pair.DERIVED] > 0:
        take_drift(t, x, c, e)
    stop_vectors(t, x, c, reals(e[REALS])[TOLERANCE], jump)
    for turn in range(ROUNDS):
        struck = strike_contacts(t, x, c, pointers(e[CONTACTS]))
        if struck < 0:
            return 1
        if struck == 0 and turn > 0:  # what struck last has set nothing else in motion: all positions are there
            return others_turned(t, x, c, e)
        for i in range(n):
            old[i] = mode[i]
        rests = rest_contacts(t, x, c, pointers(e[CONTACTS]))
        if rests == at.JAMMED and catch_contacts(t, x, c, pointers(e[CONTACTS])) == at.STRUCK:
            struck = at.STRUCK
            rests = rest_contacts(t, x, c, pointers(e[CONTACTS]))
        if rests != 0 or take_others(t, x, c, s, q, e) != 0:
            return 1
        if k[at_pair.DERIVED] > 0:
            if project(t, x, c, jump, jump + k[at_pair.OWN]) != 0:
                return 1
            limit = max(SMALL_JUMP, 100.0 * reals(e[REALS])[TOLERANCE])
            for i in range(k[at_pair.OWN]):
                if fabs(jump[i]) > limit * max(fabs(x[i]), absolute[i] / s[at_run.RELATIVE]) + 1e-18:
                    return 1
            for i in range(k[at_pair.OWN]):
                x[i] += jump[i]
            add_impulses(n, jump + k[at_pair.OWN], pointers(e[CONTACTS]))
        if inputs(t, x, c) != 0:
            return 1
        relieve(t, x, c, pointers(e[CONTACTS]))
        begin_vectors(t, x, c, reals(e[REALS])[SAME])
        if k[at_pair.DERIVED] > 0:
            if unmet(t, x, c) != 0:
                return 1
        for i in range(n):
            if raised[i] == at_pair.CROSSED:
                raised[i] = 0
            if old[i] != mode[i] and (raised[i] != at_pair.STAYS or mode[i] != at_pair.HOLD):
                raised[i] = at_pair.TAKEN
        if struck == 0:
            return others_turned(t, x, c, e)
    return 1
