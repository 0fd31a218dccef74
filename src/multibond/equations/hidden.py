"""Constraints that the structure does not show: equations whose coefficients cancel whatever the parameters are.

A loop of transformers and gyrators whose gain is exactly one looks solvable, equation by equation. Yet a combination
of its equations has none of its unknowns in it: it binds what was thought known. That combination takes the place of
one of them, and the index is reduced again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..expression import ZERO, Node, add, div, evaluate, gradient, leaves, mul, neg, substitute
from .blocks import Block
from .system import Equation

LARGEST = 200  # unknowns of a block that is looked at
NONE = 1e-11  # size of a pivot, beside the numbers it came from, that is zero but for rounding
Row = dict[Node, np.ndarray]


def hidden_constraint(
    blocks: Sequence[Block],
    original: set[Equation],
    values: Mapping[Node, float],
    constant: Callable[[Node], bool],
) -> tuple[Equation, Equation] | None:
    """An equation among `original` and the hidden constraint to take its place; None if there is none."""
    draw = np.random.default_rng(7)
    drawn: dict[Node, np.ndarray] = {}

    def sample(leaf: Node) -> np.ndarray:
        """The parameter as it is, and three times near it: a coincidence of numbers is no constraint. Discrete values
        and modes may be zero or one."""
        if leaf not in drawn and leaf in values:
            drawn[leaf] = values[leaf] * np.array([1.0, *draw.uniform(0.6, 1.6, 3)])
        elif leaf not in drawn:
            drawn[leaf] = draw.permutation([0.0, 0.0, 1.0, 1.0])
        return drawn[leaf]

    for block in blocks:
        if 1 < len(block.unknowns) <= LARGEST:
            found = _in_block(block, original, constant, sample)
            if found is not None:
                return found
    return None


def _in_block(
    block: Block, original: set[Equation], constant: Callable[[Node], bool], sample: Callable[[Node], np.ndarray]
) -> tuple[Equation, Equation] | None:
    inside = set(block.unknowns)
    slopes = [{x: d for x, d in gradient(e.residual).items() if x in inside} for e in block.equations]
    # laws that are not linear, as of a cubic resistance, have no part in what cancels
    rows = [k for k, row in enumerate(slopes) if all(constant(leaf) for d in row.values() for leaf in leaves(d))]

    def numbers_of(d: Node) -> list[float]:
        known = {leaf: sample(leaf) for leaf in leaves(d)}
        return [evaluate([d], {leaf: v[k] for leaf, v in known.items()})[0] for k in range(4)]

    rows = _entangled(rows, slopes, lambda d: all(numbers_of(d)))
    if not rows:
        return None
    equations, slopes = [block.equations[k] for k in rows], [slopes[k] for k in rows]
    unknowns = [x for x in block.unknowns if any(x in row for row in slopes)]
    place = {x: j for j, x in enumerate(unknowns)}
    numbers = np.zeros((4, len(rows), len(unknowns)))
    for i, row in enumerate(slopes):
        for x, d in row.items():
            numbers[:, i, place[x]] = numbers_of(d)
    if not np.all(np.isfinite(numbers)) or not all(_singular(matrix) for matrix in numbers):
        return None
    return _combination(equations, unknowns, slopes, numbers, original)


def _entangled(
    rows: list[int], slopes: Sequence[Mapping[Node, Node]], firm: Callable[[Node], bool]
) -> list[int]:  # fmt: skip
    """Those of the `rows` each of whose unknowns another one has too: the others are no part of what cancels. `firm`
    slopes are not zero."""
    users: dict[Node, set[int]] = {}
    for k in rows:
        for x in slopes[k]:
            users.setdefault(x, set()).add(k)
    left, alone = set(rows), [x for x, used in users.items() if len(used) == 1]
    while alone:
        single = alone.pop()
        for k in users[single] & left:
            if firm(slopes[k][single]):
                left.discard(k)
                for x in slopes[k]:
                    users[x].discard(k)
                    if len(users[x]) == 1:
                        alone.append(x)
    return sorted(left)


def _singular(matrix: np.ndarray) -> bool:
    scaled = matrix / np.maximum(np.max(np.abs(matrix), axis=1, keepdims=True), 1e-300)
    if len(matrix) > matrix.shape[1]:
        return True
    found = np.linalg.svd(scaled, compute_uv=False)
    return bool(found[-1] <= NONE * found[0])


def _combination(
    equations: Sequence[Equation], unknowns: Sequence[Node], slopes: Sequence[Mapping[Node, Node]],
    numbers: np.ndarray, original: set[Equation],
) -> tuple[Equation, Equation] | None:  # fmt: skip
    """Eliminate with the expressions of the coefficients; numbers tell which entries cancel."""
    place = {x: j for j, x in enumerate(unknowns)}
    rows = [{place[x]: d for x, d in row.items()} for row in slopes]
    values = numbers.copy()
    rests = substitute([e.residual for e in equations], dict.fromkeys(unknowns, ZERO))
    sizes = np.max(np.abs(values), axis=2)
    remaining = set(range(len(rows)))
    columns = set(range(len(unknowns)))
    while remaining:
        # rows that may not give way first, so that one that may is left over
        order = sorted(remaining, key=lambda i: (equations[i] in original, len(rows[i])))
        found = ((i, j) for i in order for j in sorted(rows[i]) if j in columns and np.all(values[:, i, j] != 0.0))
        pivot = next(found, None)
        if pivot is None:
            break
        i, j = pivot
        remaining.discard(i)
        columns.discard(j)
        for k in remaining:
            if j not in rows[k]:
                continue
            factor = div(rows[k].pop(j), rows[i][j])
            ratio = values[:, k, j] / values[:, i, j]
            values[:, k, j] = 0.0
            for other, entry in rows[i].items():
                if other == j or other not in columns:
                    continue
                before = np.abs(values[:, k, other]) + np.abs(ratio * values[:, i, other])
                values[:, k, other] -= ratio * values[:, i, other]
                if np.all(np.abs(values[:, k, other]) <= NONE * np.maximum(before, 1e-3 * sizes[:, k])):
                    values[:, k, other] = 0.0
                    rows[k].pop(other, None)
                else:
                    rows[k][other] = add(rows[k].get(other, ZERO), neg(mul(factor, entry)))
            rests[k] = add(rests[k], neg(mul(factor, rests[i])))
    for i in sorted(remaining):
        equation = equations[i]
        alone = not any(j in columns for j in rows[i])
        if alone and equation in original and equation.release is None and leaves(rests[i]):
            return equation, Equation(_without_cancelled(rests[i]), equation.origin)
    return None


def _without_cancelled(residual: Node) -> Node:
    """The same without variables whose terms cancel: a + b − a is b."""
    slopes = gradient(residual)
    cancelled = [x for x in leaves(residual) if slopes.get(x, ZERO) is ZERO]
    return substitute([residual], dict.fromkeys(cancelled, ZERO))[0]
