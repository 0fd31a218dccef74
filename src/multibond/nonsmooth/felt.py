"""How impulses of pairs change flows and states, with those that hold their flow whatever it takes following."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import Bound, integers, kernel, nothing, pointers, reals
from . import contact_layout as at
from .pair_layout import (
    COMMAND,
    COUNT,
    COUNTS,
    FLOW_BY_STATE,
    HOLD,
    LOWER,
    MODE,
    OWN,
    STATE_BY_INPUT,
    UPPER,
    WORK,
    V,
)  # fmt: skip
from .rank import eliminate

MOST = 1e300  # what is larger is endless
NOTHING = Bound(1e-12)  # part of the largest coefficient that is none


@kernel
def find_held(q: pointers, d: pointers) -> nothing:
    """Pairs that hold their flow at zero by whatever impulse that takes: no contacts, and without an end of effort."""
    n = integers(q[COUNTS])[COUNT]
    values = reals(q[V])
    held = integers(d[at.HELD])
    count = 0
    for i in range(n):
        if integers(d[at.OWNED])[i] == 0 and integers(q[MODE])[i] == HOLD:
            endless = 0
            if fabs(values[LOWER * n + i]) > MOST or fabs(values[UPPER * n + i]) > MOST:
                endless = 1
            if endless == 1 or values[COMMAND * n + i] > -0.5:
                held[count] = i
                count += 1
    integers(d[at.COUNTS])[at.HOLDING] = count


@kernel
def feel(q: pointers, d: pointers) -> nothing:
    """FELT from what the flows depend on; with pairs that hold, FOLLOW too."""
    n = integers(q[COUNTS])[COUNT]
    felt = reals(d[at.FELT])
    for i in range(n):
        for j in range(n):
            felt[i * n + j] = reals(q[FLOW_BY_STATE])[j * n + i]
    h = integers(d[at.COUNTS])[at.HOLDING]
    if h == 0:
        return
    held = integers(d[at.HELD])
    row_of = integers(d[at.ROW_OF])
    table = reals(d[at.FOLLOW])
    width = h + n
    largest = 0.0
    for r in range(h):
        row_of[r] = -1
        row_of[h + r] = 0
        for c in range(h):
            table[r * width + c] = felt[held[r] * n + held[c]]
            largest = max(largest, fabs(table[r * width + c]))
        for j in range(n):
            table[r * width + h + j] = felt[held[r] * n + j]
    eliminate(h, h, width, table, row_of, row_of + h, NOTHING * largest, reals(q[WORK]))
    for i in range(n):
        for j in range(n):
            total = 0.0
            for c in range(h):
                if row_of[c] >= 0:
                    total += reals(q[FLOW_BY_STATE])[held[c] * n + i] * table[row_of[c] * width + h + j]
            felt[i * n + j] -= total


@kernel
def pass_on(q: pointers, d: pointers, x: reals) -> nothing:
    """Let the states jump by the impulses PASSED of all pairs, those of the pairs that hold following."""
    n = integers(q[COUNTS])[COUNT]
    own = integers(q[COUNTS])[OWN]
    h = integers(d[at.COUNTS])[at.HOLDING]
    passed = reals(d[at.PASSED])
    held = integers(d[at.HELD])
    row_of = integers(d[at.ROW_OF])
    table = reals(d[at.FOLLOW])
    given = reals(d[at.RATES])  # room, for the others alone
    for c in range(h):
        passed[held[c]] = 0.0
    for j in range(n):
        given[j] = passed[j]
    for c in range(h):
        if row_of[c] >= 0:
            total = 0.0
            for j in range(n):
                total -= table[row_of[c] * (h + n) + h + j] * given[j]
            passed[held[c]] = total
    for j in range(n):
        if passed[j] != 0.0:
            reals(d[at.IMPULSE])[j] += passed[j]
            for i in range(own):
                x[i] += reals(q[STATE_BY_INPUT])[j * own + i] * passed[j]
