"""Which positions come next: the basis of one complementarity problem, that of a step of vanishing length.

Over a step h the flows become f(t + h, x + h ẋ): affine in the inputs, with a tiny leak beside each pair that settles
what floats. Each pair has up to two complementary couples: forward flow and distance from the upper bound, backward
flow and distance from the lower one. Pivoting begins with the positions that hold now.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..program.context import DIRECTION, DISCRETE, PAIRS
from ..program.kernel import Bound, Callback, integer, integers, kernel, nothing, pointers, real, reals
from ..program.lemke import lemke
from .couples import (
    basic_value,
    bound_by,
    bound_of,
    couples,
    finite,
    flow_by,
    raise_crossings,
)
from .mode_solution import MOVED
from .pair_layout import (
    BOUND_BY_INPUT,
    BOUND_BY_STATE,
    CLOSED,
    COMMAND,
    COUNT,
    COUNTS,
    CROSSED,
    DECIDED,
    ELSEWHERE,
    FLOW_BY_INPUT,
    FLOW_BY_STATE,
    FORCED,
    FREE,
    GAP,
    HIDDEN,
    HOLD,
    INPUTS_AT,
    LARGEST,
    LEAKS,
    LOW,
    LOWER,
    MARKS,
    MODE,
    MOVING,
    NUMBERS,
    OLD,
    OWN,
    RAISED,
    RATE,
    RATIO,
    RHS,
    ROOT,
    TAKEN,
    TANGENT,
    TANGENTS,
    UP,
    UPPER,
    VALUES,
    WORK,
    V,
)  # fmt: skip
from .principal import principal
from .rank import eliminate
from .sensitivity import make_finite
from .slip_vector import slide_together
from .watch import STIRRED, forced_away

LEAST_LEAK = Bound(1e-15)
PART = 1e-3  # of what the rest of the model lets pass over a step, and of what it resists with, that a leak may be
REFINEMENTS = 5  # after which the leak carries nothing but what would float
PASSED = 4.0  # times what is nothing, by which a crossing may have been passed when it is seen
SMALLEST = 1e-200
SINGULAR, NO_SOLUTION, TOO_LONG = 3, 1, 2


@kernel
def base_modes(q: pointers, u: reals, near: real) -> nothing:
    """The positions from which pivoting begins: what is commanded is set; what cannot go on as it is holds."""
    k = integers(q[COUNTS])
    n = k[COUNT]
    mode = integers(q[MODE])
    at = reals(q[V])
    for i in range(n):
        if at[COMMAND * n + i] < ELSEWHERE:
            continue
        if at[COMMAND * n + i] > 0.5:
            mode[i] = CLOSED
        elif at[COMMAND * n + i] > -0.5:
            mode[i] = HOLD
        elif finite(at[GAP * n + i]) == 1 and at[GAP * n + i] > near:
            mode[i] = FREE
        elif at[LOWER * n + i] == 0.0 and at[UPPER * n + i] == 0.0:  # no effort either way, as of an open clutch
            mode[i] = CLOSED
        elif mode[i] == FREE or mode[i] == CLOSED:
            mode[i] = LOW
        if mode[i] == UP and finite(at[bound_of(q, i, 1) * n + i]) == 0:
            mode[i] = HOLD
        if mode[i] == LOW and finite(at[bound_of(q, i, 0) * n + i]) == 0:
            mode[i] = HOLD


@kernel
def prepare(t: real, x: reals, c: pointers, h: real, flow: reals, bound: reals) -> integer:
    """Scaled flows, and bounds of each kind, a step later with the present inputs taken out: affine parts."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    root = reals(q[ROOT])
    u = reals(c[DISCRETE]) + k[INPUTS_AT]
    at = reals(q[V])
    v = reals(c[DIRECTION])
    out = reals(q[TANGENTS])
    rate = reals(q[RATE])
    make_finite(c)
    status = integer(Callback(q[VALUES])(t + h, x, at, c))
    status += Callback(q[RHS])(t + h, x, rate, c)
    for i in range(own):
        v[i] = rate[i]
    for j in range(n + 1):
        v[own + j] = 0.0
    status += Callback(q[TANGENT])(t + h, x, out, c)
    for i in range(own):
        v[i] = 0.0
    for i in range(n):
        flow[i] = at[i] + h * out[own + i]
    for j in range(n):
        by_input = reals(q[FLOW_BY_INPUT]) + j * n
        by_state = reals(q[FLOW_BY_STATE]) + j * n
        value = u[2 * j]
        if value != 0.0:
            for i in range(n):
                flow[i] -= (by_input[i] + h * by_state[i]) * value
    for i in range(n):
        flow[i] *= root[i]
    for b in range(4 * n):
        total = at[n + b] + h * out[own + n + b]
        if k[MOVING] == 1:
            for j in range(n):
                a = j * 4 * n + b
                total -= (reals(q[BOUND_BY_INPUT])[a] + h * reals(q[BOUND_BY_STATE])[a]) * u[2 * j]
        bound[b] = total / root[b % n]
    return status


