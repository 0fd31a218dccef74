"""Linear complementarity problems by Lemke's pivoting: z ≥ 0, w = M z + q ≥ 0, and of each pair one is zero."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

import numpy as np

from .kernel import Bound, integer, integers, kernel, nothing, real, reals

__all__ = ["lemke", "solve_complementarity"]

SMALL = Bound(1e-12)  # part of the largest entry of a column below which an entry is rounding
TIE = Bound(1e-12)  # relative difference below which two ratios are the same
RAY, TOO_LONG = 1, 2  # ways to fail


@kernel
def pivot(n: integer, width: integer, table: reals, row: integer, column: integer) -> nothing:
    """Make `column` the unit vector of `row`."""
    own = table + row * width
    inverse = 1.0 / own[column]
    for j in range(width):
        own[j] *= inverse
    own[column] = 1.0
    for i in range(n):
        if i != row:
            other = table + i * width
            weight = other[column]
            if weight != 0.0:
                for j in range(width):
                    other[j] -= weight * own[j]
                other[column] = 0.0


@kernel
def before(width: integer, table: reals, first: integer, second: integer, column: integer, n: integer) -> integer:
    """Whether row `first` leaves before row `second`: the smaller ratio, and the order of the basis where they tie."""
    a = table + first * width
    b = table + second * width
    left = a[width - 1] * b[column]
    right = b[width - 1] * a[column]
    if fabs(left - right) > TIE * (fabs(left) + fabs(right)):
        if left < right:
            return 1
        return 0
    for j in range(n):
        left = a[j] * b[column]
        right = b[j] * a[column]
        if fabs(left - right) > TIE * (fabs(left) + fabs(right)):
            if left < right:
                return 1
            return 0
    return 0


@kernel
def lay_out(n: integer, M: reals, q: reals, table: reals) -> real:
    """The table of w − M z − z0 = q: columns of w, of z, of the artificial z0, and q. Each z is measured by the largest
    entry of M, which is returned, so that rounding looks the same whatever their unit."""
    width = 2 * n + 2
    scale = 0.0
    for i in range(n * n):
        scale = max(scale, fabs(M[i]))
    if not scale > 0.0:
        scale = 1.0
    for i in range(n):
        own = table + i * width
        for j in range(n):
            own[j] = 0.0
            own[n + j] = -M[i * n + j] / scale
        own[i] = 1.0
        own[2 * n] = -1.0
        own[2 * n + 1] = q[i]
    return scale


@kernel
def lemke(n: integer, M: reals, q: reals, z: reals, most: integer, table: reals, basis: integers) -> integer:
    """Solve for z; M by rows. 0: solved, 1: ended on a ray (no solution, where M is of a kind that has one), 2: not
    within `most` pivots.

    `table` has room for n (2 n + 2) numbers, `basis` for n.
    """
    width = 2 * n + 2
    row = -1
    least = 0.0
    for i in range(n):
        z[i] = 0.0
        basis[i] = i
        if q[i] < least:
            least = q[i]
            row = i
    if row < 0:
        return 0
    scale = lay_out(n, M, q, table)
    entering = 2 * n
    for _ in range(most):
        pivot(n, width, table, row, entering)
        leaving = basis[row]
        basis[row] = entering
        if leaving == 2 * n:
            for i in range(n):
                if basis[i] >= n:
                    z[basis[i] - n] = table[i * width + 2 * n + 1] / scale
                    if z[basis[i] - n] < 0.0:
                        z[basis[i] - n] = 0.0
            return 0
        entering = leaving + n
        if leaving >= n:
            entering = leaving - n
        largest = 0.0
        for i in range(n):
            if fabs(table[i * width + entering]) > largest:
                largest = fabs(table[i * width + entering])
        row = -1
        for i in range(n):
            if table[i * width + entering] > SMALL * largest:
                if row < 0 or before(width, table, i, row, entering, n) == 1:
                    row = i
        if row < 0:
            return RAY
        for i in range(n):  # the artificial variable leaves as soon as it may
            if basis[i] == 2 * n and table[i * width + entering] > SMALL * largest:
                here = table[i * width + width - 1] * table[row * width + entering]
                best = table[row * width + width - 1] * table[i * width + entering]
                if here <= best + TIE * (fabs(here) + fabs(best)):
                    row = i
    return TOO_LONG


def solve_complementarity(M: np.ndarray, q: np.ndarray) -> np.ndarray | None:
    """z with z ≥ 0, w = M z + q ≥ 0 and zᵢ wᵢ = 0; None where pivoting ends without one.

    >>> solve_complementarity(np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([-5.0, 1.0]))
    array([2.5, 0. ])
    """
    n = len(q)
    z = np.zeros(n)
    arguments = (np.ascontiguousarray(M, dtype=float), np.ascontiguousarray(q, dtype=float), z)
    table, basis = np.zeros(n * (2 * n + 2)), np.zeros(n, dtype=np.int64)
    return z if lemke(n, *arguments, 50 * n + 100, table, basis) == 0 else None
