"""Elimination with the largest pivots, which tells what a linear system determines and what it leaves open."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import integer, integers, kernel, nothing, real, reals


@kernel
def largest_of(n: integer, row: reals, row_of: integers) -> real:
    """The largest entry of a row in the columns without a row."""
    best = 0.0
    for j in range(n):
        if row_of[j] < 0 and fabs(row[j]) > best:
            best = fabs(row[j])
    return best


@kernel
def eliminate(
    n: integer, most: integer, width: integer, table: reals, row_of: integers, used: integers, floor: real, tops: reals
) -> integer:  # fmt: skip
    """Make unit vectors of columns 0 to n−1 of a table of n rows, by the largest entries of rows that are not `used`
    and columns without a row, up to `most` of them; how many were found. Entries up to `floor` count as nothing.
    tops: room for n."""
    found = 0
    for i in range(n):
        tops[i] = largest_of(n, table + i * width, row_of)
    for _ in range(most):
        best = 0.0
        row = -1
        for i in range(n):
            if used[i] == 0 and tops[i] > best:
                best = tops[i]
                row = i
        if row < 0 or not best > floor:
            break
        own = table + row * width
        column = -1
        for j in range(n):
            if column < 0 and row_of[j] < 0 and fabs(own[j]) == best:
                column = j
        used[row] = 1
        row_of[column] = row
        inverse = 1.0 / own[column]
        for j in range(width):
            own[j] *= inverse
        for i in range(n):
            if i != row:
                other = table + i * width
                weight = other[column]
                if weight != 0.0:
                    for j in range(width):
                        other[j] -= weight * own[j]
                    other[column] = 0.0
                    if used[i] == 0:
                        tops[i] = largest_of(n, other, row_of)
        found += 1
    return found


@kernel
def normal_equations(
    n: integer, width: integer, count: integer, table: reals, row_of: integers, by: reals, matrix: reals
) -> nothing:
    """I + Gᵀ G of the `count` columns that are open, and their right-hand sides beside it."""
    side = count + 2 * n
    a = 0
    for f in range(n):
        if row_of[f] < 0:
            own = matrix + a * side
            b = 0
            for g in range(n):
                if row_of[g] < 0:
                    total = 0.0
                    for j in range(n):
                        if row_of[j] >= 0:
                            total += table[row_of[j] * width + f] * table[row_of[j] * width + g]
                    own[b] = total
                    if a == b:
                        own[b] += 1.0
                    b += 1
            for r in range(2 * n):
                total = 0.0
                for j in range(n):
                    if row_of[j] >= 0:
                        total += table[row_of[j] * width + f] * by[r * n + j]
                own[count + r] = total
            a += 1


@kernel
def least_norm(n: integer, width: integer, table: reals, row_of: integers, by: reals, work: reals) -> nothing:
    """The solution of least norm for every right-hand side in columns n to 3 n − 1 of an eliminated table: `by` has n
    rows and 2 n columns, stored by columns. work: room for 3 n²."""
    count = 0
    for j in range(n):
        if row_of[j] < 0:
            count += 1
    for r in range(2 * n):
        for j in range(n):
            by[r * n + j] = 0.0
            if row_of[j] >= 0:
                by[r * n + j] = table[row_of[j] * width + n + r]
    if count == 0:
        return
    matrix = work
    side = count + 2 * n
    normal_equations(n, width, count, table, row_of, by, matrix)
    for p in range(count):  # symmetric and positive: no pivoting
        own = matrix + p * side
        for i in range(count):
            if i != p:
                other = matrix + i * side
                weight = other[p] / own[p]
                for j in range(side):
                    other[j] -= weight * own[j]
    a = 0
    for f in range(n):
        if row_of[f] < 0:
            own = matrix + a * side
            for r in range(2 * n):
                value = own[count + r] / own[a]
                by[r * n + f] = value
                for j in range(n):
                    if row_of[j] >= 0:
                        by[r * n + j] -= table[row_of[j] * width + f] * value
            a += 1
