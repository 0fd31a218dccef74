"""Pairs that are the components of one vector whose direction is free: friction of a ball joint, of a plate on a plane.

They slide together, each with its part of one effort against the slip, and stick together. Where the slip ends, all of
them stop; where only its direction turns, the signs of components change and nothing happens.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.context import PAIRS
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from .flow_rates import flow_rates
from .mode_solution import solution
from .pair_inputs import inputs, project
from .pair_layout import (
    COMMAND,
    COUNT,
    COUNTS,
    CROSSED,
    HOLD,
    LARGEST,
    LOW,
    MODE,
    NEXT,
    OWN,
    RAISED,
    RATE,
    RATIO,
    ROOT,
    UP,
    VALUES,
    VECTOR,
    WORK,
    V,
)  # fmt: skip
from .sensitivity import sensitivities

BEGUN = 1e-10  # part of the largest flow or effort from which on slip has a direction
BRIEF = 1e-10  # part of the run that is a moment
ENDED = 1e-6  # part of the largest flow or effort that may be left of slip where it ends


@kernel
def vector_end(q: pointers, first: integer) -> integer:
    """Behind the last component of the vector that begins with pair `first`."""
    n = integers(q[COUNTS])[COUNT]
    last = first + 1
    while last < n and reals(q[V])[COMMAND * n + last] == NEXT:
        last += 1
    return last


@kernel
def slide_together(q: pointers, u: reals) -> integer:
    """Where one component of a vector slides, let the others slide too; how many were changed. u: inputs."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    changed = 0
    first = 0
    while first < n:
        last = vector_end(q, first)
        slides = 0
        for i in range(first, last):
            if mode[i] == UP or mode[i] == LOW:
                slides = 1
        for i in range(first, last):
            if slides == 1 and mode[i] == HOLD:
                mode[i] = LOW if reals(q[RATIO])[i] * reals(q[V])[i] + u[2 * i] < 0.0 else UP
                changed += 1
        first = last
    return changed


@kernel
def turn_signs(q: pointers, first: integer, last: integer) -> nothing:
    """The slip goes on in another direction."""
    for i in range(first, last):
        integers(q[RAISED])[i] = 0
        integers(q[MODE])[i] = UP if reals(q[V])[i] > 0.0 else LOW


@kernel
def slowly(q: pointers, first: integer, last: integer) -> integer:
    """Whether the pairs from `first` to before `last` are a vector that slides, too slowly to have a direction."""
    n = integers(q[COUNTS])[COUNT]
    if reals(q[V])[COMMAND * n + first] != VECTOR or integers(q[MODE])[first] == HOLD:
        return 0
    size = 0.0
    for i in range(first, last):
        size = max(size, fabs(reals(q[V])[i]) * reals(q[ROOT])[i])
    return 1 if size < BEGUN * reals(q[LARGEST])[0] else 0


@kernel
def begin_vectors(t: real, x: reals, c: pointers, span: real) -> integer:
    """Where vectors have begun to slide, go on for a moment of the `span` [s], so that their slip has a direction, that
    friction opposes from then on. 1: states were moved."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    values = reals(q[V])
    rate = reals(q[WORK])
    slow = 0
    first = 0
    while first < n:
        last = vector_end(q, first)
        slow += slowly(q, first, last)
        first = last
    if slow == 0 or flow_rates(t, x, rate, c) != 0:
        return 0
    fastest = 0.0
    first = 0
    while first < n:
        last = vector_end(q, first)
        if slowly(q, first, last) == 1:
            grows = 0.0
            size = 0.0
            for i in range(first, last):
                grows += values[i] * rate[i] * reals(q[RATIO])[i]
                size = max(size, fabs(rate[i]) * reals(q[ROOT])[i])
            if grows >= 0.0:  # else it is about to end
                fastest = max(fastest, size)
        first = last
    if fastest == 0.0:
        return 0
    moment = min(BEGUN * reals(q[LARGEST])[0] / fastest, BRIEF * span)
    for i in range(integers(q[COUNTS])[OWN]):
        x[i] += moment * reals(q[RATE])[i]
    Callback(q[VALUES])(t, x, values, c)
    first = 0
    while first < n:
        last = vector_end(q, first)
        if values[COMMAND * n + first] == VECTOR and integers(q[MODE])[first] != HOLD:
            turn_signs(q, first, last)
        first = last
    inputs(t, x, c)
    return 1


@kernel
def stop_vectors(t: real, x: reals, c: pointers, tolerance: real, jump: reals) -> integer:
    """Let vectors of slip that were seen to cross zero hold, the states brought to where they do; whether efforts can
    hold them is decided afterwards. 1: states were brought. jump: room for own states and pairs."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    crossed = 0
    for i in range(n):
        if integers(q[RAISED])[i] == CROSSED and (mode[i] == UP or mode[i] == LOW):
            crossed = 1
    if crossed == 0 or Callback(q[VALUES])(t, x, reals(q[V]), c) != 0:
        return 0
    limit = max(ENDED, tolerance) * reals(q[LARGEST])[0]
    stopped = 0
    first = 0
    while first < n:
        last = vector_end(q, first)
        seen = 0
        size = 0.0
        for i in range(first, last):
            size = max(size, fabs(reals(q[V])[i]) * reals(q[ROOT])[i])
            if integers(q[RAISED])[i] == CROSSED and (mode[i] == UP or mode[i] == LOW):
                seen = 1
        if seen == 1 and reals(q[V])[COMMAND * n + first] == VECTOR:
            turn_signs(q, first, last)
            if size <= limit:
                stopped = 1
                for i in range(first, last):
                    mode[i] = HOLD
        first = last
    if stopped == 0:
        return 0
    if sensitivities(t, x, c, 1) != 0:
        return 0
    solution(c)
    if project(t, x, c, jump, jump + integers(q[COUNTS])[OWN]) != 0:
        return 0
    for i in range(integers(q[COUNTS])[OWN]):
        x[i] += jump[i]
    inputs(t, x, c)
    return 1
