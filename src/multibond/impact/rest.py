"""Contacts that touch without approaching: which of them push, and how, from one complementarity problem of the rates.

A contact pushes with a force that is never negative, and opens with an acceleration that is never negative; one of them
is zero. Where it slips, friction is the coefficient times the force against the slip; where it does not, friction keeps
it so within its cone, or slip begins against it. With friction in space the cone is a pyramid that is turned until
friction points along one of its edges.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, fabs, floor, sin

import numpy as np

from ..program.kernel import Bound, integer, integers, kernel, nothing, real, reals
from ..program.lemke import lemke
from .single import norm

EDGES = 8  # of the pyramid
ROUNDS = 40  # turns of the pyramids
ALIGNED = Bound(1e-12)  # change of the forces, relative to the largest, below which the pyramids stand right
BEGINS = Bound(1e-9)  # part of the accelerations above which slip begins
SOLVED = 1e-6  # part of the largest acceleration by which a solution may miss
SUMMED = 1e-9  # part of the terms of a sum by which their rounding may leave it off
TRIES = 4  # to solve the problem with accelerations that differ by
LITTLE = Bound(1e-12)  # of the largest, and thirty times as much each time
GOLDEN = 0.6180339887498949  # whose multiples are never the same but for whole numbers
SLIPPING = 1  # of `slipping`: the contact slips now


@kernel
def rest_unknowns(count: integer, size: integers, slipping: integers, mu: reals) -> integer:
    """How many unknowns the complementarity problem of these contacts has."""
    n = 0
    for k in range(count):
        n += 1
        if size[k] > 1 and slipping[k] == 0 and mu[k] > 0.0:
            n += 3 if size[k] == 2 else EDGES + 1
    return n


@kernel
def rest_directions(
    count: integer, m: integer, first: integers, size: integers, slipping: integers, mu: reals, slips: reals,
    angles: reals, D: reals, push: reals, owner: integers,
) -> nothing:  # fmt: skip
    """What each unknown moves against (D) and pushes, m numbers each; its `owner`: k for the normal of contact k,
    k + count for an edge of its friction, k + 2 count for the bound of it."""
    at = 0
    for k in range(count):
        edges = 0
        if size[k] > 1 and slipping[k] == 0 and mu[k] > 0.0:
            edges = 2 if size[k] == 2 else EDGES
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
                if size[k] == 2:
                    own[first[k] + 1] = 1.0 if j == 1 else -1.0
                else:
                    angle = angles[k] + (j - 1) * 6.283185307179586 / EDGES
                    own[first[k] + 1] = cos(angle)
                    own[first[k] + 2] = sin(angle)
            if j > edges:
                owner[at + j] = k + 2 * count
            for r in range(m):
                push[(at + j) * m + r] = own[r]
        if slipping[k] != 0:
            for i in range(1, size[k]):
                push[at * m + first[k] + i] = -mu[k] * slips[first[k] + i]
        at += wide


@kernel
def rest_problem(
    count: integer, m: integer, n: integer, owner: integers, G: reals, a: reals, mu: reals, D: reals, push: reals,
    felt: reals, M: reals, q: reals,
) -> nothing:  # fmt: skip
    """Matrix and vector of the complementarity problem of the rates."""
    scale = 0.0
    for j in range(n):
        for r in range(m):
            felt[r] = 0.0
        for i in range(m):
            if push[j * m + i] != 0.0:  # few are
                for r in range(m):
                    felt[r] += G[r * m + i] * push[j * m + i]
        for i in range(n):
            total = 0.0
            for r in range(m):
                if D[i * m + r] != 0.0:
                    total += D[i * m + r] * felt[r]
            M[i * n + j] = total
            scale = max(scale, fabs(total))
    if not scale > 0.0:
        scale = 1.0
    for i in range(n):
        k = owner[i] % count
        q[i] = 0.0
        for r in range(m):
            q[i] += D[i * m + r] * a[r]
        for j in range(n):
            if owner[j] % count == k:
                if owner[i] >= 2 * count and owner[j] < count:
                    M[i * n + j] += mu[k] * scale
                if owner[i] >= 2 * count and owner[j] >= count and owner[j] < 2 * count:
                    M[i * n + j] -= scale
                if owner[j] >= 2 * count and owner[i] >= count and owner[i] < 2 * count:
                    M[i * n + j] += scale


@kernel
def rest_turn(
    count: integer, first: integers, size: integers, slipping: integers, mu: reals, after: reals, forces: reals,
    tiny: real, angles: reals,
) -> nothing:  # fmt: skip
    """Turn the pyramids to where slip begins, faster than `tiny`, or else to where friction points."""
    for k in range(count):
        if size[k] == 3 and slipping[k] == 0 and mu[k] > 0.0:
            along = after + first[k] + 1
            if norm(2, along) > tiny:
                angles[k] = atan2(-along[1], -along[0])
            else:
                angles[k] = atan2(forces[first[k] + 2], forces[first[k] + 1])


@kernel
def holds(n: integer, M: reals, q: reals, z: reals, close: real) -> integer:
    """Whether z solves the problem but for `close` and rounding, which pivoting with small pivots may not."""
    for i in range(n):
        w = q[i]
        size = fabs(q[i])
        for j in range(n):
            w += M[i * n + j] * z[j]
            size += fabs(M[i * n + j] * z[j])
        if w < -close - SUMMED * size or (z[i] > 0.0 and w > close + SUMMED * size):
            return 0
    return 1


@kernel
def pivoted(n: integer, M: reals, q: reals, z: reals, table: reals, basis: integers) -> integer:
    """Solve the problem by pivoting. 0: done. Many contacts that hold each other share their forces in many ways, and
    pivoting may lose itself among ties; a little more acceleration of each, never the same, decides these."""
    scale = 0.0
    for i in range(n):
        scale = max(scale, fabs(q[i]))
    little = LITTLE
    for _ in range(TRIES):
        if lemke(n, M, q, z, 50 * n + 100, table, basis) == 0 and holds(n, M, q, z, SOLVED * scale) == 1:
            return 0
        for i in range(n):
            q[i] += little * scale * ((i + 1) * GOLDEN - floor((i + 1) * GOLDEN))
        little *= 30.0
    return 1


@kernel
def rest_forces(
    count: integer, m: integer, first: integers, size: integers, slipping: integers, G: reals, a: reals, mu: reals,
    slips: reals, forces: reals, sticks: integers, work: reals, numbers: integers,
) -> integer:  # fmt: skip
    """Forces of contacts at rest, and which of them do not begin to slip. 0: found, 1: no forces obey the laws.

    work: n (2 m + 3 n + 4) + 3 m + count numbers with n of `rest_unknowns`; numbers: 2 n.
    """
    n = rest_unknowns(count, size, slipping, mu)
    D = work
    push = D + n * m
    M = push + n * m
    q = M + n * n
    z = q + n
    table = z + n
    angles = table + n * (2 * n + 2)
    felt = angles + count
    old = felt + m
    after = old + m
    owner = numbers
    basis = numbers + n
    curved = 0
    scale = 0.0
    largest = 0.0
    for k in range(count):
        angles[k] = 0.0
        if size[k] == 3 and slipping[k] == 0 and mu[k] > 0.0:
            curved = 1
    for r in range(m):
        scale = max(scale, fabs(a[r]))
        for i in range(m):
            largest = max(largest, G[r * m + i])
    if not scale > 0.0:
        scale = 1.0
    for turn in range(ROUNDS):
        rest_directions(count, m, first, size, slipping, mu, slips, angles, D, push, owner)
        rest_problem(count, m, n, owner, G, a, mu, D, push, felt, M, q)
        if pivoted(n, M, q, z, table, basis) != 0:
            return 1
        change = 0.0
        for r in range(m):
            old[r] = forces[r]
            forces[r] = 0.0
            for j in range(n):
                forces[r] += push[j * m + r] * z[j]
            change = max(change, fabs(forces[r] - old[r]))
        for r in range(m):
            after[r] = a[r]
            for i in range(m):
                after[r] += G[r * m + i] * forces[i]
        if curved == 0 or (turn > 0 and change * largest <= ALIGNED * scale):
            break
        rest_turn(count, first, size, slipping, mu, after, forces, BEGINS * scale, angles)
    for k in range(count):
        sticks[k] = 0
        if slipping[k] == 0 and norm(size[k] - 1, after + first[k] + 1) <= BEGINS * scale:
            sticks[k] = 1
    return 0


def rest_room(count: int, m: int) -> tuple[int, int]:
    """How many integers and how many real numbers `rest_forces` needs to work with, at most."""
    n = (EDGES + 2) * count
    return 2 * n, n * (2 * m + 3 * n + 4) + 3 * m + count


@dataclass(frozen=True)
class Resting:
    """Forces of contacts that touch: along the normal, then friction, one row after the other; `sticks` says which
    contacts do not begin to slip."""

    forces: np.ndarray
    sticks: list[bool]


def rest(
    G: np.ndarray, accelerations: np.ndarray, sizes: Sequence[int], friction: Sequence[float],
    slips: Sequence[np.ndarray | None],
) -> Resting | None:  # fmt: skip
    """The forces of contacts that touch without approaching; None where no forces obey the laws.

    `accelerations` are those without any contact force: of opening, then of slip; `G` [1/kg] how forces change them.
    `slips` are the directions of slip (unit vectors), None for contacts that do not slip now.

    >>> block = rest(np.diag([1.0, 1.0]), np.array([-9.81, 2.0]), [2], [0.5], [None])
    >>> block.forces, block.sticks
    (array([ 9.81, -2.  ]), [True])
    """
    count, m = len(sizes), len(accelerations)
    size = np.array(sizes, dtype=np.int64)
    first = np.concatenate([[0], np.cumsum(size)[:-1]]).astype(np.int64)
    slipping = np.array([slip is not None for slip in slips], dtype=np.int64)
    directions = np.zeros(m)
    for start, d, slip in zip(first, sizes, slips, strict=True):
        if slip is not None:
            directions[start + 1 : start + d] = slip
    whole, numbers = rest_room(count, m)
    forces, sticks = np.zeros(m), np.zeros(count, dtype=np.int64)
    status = rest_forces(
        count, m, first, size, slipping, np.ascontiguousarray(G, dtype=float), np.array(accelerations, dtype=float),
        np.array(friction, dtype=float), directions, forces, sticks, np.zeros(numbers),
        np.zeros(max(1, whole), dtype=np.int64),
    )  # fmt: skip
    return Resting(forces, [bool(x) for x in sticks]) if status == 0 else None