@kernel
def begin_at_zero(q: pointers, flow: reals, moved: reals) -> nothing:
    """A flow that was seen to cross is zero: what it has passed it by, so as to be seen, is nothing to be brought back,
    nor to be left in others that pass what the same stores let flow. A small limit of friction could not do that at
    once, and it would slide to and fro. moved: room for n."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    at = reals(q[V])
    root = reals(q[ROOT])
    little = PASSED * reals(q[LARGEST])[2] * reals(q[LARGEST])[0]
    for i in range(n):
        moved[i] = 0.0
    for i in range(n):
        if integers(q[RAISED])[i] == CROSSED and at[COMMAND * n + i] == DECIDED:
            now = root[i] * at[i] - moved[i]
            if fabs(now) <= little and ((mode[i] == UP and now < 0.0) or (mode[i] == LOW and now > 0.0)):
                by = reals(q[FLOW_BY_STATE]) + i * n
                for j in range(n):
                    part = 1.0 if j == i else 0.0
                    if j != i and by[i] != 0.0 and (mode[j] == UP or mode[j] == LOW):
                        part = by[j] * root[j] / (by[i] * root[i])
                    flow[j] -= part * now
                    moved[j] += part * now


@kernel
def let_forced_pass(q: pointers, u: reals, flow: reals) -> nothing:
    """What holds no longer because an ideal source moves it, however slowly as yet, passes the way it is moved. Of
    several that are moved together the laws say which does."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    raised = integers(q[RAISED])
    least = 0.5 * STIRRED * reals(q[LARGEST])[2] * reals(q[LARGEST])[0]
    for i in range(n):
        forced = integers(q[FORCED])[i]
        if forced == 0 or raised[i] != CROSSED or mode[i] != HOLD or reals(q[V])[COMMAND * n + i] != DECIDED:
            continue
        if fabs(forced_away(q, u, i)) > least:
            raised[i] = 0
            side = 1 if flow[i] > 0.0 else 0
            others = 0
            for j in range(n):
                others += 1 if j != i and fabs(reals(q[HIDDEN])[(forced - 1) * n + j]) > MOVED else 0
            if others == 0 and finite(reals(q[V])[bound_of(q, i, side) * n + i]) == 1 and flow[i] != 0.0:
                mode[i] = UP if side == 1 else LOW
                raised[i] = TAKEN


@kernel
def set_leaks(q: pointers, h: real) -> nothing:
    """Leaks that are small beside what each pair sees of the model over a step: an inertia lets next to nothing pass, a
    store of displacement resists next to nothing."""
    n = integers(q[COUNTS])[COUNT]
    leak = reals(q[LEAKS])
    ratio = reals(q[RATIO])
    for i in range(n):
        a = i * n + i
        share = -ratio[i] * (reals(q[FLOW_BY_INPUT])[a] + h * reals(q[FLOW_BY_STATE])[a])  # R / (R + Z)
        smaller = min(fabs(share), fabs(1.0 - share))
        leak[i] = min(reals(q[LARGEST])[1], PART * smaller)
        if not leak[i] > LEAST_LEAK:
            leak[i] = LEAST_LEAK


