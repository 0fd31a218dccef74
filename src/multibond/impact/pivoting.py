"""Several contacts that strike together, by one complementarity problem of all of them.

Friction in a plane is exact: it has two directions. In space the cone becomes a pyramid that is turned, contact by
contact, until the friction points along one of its edges, where pyramid and cone are the same.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import atan2, cos, fabs, sin

from ..program.kernel import Bound, integer, integers, kernel, nothing, real, reals
from ..program.lemke import lemke
from .single import norm

EDGES = 8  # of the pyramid
ROUNDS = 60  # turns of the pyramids
ALIGNED = Bound(1e-13)  # change of the velocities, relative to the largest, below which the pyramids stand right
PIVOTS = 4  # operations for each entry of the matrix and each unknown that pivoting takes, about
LARGEST = 150  # unknowns of the complementarity problem; more are left to the method of turns


@kernel
def unknowns(count: integer, size: integers, mark: integers, which: integer, mu: reals) -> integer:
    """How many unknowns the complementarity problem of the contacts marked `which` has."""
    n = 0
    for k in range(count):
        if mark[k] == which:
            n += 1
            if mu[k] > 0.0 and size[k] == 2:
                n += 3
            if mu[k] > 0.0 and size[k] == 3:
                n += EDGES + 1
    return n


@kernel
def columns(
    count: integer, m: integer, first: integers, size: integers, mark: integers, which: integer, mu: reals,
    angles: reals, D: reals, owner: integers,
) -> nothing:  # fmt: skip
    """The directions D (m rows) of the unknowns: normals, edges of friction, and bounds (no direction).

    `owner` says of which contact each unknown is: k for a normal, k + count for an edge, k + 2 count for a bound.
    """
    at = 0
    for k in range(count):
        if mark[k] == which:
            edges = 0
            if mu[k] > 0.0 and size[k] == 2:
                edges = 2
            if mu[k] > 0.0 and size[k] == 3:
                edges = EDGES
            wide = 1 + edges
            if edges > 0:
                wide += 1
            for j in range(wide):
                own = D + (at + j) * m
                for r in range(m):
                    own[r] = 0.0
                owner[at + j] = k
                if j == 0:
                    own[first[k]] = 1.0
                if j > 0 and j <= edges:
                    owner[at + j] = k + count
                    angle = angles[k] + (j - 1) * 6.283185307179586 / edges
                    own[first[k] + 1] = cos(angle)
                    if size[k] == 3:
                        own[first[k] + 2] = sin(angle)
                    else:
                        own[first[k] + 1] = 1.0
                        if j == 2:
                            own[first[k] + 1] = -1.0
                if j > edges:
                    owner[at + j] = k + 2 * count
            at += wide


@kernel
def answers(m: integer, n: integer, G: reals, D: reals, GD: reals) -> real:
    """GD: the velocities that unit impulses along each of n directions D give; the largest of them, or 1."""
    scale = 0.0
    for j in range(n):
        own = GD + j * m
        for r in range(m):
            own[r] = 0.0
        for i in range(m):
            if D[j * m + i] != 0.0:  # few are
                for r in range(m):
                    own[r] += G[r * m + i] * D[j * m + i]
        for r in range(m):
            scale = max(scale, fabs(own[r]))
    return scale if scale > 0.0 else 1.0


@kernel
def problem(
    count: integer, m: integer, n: integer, first: integers, owner: integers, G: reals, mu: reals, goals: reals,
    floors: reals, u: reals, D: reals, GD: reals, M: reals, q: reals,
) -> nothing:  # fmt: skip
    """Matrix and vector of the complementarity problem, for velocities u that know of the floors already. Impulses in
    the bounds of friction are measured as the velocities that they give."""
    scale = answers(m, n, G, D, GD)
    for i in range(n):
        k = owner[i] % count
        q[i] = 0.0
        for r in range(m):
            q[i] += D[i * m + r] * u[r]
        if owner[i] < count:
            q[i] -= goals[k]
        if owner[i] >= 2 * count:
            q[i] = scale * mu[k] * floors[k]
        for j in range(n):
            M[i * n + j] = 0.0
        for r in range(m):
            if D[i * m + r] != 0.0:
                for j in range(n):
                    M[i * n + j] += D[i * m + r] * GD[j * m + r]
        for j in range(n):
            if owner[j] % count == k:
                if owner[i] >= 2 * count and owner[j] < count:
                    M[i * n + j] += scale * mu[k]
                if owner[i] >= 2 * count and owner[j] >= count and owner[j] < 2 * count:
                    M[i * n + j] -= scale
                if owner[j] >= 2 * count and owner[i] >= count and owner[i] < 2 * count:
                    M[i * n + j] += scale


@kernel
def set_up(
    count: integer, m: integer, first: integers, size: integers, mark: integers, which: integer, G: reals, mu: reals,
    floors: reals, u: reals, angles: reals, base: reals,
) -> integer:  # fmt: skip
    """The first angles of the pyramids, and the velocities `base` with the floors in them. 1 if there are pyramids."""
    curved = 0
    for r in range(m):
        base[r] = u[r]
    for k in range(count):
        angles[k] = 0.0
        if mark[k] == which:
            for r in range(m):
                base[r] += G[r * m + first[k]] * floors[k]
            if size[k] == 3 and mu[k] > 0.0:
                curved = 1
                if norm(2, u + first[k] + 1) > 0.0:
                    angles[k] = atan2(-u[first[k] + 2], -u[first[k] + 1])
    return curved


@kernel
def turn(
    count: integer, first: integers, size: integers, mark: integers, which: integer, mu: reals, u: reals, p: reals,
    tiny: real, angles: reals,
) -> nothing:  # fmt: skip
    """Turn the pyramids to where the contacts slip, faster than `tiny`, or else to where friction points."""
    for k in range(count):
        if mark[k] == which and size[k] == 3 and mu[k] > 0.0:
            slip = u + first[k] + 1
            if norm(2, slip) > tiny:
                angles[k] = atan2(-slip[1], -slip[0])
            elif norm(2, p + first[k] + 1) > 0.0:
                angles[k] = atan2(p[first[k] + 2], p[first[k] + 1])


@kernel
def together_pivoting(
    count: integer, m: integer, first: integers, size: integers, mark: integers, which: integer, n: integer,
    noise: real, G: reals, mu: reals, goals: reals, floors: reals, u: reals, p: reals, left: reals, work: reals,
    numbers: integers,
) -> integer:  # fmt: skip
    """As `together`, by pivoting. 0: solved, 1: not, 2: some pyramids do not stand right.

    work: n (2 m + 3 n + 4) + 2 m + count numbers; numbers: 2 n.
    """
    D = work
    GD = D + n * m
    M = GD + n * m
    q = M + n * n
    z = q + n
    table = z + n
    angles = table + n * (2 * n + 2)
    base = angles + count
    old = base + m
    owner = numbers
    basis = numbers + n
    curved = set_up(count, m, first, size, mark, which, G, mu, floors, u, angles, base)
    for r in range(m):
        old[r] = u[r]
    for _ in range(ROUNDS):
        columns(count, m, first, size, mark, which, mu, angles, D, owner)
        problem(count, m, n, first, owner, G, mu, goals, floors, base, D, GD, M, q)
        left[0] -= n * m * (m + n) + PIVOTS * n * n * n
        if not left[0] > 0.0 or lemke(n, M, q, z, 50 * n + 100, table, basis) != 0:
            return 1
        for k in range(count):
            if mark[k] == which:
                for i in range(size[k]):
                    p[first[k] + i] = 0.0
                p[first[k]] = floors[k]
        change = 0.0
        largest = 0.0
        for r in range(m):
            u[r] = base[r]
        for j in range(n):
            for r in range(m):
                u[r] += GD[j * m + r] * z[j]
                p[r] += D[j * m + r] * z[j]
        for r in range(m):
            change += fabs(u[r] - old[r])
            largest += fabs(u[r]) + fabs(base[r])
            old[r] = u[r]
        if curved == 0 or change <= ALIGNED * largest + m * noise:
            return 0
        turn(count, first, size, mark, which, mu, u, p, 1e-11 * largest + noise, angles)
    return 2
