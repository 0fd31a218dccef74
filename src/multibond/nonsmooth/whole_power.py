"""The power of the whole model beside that of its pairs: what rounding of the rest may bring into a pair is nothing.

Where all efforts or all flows of the pairs are zero whatever they do, as of two diodes along different directions
between the same two nodes, what is computed of them is rounding of the rest of the model, and only beside the rest can
be seen that it is small. Powers are taken at instants that are settled, never in trial steps, which may be far off.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, pointers, real, reals
from .mode_solution import solution
from .pair_inputs import ENDLESS, inputs
from .pair_layout import (
    COUNT,
    COUNTS,
    CROSSED,
    FREE,
    HOLD,
    INPUTS_AT,
    LARGEST,
    MARKS,
    MODE,
    OWN,
    RAISED,
    RATE,
    RHS,
    ROOT,
    STATES,
    VALUES,
    V,
)  # fmt: skip
from .watch import pair_indicators

HELD = 1e-2  # part of the efforts that all pairs together would hold, beside which theirs may be rounding
BESIDE = 1e-3  # part of the power beside the pairs (its root) to which theirs may be rounding


@kernel
def feel_power(q: pointers) -> integer:
    """Let nothing be measured by less than a part of the powers in RATE; 1 where that is more than before."""
    k = integers(q[COUNTS])
    largest = reals(q[LARGEST])
    raised = 0
    for i in range(k[OWN], k[STATES]):
        power = BESIDE * BESIDE * fabs(reals(q[RATE])[i])
        if power > largest[0] * largest[0] and power < ENDLESS:
            largest[0] = sqrt(power)
            raised = 1
    return raised


@kernel
def drop_crossings(t: real, x: reals, c: pointers, out: reals) -> integer:
    """Forget crossings of pairs that are none, measured by what is known now; how many. out: room for 2 n."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    raised = integers(q[RAISED])
    dropped = 0
    if Callback(q[VALUES])(t, x, reals(q[V]), c) != 0:
        return 0
    pair_indicators(q, reals(c[DISCRETE]) + k[INPUTS_AT], out)
    for i in range(k[COUNT]):
        if raised[i] == CROSSED and out[2 * i] > 0.0 and out[2 * i + 1] > 0.0:
            raised[i] = 0
            dropped += 1
    return dropped


@kernel
def feel_without_inputs(t: real, x: reals, c: pointers) -> integer:
    """The same with no inputs, all pairs being resistances that fit: it needs no positions. They are zero then."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    for i in range(k[COUNT]):
        u[2 * i] = 0.0
    if Callback(q[RHS])(t, x, reals(q[RATE]), c) != 0:
        return 0
    return feel_power(q)


@kernel
def feel_held(t: real, x: reals, c: pointers) -> integer:
    """Let nothing be measured by less than a part of the efforts with which all pairs would hold: where coils take the
    voltages of sources at first, flows and efforts of pairs are the rounding of these. 1 where that is more than
    before. The inputs are others then."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    kept = integers(q[MARKS]) + 2 * n
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    for i in range(n):
        kept[i] = mode[i]
        mode[i] = HOLD if mode[i] != FREE else FREE
    solution(c)
    largest = reals(q[LARGEST])[0]
    if inputs(t, x, c) == 0:
        for i in range(n):
            if mode[i] == HOLD and fabs(u[2 * i]) < ENDLESS:
                largest = max(largest, HELD * fabs(u[2 * i]) / reals(q[ROOT])[i])
    for i in range(n):
        mode[i] = kept[i]
    solution(c)
    raised = 1 if largest > reals(q[LARGEST])[0] else 0
    reals(q[LARGEST])[0] = largest
    return raised