@kernel
def base_inverse(q: pointers, h: real, bound: reals, flow: reals, table: reals, base: reals, side: reals) -> integer:
    """Invert the system of the base positions for the scaled inputs; `base` are these with nothing added.

    What leaks is the difference to the inputs just found: in the end nothing does, and what is open is of least norm.
    """
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    numbers = integers(q[NUMBERS])
    width = 2 * n + 1
    for i in range(n):
        numbers[i] = -1
        numbers[n + i] = 0
        row = table + i * width
        for j in range(n):
            row[n + j] = 0.0
            row[j] = flow_by(q, i, j, h, 1.0 if mode[i] != HOLD else 0.0)
        row[n + i] = 1.0
        row[2 * n] = 0.0
        side[i] = -flow[i]
        if mode[i] != HOLD:
            if mode[i] == UP or mode[i] == LOW:
                kind = bound_of(q, i, 1 if mode[i] == UP else 0)
                for j in range(n):
                    row[j] -= bound_by(q, kind, i, j, h)
                side[i] += bound[(kind - 1) * n + i]
            row[i] += reals(q[LEAKS])[i]  # what is closed has a little resistance
        else:
            row[i] -= reals(q[LEAKS])[i]
    if eliminate(n, n, width, table, numbers, numbers + n, 0.0, table + n * width) < n:
        return SINGULAR
    for turn in range(REFINEMENTS):
        for i in range(n):
            leak = reals(q[LEAKS])[i]
            before = base[i] if turn > 0 else 0.0
            table[i * width + 2 * n] = side[i] + (leak if mode[i] != HOLD else -leak) * before
        for j in range(n):
            total = 0.0
            for i in range(n):
                total += table[numbers[j] * width + n + i] * table[i * width + 2 * n]
            base[j] = total
    return 0


@kernel
def response(n: integer, by: reals, value: real, moved: reals) -> real:
    """A scaled flow or effort that has `value` without inputs and the coefficients `by`, with scaled inputs `moved`."""
    for j in range(n):
        value += by[j] * moved[j]
    return value


@kernel
def problem(
    q: pointers, h: real, count: integer, which: integers, kind: integers, bound: reals, flow: reals, table: reals,
    base: reals, M: reals, right: reals, work: reals,
) -> nothing:  # fmt: skip
    """The complementarity problem of all couples, w = M z + right."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    row_of = integers(q[NUMBERS])
    width = 2 * n + 1
    moved = work
    zero = work + n  # n flows and 4 n bounds
    for i in range(5 * n):
        zero[i] = 0.0
    flows = work + 6 * n  # by inputs, in rows; then efforts
    efforts = flows + n * n
    for i in range(n):
        for j in range(n):
            flows[i * n + j] = flow_by(q, i, j, h, 0.0)
            efforts[i * n + j] = flow_by(q, i, j, h, 1.0)
    for r in range(count):
        i = which[r]
        f = response(n, flows + i * n, flow[i], base)
        right[r] = basic_value(q, i, kind[r], h, bound, f, response(n, efforts + i * n, flow[i], base), base)
    for s in range(count):
        p = which[s]
        sign = 1.0 if kind[s] == 1 else -1.0
        own = 0  # whether the variable enters the equation of its pair: the second one of a pair that slides does not
        if mode[p] == HOLD or (mode[p] == UP and kind[s] == 1) or (mode[p] == LOW and kind[s] == 0):
            own = 1
        if mode[p] != HOLD:
            sign = -sign
        for j in range(n):
            moved[j] = sign * own * table[row_of[j] * width + n + p]
        for r in range(count):
            i = which[r]
            f = response(n, flows + i * n, 0.0, moved)
            value = basic_value(q, i, kind[r], h, zero + n, f, response(n, efforts + i * n, 0.0, moved), moved)
            if own == 0 and i == p and kind[r] != kind[s]:
                value += 1.0
            M[r * count + s] = value


@kernel
def balance(count: integer, M: reals, right: reals) -> nothing:
    """Measure each couple by its own diagonal entry, so that none is small beside another."""
    for r in range(count):
        own = fabs(M[r * count + r])
        if own > SMALLEST:
            scale = 1.0 / sqrt(own)
            right[r] *= scale
            for s in range(count):
                M[r * count + s] *= scale
                M[s * count + r] *= scale


@kernel
def take_open(q: pointers) -> nothing:
    """What leaves a contact backwards is open."""
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    at = reals(q[V])
    for i in range(n):
        if at[COMMAND * n + i] > ELSEWHERE and mode[i] == LOW and finite(at[GAP * n + i]) == 1:
            mode[i] = FREE


@kernel
def decide(t: real, x: reals, c: pointers, h: real, near: real) -> integer:
    """Set the modes to those just after t. 0: done; else there is no solution (1), none was found (2, 3), or the
    equations have no value (4). A crossing that was seen by rounding alone may leave no solution: then without it."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    mode = integers(q[MODE])
    raised = integers(q[RAISED])
    before = integers(q[OLD])
    seen = 0
    for i in range(n):
        before[i] = mode[i]
        if raised[i] != TAKEN:
            integers(q[MARKS])[i] = 0
        if raised[i] == CROSSED:
            seen = 1
            integers(q[MARKS])[i] = 1
    status = decide_once(t, x, c, h, near)
    if status != 0 and seen == 1:
        for i in range(n):
            mode[i] = before[i]
            integers(q[MARKS])[i] = 0
            if raised[i] == CROSSED:
                raised[i] = 0
        status = decide_once(t, x, c, h, near)
    if status != 0:
        for i in range(n):
            mode[i] = before[i]
    else:
        slide_together(q, reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT])
    return status


