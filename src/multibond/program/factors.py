"""Factors of matrices with many zeros in plain storage: rows know where they begin and end; zeros are passed over."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from .kernel import integer, integers, kernel, nothing, reals

__all__ = ["clear_rows", "factor_rows", "factor_within", "solve_rows"]


@kernel
def swap_rows(n: integer, a: reals, i: integer, j: integer, order: integers) -> nothing:
    """Exchange two rows with what is noted of them."""
    for l in range(n):
        value = a[i * n + l]
        a[i * n + l] = a[j * n + l]
        a[j * n + l] = value
    for b in range(3):
        number = order[b * n + i]
        order[b * n + i] = order[b * n + j]
        order[b * n + j] = number


@kernel
def factor_rows(n: integer, a: reals, order: integers) -> integer:
    """Factors of a, by rows, in its place, with the largest entry of each column as pivot. 0: done, 1: singular.

    `order` has room for 4 n: the rows in their order, where each begins and where it ends, and the last row that each
    column reaches.
    """
    first = order + n
    last = order + 2 * n
    for i in range(n):
        first[i] = n
        last[i] = 0
        for j in range(n):
            if a[i * n + j] != 0.0:
                first[i] = min(first[i], j)
                last[i] = j
    return factor_within(n, a, order)


@kernel
def factor_within(n: integer, a: reals, order: integers) -> integer:
    """The same where it is noted in `order` already where each row begins and ends."""
    first = order + n
    last = order + 2 * n
    reach = order + 3 * n
    for i in range(n):
        order[i] = i
        reach[i] = 0
    for i in range(n):
        if first[i] < n:
            reach[first[i]] = i
    for p in range(1, n):
        reach[p] = max(reach[p], reach[p - 1])
    for p in range(n):
        best = 0.0
        row = -1
        for i in range(p, reach[p] + 1):
            if first[i] <= p and fabs(a[i * n + p]) > best:
                best = fabs(a[i * n + p])
                row = i
        if row < 0:
            return 1
        if row != p:
            swap_rows(n, a, p, row, order)
        own = a + p * n
        inverse = 1.0 / own[p]
        for i in range(p + 1, reach[p] + 1):
            if first[i] <= p:
                other = a + i * n
                weight = other[p] * inverse
                if weight != 0.0:
                    other[p] = weight
                    for j in range(p + 1, last[p] + 1):
                        other[j] -= weight * own[j]
                    last[i] = max(last[i], last[p])
    return 0


@kernel
def clear_rows(n: integer, a: reals, order: integers) -> nothing:
    """a := 0, after `factor_within`."""
    for i in range(n):
        for j in range(order[n + i], order[2 * n + i] + 1):
            a[i * n + j] = 0.0


@kernel
def solve_rows(n: integer, a: reals, order: integers, b: reals, x: reals) -> nothing:
    """x := the solution with the right-hand side b, from the factors of `factor_rows`."""
    first = order + n
    last = order + 2 * n
    for i in range(n):
        own = a + i * n
        total = b[order[i]]
        for j in range(first[i], i):
            total -= own[j] * x[j]
        x[i] = total
    for r in range(n):
        i = n - 1 - r
        own = a + i * n
        total = x[i]
        for j in range(i + 1, last[i] + 1):
            total -= own[j] * x[j]
        x[i] = total / own[i]
