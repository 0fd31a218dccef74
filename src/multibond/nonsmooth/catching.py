"""Bodies wedged among others that jam while they slip: friction stops them at once, by an impulse without a blow."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..impact.strike import strike_all
from ..program.context import PAIRS
from ..program.kernel import integer, integers, kernel, pointers, real, reals
from . import contact_layout as at
from .contact_layout import JAMMED, UNSETTLED
from .felt import feel, find_held
from .fineness import stillest
from .pair_layout import MODE
from .strikes import jump, lay_out

MOMENT = 1e-6  # part of the time in which slip would end by itself, over which forces act while it is stopped
WEDGED = 2  # contacts that a body is wedged by, at least; one alone is the rod of Painlevé


@kernel
def catch_contacts(t: real, x: reals, c: pointers, d: pointers) -> integer:
    """After JAMMED: let the closed contacts take the impulses of the next moment, all together and without a bounce, in
    which friction may stop what slips. STRUCK, or why that could not be."""
    q = pointers(c[PAIRS])
    count = integers(d[at.COUNTS])[at.TOUCH]
    total = integers(d[at.COUNTS])[at.CONTACTS]
    rates = reals(d[at.SLIPS])
    u = reals(d[at.U])
    if count < WEDGED:
        return JAMMED
    find_held(q, d)
    feel(q, d)
    m = lay_out(q, d, 1)
    fastest = 0.0
    for r in range(m):
        rates[r] = u[r]
        fastest = max(fastest, fabs(u[r]))
    lay_out(q, d, 0)
    slip = 0.0
    for a in range(count):
        for i in range(1, integers(d[at.LENGTH])[a]):
            slip = max(slip, fabs(u[integers(d[at.FIRST])[a] + i]))
    still = stillest(d, reals(d[at.REALS])[at.SCALE])
    if not (slip > still and fastest > 0.0):
        return JAMMED
    moment = max(MOMENT * slip, 10.0 * still) / fastest
    for r in range(m):
        u[r] += moment * rates[r]
    given = reals(d[at.GIVEN])
    for a in range(count):
        given[a] = 0.0
        given[total + a] = reals(d[at.TERM])[total + integers(d[at.TOUCHING])[a]]
        reals(d[at.FADES])[2 * a] = MOMENT * slip
        reals(d[at.FADES])[2 * a + 1] = MOMENT * slip
        reals(d[at.BEFORE])[a] = u[integers(d[at.FIRST])[a]]
    turns = strike_all(
        count, m, integers(d[at.FIRST]), integers(d[at.LENGTH]), reals(d[at.G]), given, given + total,
        integers(d[at.LAWS]), 1, still, u, reals(d[at.P]), given + 2 * total, integers(d[at.ABOUT]), reals(d[at.WORK]),
    )  # fmt: skip
    if turns <= 0:
        return UNSETTLED if turns < 0 else JAMMED
    for a in range(count):  # rest let go of them
        integers(q[MODE])[integers(d[at.NORMAL])[integers(d[at.TOUCHING])[a]]] = 0
    return jump(t, x, c, d)
