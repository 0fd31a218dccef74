"""The loop over events in machine code: integrate, let time events and pairs happen, go on. Nothing returns to Python
but what is rare: conditions that are not clear, impulses, contradictions, the end."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, floor

from ..integrate import layout as at_run
from ..integrate.runge_kutta import run
from ..program.context import DISCRETE, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import pair_layout as at_pair
from .contact_event import keep_contacts, note_contacts, put_back_contacts, settle_contacts, struck_now
from .event_layout import (
    AFTER,
    CONTACTS,
    COUNT,
    CROWD,
    END,
    FLOOR,
    FULL,
    HANDED_OVER,
    KEPT,
    LAST,
    LINES,
    MODES,
    NOTED,
    NUMBERS,
    OLD,
    ORIGINS,
    REALS,
    RELATION,
    ROOM,
    ROW,
    ROWS,
    SAME,
    SIGN,
    STEPPED,
    STEPPED_AT,
    STEPPED_COUNT,
    STEPPED_EQUAL,
    STEPPED_KIND,
    STEPPED_RISING,
    STEPS,
    STORED,
    STORES,
    TIMED,
    TIMED_AT,
    TIMED_COUNT,
    TIMED_KIND,
    TIMED_RISING,
    TIMES,
    TOUCHES,
    TURNS,
    WIDTH,
)  # fmt: skip
from .flight import shortest_flight
from .mode_solution import solution
from .pair_inputs import inputs
from .settle import settle_pairs
from .turning import UNCLEAR, follow_conditions, keep_sides, may_turn, turn_crossed

CROWDED = 20  # events at once, then it is Python's
FLIGHTS = 2.0  # shortest flights of contacts that the first step after an event lasts
NEVER = 1e300
ROUNDS = 20


@kernel
def next_instant(t: real, x: reals, c: pointers, e: pointers) -> real:
    """The next instant [s] known beforehand."""
    numbers = integers(e[NUMBERS])
    lines = reals(e[LINES])
    same = reals(e[REALS])[SAME]
    kind = integers(e[TIMED_KIND])
    soonest = NEVER
    if numbers[TIMED_COUNT] > 0:
        Callback(e[TIMED])(t, x, lines, c)
    for i in range(numbers[TIMED_COUNT]):
        slope = lines[2 * i]
        if slope != 0.0:
            edge = 1.0 if kind[i] == FLOOR and slope > 0.0 else 0.0
            when = (edge - lines[2 * i + 1]) / slope
            if when > t and when - t > 1e-12 * max(same, fabs(t)) and when < soonest:
                soonest = when
    return soonest


@kernel
def pass_instants(t: real, c: pointers, e: pointers, row: integers) -> nothing:
    """Set the timed conditions whose instant is now to what holds just after it."""
    numbers = integers(e[NUMBERS])
    lines = reals(e[LINES])
    same = reals(e[REALS])[SAME]
    m = reals(c[DISCRETE])
    for i in range(numbers[TIMED_COUNT]):
        slope = lines[2 * i]
        row[i] = 0
        if slope != 0.0:
            kind = integers(e[TIMED_KIND])[i]
            place = integers(e[TIMED_AT])[i]
            edge = 1.0 if kind == FLOOR and slope > 0.0 else 0.0
            when = (edge - lines[2 * i + 1]) / slope
            if fabs(when - t) <= 1e-12 * max(same, fabs(t)):
                row[i] = 1
                if kind == FLOOR:
                    m[place] += 1.0 if slope > 0.0 else -1.0
                elif kind == SIGN:
                    m[place] = 1.0 if slope > 0.0 else -1.0
                else:
                    above = 1 if slope > 0.0 else 0
                    m[place] = 1.0 if above == integers(e[TIMED_RISING])[i] else 0.0


@kernel
def follow_timed(t: real, x: reals, c: pointers, e: pointers, row: integers) -> integer:
    """Timed conditions that another one has moved: set those whose line has another sign now; how many changed."""
    numbers = integers(e[NUMBERS])
    lines = reals(e[LINES])
    same = reals(e[REALS])[SAME]
    m = reals(c[DISCRETE])
    changed = 0
    if numbers[TIMED_COUNT] > 0:
        Callback(e[TIMED])(t, x, lines, c)
    for i in range(numbers[TIMED_COUNT]):
        slope = lines[2 * i]
        kind = integers(e[TIMED_KIND])[i]
        if slope != 0.0 and kind == RELATION and row[i] == 0:
            when = -lines[2 * i + 1] / slope
            if fabs(when - t) > 1e-12 * max(same, fabs(t)):
                value = slope * t + lines[2 * i + 1]
                above = 1 if value > 0.0 else 0
                new = 1.0 if above == integers(e[TIMED_RISING])[i] else 0.0
                place = integers(e[TIMED_AT])[i]
                if m[place] != new:
                    m[place] = new
                    row[i] = 1
                    changed += 1
    return changed


@kernel
def follow_steps(t: real, x: reals, c: pointers, e: pointers) -> integer:
    """Set conditions that change by steps only; how many changed."""
    numbers = integers(e[NUMBERS])
    steps = reals(e[STEPS])
    m = reals(c[DISCRETE])
    changed = 0
    if numbers[STEPPED_COUNT] > 0:
        Callback(e[STEPPED])(t, x, steps, c)
    for i in range(numbers[STEPPED_COUNT]):
        place = integers(e[STEPPED_AT])[i]
        kind = integers(e[STEPPED_KIND])[i]
        g = steps[i]
        new = m[place]
        if kind == FLOOR:
            new = floor(g + m[place])
        elif kind == SIGN:
            new = 0.0
            if g > 0.0:
                new = 1.0
            if g < 0.0:
                new = -1.0
        elif g == 0.0:
            new = 1.0 if integers(e[STEPPED_EQUAL])[i] == 1 else 0.0
        else:
            above = 1 if g > 0.0 else 0
            new = 1.0 if above == integers(e[STEPPED_RISING])[i] else 0.0
        if new != m[place]:
            m[place] = new
            changed += 1
    return changed


@kernel
def settle(t: real, x: reals, c: pointers, s: reals, q: pointers, e: pointers) -> integer:
    """Take the positions that follow; 0: done, 1: something unusual, which is Python's."""
    if integers(e[NUMBERS])[TOUCHES] != 0:
        return settle_contacts(t, x, c, s, q, e)
    return settle_pairs(t, x, c, s, q, e)


