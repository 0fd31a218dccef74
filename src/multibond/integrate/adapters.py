"""Kernels between SUNDIALS and model functions: callbacks with SUNDIALS' signatures, and the loop over output times."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..program.context import (
    DIRECTION,
    FAILURE,
    JVP,
    KIN,
    LAYOUT,
    LAYOUT_COLOURS,
    LAYOUT_DIFFERENTIAL,
    LAYOUT_EVALUATIONS,
    LAYOUT_JACOBIANS,
    LAYOUT_LOOK,
    LAYOUT_PARAMETERS,
    LAYOUT_PATTERN,
    LAYOUT_STATES,
    OUTER,
    PARAMETERS,
    RHS,
    ROOTS,
    SCRATCH,
    TOLERANCES,
    UNKNOWNS,
    WORKSPACE,
)  # fmt: skip
from ..program.kernel import Callback, int32, int32s, integer, integers, kernel, nothing, pointer, pointers, real, reals
from ..program.machine_types import function
from .rate_noise import EVERY, MARGIN, moved
from .shifted import is_endless, without_infinite
from .sundials import NORMAL, ROOT, SUCCESS, TSTOP

CVode = function(int32, pointer, real, pointer, reals, integer)
IdaSolve = function(int32, pointer, real, reals, pointer, pointer, integer)
PAUSED = 100
SMALLEST = 2.3e-308  # number with all its digits
SAME_SIZE = 1e-3  # an algebraic unknown counts as small against the largest of its block below this part
# Places in the counts of `drive`
COUNT, AT, LIMIT = 0, 1, 2


@kernel
def data(vector: pointers) -> reals:
    """The numbers of an N_Vector: vector->content->data."""
    return reals(pointers(vector[0])[1])


@kernel
def evaluate(t: real, x: reals, out: reals, c: pointers) -> integer:
    """out := f(t, x); 1, and a note of the place, if there is no finite value."""
    layout = integers(c[LAYOUT])
    n = layout[LAYOUT_STATES]
    layout[LAYOUT_EVALUATIONS] += 1
    reals(c[SCRATCH])[n] = t
    status = Callback(c[RHS])(t, x, out, c)
    check = 0.0
    for i in range(n):
        check += out[i] * 0.0
    if status == 0 and check == 0.0:
        return 0
    failure = reals(c[FAILURE])
    failure[0] = t
    for i in range(n):
        failure[i + 1] = x[i]
    return 1


@kernel
def right_hand_side(t: real, x: pointers, out: pointers, c: pointers) -> int32:
    return evaluate(t, data(x), data(out), c)


@kernel
def residual(t: real, x: pointers, slope: pointers, out: pointers, c: pointers) -> int32:
    """ẋ − f(t, x, z) and −g(t, x, z), for IDA."""
    r = data(out)
    given = data(slope)
    layout = integers(c[LAYOUT])
    status = evaluate(t, data(x), r, c)
    for i in range(layout[LAYOUT_DIFFERENTIAL]):
        r[i] = given[i] - r[i]
    for i in range(layout[LAYOUT_DIFFERENTIAL], layout[LAYOUT_STATES]):
        r[i] = -r[i]
    return status


@kernel
def note_noise(x: reals, c: pointers) -> nothing:
    """Note what rounding makes of each state in a step as they have been; no tolerance is smaller. Here it is kept
    to the end of the run: where it fades, boxes that break away with bdf stick again by noise more often."""
    layout = integers(c[LAYOUT])
    n = layout[LAYOUT_STATES]
    times = reals(c[SCRATCH]) + n
    trial = times + 2
    rates = trial + n
    t = times[0]
    given = reals(c[PARAMETERS])
    quickest = rates + 3 * n
    noise = quickest + n
    beside = noise + n
    look = layout[LAYOUT_EVALUATIONS]
    failed = evaluate(t, x, rates, c)
    c[PARAMETERS] = beside
    for k in range(1, 3):
        moved(n, x, real(k), look, trial)
        moved(layout[LAYOUT_PARAMETERS], given, real(k), look + 1, beside)
        failed += evaluate(t, trial, rates + k * n, c)
    c[PARAMETERS] = given
    h = fabs(t - times[1]) / EVERY
    if failed == 0:
        for i in range(layout[LAYOUT_DIFFERENTIAL]):
            bent = fabs(rates[i] - 2.0 * rates[n + i] + rates[2 * n + i])
            noise[i] = max(noise[i], MARGIN * h / (1.0 + h * quickest[i]) * bent)
    times[1] = t
    layout[LAYOUT_LOOK] = EVERY


@kernel
def weights(x: pointers, out: pointers, c: pointers) -> int32:
    """The weights of errors; the absolute tolerance grows with the largest value a state has had, up to its limit, and
    with the share of states of the same size that it need not be better than: their rounding, or for the energy books,
    which are looked at together, their tolerance."""
    layout = integers(c[LAYOUT])
    n = layout[LAYOUT_STATES]
    relative = reals(c[TOLERANCES])[0]
    absolute = reals(c[TOLERANCES]) + 1
    most = absolute + n
    sizes = most + n
    units = sizes + n
    shares = units + n
    kin = integers(c[KIN])
    values = data(x)
    w = data(out)
    noise = reals(c[SCRATCH]) + 6 * n + 2
    layout[LAYOUT_LOOK] -= 1
    if layout[LAYOUT_LOOK] <= 0:
        note_noise(values, c)
    for i in range(n):
        sizes[kin[i]] = max(sizes[kin[i]], fabs(values[i]) / units[i])
    for i in range(n):
        size = relative * fabs(values[i])
        absolute[i] = max(absolute[i], max(min(most[i], size), shares[i] * units[i] * sizes[kin[i]]))
        w[i] = 1.0 / (max(absolute[i], noise[i]) + size)
    return 0


@kernel
def weights_with_unknowns(x: pointers, out: pointers, c: pointers) -> int32:
    """The same with algebraic unknowns behind the states: those of one block are of one size, so that one of them that
    happens to be zero need not be better than the rounding of the others."""
    weights(x, out, c)
    blocks = integers(c[UNKNOWNS])
    relative = reals(c[TOLERANCES])[0]
    first = integers(c[LAYOUT])[LAYOUT_DIFFERENTIAL]
    values = data(x) + first
    w = data(out) + first
    absolute = reals(c[TOLERANCES]) + 1 + first
    for b in range(blocks[0]):
        size = blocks[b + 1]
        largest = 0.0
        for i in range(size):
            largest = max(largest, fabs(values[i]))
        for i in range(size):
            absolute[i] = max(absolute[i], SAME_SIZE * relative * largest)
            w[i] = 1.0 / (absolute[i] + relative * fabs(values[i]))
        values = values + size
        w = w + size
        absolute = absolute + size
    return 0


@kernel
def event_indicators(t: real, x: pointers, out: reals, c: pointers) -> int32:
    return Callback(c[ROOTS])(t, data(x), out, c)


@kernel
def event_indicators_ida(t: real, x: pointers, slope: pointers, out: reals, c: pointers) -> int32:
    return Callback(c[ROOTS])(t, data(x), out, c)


@kernel
def event_indicators_outer(t: real, x: pointers, slope: pointers, out: reals, c: pointers) -> int32:
    """The indicators as functions of the states alone, as everywhere else."""
    outer = pointers(c[OUTER])
    return Callback(outer[ROOTS])(t, data(x), out, outer)


@kernel
def without_digits(n: integer, x: reals, direction: reals) -> integer:
    """1 where a state of the direction is so near to zero that it has no digits left: its slopes say nothing."""
    for j in range(n):
        if direction[j] != 0.0 and x[j] != 0.0 and fabs(x[j]) < SMALLEST:
            return 1
    return 0


@kernel
def note_quickest(n: integer, values: reals, dense: integer, starts: integers, quickest: reals) -> nothing:
    """How fast each state may move with one other [1/s], by the derivatives of the rates; by itself is known."""
    rows = starts + n + 1
    if dense != 0:
        for i in range(n):
            for j in range(i):
                both = sqrt(fabs(values[i * n + j] * values[j * n + i]))
                quickest[i] = max(quickest[i], both)
                quickest[j] = max(quickest[j], both)
        return
    for j in range(n):
        for k in range(starts[j], starts[j + 1]):
            i = rows[k]
            if i != j:
                for other in range(starts[i], starts[i + 1]):
                    if rows[other] == j:
                        quickest[j] = max(quickest[j], sqrt(fabs(values[k] * values[other])))


@kernel
def columns(t: real, x: reals, values: reals, dense: integer, factor: real, diagonal: real, c: pointers) -> integer:
    """values := factor · ∂f/∂x + diagonal · 1 (in the rows of derivatives), dense by columns or in the order of the
    pattern. Columns that share no row come from one direction."""
    layout = integers(c[LAYOUT])
    n = layout[LAYOUT_STATES]
    layout[LAYOUT_JACOBIANS] += 1
    starts = layout + LAYOUT_PATTERN
    rows = starts + n + 1
    colours = rows + starts[n]
    direction = reals(c[DIRECTION])
    column = reals(c[SCRATCH])
    quickest = column + 5 * n + 2
    for j in range(n):
        quickest[j] = 0.0
    for colour in range(layout[LAYOUT_COLOURS]):
        for j in range(n):
            direction[j] = 1.0 if colours[j] == colour else 0.0
        if Callback(c[JVP])(t, x, column, c) != 0:
            return 1
        if without_digits(n, x, direction) != 0 and is_endless(n, column) != 0:
            return 1
        without_infinite(n, column)
        for j in range(n):
            if colours[j] == colour:
                for k in range(starts[j], starts[j + 1]):
                    i = rows[k]
                    value = factor * column[i]
                    if i == j:
                        quickest[i] = fabs(column[i])
                    if i == j and i < layout[LAYOUT_DIFFERENTIAL]:
                        value += diagonal
                    if dense != 0:
                        values[j * n + i] = value
                    else:
                        values[k] = value
    note_quickest(n, values, dense, starts, quickest)
    return 0


@kernel
def write_pattern(matrix: pointers, c: pointers) -> reals:
    """Fill in the pattern of a sparse SUNMatrix; the result is where its values go. SUNDIALS clears both."""
    layout = integers(c[LAYOUT])
    n = layout[LAYOUT_STATES]
    starts = layout + LAYOUT_PATTERN
    rows = starts + n + 1
    content = pointers(matrix[0])  # M, N, NNZ, NP: 16 bytes; data; type; indexvals; indexptrs
    at_rows = int32s(content[4])
    at_starts = int32s(content[5])
    for j in range(n + 1):
        at_starts[j] = starts[j]
    for k in range(starts[n]):
        at_rows[k] = rows[k]
    return reals(content[2])


@kernel
def dense_jacobian(
    t: real, x: pointers, fx: pointers, matrix: pointers, c: pointers, a: pointers, b: pointers, d: pointers
) -> int32:
    return columns(t, data(x), reals(pointers(matrix[0])[1]), 1, 1.0, 0.0, c)


@kernel
def sparse_jacobian(
    t: real, x: pointers, fx: pointers, matrix: pointers, c: pointers, a: pointers, b: pointers, d: pointers
) -> int32:
    return columns(t, data(x), write_pattern(matrix, c), 0, 1.0, 0.0, c)


@kernel
def dense_jacobian_ida(
    t: real, cj: real, x: pointers, slope: pointers, r: pointers, matrix: pointers, c: pointers, a: pointers,
    b: pointers, d: pointers,
) -> int32:  # fmt: skip
    return columns(t, data(x), reals(pointers(matrix[0])[1]), 1, -1.0, cj, c)


@kernel
def sparse_jacobian_ida(
    t: real, cj: real, x: pointers, slope: pointers, r: pointers, matrix: pointers, c: pointers, a: pointers,
    b: pointers, d: pointers,
) -> int32:  # fmt: skip
    return columns(t, data(x), write_pattern(matrix, c), 0, -1.0, cj, c)


@kernel
def advance(
    go: pointer, ida: integer, memory: pointer, x: pointers, slope: pointer, grid: reals, out: reals, t: reals,
    counts: integers, blocks: integers, guesses: reals, c: pointers,
) -> integer:  # fmt: skip
    """From one output time to the next, until the end, an event, a failure, or so many evaluations."""
    layout = integers(c[LAYOUT])
    n = layout[LAYOUT_STATES]
    until = layout[LAYOUT_EVALUATIONS] + counts[LIMIT]
    values = data(x)
    while counts[AT] < counts[COUNT]:
        at = counts[AT]
        status = 0
        if ida != 0:
            status = IdaSolve(go)(memory, grid[at], t, x, slope, NORMAL)
        else:
            status = CVode(go)(memory, grid[at], x, t, NORMAL)
        if status != SUCCESS and status != TSTOP and status != ROOT:
            return status
        if status != ROOT or t[0] >= grid[at]:
            for i in range(n):
                out[at * n + i] = values[i]
            row = guesses + at * blocks[1]
            for b in range(blocks[0]):
                u = reals(c[WORKSPACE]) + blocks[2 * b + 2]
                for i in range(blocks[2 * b + 3]):
                    row[i] = u[i]
                row = row + blocks[2 * b + 3]
            counts[AT] += 1
        if status == ROOT:
            return ROOT
        if layout[LAYOUT_EVALUATIONS] >= until and counts[AT] < counts[COUNT]:
            return PAUSED
    return SUCCESS
