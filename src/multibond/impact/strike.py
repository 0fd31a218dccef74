"""All that strikes at one instant: contacts that approach now, and those that they set in motion, in turns.

In every turn the contacts that approach strike: those that feel each other together, the others each for itself.
A contact that only touches takes part in a later turn, when one before it has made it approach. So one ball sends one
away at the other end of a row, two send two, a box falls flat on two corners without turning, and nothing depends on
the order of writing. Where the turns do not end (bodies that stay together), what is left is taken in one plastic
impact of all. The other choice, `simultaneous`, lets all contacts that touch strike in the first turn.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

import numpy as np

from ..frozen import frozen
from ..program.kernel import Bound, integer, integers, kernel, real, reals
from .group import together
from .laws import NEWTON, POISSON
from .pivoting import LARGEST, together_pivoting, unknowns
from .single import single

TURNS = 400  # turns before what is left is taken as plastic
COUPLED = Bound(1e-14)  # part of their own inverse masses by which two contacts feel each other
GAIN = Bound(1e-10)  # part of the energy before by which rounding may seem to gain energy
NOISE = 1e-3  # part of the slowest approach that is one by which velocities are rounded
MOST = 1e9  # operations that ten contacts that strike at one instant may take, about a second; more, where more do
HALVINGS = 50  # of the interval in which the largest restitution lies that gains no energy


@kernel
def coupled(m: integer, first: integers, size: integers, G: reals, k: integer, l: integer) -> integer:
    """Whether an impulse at contact l is felt at contact k."""
    for i in range(size[k]):
        for j in range(size[l]):
            a = first[k] + i
            b = first[l] + j
            if G[a * m + b] * G[a * m + b] > COUPLED * COUPLED * G[a * m + a] * G[b * m + b]:
                return 1
    return 0


@kernel
def gather(
    count: integer, m: integer, first: integers, size: integers, G: reals, u: reals, tiny: real, mark: integers
) -> integer:
    """Number the groups of contacts that approach and feel each other, from 1 on; how many groups there are."""
    groups = 0
    for k in range(count):
        mark[k] = 0
    for k in range(count):
        if mark[k] == 0 and u[first[k]] < -tiny:
            groups += 1
            mark[k] = groups
            grown = 1
            while grown == 1:
                grown = 0
                for i in range(count):
                    if mark[i] == 0 and u[first[i]] < -tiny:
                        for j in range(count):
                            if mark[j] == groups and coupled(m, first, size, G, i, j) == 1:
                                mark[i] = groups
                                grown = 1
                                break
    return groups


@kernel
def gained(m: integer, u: reals, before: reals, p: reals) -> real:
    """The energy that impulses p give while the velocities go from `before` to u."""
    total = 0.0
    for r in range(m):
        total += 0.5 * p[r] * (u[r] + before[r])
    return total


@kernel
def hit_one(
    m: integer, row: integer, d: integer, G: reals, e: real, mu: real, law: integer, u: reals, p: reals, work: reals
) -> integer:
    """Let the contact in `row` strike alone; u of all contacts follows. work: 50 numbers."""
    g = work
    own = work + 9
    impulse = work + 12
    for i in range(d + 1):
        own[i] = u[row + i]
        for j in range(d + 1):
            g[3 * i + j] = G[(row + i) * m + row + j]
    status = single(d, g, e, mu, law, own, impulse, work + 15)
    for j in range(d + 1):
        p[row + j] = impulse[j]
        for r in range(m):
            u[r] += G[r * m + row + j] * impulse[j]
    for i in range(d + 1):
        u[row + i] = own[i]
    return status


@kernel
def solve_group(
    count: integer, m: integer, first: integers, size: integers, mark: integers, which: integer, noise: real, G: reals,
    mu: reals, goals: reals, floors: reals, u: reals, p: reals, left: reals, work: reals, numbers: integers,
) -> integer:  # fmt: skip
    """Impulses of a group: by pivoting where it is small, otherwise, or where that fails, by turns."""
    n = unknowns(count, size, mark, which, mu)
    warm = 0
    if n <= LARGEST:
        kept = work
        for r in range(m):
            kept[r] = u[r]
        status = together_pivoting(
            count, m, first, size, mark, which, n, noise, G, mu, goals, floors, u, p, left, work + m, numbers
        )  # fmt: skip
        if status == 0:
            return 0
        if status == 2:
            warm = 1
        else:
            for r in range(m):
                u[r] = kept[r]
    return together(count, m, first, size, mark, which, warm, noise, G, mu, goals, floors, u, p, left, work)


@kernel
def hit_group(
    count: integer, m: integer, first: integers, size: integers, mark: integers, which: integer, law: integer,
    share: real, noise: real, G: reals, e: reals, mu: reals, u: reals, p: reals, left: reals, work: reals,
    numbers: integers,
) -> integer:  # fmt: skip
    """Let the contacts marked `which` strike together, with `share` times their restitution."""
    goals = work
    floors = work + count
    second = work + 2 * count
    room = work + 2 * count + m
    for k in range(count):
        floors[k] = 0.0
        goals[k] = 0.0
        if law == NEWTON and u[first[k]] < 0.0:
            goals[k] = -share * e[k] * u[first[k]]
    status = solve_group(count, m, first, size, mark, which, noise, G, mu, goals, floors, u, p, left, room, numbers)
    if law == NEWTON:
        return status
    for k in range(count):
        floors[k] = share * e[k] * p[first[k]]
    for r in range(m):
        second[r] = 0.0
    status += solve_group(
        count, m, first, size, mark, which, noise, G, mu, goals, floors, u, second, left, room, numbers
    )  # fmt: skip
    for k in range(count):
        if mark[k] == which:
            for i in range(size[k]):
                p[first[k] + i] += second[first[k] + i]
    return status


@kernel
def hit(
    count: integer, m: integer, first: integers, size: integers, mark: integers, which: integer, G: reals, e: reals,
    mu: reals, law: integers, noise: real, u: reals, p: reals, left: reals, work: reals, numbers: integers,
) -> integer:  # fmt: skip
    """One group strikes; where a law would gain energy, with less restitution. 0: as given, 1: less, 2: unsettled."""
    before = work
    room = work + m
    members = 0
    only = 0
    for k in range(count):
        if mark[k] == which:
            members += 1
            only = k
    for r in range(m):
        before[r] = u[r]
    share = 1.0
    low = 0.0
    high = 1.0
    for attempt in range(HALVINGS):
        for r in range(m):
            u[r] = before[r]
            p[r] = 0.0
        if members == 1:
            status = hit_one(m, first[only], size[only] - 1, G, share * e[only], mu[only], law[only], u, p, room)
        else:
            status = hit_group(
                count, m, first, size, mark, which, law[only], share, noise, G, e, mu, u, p, left, room, numbers
            )  # fmt: skip
        rounding = 0.0
        for r in range(m):
            rounding += GAIN * fabs(p[r] * (before[r] - u[r])) + noise * fabs(p[r])
        gains = 0
        if gained(m, u, before, p) > rounding:
            gains = 1
        if status != 0:
            return 2
        if attempt == 0 and gains == 0:
            return 0
        if attempt == HALVINGS - 1:
            return 1 + gains
        if gains == 1:
            high = share
        else:
            low = share
        share = 0.5 * (low + high)
        if attempt == HALVINGS - 2:
            share = low
    return 2


@kernel
def strike_all(
    count: integer, m: integer, first: integers, size: integers, G: reals, e: reals, mu: reals, law: integers,
    simultaneous: integer, tiny: real, u: reals, p: reals, taken: reals, about: integers, work: reals,
) -> integer:  # fmt: skip
    """Let everything strike: u from before to after, p all impulses, `taken` the energy each contact took.

    `about`: room for marks of the contacts and what happened to each: 1 it took part, 2 with less
    restitution than given. The turns taken are returned, negative where impulses did not settle, or not with as much
    work as an instant may take.
    How large `about` and `work` must be says `room_for`.
    """
    one = work  # impulses of one turn
    before = work + m
    left = work + 2 * m
    left[0] = MOST * max(1.0, 0.1 * count)
    room = left + 1
    mark = about
    flags = about + count
    numbers = about + 2 * count
    for r in range(m):
        p[r] = 0.0
    for k in range(count):
        taken[k] = 0.0
        flags[k] = 0
    turn = 0
    noise = NOISE * tiny
    while turn <= TURNS:
        groups = gather(count, m, first, size, G, u, tiny, mark)
        if groups == 0:
            break
        final = 1 if turn == TURNS else 0
        if final == 1 or (simultaneous == 1 and turn == 0):
            for k in range(count):
                mark[k] = 1
            groups = 1
        for which in range(1, groups + 1):
            for r in range(m):
                before[r] = u[r]
            if final == 1:
                status = hit_group(
                    count, m, first, size, mark, 1, POISSON, 0.0, noise, G, e, mu, u, one, left, room, numbers
                )  # fmt: skip
            else:
                status = hit(count, m, first, size, mark, which, G, e, mu, law, noise, u, one, left, room, numbers)
            if status == 2:
                return -turn - 1
            for k in range(count):
                if mark[k] == which:
                    if status == 1:
                        flags[k] = 2
                    if flags[k] == 0:
                        flags[k] = 1
                    for i in range(size[k]):
                        r = first[k] + i
                        p[r] += one[r]
                        taken[k] -= 0.5 * one[r] * (before[r] + u[r])
        turn += 1
    return turn


def room_for(count: int, m: int) -> tuple[int, int]:
    """How many integers and how many real numbers `strike_all` needs to work with."""
    n = min(LARGEST, 10 * count)
    return 2 * count + 2 * n, 8 * m + 4 * count + 61 + n * (2 * m + 3 * n + 4)


@frozen
class Struck:
    """What an impact did: `velocities` after [m/s], `impulses` [N·s] in the same rows, the energy that each contact
    `taken` [J], which contacts took part, which had less restitution than given so that no energy is gained
    (`capped`), the number of turns, and whether all impulses `settled`."""

    velocities: np.ndarray
    impulses: np.ndarray
    taken: np.ndarray
    took_part: np.ndarray
    capped: np.ndarray
    turns: int
    settled: bool


def strike(
    G: np.ndarray, velocities: np.ndarray, sizes: list[int], restitution: list[float], friction: list[float],
    law: list[int], *, simultaneous: bool = False, tiny: float = 0.0,
) -> Struck:  # fmt: skip
    """Let contacts strike at one instant.

    `velocities` [m/s] are those of each contact, one after the other: along the normal (positive: opening), then those
    of slip, `sizes` numbers each. `G` [1/kg] says how an impulse of one row changes the velocity of another. `law` has
    the codes of the laws of restitution. Approach slower than `tiny` [m/s] counts as none.

    >>> ball = strike(np.array([[0.5]]), np.array([-2.0]), [1], [0.8], [0.0], [POISSON])
    >>> [round(float(x), 12) for x in (ball.velocities[0], ball.impulses[0], ball.taken[0])]
    [1.6, 7.2, 1.44]
    """
    count, m = len(sizes), len(velocities)
    size = np.array(sizes, dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(size)[:-1]]).astype(np.int64)
    u, p, taken = np.array(velocities, dtype=float), np.zeros(m), np.zeros(count)
    integers_needed, numbers_needed = room_for(count, m)
    about, work = np.zeros(integers_needed, dtype=np.int64), np.zeros(numbers_needed)
    turns = strike_all(
        count, m, first, size, np.ascontiguousarray(G, dtype=float), np.array(restitution, dtype=float),
        np.array(friction, dtype=float), np.array(law, dtype=np.int64), int(simultaneous),
        max(tiny, 1e-12 * float(np.max(np.abs(u), initial=0.0))), u, p, taken, about, work,
    )  # fmt: skip
    flags = about[count : 2 * count]
    return Struck(u, p, taken, flags > 0, flags > 1, int(turns) if turns >= 0 else -int(turns) - 1, bool(turns >= 0))
