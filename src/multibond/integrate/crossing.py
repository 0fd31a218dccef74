"""Event indicators that change sign within a step, found on the interpolation and located to full precision."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import Bound, Callback, integer, integers, kernel, nothing, pointers, real, reals
from .eighth import interpolate
from .layout import (
    BELOW,
    CONTEXT,
    DENSE,
    DIRECTIONS,
    FOUND,
    IMPLICIT,
    INDICATOR,
    INDICATORS,
    LASTING,
    LOOKED,
    LOOKS,
    METHOD,
    ROOTS,
    SIDES,
    STATES,
    TRIAL,
    X,
)  # fmt: skip

PRECISION = Bound(4.5e-16)
NEAR = 1e-5  # part of the step over which slopes are taken
NARROW = 1e-9  # part of the step within which the bottom of a dip is known well enough
PASSAGES = 16  # parts of the time between two places in which a passage is looked for (even: with the middle)
CHANGE = 3 * LOOKS + 2  # row of LOOKED behind the middles
ROUGH = 0.25  # part of an indicator by which it may be off in the middle between two places
PARTS = 8  # of the time between two places, at which that is judged


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
def look(k: integers, q: pointers, t: real, h: real) -> nothing:
    """The indicators at the places of a step, the first from the step before. Behind the middles is noted by how much
    each changes from one place to the next: one that comes nearer to zero might touch it between two."""
    count = k[INDICATORS]
    g = reals(q[INDICATOR])
    values = reals(q[LOOKED])
    for i in range(count):
        values[i] = values[LOOKS * count + i]
    for place in range(1, LOOKS + 1):
        indicators(k, q, t, h, place / LOOKS)
        for i in range(count):
            values[place * count + i] = g[i]
    change = values + CHANGE * count
    for i in range(count):
        change[i] = 0.0
        if k[METHOD] != IMPLICIT:  # between places of its interpolation what is fast does not follow closely enough
            for place in range(1, LOOKS + 1):
                change[i] = max(change[i], fabs(values[place * count + i] - values[(place - 1) * count + i]))


@kernel
def may_touch(k: integers, q: pointers, i: integer, place: integer) -> integer:
    """Whether indicator i, which is on its side at two places, might have left it between them."""
    count = k[INDICATORS]
    values = reals(q[LOOKED])
    side = reals(q[SIDES])[i]
    direction = integers(q[DIRECTIONS])[i]
    before = values[(place - 1) * count + i] * side
    after = values[place * count + i] * side
    if not (before > 0.0 and after > 0.0 and min(before, after) < values[CHANGE * count + i]):
        return 0
    return 1 if direction != LASTING and crossed(side, -side, direction) != 0 else 0


@kernel
def note_slope(k: integers, q: pointers, t: real, h: real, place: integer) -> nothing:
    """How fast the indicators change at a place, per step."""
    count = k[INDICATORS]
    g = reals(q[INDICATOR])
    values = reals(q[LOOKED])
    slopes = values + (LOOKS + 1) * count
    ahead = NEAR if place < LOOKS else -NEAR
    indicators(k, q, t, h, place / LOOKS + ahead)
    for i in range(count):
        slopes[place * count + i] = (g[i] - values[place * count + i]) / ahead


@kernel
def look_between(k: integers, q: pointers, t: real, h: real, place: integer, sloped: integer) -> integer:
    """Note slopes at a place and at the one before, and what the indicators are in the middle between them, where one
    might have touched zero. The last place whose slopes are known, `sloped` before."""
    count = k[INDICATORS]
    wanted = 0
    for i in range(count):
        if wanted == 0:
            wanted = may_touch(k, q, i, place)
    if wanted == 0:
        return sloped
    for a in range(max(sloped + 1, place - 1), place + 1):
        note_slope(k, q, t, h, a)
    middles = reals(q[LOOKED]) + 2 * (LOOKS + 1) * count
    indicators(k, q, t, h, (place - 0.5) / LOOKS)
    for i in range(count):
        middles[(place - 1) * count + i] = reals(q[INDICATOR])[i]
    return place


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
def rough(values: reals, i: integer, before: integer, after: integer, count: integer) -> integer:
    """Whether indicator i in the middle between two places is not what its values and slopes there say, by as much as
    might bring it over zero: it turns faster than the states do, as the gap of a body that rolls over.

    The curve through values and slopes is off by the most in the middle, and less and less towards the two places.
    """
    slopes = (LOOKS + 1) * count
    middle = values[2 * slopes + before]
    begins = values[before]
    ends = values[after]
    down = values[slopes + before] / LOOKS
    up = values[slopes + after] / LOOKS
    if middle * begins <= 0.0:
        return 1
    off = fabs(middle - 0.5 * (begins + ends) - (down - up) / 8.0) / ROUGH
    for part in range(1, PARTS):
        y = part / PARTS
        z = 1.0 - y
        told = z * z * (begins * (1.0 + 2.0 * y) + down * y) + y * y * (ends * (1.0 + 2.0 * z) - up * z)
        if told * middle <= 0.0 or fabs(told) < 16.0 * y * y * z * z * off:
            return 1
    return 0


@kernel
def passage(k: integers, q: pointers, t: real, h: real, i: integer, low: real, high: real) -> real:
    """A fraction in (low, high) where indicator i has crossed, though it has not at either end; 2 if none is seen."""
    for place in range(1, PASSAGES):
        part = low + (high - low) * place / PASSAGES
        indicators(k, q, t, h, part)
        if crossed(reals(q[SIDES])[i], reals(q[INDICATOR])[i], 0) != 0:
            return part
    return 2.0


@kernel
def sunken(k: integers, q: pointers) -> real:
    """1 where an indicator that may not be below zero was so in the whole step, ever deeper: it crossed unseen, where
    noise had brought it over zero before. Else 2."""
    directions = integers(q[DIRECTIONS])
    found = integers(q[FOUND])
    count = k[INDICATORS]
    values = reals(q[LOOKED])
    result = 2.0
    for i in range(count):
        found[i] = 0
        if directions[i] == BELOW and values[i] < 0.0:
            found[i] = -1
            for place in range(1, LOOKS + 1):
                if not values[place * count + i] < values[(place - 1) * count + i]:
                    found[i] = 0
        if found[i] != 0:
            result = 1.0
    return result


@kernel
def search(k: integers, q: pointers, t: real, h: real) -> real:
    """The fraction of the step at which the first indicators cross, or 2. `found` then tells which, and how."""
    g = reals(q[INDICATOR])
    sides = reals(q[SIDES])
    directions = integers(q[DIRECTIONS])
    found = integers(q[FOUND])
    count = k[INDICATORS]
    values = reals(q[LOOKED])
    look(k, q, t, h)
    slopes = values + (LOOKS + 1) * count
    sloped = -1
    for place in range(1, LOOKS + 1):
        sloped = look_between(k, q, t, h, place, sloped)
        low = (place - 1.0) / LOOKS
        first = 2.0
        which = -1
        for i in range(count):
            before = (place - 1) * count + i
            after = place * count + i
            high = place / LOOKS
            found[i] = crossed(sides[i], values[after], directions[i])
            if found[i] == 0 and may_touch(k, q, i, place) != 0:
                high = 2.0
                if slopes[before] * sides[i] < 0.0 and slopes[after] * sides[i] > 0.0:
                    high = dip(k, q, t, h, i, low, place / LOOKS, values[before], values[after], slopes[before],
                               slopes[after])  # fmt: skip
                if high > 1.0 and rough(values, i, before, after, count) != 0:
                    high = passage(k, q, t, h, i, low, place / LOOKS)
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
    return sunken(k, q)
