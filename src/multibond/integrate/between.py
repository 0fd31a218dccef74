"""Event indicators that cross zero between two places of a step and are back at the second.

A dip is followed to its bottom by slopes; what turns faster than the states do, as the gap of a body that rolls over,
is looked at ever more closely.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import integer, integers, kernel, nothing, pointers, real, reals
from .layout import (
    DIRECTIONS,
    INDICATOR,
    INDICATORS,
    LASTING,
    LOOKED,
    LOOKS,
    SIDES,
)  # fmt: skip
from .sides import crossed, indicators

NEAR = 1e-5  # part of the step over which slopes are taken
NARROW = 1e-9  # part of the step within which the bottom of a dip is known well enough
PASSAGES = 16  # parts of the time between two places in which a passage is looked for (a power of two)
ROUGH = 0.25  # part of an indicator by which it may be off in the middle between two places
PARTS = 8  # of the time between two places, at which that is judged
NEVER = 2.0  # a fraction of the step that is none
UNSEEN = 3.0  # the same, where it has to be looked for
# rows of LOOKED behind values at places, slopes there and middles between them
CHANGE = 3 * LOOKS + 2  # the most by which each changes from one place to the next
ENDS = CHANGE + 1  # fractions of the step where indicators have crossed
WAITING = ENDS + 1  # whether one has to be looked at more closely
CLOSE = WAITING + 1  # the first row of values between two places
ROWS = CLOSE + PASSAGES + 1


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
    """A fraction in (low, high) where indicator i has crossed, though it has not at either end; NEVER if there is none.

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
            return NEVER
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
            return NEVER
    return NEVER


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
def smooth(values: reals, i: integer, count: integer, half: integer) -> integer:
    """Whether indicator i, known at places `half` apart, is on its side at all of them and everywhere nearly in the
    middle between its neighbours: it does not reach zero between."""
    middle = half
    while middle < PASSAGES:
        before = values[(middle - half) * count + i]
        here = values[middle * count + i]
        after = values[(middle + half) * count + i]
        least = min(fabs(here), min(fabs(before), fabs(after)))
        if before * here <= 0.0 or here * after <= 0.0 or fabs(here - 0.5 * (before + after)) > ROUGH * least:
            return 0
        middle += 2 * half
    return 1


@kernel
def look_closely(k: integers, q: pointers, t: real, h: real, place: integer) -> nothing:
    """Find where indicators have crossed between two places at which they have not, those that are marked UNSEEN: twice
    as closely as long as one is not smooth, and all at once, for each look costs an evaluation of all."""
    count = k[INDICATORS]
    g = reals(q[INDICATOR])
    values = reals(q[LOOKED])
    ends = values + ENDS * count
    waiting = values + WAITING * count
    close = values + CLOSE * count
    low = (place - 1.0) / LOOKS
    for i in range(count):
        waiting[i] = 1.0 if ends[i] == UNSEEN else 0.0
        close[i] = values[(place - 1) * count + i]
        close[PASSAGES // 2 * count + i] = values[(2 * (LOOKS + 1) + place - 1) * count + i]
        close[PASSAGES * count + i] = values[place * count + i]
    half = PASSAGES // 2
    left = 1
    while left != 0:
        left = 0
        for i in range(count):
            if waiting[i] != 0.0 and half < PASSAGES // 2 and smooth(close, i, count, half) != 0:
                waiting[i] = 0.0
            if waiting[i] != 0.0 and half > 1:
                left = 1
        half = half // 2
        row = half
        while left != 0 and row < PASSAGES:
            part = low + row / (PASSAGES * LOOKS)
            indicators(k, q, t, h, part)
            for i in range(count):
                close[row * count + i] = g[i]
                if waiting[i] != 0.0 and part < ends[i] and crossed(reals(q[SIDES])[i], g[i], 0) != 0:
                    ends[i] = part
            row += 2 * half
    for i in range(count):  # the middle itself was known before
        if ends[i] > low + 0.5 / LOOKS and waiting[i] != 0.0:
            if crossed(reals(q[SIDES])[i], close[PASSAGES // 2 * count + i], 0) != 0:
                ends[i] = low + 0.5 / LOOKS


@kernel
def note_ends(k: integers, q: pointers, t: real, h: real, place: integer) -> nothing:
    """Note for each indicator a fraction up to a place, and behind the one before, where it has crossed; more than 1 if
    there is none."""
    sides = reals(q[SIDES])
    count = k[INDICATORS]
    values = reals(q[LOOKED])
    slopes = values + (LOOKS + 1) * count
    ends = values + ENDS * count
    low = (place - 1.0) / LOOKS
    high = place / LOOKS
    unseen = 0
    for i in range(count):
        before = (place - 1) * count + i
        after = place * count + i
        ends[i] = NEVER
        if crossed(sides[i], values[after], integers(q[DIRECTIONS])[i]) != 0:
            ends[i] = high
        elif may_touch(k, q, i, place) != 0:
            if slopes[before] * sides[i] < 0.0 and slopes[after] * sides[i] > 0.0:
                ends[i] = dip(k, q, t, h, i, low, high, values[before], values[after], slopes[before], slopes[after])
            if ends[i] > 1.0 and rough(values, i, before, after, count) != 0:
                ends[i] = UNSEEN
                unseen = 1
    if unseen != 0:
        look_closely(k, q, t, h, place)
