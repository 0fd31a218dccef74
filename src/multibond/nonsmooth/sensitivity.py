"""How rates, flows and bounds depend on the inputs of pairs: one column for each input, by derivatives along them.

Inputs that reach nothing in common share one derivative. In a heap each contact reaches the contacts of two bodies, so
that a few derivatives do for all of them, however many there are.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import DIRECTION, DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from .pair_layout import (
    ALONE,
    BOUND_BY_INPUT,
    BOUND_BY_STATE,
    COUNT,
    COUNTS,
    EMPTY,
    FLOW_BY_INPUT,
    FLOW_BY_STATE,
    FREE,
    FROM_STATES,
    INPUTS_AT,
    LOOKS,
    MODE,
    MOVING,
    OWN,
    REACHED,
    STATE_BY_INPUT,
    TANGENT,
    TANGENTS,
    TOGETHER,
    WANTED,
)  # fmt: skip

ENDLESS = 1e300


@kernel
def make_finite(c: pointers) -> nothing:
    """Forget inputs without a value, as of a thyristor whose bound has just become infinite: any others will do."""
    k = integers(pointers(c[PAIRS])[COUNTS])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    for i in range(k[COUNT]):
        if not fabs(u[2 * i]) < ENDLESS:
            u[2 * i] = 0.0


@kernel
def forget(q: pointers, j: integer) -> nothing:
    """Nothing depends on input j."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    if integers(q[EMPTY])[j] == 1:
        return
    integers(q[EMPTY])[j] = 1
    for i in range(k[OWN]):
        reals(q[STATE_BY_INPUT])[j * k[OWN] + i] = 0.0
    for i in range(n):
        reals(q[FLOW_BY_INPUT])[j * n + i] = 0.0
        reals(q[FLOW_BY_STATE])[j * n + i] = 0.0
    for i in range(4 * n):
        reals(q[BOUND_BY_INPUT])[j * 4 * n + i] = 0.0
        reals(q[BOUND_BY_STATE])[j * 4 * n + i] = 0.0


@kernel
def every_column(t: real, x: reals, c: pointers) -> integer:
    """How everything depends on each input. 0: it has a value."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    v = reals(c[DIRECTION])
    out = reals(q[TANGENTS])
    status = 0
    for j in range(n):
        integers(q[EMPTY])[j] = 0
        v[own + j] = 1.0
        status += Callback(q[TANGENT])(t, x, out, c)
        v[own + j] = 0.0
        for i in range(own):
            reals(q[STATE_BY_INPUT])[j * own + i] = out[i]
        for i in range(n):
            reals(q[FLOW_BY_INPUT])[j * n + i] = out[own + i]
        for i in range(4 * n):
            reals(q[BOUND_BY_INPUT])[j * 4 * n + i] = out[own + n + i]
            if out[own + n + i] != 0.0:
                k[MOVING] = 1
    for j in range(n):
        for i in range(own):
            v[i] = reals(q[STATE_BY_INPUT])[j * own + i]
        status += Callback(q[TANGENT])(t, x, out, c)
        for i in range(n):
            reals(q[FLOW_BY_STATE])[j * n + i] = out[own + i]
        for i in range(4 * n):
            reals(q[BOUND_BY_STATE])[j * 4 * n + i] = out[own + n + i]
            if out[own + n + i] != 0.0:
                k[MOVING] = 1
    for i in range(own):
        v[i] = 0.0
    return status


@kernel
def joins(q: pointers, j: integer, colour: integer, states: integers, laws: integers) -> integer:
    """Whether input j reaches nothing that another input of this colour does, in which case all it reaches is marked:
    its states, and the wanted laws of pairs, at once and through the states."""
    n = integers(q[COUNTS])[COUNT]
    changed = integers(q[REACHED])
    direct = changed + changed[n]
    through = direct + direct[n]
    wanted = laws + n
    for turn in range(2):  # look, then mark
        for a in range(changed[j], changed[j + 1]):
            s = changed[a]
            if turn == 0 and states[s] == colour:
                return 0
            states[s] = colour if turn == 1 else states[s]
            for b in range(through[s], through[s + 1]):
                i = through[b]
                if wanted[i] == 1:
                    if turn == 0 and laws[i] == colour:
                        return 0
                    laws[i] = colour if turn == 1 else laws[i]
        for a in range(direct[j], direct[j + 1]):
            i = direct[a]
            if wanted[i] == 1:
                if turn == 0 and laws[i] == colour:
                    return 0
                laws[i] = colour if turn == 1 else laws[i]
    return 1


@kernel
def take_law(q: pointers, i: integer, j: integer, out: reals, flows: reals, bounds: reals) -> nothing:
    """Note how flow and bounds of pair i depend on input j."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    flows[j * n + i] = out[k[OWN] + i]
    for kind in range(4):
        value = out[k[OWN] + (1 + kind) * n + i]
        bounds[j * 4 * n + kind * n + i] = value
        if value != 0.0:
            k[MOVING] = 1


