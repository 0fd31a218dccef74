"""Impacts in time-stepping: contacts that strike in a step are noted with their impulse and the energy they take."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import step_layout as at
from .projected import flow_of


@kernel
def flow_before(w: pointers, r: integer) -> real:
    """The flow of row r where the step began."""
    start = integers(w[at.ROW_START])
    old = reals(w[at.FLOW]) + integers(w[at.COUNTS])[at.PORTS]
    total = 0.0
    for i in range(start[r], start[r + 1]):
        total += reals(w[at.ENTRY])[i] * old[integers(w[at.ENTRY_PORT])[i]]
    return total


@kernel
def note_hits(t: real, h: real, w: pointers) -> real:
    """Note the rows that strike in a step of length h [s] from t; the energy that they take, friction included [J]."""
    k = integers(w[at.COUNTS])
    parent = integers(w[at.PARENT])
    p = reals(w[at.P])
    whole = 0.0
    for r in range(k[at.ROWS]):
        if integers(w[at.HIT])[r] != 0 and p[r] > 0.0:
            taken = 0.5 * p[r] * (flow_before(w, r) + flow_of(w, r))
            f = r + 1
            while f < k[at.ROWS] and parent[f] == r:
                taken += 0.5 * p[f] * (flow_before(w, f) + flow_of(w, f))
                f += 1
            place = k[at.HITS]
            integers(w[at.HIT_KEY])[place] = integers(w[at.KEY])[r]
            reals(w[at.HIT_TIME])[place] = t + 0.5 * h
            reals(w[at.HIT_IMPULSE])[place] = p[r]
            reals(w[at.HIT_TAKEN])[place] = taken
            whole += taken
            k[at.HITS] += 1
    return whole


@kernel
def book_hits(t: real, x: reals, taken: real, first: integer, c: pointers, w: pointers) -> nothing:
    """What impacts of a step took is theirs in the books, not that of resistors; the energy in all stores after it."""
    k = integers(w[at.COUNTS])
    if k[at.HITS] == first:
        return
    if k[at.DISSIPATED] >= 0:
        x[k[at.DISSIPATED]] -= taken
    after = reals(w[at.HIT_AFTER])
    if k[at.STORES] != 0:
        Callback(w[at.STORED])(t, x, after + first, c)
    for place in range(first + 1, k[at.HITS]):
        after[place] = after[first]
