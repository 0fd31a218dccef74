"""Pools of balls in time-stepping: which of them touch, found by sorting, and the rows of their contacts."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..program.kernel import integer, integers, kernel, nothing, pointers, real, reals
from . import step_layout as at

BOUNCE = 2.0  # times what a step adds to the approach, above which a contact bounces
TREMBLE = 5.0  # times what a step adds to any speed, above which an approach is told as an impact
MEND = 0.2  # part of an overlap that a step takes away
NEAR = 4.0  # times the way of what a step adds to any speed, within which a contact may close by what others do
ENDLESS = 1e300


@kernel
def entry(w: pointers, port: integer, value: real) -> nothing:
    """One more entry of the row that is being written."""
    k = integers(w[at.COUNTS])
    if value != 0.0:
        integers(w[at.ENTRY_PORT])[k[at.ENTRIES]] = port
        reals(w[at.ENTRY])[k[at.ENTRIES]] = value
        k[at.ENTRIES] += 1
    integers(w[at.ROW_START])[k[at.ROWS] + 1] = k[at.ENTRIES]


@kernel
def end_row(w: pointers, key: integer, parent: integer, low: real, high: real, goal: real, mu: real) -> nothing:
    """End the row that is being written, with what it had in the last step to begin with."""
    k = integers(w[at.COUNTS])
    r = k[at.ROWS]
    integers(w[at.KEY])[r] = key
    integers(w[at.PARENT])[r] = parent
    integers(w[at.MATE])[r] = -1
    reals(w[at.LOWER])[r] = low
    reals(w[at.UPPER])[r] = high
    reals(w[at.GOAL])[r] = goal
    reals(w[at.MU])[r] = mu
    reals(w[at.P])[r] = 0.0
    integers(w[at.HIT])[r] = 0
    size = k[at.TABLE]
    slot = (key * 40503) % size
    while integers(w[at.OLD_KEY])[slot] >= 0:
        if integers(w[at.OLD_KEY])[slot] == key:
            reals(w[at.P])[r] = reals(w[at.OLD_P])[slot]
            break
        slot = (slot + 1) % size
    k[at.ROWS] += 1
    integers(w[at.ROW_START])[r + 1] = k[at.ENTRIES]


@kernel
def remember_rows(w: pointers) -> nothing:
    """Keep the impulses of this step for the next one."""
    k = integers(w[at.COUNTS])
    size = k[at.TABLE]
    keys = integers(w[at.OLD_KEY])
    for slot in range(k[at.TABLE]):
        keys[slot] = -1
    for r in range(k[at.ROWS]):
        slot = (integers(w[at.KEY])[r] * 40503) % size
        while keys[slot] >= 0:
            slot = (slot + 1) % size
        keys[slot] = integers(w[at.KEY])[r]
        reals(w[at.OLD_P])[slot] = reals(w[at.P])[r]


@kernel
def find_added(w: pointers) -> nothing:
    """The largest speed that this step adds to a contact or a ball without set-valued efforts [m/s]: ADDED."""
    k = integers(w[at.COUNTS])
    flow = reals(w[at.FLOW])
    added = 0.0
    for p in range(k[at.PORTS]):
        if integers(w[at.KIND])[p] == at.NORMAL:
            added = max(added, fabs(flow[p] - flow[k[at.PORTS] + p]))
    for b in range(k[at.BALLS]):
        for d in range(k[at.SPACE]):
            p = integers(w[at.BALL_PORT])[b] + d
            added = max(added, fabs(flow[p] - flow[k[at.PORTS] + p]))
    reals(w[at.REALS])[at.ADDED] = added


@kernel
def near_by(w: pointers, h: real) -> real:
    """The gap [m] up to which contacts take part that would not close by themselves: two bodies that fall together do
    not approach each other until something stops one of them."""
    return NEAR * h * reals(w[at.REALS])[at.ADDED]


@kernel
def note_strike(w: pointers, r: integer, before: real) -> nothing:
    """Note whether row r, which approaches with `before`, strikes in this step: one that pushed in the last step too
    rests, and one that is hardly faster than a few steps make it trembles."""
    integers(w[at.HIT])[r] = 0
    if reals(w[at.P])[r] == 0.0 and before > TREMBLE * reals(w[at.REALS])[at.ADDED] and before > 0.0:
        integers(w[at.HIT])[r] = 1


@kernel
def goal_of(before: real, after: real, gap: real, restitution: real, h: real) -> real:
    """The approach that is wanted at the end of a step that would begin with `before` and end with `after`."""
    if before > BOUNCE * max(after - before, 0.0) and before > 0.0 and restitution > 0.0:
        return -restitution * before
    return gap / h if gap > 0.0 else MEND * gap / h


@kernel
def sort_balls(w: pointers, first: integer, last: integer) -> nothing:
    """Sort the balls of a pool by where they begin along x; nearly so they were already."""
    order = integers(w[at.ORDER])
    place = reals(w[at.PLACE])
    for a in range(first + 1, last):
        ball = order[a]
        begin = place[4 * ball] - place[4 * ball + 3]
        b = a - 1
        while b >= first:
            other = order[b]
            if place[4 * other] - place[4 * other + 3] <= begin:
                break
            order[b + 1] = other
            b -= 1
        order[b + 1] = ball


@kernel
def tangential(space: integer, nx: real, ny: real, nz: real, t: reals) -> nothing:
    """Directions across the normal: one in the plane, two in space."""
    if space == 2:
        t[0] = ny
        t[1] = -nx
        t[2] = 0.0
        return
    if fabs(nx) < 0.7:
        size = sqrt(ny * ny + nz * nz)
        t[0] = 0.0
        t[1] = nz / size
        t[2] = -ny / size
    else:
        size = sqrt(nx * nx + nz * nz)
        t[0] = -nz / size
        t[1] = 0.0
        t[2] = nx / size
    t[3] = ny * t[2] - nz * t[1]
    t[4] = nz * t[0] - nx * t[2]
    t[5] = nx * t[1] - ny * t[0]


@kernel
def slip_row(
    w: pointers, i: integer, j: integer, n: reals, distance: real, t: reals, key: integer, parent: integer, mu: real
) -> nothing:
    """A row of slip along t of ball i against ball j, whose centres are at a `distance` along the normal n."""
    space = integers(w[at.COUNTS])[at.SPACE]
    place = reals(w[at.PLACE])
    reach = place[4 * i + 3] + place[4 * j + 3]
    for side in range(2):
        ball = i if side == 0 else j
        sign = 1.0 if side == 0 else -1.0
        arm = (-distance if side == 0 else distance) * place[4 * ball + 3] / reach  # both meet in one point
        port = integers(w[at.BALL_PORT])[ball]
        for d in range(space):
            entry(w, port + d, sign * t[d])
        if space == 2:
            entry(w, port + 2, sign * arm * (n[0] * t[1] - n[1] * t[0]))
        else:
            entry(w, port + 3, sign * arm * (n[1] * t[2] - n[2] * t[1]))
            entry(w, port + 4, sign * arm * (n[2] * t[0] - n[0] * t[2]))
            entry(w, port + 5, sign * arm * (n[0] * t[1] - n[1] * t[0]))
    end_row(w, key, parent, 0.0, 0.0, 0.0, mu)


@kernel
def touch_balls(w: pointers, i: integer, j: integer, e: real, mu: real, h: real) -> nothing:
    """The rows of two balls that would overlap at the end of the step, or nearly so (then without restitution e)."""
    k = integers(w[at.COUNTS])
    space = k[at.SPACE]
    place = reals(w[at.PLACE])
    before = place + 4 * k[at.BALLS]
    n = before + 4 * k[at.BALLS]
    t = n + 3
    distance = 0.0
    gap = 0.0
    for d in range(3):
        apart = before[4 * i + d] - before[4 * j + d]
        n[d] = 0.5 * (place[4 * i + d] - place[4 * j + d] + apart)  # in the middle of the step
        distance += n[d] * n[d]
        gap += apart * apart
    distance = sqrt(distance)
    gap = sqrt(gap) - before[4 * i + 3] - before[4 * j + 3]
    if not distance > 1e-12:
        return
    for d in range(3):
        n[d] /= distance
    key = k[at.PORTS] + 3 * (min(i, j) * k[at.BALLS] + max(i, j))
    r = k[at.ROWS]
    flow = reals(w[at.FLOW])
    old = flow + k[at.PORTS]
    after = 0.0
    approach = 0.0
    for side in range(2):
        port = integers(w[at.BALL_PORT])[i if side == 0 else j]
        for d in range(space):
            sign = -n[d] if side == 0 else n[d]
            entry(w, port + d, sign)
            after += sign * flow[port + d]
            approach += sign * old[port + d]
    end_row(w, key, -1, 0.0, ENDLESS, goal_of(approach, after, gap, e, h), 0.0)
    note_strike(w, r, approach)
    if mu > 0.0:
        tangential(space, n[0], n[1], n[2], t)
        slip_row(w, i, j, n, distance, t, key + 1, r, mu)
        if space == 3:
            slip_row(w, i, j, n, distance, t + 3, key + 2, r, mu)
            integers(w[at.MATE])[r + 1] = r + 2
            integers(w[at.MATE])[r + 2] = r + 1


@kernel
def find_balls(w: pointers, h: real) -> integer:
    """The rows of all balls that would overlap, or nearly so. 1: there is no room for them."""
    k = integers(w[at.COUNTS])
    near = near_by(w, h)
    place = reals(w[at.PLACE])
    order = integers(w[at.ORDER])
    term = reals(w[at.TERM]) + 2 * k[at.PORTS]
    for pool in range(k[at.POOLS]):
        first = integers(w[at.POOL_START])[pool]
        last = integers(w[at.POOL_START])[pool + 1]
        sort_balls(w, first, last)
        for a in range(first, last):
            i = order[a]
            end = place[4 * i] + place[4 * i + 3]
            for b in range(a + 1, last):
                j = order[b]
                if place[4 * j] - place[4 * j + 3] > end + near:
                    break
                reach = place[4 * i + 3] + place[4 * j + 3]
                x = place[4 * i] - place[4 * j]
                y = place[4 * i + 1] - place[4 * j + 1]
                z = place[4 * i + 2] - place[4 * j + 2]
                square = x * x + y * y + z * z
                if square <= (reach + near) * (reach + near):
                    e = term[2 * pool] if square <= reach * reach else 0.0
                    if k[at.ROWS] + 3 > k[at.MOST_ROWS] or k[at.ENTRIES] + 36 > k[at.MOST_ENTRIES]:
                        return 1
                    if i < j:
                        touch_balls(w, i, j, e, term[2 * pool + 1], h)
                    else:
                        touch_balls(w, j, i, e, term[2 * pool + 1], h)
    return 0
