"""What the integration lets closed contacts drift by is taken from the states before anything is decided.

A contact that holds is kept so by its acceleration. The errors of steps leave it a velocity, which impulses take away,
and in time a gap: a box that slides along the floor has turned by a hair when it comes to a wall, and one of its
corners would strike first. The places follow from the same impulses: as velocities jump by B Λ, places move by what
these velocities carry them in a unit of time, so that the gaps are again what they were when the contacts closed.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import DIRECTION, DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from .fineness import fineness, measure
from .pair_inputs import hidden_residuals
from .pair_layout import (
    COUNT,
    COUNTS,
    CROSSED,
    DERIVED,
    FREE,
    GAP,
    HOLD,
    INPUTS_AT,
    LARGEST,
    MODE,
    OWN,
    RAISED,
    RESIDUAL,
    ROOT,
    SOLUTION,
    STATE_BY_INPUT,
    TANGENT,
    TANGENTS,
    VALUES,
    V,
)  # fmt: skip
from .strikes import find_scale

TURNS = 3  # of Newton's method


@kernel
def small_flows(t: real, x: reals, c: pointers, d: pointers, limit: real) -> integer:
    """Whether the flows of pairs that hold are no more than a part `limit` of what flows in this run."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    flow = reals(q[V])
    if Callback(q[VALUES])(t, x, flow, c) != 0 or measure(t, x, c, d) != 0:
        return 0
    scale = find_scale(q, d)
    for i in range(n):
        if integers(q[MODE])[i] == HOLD:
            if integers(d[at.OWNED])[i] != 0:
                if not fabs(flow[i]) <= limit * scale:
                    return 0
            elif not fabs(flow[i]) * reals(q[ROOT])[i] <= limit * reals(q[LARGEST])[0]:
                return 0
    return 1


@kernel
def lay_drift(q: pointers, d: pointers, limit: real) -> integer:
    """In the place of flows, what the gaps of contacts that hold have lost [m]; of everything else nothing. Whether
    that is more than rounding, and no more than a part `limit` of what gaps are made of."""
    n = integers(q[COUNTS])[COUNT]
    values = reals(q[V])
    kept = values + GAP * n
    for i in range(GAP * n):
        values[i] = 0.0
    found = 0
    for k in range(integers(d[at.COUNTS])[at.CONTACTS]):
        i = integers(d[at.NORMAL])[k]
        if integers(q[MODE])[i] == HOLD:
            values[i] = (reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k)[at.SHUT] - kept[i]
            if fabs(values[i]) > fineness(d, k):
                found = 1
            if not fabs(values[i]) * reals(d[at.REALS])[at.UNSURE] <= limit * fineness(d, k):
                return 0
    return found


@kernel
def carry(t: real, x: reals, c: pointers, d: pointers, room: reals) -> integer:
    """How the impulses that would end the flows in V move the places, into `room`. 0: it has a value."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    v = reals(c[DIRECTION])
    missed = reals(q[RESIDUAL])
    hidden_residuals(q, reals(q[V]), reals(c[DISCRETE]) + k[INPUTS_AT], 0.0)
    for j in range(own + n + 1):
        v[j] = 0.0
    for i in range(n):
        passed = 0.0
        for r in range(k[DERIVED]):
            passed -= reals(q[ROOT])[i] * reals(q[SOLUTION])[(n + r) * n + i] * missed[n + r]
        for j in range(own):
            v[j] += reals(q[STATE_BY_INPUT])[i * own + j] * passed
    status = integer(Callback(q[TANGENT])(t, x, reals(q[TANGENTS]), c))
    for j in range(own):
        v[j] = 0.0
        room[j] = reals(q[TANGENTS])[j] if integers(d[at.GEOMETRIC])[j] != 0 else 0.0
    return status


@kernel
def close_again(t: real, x: reals, c: pointers, d: pointers, limit: real, room: reals) -> nothing:
    """Move the places so that contacts that hold have the gaps with which they closed, unless these are off by more
    than a part `limit` of what they are made of. What is seen to close now may then be as far from it as it has moved.
    The matrices are those of this instant."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    r = reals(d[at.REALS])
    if Callback(q[VALUES])(t, x, reals(q[V]), c) != 0:
        return
    for a in range(integers(d[at.COUNTS])[at.CONTACTS]):
        i = integers(d[at.NORMAL])[a]
        reals(d[at.BEFORE])[a] = reals(q[V])[GAP * n + i]
    for _ in range(TURNS):
        if lay_drift(q, d, limit) == 0 or carry(t, x, c, d, room) != 0:
            break
        for j in range(own):
            x[j] += room[j]
        if Callback(q[VALUES])(t, x, reals(q[V]), c) != 0:
            return
    if Callback(q[VALUES])(t, x, reals(q[V]), c) != 0:
        return
    for a in range(integers(d[at.COUNTS])[at.CONTACTS]):
        i = integers(d[at.NORMAL])[a]
        if integers(q[MODE])[i] == FREE and integers(q[RAISED])[i] == CROSSED:
            r[at.MOVED] = max(r[at.MOVED], fabs(reals(q[V])[GAP * n + i] - reals(d[at.BEFORE])[a]))
