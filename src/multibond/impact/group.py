"""Several contacts that strike together: each in turn meets its law with the others as they are, until all do.

First the compression, after which no contact approaches; then the restitution, in which the normal impulse of each is
at least e times that of its compression (Poisson), or one phase at the end of which each separates with at least e
times its velocity of approach (Newton). Impulses only push, and friction lies in its cone and takes as much energy as
it can.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import Bound, integer, integers, kernel, nothing, real, reals
from .single import norm

SWEEPS = 20_000
ROUGH = 3000  # operations that each direction of slip of a contact takes, about
SETTLED = Bound(1e-15)  # change of the impulses, relative to the largest, below which they are known
MANY = 500  # sweeps after which impulses wander that contacts share in many ways: it is enough that they keep the laws
WANDERING = Bound(1e-7)  # but for this part of the largest


@kernel
def grip(d: integer, g: reals, most: real, w: reals, t: reals) -> nothing:
    """The friction t of at most `most` against the slip w without friction: what brings it nearest to zero."""
    if d == 1:
        t[0] = -w[0] / g[4]
        if t[0] > most:
            t[0] = most
        if t[0] < -most:
            t[0] = -most
        return
    low = 0.0
    high = 0.0
    share = 0.0
    for step in range(140):
        a = g[4] + share
        b = g[8] + share
        determinant = a * b - g[5] * g[7]
        t[0] = -(b * w[0] - g[5] * w[1]) / determinant
        t[1] = -(a * w[1] - g[7] * w[0]) / determinant
        over = norm(2, t) - most
        if step == 0:
            if over <= 0.0:
                return
            if not most > 0.0:
                t[0] = 0.0
                t[1] = 0.0
                return
            high = norm(2, w) / most + g[4] + g[8]
        if over > 0.0:
            low = share
        else:
            high = share
        if high - low <= 1e-15 * high:
            return
        share = 0.5 * (low + high)


@kernel
def answer(d: integer, g: reals, mu: real, free: reals, floor: real, normal: real, t: reals, w: reals) -> real:
    """The normal velocity after a normal impulse, with the friction `t` that belongs to it."""
    for i in range(d):
        w[i] = free[1 + i] + g[3 * (1 + i)] * normal
        t[i] = 0.0
    if d > 0 and mu > 0.0:
        grip(d, g, mu * normal, w, t)
    v = free[0] + g[0] * normal
    for i in range(d):
        v += g[1 + i] * t[i]
    return v


@kernel
def local(d: integer, g: reals, mu: real, goal: real, floor: real, free: reals, p: reals, work: reals) -> nothing:
    """The impulse p of one contact, p[0] >= floor, after which its normal velocity is `goal` or more."""
    t = p + 1
    w = work
    low = floor
    p[0] = floor
    at_low = answer(d, g, mu, free, floor, low, t, w) - goal
    if at_low >= 0.0 or not g[0] > 0.0:
        return
    if d == 0 or not mu > 0.0:
        p[0] = floor - at_low / g[0]
        return
    high = floor - at_low / g[0]
    at_high = answer(d, g, mu, free, floor, high, t, w) - goal
    for _ in range(80):
        if at_high >= 0.0:
            break
        low = high
        at_low = at_high
        high = floor + 2.0 * (high - floor)
        at_high = answer(d, g, mu, free, floor, high, t, w) - goal
    side = 0
    for _ in range(100):
        if high - low <= 1e-15 * fabs(high) or not at_high > 0.0:
            break
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        at_middle = answer(d, g, mu, free, floor, middle, t, w) - goal
        if at_middle >= 0.0:
            high = middle
            at_high = at_middle
            if side == 1:
                at_low *= 0.5
            side = 1
        else:
            low = middle
            at_low = at_middle
            if side == 2:
                at_high *= 0.5
            side = 2
    p[0] = high
    answer(d, g, mu, free, floor, high, t, w)


@kernel
def together(
    count: integer, m: integer, first: integers, size: integers, mark: integers, which: integer, warm: integer,
    noise: real, G: reals, mu: reals, goals: reals, floors: reals, u: reals, p: reals, left: reals, work: reals,
) -> integer:  # fmt: skip
    """Impulses p of all contacts marked `which`, each at least its floor, so that each normal velocity reaches its
    goal; u follows. With `warm` they begin as p is and u knows of them, otherwise at the floors. 0: they have settled,
    or change velocities by no more than their `noise`.

    `left` is the number of operations that may still be done, about; 1 is returned where they are used up.
    """
    g = work
    free = work + 9
    new = work + 12
    room = work + 16
    for k in range(count):
        if mark[k] == which and warm == 0:
            row = first[k]
            for i in range(size[k]):
                p[row + i] = 0.0
            p[row] = floors[k]
            for r in range(m):
                u[r] += G[r * m + row] * floors[k]
    for sweep in range(SWEEPS):
        change = 0.0
        largest = 0.0
        moved = 0.0
        for k in range(count):
            if mark[k] == which:
                row = first[k]
                d = size[k] - 1
                for i in range(d + 1):
                    free[i] = u[row + i]
                    for j in range(d + 1):
                        g[3 * i + j] = G[(row + i) * m + row + j]
                        free[i] -= g[3 * i + j] * p[row + j]
                local(d, g, mu[k], goals[k], floors[k], free, new, room)
                left[0] -= m * (d + 1) + ROUGH * d
                for j in range(d + 1):
                    step = new[j] - p[row + j]
                    p[row + j] = new[j]
                    change += fabs(step)
                    moved = max(moved, fabs(step) * g[4 * j])
                    largest += fabs(new[j])
                    for r in range(m):
                        u[r] += G[r * m + row + j] * step
        if moved <= noise or change <= (SETTLED if sweep < MANY else WANDERING) * largest:
            return 0
        if not left[0] > 0.0:
            return 1
    return 1
