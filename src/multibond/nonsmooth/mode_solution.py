"""What the laws of the present modes ask of the inputs: one linear system over all pairs, solved for all residuals.

Where laws, or combinations of them, have no input in them, their derivatives take their place; what nothing determines
is of least norm.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import PAIRS
from ..program.kernel import Bound, integer, integers, kernel, nothing, pointers, real, reals
from .pair_layout import (
    AT_REST,
    BOUND_BY_INPUT,
    BOUND_BY_STATE,
    COLUMNS,
    COUNT,
    COUNTS,
    DERIVED,
    FILLED,
    FLOW_BY_INPUT,
    FLOW_BY_STATE,
    FORCED,
    FREE,
    FROM_STATES,
    HIDDEN,
    HIDDEN_FILLED,
    HOLD,
    LARGEST,
    LOOSE,
    LOW,
    LOWER,
    MODE,
    NUMBERS,
    RATIO,
    RESIDUAL,
    ROOT,
    SHARE,
    SLIDING_LOWER,
    SLIDING_UPPER,
    SOLUTION,
    SOLVED,
    UP,
    UPPER,
    WORK,
)  # fmt: skip
from .rank import eliminate, least_norm

NOTHING = Bound(1e-9)  # part of the largest coefficient below which a law does not depend on the inputs
MOVED = Bound(1e-6)  # part of an input that nothing determines with which another moves


@kernel
def bound_at(q: pointers, i: integer) -> integer:
    """Which bound the effort of pair i is at, or 0: while it passes that of sliding, and where it passes only because
    others hold it at rest that of holding."""
    mode = integers(q[MODE])[i]
    rests = integers(q[AT_REST])[i]
    if mode == UP:
        return UPPER if rests != 0 else SLIDING_UPPER
    if mode == LOW:
        return LOWER if rests != 0 else SLIDING_LOWER
    return 0


@kernel
def law_by(n: integer, i: integer, j: integer, bound: integer, ratio: real, flows: reals, bounds: reals) -> real:
    """The coefficient of input j in the law of pair i, whose effort is at a `bound`, but for its own input."""
    value = ratio * flows[j * n + i]
    if bound != 0:
        value -= bounds[j * 4 * n + (bound - 1) * n + i]
    return value


@kernel
def list_bound(q: pointers, bound: integers) -> integer:
    """List the pairs whose inputs are bound to each other; how many there are. Those of open contacts are not whose
    flows follow from the states alone: the many that are far apart cost nothing."""
    k = integers(q[COUNTS])
    count = 0
    for i in range(k[COUNT]):
        if integers(q[FROM_STATES])[i] == 0 or integers(q[MODE])[i] != FREE:
            bound[count] = i
            count += 1
    return count


@kernel
def lay_laws(q: pointers, m: integer, bound: integers, table: reals) -> nothing:
    """The laws of m pairs in their modes by their scaled inputs, in rows of 3 m, unit vectors behind them; no row has a
    pivot."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    ratio = reals(q[RATIO])
    root = reals(q[ROOT])
    share = reals(q[SHARE])
    numbers = integers(q[NUMBERS])
    width = 3 * m
    for a in range(m):
        i = bound[a]
        numbers[n + a] = 0  # rows that have a pivot
        numbers[a] = -1  # the row in which each column has its pivot
        row = table + a * width
        for b in range(width):
            row[b] = 0.0
        row[m + a] = 1.0
        kind = bound_at(q, i)
        for b in range(m):
            j = bound[b]
            value = law_by(n, i, j, kind, ratio[i], reals(q[FLOW_BY_INPUT]), reals(q[BOUND_BY_INPUT]))
            if a == b and mode[i] != HOLD:
                value += 1.0
            row[b] = value * root[j] / root[i] * share[j]


@kernel
def note_forced(q: pointers, m: integer, table: reals, largest: real) -> nothing:
    """Note pairs that only such laws bind as no input changes, not even through the states: what an ideal source asks
    of them they do, and whether their laws hold then is seen by what they let pass."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    forced = integers(q[FORCED])
    for reached in range(2):  # those of laws that are reached are not
        derived = 0
        for r in range(m):
            if integers(q[NUMBERS])[n + r] == 0:
                most = 0.0
                for b in range(m):
                    most = max(most, fabs(table[r * 3 * m + b]))
                if (most <= NOTHING * largest) == (reached == 0):
                    for i in range(n):
                        if fabs(reals(q[HIDDEN])[derived * n + i]) > MOVED:
                            forced[i] = (derived + 1) * (1 - reached)
                derived += 1


@kernel
def derive_laws(q: pointers, m: integer, bound: integers, table: reals) -> real:
    """In the place of each row without a pivot the derivative of its law, which goes to HIDDEN; the largest coefficient
    there."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    ratio = reals(q[RATIO])
    root = reals(q[ROOT])
    numbers = integers(q[NUMBERS])
    width = 3 * m
    derived = 0
    largest = 0.0
    for r in range(m):
        if numbers[n + r] == 0:
            row = table + r * width
            hidden = reals(q[HIDDEN]) + derived * n
            for i in range(n):
                hidden[i] = 0.0
            for a in range(m):
                hidden[bound[a]] = row[m + a]
            for b in range(width):
                row[b] = 0.0
            for b in range(m):
                j = bound[b]
                total = 0.0
                for a in range(m):
                    i = bound[a]
                    if hidden[i] != 0.0:  # others may change as fast as the direction of a slip that has just begun
                        kind = bound_at(q, i)
                        value = law_by(n, i, j, kind, ratio[i], reals(q[FLOW_BY_STATE]), reals(q[BOUND_BY_STATE]))
                        largest = max(largest, fabs(value) * root[j] / root[i])
                        total += hidden[i] * value * root[j] / root[i]
                row[b] = total * reals(q[SHARE])[j]
            row[2 * m + derived] = 1.0
            derived += 1
    k[DERIVED] = derived
    note_forced(q, m, table, largest)
    for r in range(m):  # what the laws themselves determine is taken out of the new rows
        if numbers[n + r] == 0:
            row = table + r * width
            for b in range(m):
                if numbers[b] >= 0 and row[b] != 0.0:
                    weight = row[b]
                    other = table + numbers[b] * width
                    for l in range(width):
                        row[l] -= weight * other[l]
                    row[b] = 0.0
    return largest


