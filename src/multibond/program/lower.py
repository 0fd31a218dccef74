"""Linear systems of up to three unknowns written out as assignments."""

from __future__ import annotations

from ..equations.schedule import Assign, SolveLinear, Step
from ..expression import ZERO, Node, choose, div, function, mul, relation, sub


def lower(step: Step) -> list[Step]:
    """`step`, or assignments that do the same. Equal expressions are one node, so that the elimination of a matrix
    is shared with other right-hand sides of the same matrix (tangents)."""
    if not isinstance(step, SolveLinear) or len(step.unknowns) > 3:
        return [step]
    if all(right is ZERO for right in step.right):
        return [step]  # nothing but zeros, if the matrix has an inverse: only the solver with pivots looks
    n = len(step.unknowns)
    a = [[ZERO] * n for _ in range(n)]
    for row, column, entry in step.matrix:
        a[row][column] = entry
    solve = (_one, _two, _three)[n - 1]
    origins = step.origins or ("",) * n
    return [Assign(u, v, o) for u, v, o in zip(step.unknowns, solve(a, list(step.right)), origins, strict=True)]


def _one(a: list[list[Node]], b: list[Node]) -> list[Node]:
    return [div(b[0], a[0][0])]


def _two(a: list[list[Node]], b: list[Node]) -> list[Node]:
    # Cramer's rule is forward stable for two unknowns, and has no branches.
    determinant = sub(mul(a[0][0], a[1][1]), mul(a[0][1], a[1][0]))
    return [
        div(sub(mul(b[0], a[1][1]), mul(a[0][1], b[1])), determinant),
        div(sub(mul(a[0][0], b[1]), mul(b[0], a[1][0])), determinant),
    ]


def _three(a: list[list[Node]], b: list[Node]) -> list[Node]:
    rows = [[*a[i], b[i]] for i in range(3)]
    for k in range(2):
        for i in range(k + 1, 3):
            _exchange(rows, k, i)
        for i in range(k + 1, 3):
            weight = div(rows[i][k], rows[k][k])
            rows[i] = [ZERO] * (k + 1) + [sub(rows[i][j], mul(weight, rows[k][j])) for j in range(k + 1, 4)]
    z = div(rows[2][3], rows[2][2])
    y = div(sub(rows[1][3], mul(rows[1][2], z)), rows[1][1])
    x = div(sub(sub(rows[0][3], mul(rows[0][2], z)), mul(rows[0][1], y)), rows[0][0])
    return [x, y, z]


def _exchange(rows: list[list[Node]], k: int, i: int) -> None:
    """Partial pivoting by selection: rows k and i change places where row i has the larger entry in column k."""
    if rows[i][k] is ZERO:
        return
    if rows[k][k] is ZERO:
        rows[k], rows[i] = rows[i], rows[k]
        return
    larger = relation("gt", function("abs", rows[i][k]), function("abs", rows[k][k]))
    first = [choose(larger, q, p) for p, q in zip(rows[k], rows[i], strict=True)]
    rows[i] = [choose(larger, p, q) for p, q in zip(rows[k], rows[i], strict=True)]
    rows[k] = first
