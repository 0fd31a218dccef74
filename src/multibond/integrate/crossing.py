"""Event indicators that change sign within a step, found on the interpolation and located to full precision."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import Bound, Callback, integer, integers, kernel, nothing, pointers, real, reals
from .between import CHANGE, ENDS, look_between, note_ends
from .layout import (
    BELOW,
    CONTEXT,
    DIRECTIONS,
    FOUND,
    IMPLICIT,
    INDICATOR,
    INDICATORS,
    LOOKED,
    LOOKS,
    METHOD,
    PASSES,
    ROOTS,
    SIDES,
)  # fmt: skip
from .sides import crossed, indicators, sign

PRECISION = Bound(4.5e-16)


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
        # between places of an implicit method what is fast does not follow closely enough
        if k[METHOD] != IMPLICIT or integers(q[DIRECTIONS])[i] == PASSES:
            for place in range(1, LOOKS + 1):
                change[i] = max(change[i], fabs(values[place * count + i] - values[(place - 1) * count + i]))


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
        if directions[i] <= BELOW and values[i] < 0.0:
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
    ends = values + ENDS * count
    sloped = -1
    for place in range(1, LOOKS + 1):
        sloped = look_between(k, q, t, h, place, sloped)
        note_ends(k, q, t, h, place)
        first = 2.0
        which = -1
        for i in range(count):
            found[i] = 1 if ends[i] <= 1.0 else 0
            if found[i] != 0:
                spot = locate(k, q, t, h, i, (place - 1.0) / LOOKS, ends[i])
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
