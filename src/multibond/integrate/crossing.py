"""Event indicators that change sign within a step, found on the interpolation and located to full precision."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import Callback, integer, integers, kernel, nothing, pointers, real, reals
from .dop853 import interpolate
from .layout import CONTEXT, DENSE, DIRECTIONS, FOUND, INDICATOR, INDICATORS, ROOTS, SIDES, STATES, TRIAL, X

LOOKS = 4  # places in a step at which signs are compared
PRECISION = 4.5e-16


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
    for i in range(k[INDICATORS]):
        sides[i] = sign(indicator[i])


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
def search(k: integers, q: pointers, t: real, h: real) -> real:
    """The fraction of the step at which the first indicators cross, or 2. `found` then tells which, and how."""
    g = reals(q[INDICATOR])
    sides = reals(q[SIDES])
    directions = integers(q[DIRECTIONS])
    found = integers(q[FOUND])
    count = k[INDICATORS]
    for look in range(1, LOOKS + 1):
        part = look / LOOKS
        indicators(k, q, t, h, part)
        any = 0
        for i in range(count):
            found[i] = crossed(sides[i], g[i], directions[i])
            any += found[i]
            if found[i] == 0 and g[i] != 0.0:
                sides[i] = sign(g[i])
        if any > 0:
            first = part
            which = -1
            for i in range(count):
                if found[i] != 0:
                    place = locate(k, q, t, h, i, (look - 1.0) / LOOKS, first)
                    if which < 0 or place < first:
                        which = i
                    first = min(first, place)
            indicators(k, q, t, h, first)
            for i in range(count):
                side = sides[i]
                # the indicator that was located counts even where rounding leaves it a hair before its zero
                if found[i] != 0 and (i == which or crossed(side, g[i], directions[i]) != 0):
                    found[i] = -1 if side > 0.0 else 1
                else:
                    found[i] = 0
            return first
    return 2.0