@kernel
def decide_once(t: real, x: reals, c: pointers, h: real, near: real) -> integer:
    """The same, without a second try."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    numbers = integers(q[NUMBERS])
    flow = reals(q[WORK])
    bound = flow + n
    base = bound + 4 * n
    room = base + n
    table = room + 6 * n + 2 * n * n
    if prepare(t, x, c, h, flow, bound) != 0:
        return 4
    begin_at_zero(q, flow, room)
    let_forced_pass(q, reals(c[DISCRETE]) + integers(q[COUNTS])[INPUTS_AT], flow)
    set_leaks(q, h)
    base_modes(q, reals(c[DISCRETE]), near)
    which = numbers + 2 * n
    kind = numbers + 4 * n
    basis = numbers + 6 * n
    count = couples(q, bound, which, kind)
    if principal(q, h, count, which, kind, bound, flow, base, room + 6 * n) == 0:
        take_open(q)
        return 0
    if base_inverse(q, h, bound, flow, table, base, room) != 0:
        return SINGULAR
    M = table + n * (2 * n + 1)
    right = M + count * count
    z = right + count
    problem(q, h, count, which, kind, bound, flow, table, base, M, right, room)
    raise_crossings(q, count, which, kind, right)
    balance(count, M, right)
    status = lemke(count, M, right, z, 50 * count + 100, z + count, basis)
    if status != 0:
        return status
    take(q, count, which, kind, basis)
    return 0


@kernel
def take(q: pointers, count: integer, which: integers, kind: integers, basis: integers) -> nothing:
    """The positions that go with a basis."""
    mode = integers(q[MODE])
    entered = basis + count
    for s in range(count):
        entered[s] = 0
    for r in range(count):
        if basis[r] >= count:
            entered[basis[r] - count] = 1
    for s in range(count):  # first what is left, then what is taken
        i = which[s]
        if entered[s] == 1 and ((mode[i] == UP and kind[s] == 1) or (mode[i] == LOW and kind[s] == 0)):
            mode[i] = HOLD
            entered[s] = 2
    for s in range(count):
        i = which[s]
        if entered[s] == 1 and mode[i] == HOLD:
            mode[i] = UP if kind[s] == 1 else LOW
    take_open(q)
