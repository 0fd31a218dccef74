"""How finely contacts are known: the rounding of their gaps, by which all that is too small to be seen is measured.

A gap is a difference of places and sizes. What rounding leaves of it follows from the largest terms that it has been
made of so far, whether these are micrometres or kilometres; nothing is measured by a length of its own. Solvers that
follow a throw within their tolerance only know gaps no better than to that part of their terms.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.kernel import Bound, Callback, integer, integers, kernel, nothing, pointers, real, reals
from . import contact_layout as at
from .pair_layout import COUNT, COUNTS, GAP, OFFSET, V

ROUNDING = 2.3e-16  # part of its terms by which a gap is off
INTEGRATED = 10.0  # tolerances of the integration, of its terms, within which a gap is known
MOST_TERMS = 1e300
NEAR = 1e4  # roundings of a gap within which bodies touch
FLAT = 4e3  # roundings of a gap that a flight must rise by to be one
STILL = Bound(1e-11)  # part of the fastest flows below which a contact does not approach
SMALL = Bound(1e-9)  # the same, below which slip and opening of contacts at rest are rounding


@kernel
def measure(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """Restitution and friction of every contact, and how finely its gap is known. 0: they have a value."""
    total = integers(d[at.COUNTS])[at.CONTACTS]
    if Callback(d[at.TERMS])(t, x, reals(d[at.TERM]), c) != 0:
        return at.NO_VALUE
    for k in range(total):
        own = reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k
        terms = reals(d[at.TERM])[3 * total + k]
        if terms < MOST_TERMS:
            own[at.FINE] = max(own[at.FINE], reals(d[at.REALS])[at.UNSURE] * terms)
    return 0


@kernel
def fineness(d: pointers, k: integer) -> real:
    """The rounding of the gap of contact k [m]."""
    return (reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k)[at.FINE]


@kernel
def reach(t: real, q: pointers, d: pointers, k: integer) -> real:
    """The gap [m] up to which contact k touches: rounding of it and of the time, where it opened last, and as far as
    taking drift has moved what closes now."""
    i = integers(d[at.NORMAL])[k]
    rounded = NEAR * (fineness(d, k) + ROUNDING * fabs(t * reals(q[V])[i]))
    return rounded + reals(d[at.REALS])[at.MOVED] + max(reals(q[OFFSET])[i], 0.0)


@kernel
def note_closed(t: real, q: pointers, d: pointers, k: integer) -> nothing:
    """Note the gap [m] that contact k has while it holds from now on: none, or what it begins with."""
    own = reals(d[at.REALS]) + at.REALS_SIZE + at.EACH * k
    gap = reals(q[V])[GAP * integers(q[COUNTS])[COUNT] + integers(d[at.NORMAL])[k]]
    own[at.SHUT] = 0.0 if fabs(gap) <= reach(t, q, d, k) else gap


@kernel
def stillness(d: pointers, k: integer, scale: real) -> real:
    """The speed [m/s] below which contact k neither approaches nor opens: rounding beside the flows of the run, or too
    slow to cover in the whole run what gaps are rounded by, where nothing has moved yet."""
    return max(STILL * scale, FLAT * fineness(d, k) / reals(d[at.REALS])[at.SPAN])


@kernel
def stillest(d: pointers, scale: real) -> real:
    """The same, of all contacts that touch."""
    still = STILL * scale
    for a in range(integers(d[at.COUNTS])[at.TOUCH]):
        still = max(still, stillness(d, integers(d[at.TOUCHING])[a], scale))
    return still
