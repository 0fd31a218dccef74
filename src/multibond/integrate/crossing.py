"""Event indicators that change sign within a step, found on the interpolation and located to full precision."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import Bound, Callback, integer, integers, kernel, nothing, pointers, real, reals
from .eighth import interpolate
from .layout import (
    CONTEXT,
    DENSE,
    DIRECTIONS,
    FOUND,
    INDICATOR,
    INDICATORS,
    LASTING,
    LOOKED,
    LOOKS,
    ROOTS,
    SIDES,
    STATES,
    TRIAL,
    X,
)  # fmt: skip

PRECISION = Bound(4.5e-16)
NEAR = 1e-5  # part of the step over which slopes are taken
NARROW = 1e-9  # part of the step within which the bottom of a dip is known well enough


@kernel
def sign(g: real) -> real:
    if g > 0.0:
        return 1.0
    if g < 0.0:
        return -1.0
    return 0.0


@kernel
def take_sides(k: integers, q: pointers, t: real, x: reals) -> nothing:
    """Note the signs where a run begins. An indicator at zero stays quiet until it has left it."""
    indicator = reals(q[INDICATOR])
    sides = reals(q[SIDES])
    Callback(q[ROOTS])(t, x, indicator, pointers(q[CONTEXT]))
    last = reals(q[LOOKED]) + LOOKS * k[INDICATORS]
    for i in range(k[INDICATORS]):
        sides[i] = sign(indicator[i])
        last[i] = indicator[i]


@kernel
def indicators(k: integers, q: pointers, t: real, h: real, part: real) -> nothing:
    """The indicators at a fraction of the step."""
    n = k[STATES]
    trial = reals(q[TRIAL])
    interpolate(n, reals(q[X]), reals(q[DENSE]), part, trial)
    Callback(q[ROOTS])(t + part * h, trial, reals(q[INDICATOR]), pointers(q[CONTEXT]))


@kernel
def crossed(side: real, g: real, direction: integer) -> integer:
    """Whether an indicator that was on `side` (-1, 0, 1) has left it, in a direction that counts."""
    if side > 0.0 and g <= 0.0 and direction <= 0:
        return 1
    if side < 0.0 and g >= 0.0 and direction >= 0:
        return 1
    return 0


@kernel
def locate(k: integers, q: pointers, t: real, h: real, i: integer, low: real, high: real) -> real:
    """The first fraction in (low, high] where indicator i has crossed: false position with bisection as a guard."""
    g = reals(q[INDICATOR])
    side = reals(q[SIDES])[i]
    indicators(k, q, t, h, low)
    at_low = g[i]
    indicators(k, q, t, h, high)
    at_high = g[i]
    narrow = PRECISION * max(fabs(t) + fabs(h), 1e-300) / h
    last = 0
    slow = 0
    for _ in range(200):
        width = high - low
        if width <= narrow or at_high == 0.0:
            break
        middle = high - at_high * width / (at_high - at_low)
        if slow > 1 or not (middle > low and middle < high):
            middle = 0.5 * (low + high)
            slow = 0
        # A little to either side of a good guess, so that the bracket closes from both ends.
        middle = min(max(middle, low + 0.5 * narrow), high - 0.5 * narrow)
        indicators(k, q, t, h, middle)
        if crossed(side, g[i], 0) != 0:
            high = middle
            at_high = g[i]
            if last == 1:
                at_low *= 0.5
            last = 1
        else:
            low = middle
            at_low = g[i]
            if last == 2:
                at_high *= 0.5
            last = 2
        if high - low > 0.5 * width:
            slow += 1
        else:
            slow = 0
    return high


@kernel
def look(k: integers, q: pointers, t: real, h: real) -> integer:
    """The indicators at the places of a step, the first from the step before. 1 if one comes so near to zero, beside
    how much it changes, that it might touch it between two places."""
    count = k[INDICATORS]
    g = reals(q[INDICATOR])
    values = reals(q[LOOKED])
    for i in range(count):
        values[i] = values[LOOKS * count + i]
    for place in range(1, LOOKS + 1):
        indicators(k, q, t, h, place / LOOKS)
        for i in range(count):
            values[place * count + i] = g[i]
    near = 0
    for i in range(count):
        change = 0.0
        lowest = fabs(values[i])
        for place in range(1, LOOKS + 1):
            here = values[place * count + i]
            change = max(change, fabs(here - values[(place - 1) * count + i]))
            lowest = min(lowest, fabs(here))
        if lowest < change:
            near = 1
    return near


@kernel
def note_slopes(k: integers, q: pointers, t: real, h: real) -> nothing:
    """How fast the indicators change at these places, per step."""
    count = k[INDICATORS]
    g = reals(q[INDICATOR])
    values = reals(q[LOOKED])
    slopes = values + (LOOKS + 1) * count
    for place in range(LOOKS + 1):
        ahead = NEAR if place < LOOKS else -NEAR
        indicators(k, q, t, h, place / LOOKS + ahead)
        for i in range(count):
            slopes[place * count + i] = (g[i] - values[place * count + i]) / ahead


@kernel
def dip(
    k: integers, q: pointers, t: real, h: real, i: integer, low: real, high: real,
    at_low: real, at_high: real, down: real, up: real,
) -> real:  # fmt: skip
    """A fraction in (low, high) where indicator i has crossed, though it has not at either end; 2 if there is none.

    It comes nearer to zero at `low` and leaves it at `high`, with the slopes `down` and `up`: the bottom lies between.
    """
    g = reals(q[INDICATOR])
    side = reals(q[SIDES])[i]
    at_low = fabs(at_low)
    at_high = fabs(at_high)
    down *= side
    up *= side
    for turn in range(60):
        width = high - low
        # where the two tangents meet, a curve that bends one way stays above; twice as deep, to be safe
        meet = (at_low - at_high + up * width) / (up - down)
        deepest = at_low + down * meet
        if width < NARROW or 2.0 * deepest > min(at_low, at_high):
            return 2.0
        middle = low + width * down / (down - up)  # where a parabola has its bottom
        if turn % 3 == 2 or not (middle > low + 0.01 * width and middle < high - 0.01 * width):
            middle = 0.5 * (low + high)
        indicators(k, q, t, h, middle)
        if crossed(side, g[i], 0) != 0:
            return middle
        here = fabs(g[i])
        ahead = min(NEAR, 0.1 * width)
        indicators(k, q, t, h, middle + ahead)
        if crossed(side, g[i], 0) != 0:
            return middle + ahead
        slope = (fabs(g[i]) - here) / ahead
        if slope > 0.0:
            high = middle
            at_high = here
            up = slope
        elif slope < 0.0:
            low = middle
            at_low = here
            down = slope
        else:
            return 2.0
    return 2.0


@kernel
def search(k: integers, q: pointers, t: real, h: real) -> real:
    """The fraction of the step at which the first indicators cross, or 2. `found` then tells which, and how."""
    g = reals(q[INDICATOR])
    sides = reals(q[SIDES])
    directions = integers(q[DIRECTIONS])
    found = integers(q[FOUND])
    count = k[INDICATORS]
    values = reals(q[LOOKED])
    near = look(k, q, t, h)
    slopes = values + (LOOKS + 1) * count
    if near != 0:
        note_slopes(k, q, t, h)
    for place in range(1, LOOKS + 1):
        low = (place - 1.0) / LOOKS
        first = 2.0
        which = -1
        for i in range(count):
            before = (place - 1) * count + i
            after = place * count + i
            high = place / LOOKS
            found[i] = crossed(sides[i], values[after], directions[i])
            brief = 0
            if near != 0 and directions[i] != LASTING:
                brief = crossed(sides[i], -sides[i], directions[i])
            if found[i] == 0 and brief != 0:
                if values[after] * sides[i] > 0.0 and values[before] * sides[i] > 0.0:
                    if slopes[before] * sides[i] < 0.0 and slopes[after] * sides[i] > 0.0:
                        high = dip(k, q, t, h, i, low, high, values[before], values[after], slopes[before],
                                   slopes[after])  # fmt: skip
                        found[i] = 1 if high <= 1.0 else 0
            if found[i] != 0:
                spot = locate(k, q, t, h, i, low, high)
                if which < 0 or spot < first:
                    first = spot
                    which = i
        if which >= 0:
            indicators(k, q, t, h, first)
            for i in range(count):
                side = sides[i]
                # the indicator that was located counts even where rounding leaves it a hair before its zero
                if found[i] != 0 and (i == which or crossed(side, g[i], directions[i]) != 0):
                    found[i] = -1 if side > 0.0 else 1
                else:
                    found[i] = 0
            return first
        for i in range(count):
            if values[place * count + i] != 0.0:
                sides[i] = sign(values[place * count + i])
    return 2.0
