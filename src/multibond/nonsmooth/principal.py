"""The complementarity problem of the next positions by principal pivots: all couples that are violated change at once.

Positions are taken, the system of their laws is solved, and where every couple then is on its side, these positions are
the solution; a crossing that was seen to happen is usually settled by the second solution. Where it goes on, or laws
leave something open, Lemke's pivoting decides.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.factors import clear_rows, factor_within, solve_rows
from ..program.kernel import Bound, integer, integers, kernel, nothing, pointers, real, reals
from .couples import basic_value, bound_by, bound_of, crossed, flow_by, raise_crossings
from .pair_layout import (
    COUNT,
    COUNTS,
    FLOW_BY_INPUT,
    FLOW_BY_STATE,
    HOLD,
    LARGEST,
    LEAKS,
    LOW,
    MODE,
    MOVING,
    NUMBERS,
    UP,
)  # fmt: skip

TURNS = 8  # and one for each pair
GOLDEN = 0.6180339887498949
MORE = 10.0  # times what one way to shake tells
FAINT = 1e-5  # part of the largest value below which a violation may be noise
ROUNDING = Bound(1e-14)  # part of the terms of a sum that rounding may leave of them
REFINEMENTS = 5  # after which the leak carries nothing but what would float


@kernel
def factors_at(q: pointers) -> integers:
    """What is noted of the factors of the laws: 4 n."""
    return integers(q[NUMBERS]) + 12 * integers(q[COUNTS])[COUNT] + 1


@kernel
def ends_at(q: pointers) -> integers:
    """Where the row of each flow among those by inputs begins, then where each ends: in most networks a flow answers to
    few inputs."""
    return integers(q[NUMBERS]) + 18 * integers(q[COUNTS])[COUNT] + 4


@kernel
def note_ends(q: pointers) -> nothing:
    """Note between which places flows depend on inputs; where bounds do, any may."""
    n = integers(q[COUNTS])[COUNT]
    moving = integers(q[COUNTS])[MOVING]
    begins = ends_at(q)
    ends = begins + n
    for i in range(n):
        begins[i] = 0 if moving == 1 else i
        ends[i] = n - 1 if moving == 1 else i
    for j in range(n):
        by_input = reals(q[FLOW_BY_INPUT]) + j * n
        by_state = reals(q[FLOW_BY_STATE]) + j * n
        for i in range(n):
            if by_input[i] != 0.0 or by_state[i] != 0.0:
                begins[i] = min(begins[i], j)
                ends[i] = max(ends[i], j)


@kernel
def lay_flows(q: pointers, h: real, flows: reals, own: reals, a: reals) -> nothing:
    """Scaled flows, a step later, by scaled inputs in rows, between their ends; own efforts by own inputs; a := 0."""
    n = integers(q[COUNTS])[COUNT]
    begins = ends_at(q)
    note_ends(q)
    for i in range(n):
        own[i] = flow_by(q, i, i, h, 1.0)
        for j in range(n):
            a[i * n + j] = 0.0
        for j in range(begins[i], begins[n + i] + 1):
            flows[i * n + j] = flow_by(q, i, j, h, 0.0)


@kernel
def lay_down(
    q: pointers, h: real, bound: reals, flow: reals, flows: reals, own: reals, shift: reals, a: reals, side: reals
) -> nothing:  # fmt: skip
    """The laws of the present positions, a step later, for the scaled inputs: rows of `a`, which are zero, and
    right-hand sides. A law that a change has brought is missed by the `shift` of what it asks for."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    moving = integers(q[COUNTS])[MOVING]
    leak = reals(q[LEAKS])
    begins = ends_at(q)
    order = factors_at(q)
    for i in range(n):
        order[n + i] = begins[i]
        order[2 * n + i] = begins[n + i]
        row = a + i * n
        for j in range(begins[i], begins[n + i] + 1):
            row[j] = flows[i * n + j]
        side[i] = shift[i] - flow[i]
        if mode[i] == HOLD:
            row[i] -= leak[i]
        else:
            row[i] = own[i]
            if mode[i] == UP or mode[i] == LOW:
                kind = bound_of(q, i, 1 if mode[i] == UP else 0)
                if moving == 1:
                    for j in range(n):
                        row[j] -= bound_by(q, kind, i, j, h)
                side[i] += bound[(kind - 1) * n + i]
            row[i] += leak[i]


