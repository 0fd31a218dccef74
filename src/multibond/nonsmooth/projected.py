"""Impulses of all rows of a step by projected Gauss–Seidel: each in turn meets its law with the others as they are."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..program.kernel import integer, integers, kernel, nothing, pointers, real, reals
from . import step_layout as at

COLD = 25  # times as many sweeps where most rows have no impulses of the last step to begin with


@kernel
def push(w: pointers, r: integer, change: real) -> nothing:
    """Change the impulse of row r; the flows of all ports that feel it follow."""
    start = integers(w[at.ANSWER_START])
    port = integers(w[at.ANSWER_PORT])
    answer = reals(w[at.ANSWER])
    flow = reals(w[at.FLOW])
    for i in range(start[r], start[r + 1]):
        flow[port[i]] += answer[i] * change


@kernel
def answers(w: pointers, r: integer) -> integer:
    """How the ports that rows ask for answer a unit impulse of row r. 1: there is no room for them."""
    start = integers(w[at.ROW_START])
    k = integers(w[at.COUNTS])
    asked = integers(w[at.ASKED])
    total = reals(w[at.SUM])
    first = integers(w[at.ANSWER_START])[r]
    count = first
    for i in range(start[r], start[r + 1]):
        port = integers(w[at.ENTRY_PORT])[i]
        block = integers(w[at.BLOCK])[port]
        begin = integers(w[at.BLOCK_START])[block]
        size = integers(w[at.BLOCK_START])[block + 1] - begin
        matrix = reals(w[at.MATRIX]) + integers(w[at.BLOCK_AT])[block] + integers(w[at.COLOUR])[port]
        for j in range(size):
            other = integers(w[at.BLOCK_PORT])[begin + j]
            if asked[other] != 0 and matrix[j * size] != 0.0:
                if asked[other] == 1:
                    if count >= k[at.MOST_ANSWERS]:
                        return 1
                    asked[other] = 2
                    total[other] = 0.0
                    integers(w[at.ANSWER_PORT])[count] = other
                    count += 1
                total[other] += matrix[j * size] * reals(w[at.ENTRY])[i]
    for i in range(first, count):
        other = integers(w[at.ANSWER_PORT])[i]
        reals(w[at.ANSWER])[i] = total[other]
        asked[other] = 1
    integers(w[at.ANSWER_START])[r + 1] = count
    return 0


@kernel
def flow_of(w: pointers, r: integer) -> real:
    """The flow of row r."""
    start = integers(w[at.ROW_START])
    total = 0.0
    for i in range(start[r], start[r + 1]):
        total += reals(w[at.ENTRY])[i] * reals(w[at.FLOW])[integers(w[at.ENTRY_PORT])[i]]
    return total


@kernel
def own_response(w: pointers, r: integer) -> real:
    """The flow of row r by its own impulse."""
    start = integers(w[at.ROW_START])
    asked = integers(w[at.ANSWER_START])
    total = 0.0
    for i in range(start[r], start[r + 1]):
        for j in range(asked[r], asked[r + 1]):
            if integers(w[at.ANSWER_PORT])[j] == integers(w[at.ENTRY_PORT])[i]:
                total += reals(w[at.ENTRY])[i] * reals(w[at.ANSWER])[j]
    return total


@kernel
def disc(w: pointers, r: integer) -> real:
    """All rows of friction whose direction is free, from r on, within its disc or ball; by how much they changed."""
    end = integers(w[at.MATE])[r] + 1
    p = reals(w[at.P])
    new = reals(w[at.SUM])
    own = 0.0
    for i in range(r, end):
        own = min(own, reals(w[at.OWN])[i])
    if not own < 0.0:
        return 0.0
    size = 0.0
    for i in range(r, end):
        new[i - r] = p[i] - flow_of(w, i) / own
        size += new[i - r] * new[i - r]
    size = sqrt(size)
    parent = integers(w[at.PARENT])[r]
    most = reals(w[at.MU])[r] * p[parent] if parent >= 0 else reals(w[at.UPPER])[r]
    share = most / size if size > most else 1.0
    changed = 0.0
    for i in range(r, end):
        change = share * new[i - r] - p[i]
        changed += fabs(change)
        push(w, i, change)
        p[i] += change
    return changed


@kernel
def single_row(w: pointers, r: integer) -> real:
    """One row within its bounds; by how much it changed."""
    own = reals(w[at.OWN])[r]
    p = reals(w[at.P])
    if not own < 0.0:
        return 0.0
    low = reals(w[at.LOWER])[r]
    high = reals(w[at.UPPER])[r]
    parent = integers(w[at.PARENT])[r]
    if parent >= 0:
        high = reals(w[at.MU])[r] * p[parent]
        low = -high
    new = p[r] - (flow_of(w, r) - reals(w[at.GOAL])[r]) / own
    if new > high:
        new = high
    if new < low:
        new = low
    change = new - p[r]
    if change != 0.0:
        push(w, r, change)
        p[r] = new
    return fabs(change)


@kernel
def prepare_rows(w: pointers) -> integer:
    """How flows answer all rows, and the flows with the impulses that P has. 1: there is no room for the answers."""
    k = integers(w[at.COUNTS])
    asked = integers(w[at.ASKED])
    for port in range(k[at.PORTS]):
        asked[port] = 0
    for i in range(k[at.ENTRIES]):
        asked[integers(w[at.ENTRY_PORT])[i]] = 1
    integers(w[at.ANSWER_START])[0] = 0
    for r in range(k[at.ROWS]):
        if answers(w, r) != 0:
            return 1
        reals(w[at.OWN])[r] = own_response(w, r)
        if reals(w[at.P])[r] != 0.0:
            push(w, r, reals(w[at.P])[r])
    return 0


@kernel
def add_impulses(w: pointers) -> nothing:
    """The impulses of ports from those of rows."""
    start = integers(w[at.ROW_START])
    for r in range(integers(w[at.COUNTS])[at.ROWS]):
        if reals(w[at.P])[r] != 0.0:
            for i in range(start[r], start[r + 1]):
                port = integers(w[at.ENTRY_PORT])[i]
                reals(w[at.IMPULSE])[port] += reals(w[at.ENTRY])[i] * reals(w[at.P])[r]


@kernel
def most_sweeps(w: pointers) -> integer:
    """How many sweeps there may be: more where most of what pushes has just begun to, as at the start of a run. Where
    impulses of the last step lead on, few do."""
    k = integers(w[at.COUNTS])
    cold = 0
    known = 0
    for r in range(k[at.ROWS]):
        if integers(w[at.PARENT])[r] < 0:
            if reals(w[at.P])[r] == 0.0:
                cold += 1
            else:
                known += 1
    return COLD * k[at.SWEEPS] if cold > known else k[at.SWEEPS]


@kernel
def solve_rows(w: pointers) -> integer:
    """Impulses of all rows, beginning with those that P has; sweeps go to and fro. 1: there is no room."""
    k = integers(w[at.COUNTS])
    p = reals(w[at.P])
    mate = integers(w[at.MATE])
    if prepare_rows(w) != 0:
        return 1
    rows = k[at.ROWS]
    for sweep in range(most_sweeps(w)):
        change = 0.0
        largest = 0.0
        for i in range(rows):
            r = i if sweep % 2 == 0 else rows - 1 - i
            if mate[r] < 0:
                change += single_row(w, r)
            elif mate[r] >= r:
                change += disc(w, r)
            largest += fabs(p[r])
        k[at.USED] += 1
        if change <= reals(w[at.REALS])[at.SETTLED] * largest:
            break
    add_impulses(w)
    return 0
