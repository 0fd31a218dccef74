"""The derivatives of the rates in the present modes: of a linear model from what is the same in all of them."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from ..program.context import DIRECTION, PAIRS
from ..program.kernel import Callback, int32, integer, integers, kernel, nothing, pointers, real, reals
from .mode_solution import bound_at, solution, solve_missed
from .pair_inputs import hidden_residuals, inputs
from .pair_layout import (
    ALONE,
    BOUND_BY_INPUT,
    BOUND_BY_STATE,
    BY_STATE,
    CONSTANT,
    COUNT,
    COUNTS,
    DERIVED,
    FLOW_BY_INPUT,
    FLOW_BY_STATE,
    FREE,
    FROM_STATES,
    KNOWN,
    LOW,
    MODE,
    OWN,
    RATE,
    RATIO,
    RESIDUAL,
    ROOT,
    STATE_BY_INPUT,
    SWITCHED,
    TANGENT,
    TANGENTS,
    UP,
    WORK,
)  # fmt: skip
from .sensitivity import sensitivities


@kernel
def learn(t: real, x: reals, c: pointers) -> integer:
    """How rates, flows and bounds depend on each state with fixed inputs, and flows and bounds on its rates."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    width = own + 10 * n
    v = reals(c[DIRECTION])
    out = reals(q[TANGENTS])
    status = 0
    for j in range(own + n + 1):
        v[j] = 0.0
    for j in range(own):
        row = reals(q[BY_STATE]) + j * width
        v[j] = 1.0
        status += Callback(q[TANGENT])(t, x, out, c)
        v[j] = 0.0
        for i in range(own + 5 * n):
            row[i] = out[i]
        for i in range(own):
            v[i] = row[i]
        status += Callback(q[TANGENT])(t, x, out, c)
        for i in range(own):
            v[i] = 0.0
        for i in range(5 * n):
            row[own + 5 * n + i] = out[own + i]
    k[KNOWN] = 1 if status == 0 else 0
    return status


@kernel
def let_open(q: pointers, moved: reals, laws: reals, open_by: reals) -> nothing:
    """The flows and bounds along a state and along its rates in `moved`, with the inputs of open contacts following,
    open_by: their flows depend on the states alone, and what they do without an effort reaches the laws of others."""
    n = integers(q[COUNTS])[COUNT]
    for i in range(10 * n):
        laws[i] = moved[i]
    for f in range(n):
        open_by[f] = 0.0
        if integers(q[MODE])[f] == FREE and integers(q[FROM_STATES])[f] == 1 and moved[f] != 0.0:
            u = -reals(q[RATIO])[f] * moved[f]
            open_by[f] = u
            for i in range(n):
                laws[i] += reals(q[FLOW_BY_INPUT])[f * n + i] * u
                laws[5 * n + i] += reals(q[FLOW_BY_STATE])[f * n + i] * u
            for i in range(4 * n):
                laws[n + i] += reals(q[BOUND_BY_INPUT])[f * 4 * n + i] * u
                laws[6 * n + i] += reals(q[BOUND_BY_STATE])[f * 4 * n + i] * u


@kernel
def matrix(t: real, x: reals, out: reals, c: pointers) -> int32:
    """The derivative of the rates of the own states by these, the inputs following: by rows."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    width = own + 10 * n
    mode = integers(q[MODE])
    missed = reals(q[RESIDUAL])
    change = reals(q[WORK])
    open_by = change + n
    laws = open_by + n
    if k[CONSTANT] == 0:
        k[KNOWN] = 0
        if inputs(t, x, c) != 0:
            return 1
    if k[CONSTANT] == 0 or k[ALONE] != 0:  # those of open contacts are left out elsewhere
        if sensitivities(t, x, c, 1) != 0:
            return 1
        solution(c)
    if k[KNOWN] == 0 or k[SWITCHED] != 0:
        if learn(t, x, c) != 0:
            return 1
    for j in range(own):
        row = reals(q[BY_STATE]) + j * width
        let_open(q, row + own, laws, open_by)
        for i in range(n):
            value = reals(q[RATIO])[i] * laws[i] + open_by[i]
            if mode[i] == UP or mode[i] == LOW:
                value -= laws[bound_at(q, i) * n + i]
            missed[i] = value / reals(q[ROOT])[i]
        if k[DERIVED] > 0:
            hidden_residuals(q, laws + 5 * n, reals(q[RATE]), 0.0)
        solve_missed(q, change)
        for i in range(own):
            out[i * own + j] = row[i]
        for p in range(n):
            u = open_by[p] - reals(q[ROOT])[p] * change[p]
            if u != 0.0:
                by = reals(q[STATE_BY_INPUT]) + p * own
                for i in range(own):
                    out[i * own + j] += by[i] * u
    return 0