@kernel
def inputs_of(q: pointers, a: reals, side: reals, base: reals, right: reals) -> nothing:
    """The scaled inputs from the factors `a`, in turns: what leaks is the difference to those just found."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    leak = reals(q[LEAKS])
    order = factors_at(q)
    for turn in range(REFINEMENTS):
        for i in range(n):
            before = base[i] if turn > 0 else 0.0
            right[i] = side[i] + (-leak[i] if mode[i] == HOLD else leak[i]) * before
        solve_rows(n, a, order, right, base)


@kernel
def basic_values(
    q: pointers, h: real, count: integer, which: integers, kind: integers, bound: reals, flow: reals, flows: reals,
    own: reals, base: reals, right: reals, noise: reals,
) -> integer:  # fmt: skip
    """What each couple is with the inputs `base`, and how far rounding may have carried it. 1: it is no number."""
    n = integers(q[COUNTS])[COUNT]
    begins = ends_at(q)
    check = 0.0
    for r in range(count):
        i = which[r]
        others = flow[i]
        size = fabs(flow[i])
        for j in range(begins[i], begins[n + i] + 1):
            if j != i:
                part = flows[i * n + j] * base[j]
                others += part
                size += fabs(part)
        f = others + flows[i * n + i] * base[i]
        e = others + own[i] * base[i]
        right[r] = basic_value(q, i, kind[r], h, bound, f, e, base)
        noise[r] = ROUNDING * (size + fabs(base[i]) + fabs(right[r]))
        check += right[r] * 0.0
    return 0 if check == 0.0 else 1


@kernel
def faint(q: pointers, count: integer, right: reals, noise: reals) -> real:
    """Below what a violation may be noise, where a couple is violated by less; otherwise zero."""
    largest = reals(q[LARGEST])[0]
    for r in range(count):
        largest = max(largest, fabs(right[r]))
    for r in range(count):
        if right[r] < -noise[r] and right[r] > -FAINT * largest:
            return FAINT * largest
    return 0.0


@kernel
def shaken(
    q: pointers, h: real, count: integer, which: integers, kind: integers, bound: reals, flow: reals, flows: reals,
    own: reals, base: reals, right: reals, noise: reals, limit: real, a: reals, room: reals,
) -> nothing:  # fmt: skip
    """Add to the noise of couples violated by less than a `limit` what rounding of the laws becomes in them where these
    leave something all but open, as the potential of a node between blocking diodes. room: 2 n."""
    n = integers(q[COUNTS])[COUNT]
    side = room
    change = room + n
    begins = ends_at(q)
    part = 0.5
    for i in range(n):
        size = fabs(flow[i]) + fabs(own[i] * base[i])
        row = flows + i * n
        for j in range(begins[i], begins[n + i] + 1):
            size += fabs(row[j] * base[j])
        part += GOLDEN
        part -= 1.0 if part >= 1.5 else 0.0
        side[i] = ROUNDING * size * (part if i % 2 == 0 else -part)
    solve_rows(n, a, factors_at(q), side, change)
    for i in range(n):
        change[i] += base[i]
    for r in range(count):
        if right[r] < 0.0 and right[r] > -limit:
            i = which[r]
            f = flow[i]
            for j in range(begins[i], begins[n + i] + 1):
                f += flows[i * n + j] * change[j]
            value = basic_value(q, i, kind[r], h, bound, f, f + (own[i] - flows[i * n + i]) * change[i], change)
            noise[r] += MORE * fabs(value - right[r])


@kernel
def change_violated(
    q: pointers, count: integer, which: integers, kind: integers, right: reals, noise: reals, shifts: reals,
    shift: reals,
) -> integer:  # fmt: skip
    """Let pairs change whose couple is violated; how many. What their new laws ask for is shifted as the couple was."""
    mode = integers(q[MODE])
    changed = 0
    for r in range(count):
        if right[r] < -noise[r]:
            i = which[r]
            sign = 1.0 if kind[r] == 1 else -1.0
            if mode[i] == HOLD:
                mode[i] = UP if kind[r] == 1 else LOW
                shift[i] = sign * shifts[r]
            elif shift[i] == 0.0 and shifts[r] != 0.0:
                mode[i] = HOLD
                shift[i] = -sign * shifts[r]
            else:
                mode[i] = HOLD
                shift[i] = 0.0
            shifts[r] = 0.0
            changed += 1
    return changed


@kernel
def principal(
    q: pointers, h: real, count: integer, which: integers, kind: integers, bound: reals, flow: reals, base: reals,
    work: reals,
) -> integer:  # fmt: skip
    """Set the modes to the solution, from those they have. 0: done; 1: they are as they were, and Lemke is asked.

    work: room for 2 n² + 12 n.
    """
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    kept = integers(q[NUMBERS]) + 16 * n + 1
    flows = work
    a = flows + n * n
    own = a + n * n
    side = own + n
    room = side + n  # 2 n
    shift = room + 2 * n
    right = shift + n  # up to 2 n, and so are the next two
    noise = right + 2 * n
    shifts = noise + 2 * n
    lay_flows(q, h, flows, own, a)
    for i in range(n):
        kept[i] = mode[i]
        shift[i] = 0.0
    for turn in range(TURNS + n):
        if turn > 0:
            clear_rows(n, a, factors_at(q))
        lay_down(q, h, bound, flow, flows, own, shift, a, side)
        if factor_within(n, a, factors_at(q)) != 0:
            break
        inputs_of(q, a, side, base, room)
        if basic_values(q, h, count, which, kind, bound, flow, flows, own, base, right, noise) != 0:
            break
        if turn == 0:
            for r in range(count):
                shifts[r] = right[r]
                noise[r] = 0.0
        limit = faint(q, count, right, noise)
        if limit > 0.0:
            shaken(q, h, count, which, kind, bound, flow, flows, own, base, right, noise, limit, a, room)
        if turn == 0:
            for r in range(count):
                if crossed(q, r, count, which, kind, right) == 1:
                    noise[r] = 0.0
            raise_crossings(q, count, which, kind, right)
            for r in range(count):
                shifts[r] = right[r] - shifts[r]
        else:
            for r in range(count):
                right[r] += shifts[r]
        if change_violated(q, count, which, kind, right, noise, shifts, shift) == 0:
            return 0
    for i in range(n):
        mode[i] = kept[i]
    return 1
