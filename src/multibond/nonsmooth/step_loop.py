"""Time-stepping in machine code: fixed steps over which all set-valued efforts are constant, found so that flows at
the end of the step obey their laws (Moreau's scheme with the smooth motion by the classic Runge–Kutta method)."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..integrate import layout as at_run
from ..integrate.runge_kutta import keep_solutions, note_guesses
from ..program.context import DIRECTION, DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import pair_layout as at_pair
from . import step_layout as at
from .projected import solve_rows
from .step_field import (
    ENDLESS,
    end_row,
    entry,
    find_added,
    find_balls,
    goal_of,
    near_by,
    note_strike,
    remember_rows,
)  # fmt: skip
from .step_hits import book_hits, note_hits

FAILED, FULL = 1, 2
SMALL = 1e-9  # part of a step that is rounding
STILL = 1e-9  # m/s or rad/s, flows below which friction holds


@kernel
def set_inputs(c: pointers, w: pointers, by: real) -> nothing:
    """The inputs of all ports: their impulses times `by`."""
    k = integers(pointers(c[PAIRS])[at_pair.COUNTS])
    u = reals(c[DISCRETE]) + k[at_pair.INPUTS_AT]
    for p in range(k[at_pair.COUNT]):
        u[2 * p] = by * reals(w[at.IMPULSE])[p]


@kernel
def responses(t: real, x: reals, c: pointers, w: pointers) -> integer:
    """How flows answer impulses, of the colours that are needed. 0: they have a value."""
    q = pointers(c[PAIRS])
    own = integers(q[at_pair.COUNTS])[at_pair.OWN]
    k = integers(w[at.COUNTS])
    n = k[at.PORTS]
    v = reals(c[DIRECTION])
    out = reals(q[at_pair.TANGENTS])
    if k[at.CONSTANT] != 0 and k[at.READY] != 0:
        return 0
    for i in range(own + n + 1):
        v[i] = 0.0
    for colour in range(k[at.COLOURS]):
        if k[at.CONSTANT] == 0 and integers(w[at.NEEDED])[colour] == 0:
            continue
        for p in range(n):
            v[own + p] = 1.0 if integers(w[at.COLOUR])[p] == colour else 0.0
        if Callback(q[at_pair.TANGENT])(t, x, out, c) != 0:
            return FAILED
        for p in range(n):
            v[own + p] = 0.0
        for i in range(own):
            v[i] = out[i]
        if Callback(q[at_pair.TANGENT])(t, x, out, c) != 0:
            return FAILED
        for i in range(own):
            v[i] = 0.0
        for p in range(n):
            block = integers(w[at.BLOCK])[p]
            first = integers(w[at.BLOCK_START])[block]
            size = integers(w[at.BLOCK_START])[block + 1] - first
            if colour < size:
                matrix = reals(w[at.MATRIX]) + integers(w[at.BLOCK_AT])[block]
                matrix[integers(w[at.COLOUR])[p] * size + colour] = out[own + p]
    k[at.READY] = 1
    return 0


@kernel
def contact_rows(w: pointers, q: pointers, p: integer, h: real) -> nothing:
    """The rows of a contact whose normal is port p, if its gap would be closed at the end of the step, or nearly so."""
    k = integers(w[at.COUNTS])
    n = k[at.PORTS]
    values = reals(q[at_pair.V])
    if values[at_pair.GAP * n + p] > near_by(w, h):
        return
    r = k[at.ROWS]
    e = reals(w[at.TERM])[p] if values[at_pair.GAP * n + p] <= 0.0 else 0.0
    goal = goal_of(reals(w[at.FLOW])[n + p], values[p], reals(w[at.GAP])[p], e, h)
    entry(w, p, 1.0)
    end_row(w, p, -1, 0.0, ENDLESS, goal, 0.0)
    note_strike(w, r, reals(w[at.FLOW])[n + p])
    wide = integers(w[at.WIDTH])[p]
    for i in range(1, wide):
        entry(w, p + i, 1.0)
        end_row(w, p + i, r, 0.0, 0.0, 0.0, reals(w[at.TERM])[n + p])
    if wide == 3:
        integers(w[at.MATE])[r + 1] = r + 2
        integers(w[at.MATE])[r + 2] = r + 1


@kernel
def plain_row(w: pointers, q: pointers, p: integer, h: real) -> nothing:
    """The row of a pair that is no contact: friction between bounds, a one-way clutch, what a command holds."""
    n = integers(w[at.COUNTS])[at.PORTS]
    values = reals(q[at_pair.V])
    command = values[at_pair.COMMAND * n + p]
    low = values[at_pair.LOWER * n + p]
    high = values[at_pair.UPPER * n + p]
    if command > 0.5:
        return
    if command < -0.5 and integers(w[at.SLID])[p] != 0:
        low = values[at_pair.SLIDING_LOWER * n + p]
        high = values[at_pair.SLIDING_UPPER * n + p]
    if low == 0.0 and high == 0.0:
        return
    low = max(low, -ENDLESS)
    high = min(high, ENDLESS)
    entry(w, p, 1.0)
    end_row(w, p, -1, h * low if low > -ENDLESS else low, h * high if high < ENDLESS else high, 0.0, 0.0)


@kernel
def vector_rows(w: pointers, q: pointers, p: integer, h: real) -> nothing:
    """The rows of friction whose direction is free, from port p on: one level for all of them together."""
    k = integers(w[at.COUNTS])
    n = k[at.PORTS]
    values = reals(q[at_pair.V])
    first = k[at.ROWS]
    last = p + 1
    while last < n and values[at_pair.COMMAND * n + last] == at_pair.NEXT:
        last += 1
    slid = 0
    slides = 0.0
    for i in range(p, last):
        slid += integers(w[at.SLID])[i]
        slides += values[at_pair.SLIDING_UPPER * n + i] * values[at_pair.SLIDING_UPPER * n + i]
    level = h * (sqrt(slides) if slid > 0 else reals(w[at.GAP])[p])
    for i in range(p, last):
        entry(w, i, 1.0)
        end_row(w, i, -1, -level, level, 0.0, 0.0)
        integers(w[at.MATE])[k[at.ROWS] - 1] = first
    integers(w[at.MATE])[first] = k[at.ROWS] - 1


@kernel
def write_rows(c: pointers, w: pointers, h: real) -> integer:
    """All laws that hold in this step. 0: there is room for them."""
    q = pointers(c[PAIRS])
    k = integers(w[at.COUNTS])
    n = k[at.PORTS]
    k[at.ROWS] = 0
    k[at.ENTRIES] = 0
    integers(w[at.ROW_START])[0] = 0
    for p in range(n):
        reals(w[at.FLOW])[p] = reals(q[at_pair.V])[p]
        reals(w[at.IMPULSE])[p] = 0.0
    find_added(w)
    for p in range(n):
        if integers(w[at.KIND])[p] == at.NORMAL:
            contact_rows(w, q, p, h)
        elif integers(w[at.KIND])[p] == at.PLAIN:
            command = reals(q[at_pair.V])[at_pair.COMMAND * n + p]
            if command == at_pair.VECTOR:
                vector_rows(w, q, p, h)
            elif command != at_pair.NEXT:
                plain_row(w, q, p, h)
    if k[at.BALLS] > 0:
        if find_balls(w, h) != 0:
            return FULL
    for colour in range(k[at.COLOURS]):
        integers(w[at.NEEDED])[colour] = 0
    for i in range(k[at.ENTRIES]):
        integers(w[at.NEEDED])[integers(w[at.COLOUR])[integers(w[at.ENTRY_PORT])[i]]] = 1
    return 0


@kernel
def look(t: real, h: real, x: reals, n: integer, c: pointers, w: pointers) -> integer:
    """What holds where a step begins, and where it would end without set-valued efforts. 0: it has a value."""
    q = pointers(c[PAIRS])
    k = integers(w[at.COUNTS])
    ports = k[at.PORTS]
    rate = reals(w[at.RATES])
    middle = rate + 4 * n
    end = middle + n
    values = reals(q[at_pair.V])
    for p in range(ports):
        reals(w[at.IMPULSE])[p] = 0.0
    set_inputs(c, w, 0.0)
    status = integer(Callback(q[at_pair.VALUES])(t, x, values, c))
    for p in range(ports):
        reals(w[at.FLOW])[ports + p] = values[p]
        free = values[at_pair.COMMAND * ports + p] == at_pair.VECTOR
        reals(w[at.GAP])[p] = values[(at_pair.UPPER if free else at_pair.GAP) * ports + p]
    if k[at.BALLS] > 0:
        status += Callback(w[at.PLACES])(t, x, reals(w[at.PLACE]) + 4 * k[at.BALLS], c)
    status += Callback(w[at.TERMS])(t, x, reals(w[at.TERM]), c)
    status += Callback(q[at_pair.RHS])(t, x, rate, c)
    for i in range(n):
        middle[i] = x[i] + 0.5 * h * rate[i]
    status += Callback(q[at_pair.RHS])(t + 0.5 * h, middle, rate + n, c)
    for i in range(n):
        end[i] = x[i] + h * rate[n + i]
    status += Callback(q[at_pair.VALUES])(t + h, end, values, c)
    if k[at.BALLS] > 0:
        status += Callback(w[at.PLACES])(t + h, end, reals(w[at.PLACE]), c)
    return status


@kernel
def move(t: real, h: real, x: reals, n: integer, c: pointers, w: pointers, known: integer) -> integer:
    """The states at the end of the step, with the inputs as they are; `known`: two rates are there already."""
    q = pointers(c[PAIRS])
    rate = reals(w[at.RATES])
    trial = rate + 4 * n
    status = 0
    if known == 0:
        status += Callback(q[at_pair.RHS])(t, x, rate, c)
        for i in range(n):
            trial[i] = x[i] + 0.5 * h * rate[i]
        status += Callback(q[at_pair.RHS])(t + 0.5 * h, trial, rate + n, c)
    for i in range(n):
        trial[i] = x[i] + 0.5 * h * rate[n + i]
    status += Callback(q[at_pair.RHS])(t + 0.5 * h, trial, rate + 2 * n, c)
    for i in range(n):
        trial[i] = x[i] + h * rate[2 * n + i]
    status += Callback(q[at_pair.RHS])(t + h, trial, rate + 3 * n, c)
    for i in range(n):
        x[i] += h / 6.0 * (rate[i] + 2.0 * (rate[n + i] + rate[2 * n + i]) + rate[3 * n + i])
        if not fabs(x[i]) < ENDLESS:
            status = FAILED
    return status


@kernel
def one_step(t: real, h: real, x: reals, n: integer, c: pointers, w: pointers) -> integer:
    """One step of length h [s]. 0: done."""
    k = integers(w[at.COUNTS])
    if look(t, h, x, n, c, w) != 0:
        return FAILED
    if write_rows(c, w, h) != 0:
        return FULL
    if k[at.ROWS] > 0:
        if responses(t + 0.5 * h, reals(w[at.RATES]) + 4 * n, c, w) != 0:
            return FAILED
        if solve_rows(w) != 0:
            return FULL
    remember_rows(w)
    first = k[at.HITS]
    taken = note_hits(t, h, w)
    set_inputs(c, w, 1.0 / h)
    for p in range(k[at.PORTS]):
        integers(w[at.SLID])[p] = 1 if fabs(reals(w[at.FLOW])[p]) > STILL else 0
    status = move(t, h, x, n, c, w, 1 if k[at.ROWS] == 0 else 0)
    book_hits(t + h, x, taken, first, c, w)
    return status


@kernel
def turned(t: real, x: reals, c: pointers, w: pointers, q: pointers) -> integer:
    """Note which indicators other than those of pairs have crossed zero in this step; whether any has."""
    p = pointers(c[PAIRS])
    count = integers(p[at_pair.COUNTS])[at_pair.INDICATORS]
    before = reals(w[at.BEFORE])
    after = before + count
    found = integers(q[at_run.FOUND])
    direction = integers(q[at_run.DIRECTIONS])
    any_found = 0
    if count > 0:
        Callback(p[at_pair.ROOTS])(t, x, after, c)
    for i in range(count):
        found[i] = 0
        if before[i] > 0.0 and after[i] <= 0.0 and direction[i] <= 0:
            found[i] = -1
            any_found = 1
        elif before[i] < 0.0 and after[i] >= 0.0 and direction[i] >= 0:
            found[i] = 1
            any_found = 1
        before[i] = after[i]
    return any_found


@kernel
def give_point(k: integers, q: pointers, c: pointers, w: pointers, x: reals) -> nothing:
    """The states and discrete values at an output time, where a step has just ended."""
    at_point = k[at_run.GRID_AT]
    out = reals(q[at_run.OUT]) + at_point * k[at_run.STATES]
    for i in range(k[at_run.STATES]):
        out[i] = x[i]
    wide = integers(w[at.COUNTS])[at.WIDE]
    for i in range(wide):
        reals(w[at.GRID_ROWS])[at_point * wide + i] = reals(c[DISCRETE])[i]
    if k[at_run.KEEP_GUESSES] != 0:
        note_guesses(k, q, at_point, 0.0)
    k[at_run.GRID_AT] += 1


@kernel
def step_loop(s: reals, k: integers, q: pointers, w: pointers) -> integer:
    """Go on until the end, an event, or for `PATIENCE` steps; steps end at the output times."""
    c = pointers(q[at_run.CONTEXT])
    p = pointers(c[PAIRS])
    x = reals(q[at_run.X])
    n = k[at_run.STATES]
    grid = reals(q[at_run.GRID])
    if k[at_run.FRESH] != 0:
        k[at_run.FRESH] = 0
        turned(s[at_run.TIME], x, c, w, q)
        keep_solutions(k, q, s[at_run.TIME], 1)
    limit = k[at_run.STEPS] + k[at_run.PATIENCE]
    while k[at_run.GRID_AT] < k[at_run.GRID_COUNT]:
        counts = integers(w[at.COUNTS])
        if k[at_run.STEPS] >= limit or counts[at.HITS] + counts[at.MOST_ROWS] > counts[at.MOST_HITS]:
            return at_run.PAUSED
        t = s[at_run.TIME]
        left = grid[k[at_run.GRID_AT]] - t
        whole = left / reals(w[at.REALS])[at.STEP]
        h = left
        last = 1
        if whole > 1.0 + SMALL:
            h = left / integer(whole + 1.0 - SMALL)
            last = 0
        status = one_step(t, h, x, n, c, w)
        if status != 0:
            k[at_run.NO_VALUE] = 1 if status == FAILED else 0
            return at_run.COLLAPSED
        t = t + h
        if last == 1:
            t = grid[k[at_run.GRID_AT]]
        s[at_run.TIME] = t
        k[at_run.STEPS] += 1
        k[at_run.EVALUATIONS] += 6
        if k[at_run.NONLINEAR] > 0:
            Callback(p[at_pair.RHS])(t, x, reals(w[at.RATES]), c)
            keep_solutions(k, q, t, 0)
        if last == 1:
            give_point(k, q, c, w, x)
        if turned(t, x, c, w, q) != 0:
            return at_run.REACHED_ROOT
    return at_run.REACHED_END
