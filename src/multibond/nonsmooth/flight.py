"""How long the shortest flight of an open contact will last: the step after an event must not pass over it."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import sqrt

from ..program.context import PAIRS
from ..program.kernel import Callback, integers, kernel, pointers, real, reals
from . import contact_layout as at
from .fineness import fineness, stillness
from .flow_rates import flow_rates
from .pair_layout import COUNT, COUNTS, FADING, FREE, GAP, MODE, OFFSET, VALUES, V

NEVER = 1e300  # s
NOISE = 500.0  # roundings by which gaps are off where equations are solved for places, as in loops
LOWEST = 1e6  # roundings of a gap up to which what opens too slowly to be seen may rise


@kernel
def flight(gap: real, approach: real, faster: real) -> real:
    """The time [s] until a gap [m] is closed that closes with `approach` [m/s], which grows by `faster` [m/s²].

    >>> round(flight(0.0, -1.0, 10.0), 12), flight(1.0, -1.0, 0.0) == NEVER
    (0.2, True)
    """
    root = approach * approach + 2.0 * faster * gap
    if root < 0.0:
        return NEVER
    if approach > 0.0:
        return 2.0 * gap / (approach + sqrt(root))
    if not faster > 0.0:
        return NEVER
    return (sqrt(root) - approach) / faster


@kernel
def shortest_flight(t: real, x: reals, c: pointers, d: pointers, noise: real) -> real:
    """The time [s] within which the first open contact closes again if nothing changes its acceleration. Balls that
    leave each other by a hair meet again long before anything else moves far, and may be apart once more then.

    What has just opened is open, by at least `noise` roundings of its gap. What opens too slowly to be seen ends where
    it stops, if it soon does."""
    q = pointers(c[PAIRS])
    n = integers(q[COUNTS])[COUNT]
    rates = reals(d[at.RATES])
    least = NEVER
    if flow_rates(t, x, rates, c) != 0 or Callback(q[VALUES])(t, x, reals(q[V]), c) != 0:
        return least
    for k in range(integers(d[at.COUNTS])[at.CONTACTS]):
        i = integers(d[at.NORMAL])[k]
        opens = -reals(q[V])[i]
        if integers(q[FADING])[i] != 0:
            rises = integers(q[MODE])[i] == FREE and opens > stillness(d, k, reals(d[at.REALS])[at.SCALE])
            if not rises or not opens * opens < 2.0 * rates[i] * LOWEST * fineness(d, k):
                integers(q[FADING])[i] = 0
        if integers(q[FADING])[i] != 0:
            least = min(least, opens / rates[i])
        elif integers(q[MODE])[i] == FREE:
            own = noise * fineness(d, k)
            if reals(q[V])[GAP * n + i] - reals(q[OFFSET])[i] < own:
                reals(q[OFFSET])[i] = reals(q[V])[GAP * n + i] - own
            least = min(least, flight(reals(q[V])[GAP * n + i] - reals(q[OFFSET])[i], -opens, rates[i]))
    return least
