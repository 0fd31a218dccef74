"""The loop of the one-step methods: step control, output on a grid, events, all in machine code."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, pow, sqrt

from ..program.context import PARAMETERS, WORKSPACE
from ..program.kernel import Bound, integer, integers, kernel, nothing, pointers, real, reals, unroll
from ..program.machine_types import function
from .crossing import search, take_sides
from .eighth import doubt, error, evaluate, hermite, interpolate, interpolation, stages, stiffness
from .layout import (
    ABSOLUTE,
    AFTER_REJECTION,
    AGE,
    ATTEMPT,
    BLOCKS,
    COLLAPSED,
    CONTEXT,
    CONVERGENCE,
    DENSE,
    DETECT,
    EIGHTH,
    END,
    FIRST,
    FIXED,
    FOLLOW,
    FOURTH,
    FRESH,
    GRID,
    GRID_AT,
    GRID_COUNT,
    GUESSES,
    IMPLICIT,
    INDICATORS,
    KEEP_GUESSES,
    KIN,
    LARGEST,
    LAST_ERROR,
    LEAST,
    LINEAR,
    LOOK_AT,
    LOOKED_AT,
    METHOD,
    MILD_SIGNS,
    MOST,
    NEW,
    NO_VALUE,
    NOISE,
    NONLINEAR,
    OUT,
    PATIENCE,
    PAUSED,
    RATES,
    REACHED_END,
    REACHED_ROOT,
    REJECTED,
    RELATIVE,
    SIZES,
    STAGES,
    STATES,
    STEP,
    STEPS,
    STIFF,
    STIFF_SIGNS,
    TIME,
    TRIAL,
    UNITS,
    WITH_OUTPUT,
    X,
)  # fmt: skip
from .rate_noise import EVERY, REFUSED, note_noise
from .rational import take_matrix
from .singly import OLD
from .values import ROUNDING

SAFETY, SHRINK, GROW = 0.9, 1.0 / 3.0, 6.0
BETA = 0.04  # weight of the last error in the controller
EXPONENT = 1.0 / 8.0 - 0.2 * BETA
SMALLEST = Bound(2.3e-16)
DOUBT = 8.0  # largest error of the interpolation in units of the tolerance
HALVES = (0.5, 0.5, 1.0)
Run = function(integer, reals, integers, pointers)
Attempt = function(integer, reals, integers, pointers, real, real)
Follow = function(integer, integers, pointers, real, real)


@kernel
def note_sizes(s: reals, k: integers, q: pointers, x: reals) -> nothing:
    """The absolute tolerance of each state grows with the largest value it has had, up to its limit; it is never better
    than the rounding of states of the same size."""
    absolute = reals(q[ABSOLUTE])
    most = reals(q[MOST])
    sizes = reals(q[SIZES])
    kin = integers(q[KIN])
    units = reals(q[UNITS])
    rounding = min(ROUNDING, s[RELATIVE])
    for i in range(k[STATES]):
        sizes[kin[i]] = max(sizes[kin[i]], fabs(x[i]) / units[i])
    for i in range(k[STATES]):
        size = min(most[i], s[RELATIVE] * fabs(x[i]))
        absolute[i] = max(absolute[i], max(size, rounding * units[i] * sizes[kin[i]]))


@kernel
def first_step(s: reals, k: integers, q: pointers) -> real:
    """A first step from the sizes of x, its derivative and its second derivative (Hairer, Nørsett, Wanner)."""
    n = k[STATES]
    x = reals(q[X])
    d = reals(q[STAGES])
    trial = reals(q[TRIAL])
    absolute = reals(q[ABSOLUTE])
    noise = reals(q[NOISE])
    size = 0.0
    slope = 0.0
    for i in range(n):
        scale = absolute[i] + noise[i] + s[RELATIVE] * fabs(x[i])
        size += (x[i] / scale) * (x[i] / scale)
        slope += (d[16 * i] / scale) * (d[16 * i] / scale)
    h = 1e-6
    if size > 1e-10 and slope > 1e-10:
        h = 0.01 * sqrt(size / slope)
    h = min(h, s[LARGEST])
    for i in range(n):
        trial[i] = x[i] + h * d[16 * i]
    if evaluate(k, q, s[TIME] + h, trial, 1) != 0:
        return 1e-3 * h
    curve = 0.0
    for i in range(n):
        scale = absolute[i] + noise[i] + s[RELATIVE] * fabs(x[i])
        change = (d[16 * i + 1] - d[16 * i]) / scale
        curve += change * change
    largest = max(sqrt(curve) / h, sqrt(slope))
    following = max(1e-6, 1e-3 * h)
    if largest > 1e-15:
        following = pow(0.01 / largest, 1.0 / 8.0)
    return min(min(100.0 * h, following), s[LARGEST])


@kernel
def classic(k: integers, q: pointers, t: real, h: real) -> integer:
    """The classic method of order 4; the derivative at the end is left where the other method has it."""
    n = k[STATES]
    x = reals(q[X])
    new = reals(q[NEW])
    trial = reals(q[TRIAL])
    d = reals(q[STAGES])
    for s in unroll(3):
        for i in range(n):
            trial[i] = x[i] + HALVES[s] * h * d[16 * i + s]
        if evaluate(k, q, t + HALVES[s] * h, trial, s + 1) != 0:
            return 1
    for i in range(n):
        row = d + 16 * i
        new[i] = x[i] + h / 6.0 * (row[0] + 2.0 * row[1] + 2.0 * row[2] + row[3])
    return 0


@kernel
def back_to_solutions(k: integers, q: pointers) -> nothing:
    """A trial that was given up, or a look back for an event, must not lead later ones to another solution."""
    blocks = integers(q[BLOCKS])
    workspace = reals(pointers(q[CONTEXT])[WORKSPACE])
    for b in range(k[NONLINEAR]):
        u = workspace + blocks[2 * b]
        n = blocks[2 * b + 1]
        for i in range(n):
            u[i] = u[n + i]


@kernel
def attempt(s: reals, k: integers, q: pointers, t: real, h: real) -> integer:
    """Try a step; 0 if it is accepted. The next step to try is left in `s`."""
    if k[STEPS] + REFUSED * k[REJECTED] >= k[LOOK_AT] and k[METHOD] != FOURTH and k[METHOD] != LINEAR:
        note_noise(s, k, q, h)
        back_to_solutions(k, q)
    if k[METHOD] == LINEAR or k[METHOD] == IMPLICIT:
        return Attempt(q[ATTEMPT])(s, k, q, t, h)
    if k[METHOD] == EIGHTH:
        failed = stages(k, q, t, h)
        if failed == 0:
            e = error(s, k, q, h)
            if e <= 1.0:
                failed = evaluate(k, q, t + h, reals(q[NEW]), 12)
                if failed == 0:
                    growth = pow(max(e, 1e-10), EXPONENT) / pow(s[LAST_ERROR], BETA) / SAFETY
                    growth = min(1.0 / SHRINK, max(1.0 / GROW, growth))
                    if k[AFTER_REJECTION] != 0:
                        growth = max(growth, 1.0)
                    s[LAST_ERROR] = max(e, 1e-4)
                    s[STEP] = min(h / growth, s[LARGEST])
                    k[AFTER_REJECTION] = 0
                    return 0
            else:
                k[NO_VALUE] = 0
                s[STEP] = h / min(1.0 / SHRINK, pow(e, EXPONENT) / SAFETY)
        if failed != 0:
            k[NO_VALUE] = 1
            s[STEP] = 0.25 * h
        k[AFTER_REJECTION] = 1
        k[REJECTED] += 1
        return 1
    if classic(k, q, t, h) == 0:
        if evaluate(k, q, t + h, reals(q[NEW]), 12) == 0:
            s[STEP] = s[FIXED]
            return 0
    k[NO_VALUE] = 1
    s[STEP] = 0.0  # a fixed step cannot be made smaller
    k[REJECTED] += 1
    return 1


@kernel
def keep_solutions(k: integers, q: pointers, t: real, fresh: integer) -> nothing:
    """Remember the solutions of the nonlinear blocks at the end of a step, and how fast they change."""
    blocks = integers(q[BLOCKS])
    rates = reals(q[RATES])
    workspace = reals(pointers(q[CONTEXT])[WORKSPACE])
    span = t - rates[0]
    rates[0] = t
    rates = rates + 1
    for b in range(k[NONLINEAR]):
        u = workspace + blocks[2 * b]
        n = blocks[2 * b + 1]
        for i in range(n):
            rates[i] = 0.0 if fresh != 0 or not span > 0.0 else (u[i] - u[n + i]) / span
            u[n + i] = u[i]
        rates = rates + n


@kernel
def note_guesses(k: integers, q: pointers, at: integer, before: real) -> nothing:
    """The nonlinear unknowns at a grid point, `before` the last solution, by straight lines: later evaluations there
    start from these and find the same solution."""
    blocks = integers(q[BLOCKS])
    rates = reals(q[RATES]) + 1
    workspace = reals(pointers(q[CONTEXT])[WORKSPACE])
    width = 0
    for b in range(k[NONLINEAR]):
        width += blocks[2 * b + 1]
    row = reals(q[GUESSES]) + at * width
    for b in range(k[NONLINEAR]):
        u = workspace + blocks[2 * b]
        n = blocks[2 * b + 1]
        for i in range(n):
            row[i] = u[n + i] - before * rates[i]
        row = row + n
        rates = rates + n


@kernel
def looks_stiff(k: integers, edge: integer) -> integer:
    """Fifteen steps at the edge of stability, with never six good ones between, mean stiff."""
    if edge != 0:
        k[MILD_SIGNS] = 0
        k[STIFF_SIGNS] += 1
        if k[STIFF_SIGNS] >= 15:
            return 1
    else:
        k[MILD_SIGNS] += 1
        if k[MILD_SIGNS] >= 6:
            k[STIFF_SIGNS] = 0
    return 0


@kernel
def output_within(k: integers, grid: reals, following: real) -> integer:
    """Whether an output time lies within the step, before its end."""
    if k[WITH_OUTPUT] != 0 and k[GRID_AT] < k[GRID_COUNT]:
        if grid[k[GRID_AT]] < following:
            return 1
    return 0


@kernel
def ready_to_interpolate(k: integers, q: pointers, t: real, h: real) -> nothing:
    if k[METHOD] == LINEAR:  # it is since the step was made
        return
    n = k[STATES]
    rows = reals(q[DENSE])
    cubic = 1
    if k[METHOD] == EIGHTH:
        cubic = interpolation(k, q, t, h)
    if k[METHOD] == IMPLICIT:
        cubic = Follow(q[FOLLOW])(k, q, t, h)
    if cubic != 0:
        d = reals(q[STAGES])
        hermite(n, reals(q[X]), reals(q[NEW]), d, h, rows)
        for i in range(3 * n, 7 * n):
            rows[i] = 0.0


@kernel
def start(s: reals, k: integers, q: pointers) -> integer:
    """The first derivative, the first step and the sides of the indicators. 1 if there is no finite value."""
    x = reals(q[X])
    absolute = reals(q[ABSOLUTE])
    least = reals(q[LEAST])
    k[FRESH] = 0
    k[LOOK_AT] = k[STEPS] + REFUSED * k[REJECTED] + EVERY
    k[LOOKED_AT] = 0
    sizes = reals(q[SIZES])
    for i in range(k[STATES]):
        absolute[i] = least[i]
        sizes[i] = 0.0
    note_sizes(s, k, q, x)
    if evaluate(k, q, s[TIME], x, 0) != 0:
        k[NO_VALUE] = 1
        return 1
    if k[METHOD] == LINEAR:
        if take_matrix(s, k, q, s[TIME]) != 0:
            k[NO_VALUE] = 1
            return 1
    k[AGE] = OLD
    s[CONVERGENCE] = 1.0
    keep_solutions(k, q, s[TIME], 1)
    s[LAST_ERROR] = 1e-4
    if k[METHOD] == FOURTH:
        s[STEP] = s[FIXED]
    elif s[FIRST] > 0.0:
        s[STEP] = min(s[FIRST], s[LARGEST])
    else:
        s[STEP] = first_step(s, k, q)
    back_to_solutions(k, q)
    if k[INDICATORS] > 0:
        take_sides(k, q, s[TIME], x)
    return 0


@kernel
def doubtful(s: reals, k: integers, q: pointers, h: real) -> integer:
    """Whether the interpolation over a step is much worse than its end; a smaller step is then tried."""
    e = doubt(s, k, q)
    if not e > DOUBT:  # also where there are no states
        return 0
    s[STEP] = max(0.2, SAFETY * pow(DOUBT / e, 1.0 / 8.0)) * h
    k[AFTER_REJECTION] = 1
    k[NO_VALUE] = 0
    k[REJECTED] += 1
    back_to_solutions(k, q)
    return 1


@kernel
def give_output(k: integers, q: pointers, t: real, h: real, following: real, stop: real, dense: integer) -> nothing:
    """The states at the output times of a step up to `stop`; `dense`: the interpolation is ready."""
    n = k[STATES]
    grid = reals(q[GRID])
    new = reals(q[NEW])
    while k[GRID_AT] < k[GRID_COUNT] and grid[k[GRID_AT]] <= stop:
        at = k[GRID_AT]
        out = reals(q[OUT]) + at * n
        if grid[at] == following:
            for i in range(n):
                out[i] = new[i]
        else:
            if dense == 0:
                ready_to_interpolate(k, q, t, h)
                dense = 1
            interpolate(n, reals(q[X]), reals(q[DENSE]), (grid[at] - t) / h, out)
        if k[KEEP_GUESSES] != 0:
            note_guesses(k, q, at, following - grid[at])
        k[GRID_AT] += 1


@kernel
def end_step(s: reals, k: integers, q: pointers, t: real, h: real, following: real, dense: integer) -> integer:
    """Events and output of an accepted step, and the states behind it. 1 if an event ends the run here."""
    n = k[STATES]
    x = reals(q[X])
    part = 2.0
    if k[INDICATORS] > 0:
        if dense == 0:
            ready_to_interpolate(k, q, t, h)
            dense = 1
        part = search(k, q, t, h)
    stop = following
    if part <= 1.0:
        stop = min(t + part * h, following)
    if k[WITH_OUTPUT] != 0:
        give_output(k, q, t, h, following, stop, dense)
    s[TIME] = stop
    if part <= 1.0:
        trial = reals(q[TRIAL])
        interpolate(n, x, reals(q[DENSE]), part, trial)
        for i in range(n):
            x[i] = trial[i]
        return 1
    back_to_solutions(k, q)
    new = reals(q[NEW])
    d = reals(q[STAGES])
    note_sizes(s, k, q, new)
    for i in range(n):
        x[i] = new[i]
        d[16 * i] = d[16 * i + 12]
    return 0


@kernel
def run(s: reals, k: integers, q: pointers) -> integer:
    """Go on until the end, an event, or for `PATIENCE` steps; the result says which."""
    if k[FRESH] != 0:
        if start(s, k, q) != 0:
            return COLLAPSED
    limit = k[STEPS] + k[REJECTED] + k[PATIENCE]
    while True:
        t = s[TIME]
        if t >= s[END]:
            return REACHED_END
        if k[STEPS] + k[REJECTED] >= limit:
            return PAUSED
        h = s[STEP]
        if not h > 4.0 * SMALLEST * fabs(t) or h < 1e-300:
            return COLLAPSED
        wanted = h
        following = t + h
        if t + (1.01 if k[METHOD] != FOURTH else 1.0001) * h >= s[END]:
            h = s[END] - t
            following = s[END]
        if attempt(s, k, q, t, h) != 0:
            back_to_solutions(k, q)
            continue
        keep_solutions(k, q, following, 0)
        dense = 0
        if k[METHOD] == EIGHTH and (k[INDICATORS] > 0 or output_within(k, reals(q[GRID]), following) != 0):
            ready_to_interpolate(k, q, t, h)
            dense = 1
            if doubtful(s, k, q, h) != 0:
                if k[DETECT] != 0 and looks_stiff(k, 1) != 0:
                    return STIFF
                continue
        k[STEPS] += 1
        stiff = 0
        if k[DETECT] != 0:
            stiff = looks_stiff(k, 1 if stiffness(k, q, h) > 6.1 else 0)
        if following == s[END]:
            s[STEP] = max(s[STEP], wanted)
        if end_step(s, k, q, t, h, following, dense) != 0:
            return REACHED_ROOT
        if stiff != 0:
            return STIFF


@kernel
def sweep(
    go: Run, s: reals, k: integers, q: pointers, runs: integer, start: real, starts: reals, parameters: reals,
    width: integer, least: reals, sizes: integer, workspace: reals, room: integer, stride: integer, out: reals,
    final: reals, status: integers,
) -> integer:  # fmt: skip
    """Many runs, each from its own row of `starts` and with its own row of `parameters`; of the tolerances to begin
    with (`least`, and behind them the units) and the first guesses in `workspace`, those of the next run are `sizes`
    and `stride` further on.

    How many runs came to an end: where that is fewer than `runs`, the next one stands where its patience ended."""
    n = k[STATES]
    x = reals(q[X])
    context = pointers(q[CONTEXT])
    used = reals(context[WORKSPACE])
    for r in range(runs):
        for i in range(room):
            used[i] = workspace[r * stride + i]  # each run begins with its guesses: the order does not matter
        for i in range(n):
            x[i] = starts[r * n + i]
            reals(q[NOISE])[i] = 0.0
        context[PARAMETERS] = parameters + r * width
        q[LEAST] = least + r * sizes
        q[UNITS] = least + r * sizes + n
        q[OUT] = out + r * k[GRID_COUNT] * n
        s[TIME] = start
        k[FRESH] = 1
        k[GRID_AT] = 0
        k[AFTER_REJECTION] = 0
        k[MILD_SIGNS] = 0
        k[STIFF_SIGNS] = 0
        grid = reals(q[GRID])
        if k[WITH_OUTPUT] != 0:
            while k[GRID_AT] < k[GRID_COUNT] and grid[k[GRID_AT]] <= start:
                for i in range(n):
                    reals(q[OUT])[k[GRID_AT] * n + i] = x[i]
                k[GRID_AT] += 1
        status[r] = go(s, k, q)
        for i in range(n):
            final[r * n + i] = x[i]
        if status[r] == PAUSED:
            return r
    return runs