@kernel
def is_loose(q: pointers, m: integer, bound: integers, table: reals) -> integer:
    """Whether what an eliminated table leaves open lets an open contact move: nothing says how fast."""
    mode = integers(q[MODE])
    row_of = integers(q[NUMBERS])
    for f in range(m):
        if row_of[f] < 0:
            if mode[bound[f]] == FREE:
                return 1
            for b in range(m):
                if row_of[b] >= 0 and mode[bound[b]] == FREE and fabs(table[row_of[b] * 3 * m + f]) > MOVED:
                    return 1
    return 0


@kernel
def solution(c: pointers) -> nothing:
    """The inputs as they follow from the residuals of the laws of the present modes: SOLUTION and HIDDEN."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    table = reals(q[WORK])
    numbers = integers(q[NUMBERS])
    bound = numbers + 17 * n + 4
    m = list_bound(q, bound)
    width = 3 * m
    by = table + m * width
    work = by + 2 * m * m
    lay_laws(q, m, bound, table)
    found = eliminate(m, m, width, table, numbers, numbers + n, NOTHING, work)
    k[DERIVED] = 0
    k[LOOSE] = 0
    for i in range(n):
        integers(q[FORCED])[i] = 0
    if found < m:
        largest = derive_laws(q, m, bound, table)
        least = max(NOTHING * largest, reals(q[LARGEST])[3])
        found += eliminate(m, m - found, width, table, numbers, numbers + n, least, work)
        if found < m:
            k[LOOSE] = is_loose(q, m, bound, table)
    least_norm(m, width, table, numbers, by, work)
    clear_filled(q)
    whole = reals(q[SOLUTION])
    for i in range(n):
        whole[i * n + i] = 1.0
    for b in range(m + k[DERIVED]):
        column = whole + (bound[b] if b < m else n + b - m) * n
        for a in range(m):
            column[bound[a]] = by[b * m + a] * reals(q[SHARE])[bound[a]]
    k[SOLVED] = 1
    note_filled(q, m, bound)


@kernel
def clear_filled(q: pointers) -> nothing:
    """SOLUTION := 0."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    begins = integers(q[FILLED])
    rows = begins + 2 * n + 1
    for j in range(k[COLUMNS]):
        for place in range(begins[j], begins[j + 1]):
            reals(q[SOLUTION])[j * n + rows[place]] = 0.0


@kernel
def note_filled(q: pointers, m: integer, bound: integers) -> nothing:
    """Note where SOLUTION and HIDDEN, in which m pairs are bound to each other, are other than zero: in most networks
    each input depends on few laws."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    begins = integers(q[FILLED])
    rows = begins + 2 * n + 1
    by = reals(q[SOLUTION])
    count = 0
    b = 0
    for j in range(n + k[DERIVED]):
        begins[j] = count
        if j < n and (b == m or bound[b] != j):
            rows[count] = j
            count += 1
        else:
            b += 1
            for a in range(m):
                if by[j * n + bound[a]] != 0.0:
                    rows[count] = bound[a]
                    count += 1
    k[COLUMNS] = n + k[DERIVED]
    begins[k[COLUMNS]] = count
    begins = integers(q[HIDDEN_FILLED])
    rows = begins + n + 1
    count = 0
    for r in range(k[DERIVED]):
        begins[r] = count
        for a in range(m):
            if reals(q[HIDDEN])[r * n + bound[a]] != 0.0:
                rows[count] = bound[a]
                count += 1
    begins[k[DERIVED]] = count


@kernel
def solve_missed(q: pointers, change: reals) -> nothing:
    """change := SOLUTION times RESIDUAL."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    begins = integers(q[FILLED])
    rows = begins + 2 * n + 1
    missed = reals(q[RESIDUAL])
    for i in range(n):
        change[i] = 0.0
    for j in range(n + k[DERIVED]):
        by = reals(q[SOLUTION]) + j * n
        value = missed[j]
        if value != 0.0:
            for place in range(begins[j], begins[j + 1]):
                change[rows[place]] += by[rows[place]] * value