@kernel
def happen(
    t: real, x: reals, c: pointers, s: reals, q: pointers, e: pointers, row: integers, timed: integer
) -> integer:
    """Everything of one instant: 0 done, 1 it is Python's."""
    p = pointers(c[PAIRS])
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    raised = integers(p[at_pair.RAISED])
    count = integers(e[NUMBERS])[ROW]
    for i in range(n):
        if raised[i] != at_pair.CROSSED:
            raised[i] = 0
    for i in range(count):
        row[i] = 0
    if timed == 1:
        next_instant(t, x, c, e)
        pass_instants(t, c, e, row)
    else:
        turn_crossed(t, q, c, e, row)
    if integers(e[NUMBERS])[TURNS] != 0:  # what one of them moves is judged when all have moved, as those of a sawtooth
        for _ in range(ROUNDS):
            if follow_timed(t, x, c, e, row) + follow_steps(t, x, c, e) == 0:
                break
    for _ in range(ROUNDS):
        if settle(t, x, c, s, q, e) != 0:
            return 1
        turned = follow_conditions(t, x, c, e, row)
        if turned == UNCLEAR:
            return 1
        if follow_timed(t, x, c, e, row) + follow_steps(t, x, c, e) + turned == 0:
            return 0
    return 1


@kernel
def note_rows(k: integers, q: pointers, e: pointers) -> integer:
    """The discrete values at the grid points passed since they were noted last, from here backwards, so that each is
    near the one before. What is evaluated for it is felt in the last digits of what follows, so it is never done for a
    pause, which comes when the clock says so."""
    c = pointers(q[at_run.CONTEXT])
    width = integers(e[NUMBERS])[WIDTH]
    first = integers(e[NUMBERS])[NOTED]
    passed = k[at_run.GRID_AT] - first
    integers(e[NUMBERS])[NOTED] = k[at_run.GRID_AT]
    m = reals(c[DISCRETE])
    kept = reals(e[KEPT])
    for i in range(width):
        kept[i] = m[i]
    failed = 0
    for back in range(passed):
        g = first + passed - 1 - back
        if inputs(reals(q[at_run.GRID])[g], reals(q[at_run.OUT]) + g * k[at_run.STATES], c) != 0:
            failed = 1
        row = reals(e[ROWS]) + g * width
        for i in range(width):
            row[i] = m[i]
    for i in range(width):
        m[i] = kept[i]
    return failed


