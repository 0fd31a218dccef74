"""The complementarity problem of the next positions by principal pivots: all couples that are violated change at once.

Positions are taken, the system of their laws is solved, and where every couple then is on its side, these positions are
the solution; a crossing that was seen to happen is usually settled by the second solution. Where it goes on, or laws
leave something open, Lemke's pivoting decides.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.factors import factor_rows, solve_rows
from ..program.kernel import Bound, integer, integers, kernel, nothing, pointers, real, reals
from .couples import basic_value, bound_by, bound_of, crossed, flow_by, raise_crossings
from .pair_layout import COUNT, COUNTS, HOLD, LARGEST, LEAKS, LOW, MODE, MOVING, NUMBERS, UP

TURNS = 8  # and one for each pair
GOLDEN = 0.6180339887498949
MORE = 10.0  # times what one way to shake tells
FAINT = 1e-5  # part of the largest value below which a violation may be noise
ROUNDING = Bound(1e-14)  # part of the terms of a sum that rounding may leave of them
REFINEMENTS = 5  # after which the leak carries nothing but what would float


@kernel
def lay_down(
    q: pointers, h: real, bound: reals, flow: reals, flows: reals, own: reals, shift: reals, a: reals, side: reals
) -> nothing:  # fmt: skip
    """The laws of the present positions, a step later, for the scaled inputs: rows of `a` and right-hand sides. A law
    that a change has brought is missed by the `shift` of what it asks for."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    moving = integers(q[COUNTS])[MOVING]
    leak = reals(q[LEAKS])
    for i in range(n):
        row = a + i * n
        for j in range(n):
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
    order = integers(q[NUMBERS]) + 12 * n + 1
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
    check = 0.0
    for r in range(count):
        i = which[r]
        others = flow[i]
        size = fabs(flow[i])
        for j in range(n):
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
    part = 0.5
    for i in range(n):
        size = fabs(flow[i]) + fabs(own[i] * base[i])
        row = flows + i * n
        for j in range(n):
            size += fabs(row[j] * base[j])
        part += GOLDEN
        part -= 1.0 if part >= 1.5 else 0.0
        side[i] = ROUNDING * size * (part if i % 2 == 0 else -part)
    solve_rows(n, a, integers(q[NUMBERS]) + 12 * n + 1, side, change)
    for i in range(n):
        change[i] += base[i]
    for r in range(count):
        if right[r] < 0.0 and right[r] > -limit:
            i = which[r]
            f = flow[i]
            for j in range(n):
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
    kept = integers(q[NUMBERS]) + 15 * n + 1
    flows = work
    a = flows + n * n
    own = a + n * n
    side = own + n
    room = side + n  # 2 n
    shift = room + 2 * n
    right = shift + n  # up to 2 n, and so are the next two
    noise = right + 2 * n
    shifts = noise + 2 * n
    for i in range(n):
        kept[i] = mode[i]
        shift[i] = 0.0
        own[i] = flow_by(q, i, i, h, 1.0)
        for j in range(n):
            flows[i * n + j] = flow_by(q, i, j, h, 0.0)
    for turn in range(TURNS + n):
        lay_down(q, h, bound, flow, flows, own, shift, a, side)
        if factor_rows(n, a, integers(q[NUMBERS]) + 12 * n + 1) != 0:
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
