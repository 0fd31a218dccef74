"""Contacts that touch without approaching: which of them push, and how, from one complementarity problem of the rates.

A contact pushes with a force that is never negative, and opens with an acceleration that is never negative; one of them
is zero. Where it slips, friction is the coefficient times the force against the slip; where it does not, friction keeps
it so within its cone, or slip begins against it. With friction in space the cone is a pyramid that is turned until
friction points along one of its edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..program.lemke import solve_complementarity

EDGES = 8  # of the pyramid
ROUNDS = 40  # turns of the pyramids
ALIGNED = 1e-12


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
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(int)
    angles = np.zeros(len(sizes))
    scale = float(np.max(np.abs(accelerations), initial=0.0)) or 1.0
    forces = previous = None
    for _ in range(ROUNDS):
        forces = _solve(G, accelerations, first, sizes, friction, slips, angles)
        if forces is None:
            return None
        turning = [k for k, d in enumerate(sizes) if d == 3 and slips[k] is None and friction[k] > 0]
        if not turning or (previous is not None and np.max(np.abs(forces - previous)) <= ALIGNED * scale / G.max()):
            break
        previous = forces
        after = accelerations + G @ forces
        for k in turning:
            slip, push = after[first[k] + 1 : first[k] + 3], forces[first[k] + 1 : first[k] + 3]
            along = -slip if np.linalg.norm(slip) > 1e-9 * scale else push
            angles[k] = np.arctan2(along[1], along[0])
    assert forces is not None
    after = accelerations + G @ forces
    sticks = []
    for k, d in enumerate(sizes):
        across = slice(first[k] + 1, first[k] + d)
        still = slips[k] is None and np.linalg.norm(after[across]) <= 1e-9 * scale
        sticks.append(bool(still))
    return Resting(forces, sticks)


def _solve(
    G: np.ndarray, a: np.ndarray, first: np.ndarray, sizes: Sequence[int], friction: Sequence[float],
    slips: Sequence[np.ndarray | None], angles: np.ndarray,
) -> np.ndarray | None:  # fmt: skip
    """The forces with pyramids that stand at these angles."""
    rows, columns, kinds = [], [], []  # of each unknown: what it moves against, what it pushes, contact and kind
    for k, d in enumerate(sizes):
        normal = np.zeros(len(a))
        normal[first[k]] = 1.0
        push = normal.copy()
        slip = slips[k]
        if slip is not None:
            push[first[k] + 1 : first[k] + d] = -friction[k] * slip
        rows.append(normal)
        columns.append(push)
        kinds.append((k, "normal"))
        if d > 1 and slip is None and friction[k] > 0:
            count = 2 if d == 2 else EDGES
            for edge in range(count):
                angle = angles[k] + 2 * np.pi * edge / count
                side = np.zeros(len(a))
                side[first[k] + 1 : first[k] + d] = [1.0 - 2 * edge] if d == 2 else [np.cos(angle), np.sin(angle)]
                rows.append(side)
                columns.append(side)
                kinds.append((k, "edge"))
            rows.append(np.zeros(len(a)))
            columns.append(np.zeros(len(a)))
            kinds.append((k, "bound"))
    D, P = np.array(rows), np.array(columns)
    M, q = D @ G @ P.T, D @ a
    scale = float(np.max(np.abs(M), initial=0.0)) or 1.0
    for i, (k, kind) in enumerate(kinds):
        for j, (other, sort) in enumerate(kinds):
            if k != other:
                continue
            if kind == "bound" and sort == "normal":
                M[i, j] += friction[k] * scale
            elif kind == "bound" and sort == "edge":
                M[i, j] -= scale
            elif kind == "edge" and sort == "bound":
                M[i, j] += scale
    z = solve_complementarity(M, q)
    return None if z is None else P.T @ z