@kernel
def known(t: real, k: integers, q: pointers, c: pointers, e: pointers) -> integer:
    """Note which pairs have crossed; 0 where something else has too that cannot be gone over here."""
    p = pointers(c[PAIRS])
    others = integers(p[at_pair.COUNTS])[at_pair.INDICATORS]
    found = integers(q[at_run.FOUND])
    raised = integers(p[at_pair.RAISED])
    if may_turn(t, q, c, e) == 0:
        return 0
    for i in range(others, k[at_run.INDICATORS]):
        if found[i] != 0:
            raised[(i - others) // 2] = at_pair.CROSSED
    return 1


@kernel
def keep(t: real, x: reals, k: integers, q: pointers, c: pointers, e: pointers) -> nothing:
    """Before an instant: what would have to be put back."""
    p = pointers(c[PAIRS])
    for i in range(integers(e[NUMBERS])[WIDTH]):
        reals(e[KEPT])[i] = reals(c[DISCRETE])[i]
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    for i in range(n):
        integers(e[OLD])[i] = integers(p[at_pair.MODE])[i]
        integers(e[OLD])[2 * n + i] = integers(p[at_pair.AT_REST])[i]
    for i in range(k[at_run.STATES]):
        reals(q[at_run.TRIAL])[i] = x[i]
    keep_contacts(t, x, c, e)
    keep_sides(t, x, c, e)


@kernel
def put_back(x: reals, k: integers, q: pointers, c: pointers, e: pointers) -> nothing:
    """The instant is Python's: as if it had not been looked at."""
    p = pointers(c[PAIRS])
    for i in range(integers(e[NUMBERS])[WIDTH]):
        reals(c[DISCRETE])[i] = reals(e[KEPT])[i]
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    for i in range(n):
        integers(p[at_pair.MODE])[i] = integers(e[OLD])[i]
        integers(p[at_pair.AT_REST])[i] = integers(e[OLD])[2 * n + i]
        integers(p[at_pair.RAISED])[i] = 0
    for i in range(k[at_run.STATES]):
        x[i] = reals(q[at_run.TRIAL])[i]
    put_back_contacts(c, e)
    solution(c)


@kernel
def told_mode(p: pointers, i: integer, mode: integer, rests: integer) -> integer:
    """The mode of a pair as it is told: what others hold at rest holds; of friction in space, which has one law for all
    directions, a component of slip that changes its sign is no event."""
    if rests != 0:
        return at_pair.HOLD
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    at = reals(p[at_pair.V])
    if mode == at_pair.LOW and at[at_pair.SLIDING_LOWER * n + i] == at[at_pair.SLIDING_UPPER * n + i]:
        return at_pair.UP
    return mode


@kernel
def anything(c: pointers, e: pointers, row: integers) -> integer:
    """Whether anything has happened: noise may take an indicator over its zero and back."""
    p = pointers(c[PAIRS])
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    for i in range(n):
        now = told_mode(p, i, integers(p[at_pair.MODE])[i], integers(p[at_pair.AT_REST])[i])
        if now != told_mode(p, i, integers(e[OLD])[i], integers(e[OLD])[2 * n + i]):
            return 1
    for i in range(integers(e[NUMBERS])[ROW]):
        if row[i] != 0:
            return 1
    return struck_now(e)


@kernel
def note(t: real, x: reals, states: integer, c: pointers, e: pointers, row: integers) -> nothing:
    """Note an event."""
    p = pointers(c[PAIRS])
    n = integers(p[at_pair.COUNTS])[at_pair.COUNT]
    numbers = integers(e[NUMBERS])
    reals(e[REALS])[LAST] = t
    if anything(c, e, row) == 0:
        return
    reals(e[TIMES])[numbers[COUNT]] = t
    for i in range(n):
        told = told_mode(p, i, integers(p[at_pair.MODE])[i], integers(p[at_pair.AT_REST])[i])
        integers(e[MODES])[numbers[COUNT] * n + i] = told
    if numbers[STORES] != 0:
        Callback(e[STORED])(t, x, reals(e[AFTER]) + numbers[COUNT], c)
    note_contacts(x, states, c, e)
    numbers[COUNT] += 1


@kernel
def loop(s: reals, k: integers, q: pointers, e: pointers) -> integer:
    """Go on until the end, an event that is Python's, or for `PATIENCE` steps, of which every event counts as one."""
    c = pointers(q[at_run.CONTEXT])
    numbers = integers(e[NUMBERS])
    x = reals(q[at_run.X])
    last = reals(e[REALS])
    limit = k[at_run.STEPS] + k[at_run.REJECTED] + k[at_run.PATIENCE]
    while True:
        if numbers[COUNT] >= numbers[ROOM]:
            return FULL
        k[at_run.PATIENCE] = limit - k[at_run.STEPS] - k[at_run.REJECTED]
        if k[at_run.PATIENCE] <= 0:
            return at_run.PAUSED
        if k[at_run.FRESH] != 0:
            s[at_run.END] = min(last[END], next_instant(s[at_run.TIME], x, c, e))
        reason = run(s, k, q)
        if reason == at_run.PAUSED:
            return reason
        if note_rows(k, q, e) != 0:
            return at_run.COLLAPSED
        timed = 0
        if reason == at_run.REACHED_END and s[at_run.TIME] < last[END]:
            timed = 1
        if timed == 0 and reason != at_run.REACHED_ROOT:
            return reason
        if timed == 0 and known(s[at_run.TIME], k, q, c, e) == 0:
            return reason
        if timed == 0 and s[at_run.END] < last[END] and numbers[TURNS] != 0:
            if s[at_run.END] - s[at_run.TIME] <= 1e-12 * max(last[SAME], fabs(s[at_run.TIME])):
                timed = 1  # a crossing at an instant that is due: what it moves decides
                s[at_run.TIME] = s[at_run.END]
        if inputs(s[at_run.TIME], x, c) != 0:  # those of the instant, not of the output point noted last
            return at_run.COLLAPSED
        keep(s[at_run.TIME], x, k, q, c, e)
        row = integers(e[ORIGINS]) + numbers[COUNT] * max(numbers[ROW], 1)
        if s[at_run.TIME] - last[LAST] < 1e-9 * last[SAME]:
            numbers[CROWD] += 1
        else:
            numbers[CROWD] = 0
        if numbers[CROWD] > CROWDED or happen(s[at_run.TIME], x, c, s, q, e, row, timed) != 0:
            put_back(x, k, q, c, e)
            return at_run.REACHED_ROOT if timed == 0 else HANDED_OVER
        note(s[at_run.TIME], x, k[at_run.STATES], c, e, row)
        s[at_run.FIRST] = min(s[at_run.STEP], s[at_run.LARGEST])
        if numbers[TOUCHES] != 0:
            soonest = shortest_flight(s[at_run.TIME], x, c, pointers(e[CONTACTS]), 1.0)
            s[at_run.FIRST] = min(s[at_run.FIRST], FLIGHTS * soonest)
        for i in range(k[at_run.STATES]):
            reals(q[at_run.LEAST])[i] = reals(q[at_run.ABSOLUTE])[i]
        k[at_run.FRESH] = 1
        limit -= 1