@kernel
def one_colour(t: real, x: reals, c: pointers, count: integer, members: integers, wanted: integers) -> integer:
    """How states and wanted laws depend on inputs that reach nothing in common. 0: it has a value."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    v = reals(c[DIRECTION])
    out = reals(q[TANGENTS])
    changed = integers(q[REACHED])
    direct = changed + changed[n]
    through = direct + direct[n]
    for m in range(count):
        forget(q, members[m])
        integers(q[EMPTY])[members[m]] = 0
        v[own + members[m]] = 1.0
    status = integer(Callback(q[TANGENT])(t, x, out, c))
    for m in range(count):
        j = members[m]
        v[own + j] = 0.0
        for a in range(changed[j], changed[j + 1]):
            reals(q[STATE_BY_INPUT])[j * own + changed[a]] = out[changed[a]]
        for a in range(direct[j], direct[j + 1]):
            if wanted[direct[a]] == 1:
                take_law(q, direct[a], j, out, reals(q[FLOW_BY_INPUT]), reals(q[BOUND_BY_INPUT]))
    for m in range(count):
        for a in range(changed[members[m]], changed[members[m] + 1]):
            v[changed[a]] = out[changed[a]]
    status += Callback(q[TANGENT])(t, x, out, c)
    for m in range(count):
        j = members[m]
        for a in range(changed[j], changed[j + 1]):
            s = changed[a]
            v[s] = 0.0
            for b in range(through[s], through[s + 1]):
                if wanted[through[b]] == 1:
                    take_law(q, through[b], j, out, reals(q[FLOW_BY_STATE]), reals(q[BOUND_BY_STATE]))
    return status


@kernel
def wanted_columns(t: real, x: reals, c: pointers, every: integer) -> integer:
    """How states and the laws of pairs depend on the inputs of these pairs: those that are not open, and with `every` 2
    those WANTED. 0: it has a value."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    members = integers(q[TOGETHER])
    left = members + n
    laws = left + n
    wanted = laws + n
    states = wanted + n
    count = 0
    for i in range(integers(q[COUNTS])[OWN]):
        states[i] = 0
    for j in range(n):
        laws[j] = 0
        wanted[j] = 1
        left_out = integers(q[MODE])[j] == FREE and integers(q[FROM_STATES])[j] == 1
        if left_out and (every == 0 or integers(q[WANTED])[j] == 0):
            wanted[j] = 0
            forget(q, j)
        else:
            left[count] = j
            count += 1
    status = 0
    colour = 0
    while count > 0:
        colour += 1
        together = 0
        others = 0
        for a in range(count):
            if joins(q, left[a], colour, states, laws) == 1:
                members[together] = left[a]
                together += 1
            else:
                left[others] = left[a]
                others += 1
        count = others
        status += one_colour(t, x, c, together, members, wanted)
    return status


@kernel
def sensitivities(t: real, x: reals, c: pointers, every: integer) -> integer:
    """How rates, flows and bounds depend on the inputs, at once and through the rates of the states. `every` 1: on all;
    0: those of contacts that are open are left out if their flows follow from the states, and so are these flows; 2:
    but for those WANTED."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    make_finite(c)
    for j in range(k[OWN] + k[COUNT] + 1):
        reals(c[DIRECTION])[j] = 0.0
    k[MOVING] = 0
    k[LOOKS] += 1
    if every == 1 or k[ALONE] == 0:
        return every_column(t, x, c)
    return wanted_columns(t, x, c, every)
