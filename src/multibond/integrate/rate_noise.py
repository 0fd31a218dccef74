"""How far rounding moves the rates: no step need be better than that.

A state that should be zero but for rounding (the spring between two masses that move alike, the middle of a balanced
bridge, the heat that flows at one temperature) is measured by its own small size, and no step is short enough for the
last digits of its neighbours. So now and then rates are looked at in three places that lie some last digits apart, on
a line in the space of states and parameters: what bends there is rounding, and the Newton iterations of blocks. In
methods of one step it fades when it is not seen any more: a mechanism that goes by a flat position loses digits there,
and has them again behind it.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs, sqrt

from ..program.context import PARAMETERS
from ..program.kernel import integer, integers, kernel, nothing, pointers, real, reals
from .eighth import evaluate
from .layout import (
    BESIDE,
    CONTEXT,
    GIVEN,
    IMPLICIT,
    LOOK_AT,
    LOOKED_AT,
    MATRIX,
    METHOD,
    NOISE,
    OWN,
    REJECTED,
    STAGES,
    STATES,
    STEPS,
    TIME,
    TRIAL,
    X,
)  # fmt: skip

EVERY = 64  # steps between two looks
REFUSED = 8  # steps that one refused by the error test counts as
APART = 1e-14  # relative distance of the places: some fifty last digits
MARGIN = 128.0  # times the noise that was seen, which is an error of no meaning
FADING = 0.5  # part of the noise that is left at the next look, where less is seen


@kernel
def moved(n: integer, x: reals, times: real, look: integer, out: reals) -> nothing:
    """out := x, each number moved by `times` the distance, up or down in an order of no pattern, another in every
    `look`: what all states have in common, one temperature or one potential, must not cancel."""
    turn = real(look) * 0.7548776662466927
    turn -= real(integer(turn))
    for i in range(n):
        turn += 0.6180339887498949
        if turn >= 1.0:
            turn -= 1.0
        out[i] = x[i] + (times * APART if turn < 0.5 else -times * APART) * x[i]


@kernel
def pace(n: integer, A: reals, i: integer) -> real:
    """How fast state i may move by itself or with one other [1/s], by the derivatives A of the rates: implicit methods
    make longer steps, in which the noise of a rate carries its state no further than that takes."""
    fastest = 0.0
    for j in range(n):
        fastest = max(fastest, fabs(A[i * n + j] * A[j * n + i]))
    return sqrt(fastest)


@kernel
def note_noise(s: reals, k: integers, q: pointers, h: real) -> nothing:
    """Note what rounding makes of each state in a step of `h` s; the tolerances grow by it."""
    n = k[STATES]
    x = reals(q[X])
    trial = reals(q[TRIAL])
    d = reals(q[STAGES])
    noise = reals(q[NOISE])
    k[LOOK_AT] = k[STEPS] + REFUSED * k[REJECTED] + EVERY
    k[LOOKED_AT] += 1
    context = pointers(q[CONTEXT])
    given = reals(context[PARAMETERS])
    beside = reals(q[BESIDE])
    context[PARAMETERS] = beside
    failed = 0
    for place in range(1, 3):
        moved(n, x, real(place), k[LOOKED_AT], trial)
        moved(k[GIVEN], given, real(place), k[LOOKED_AT] + 1, beside)
        failed += evaluate(k, q, s[TIME], trial, 12 + place)
    context[PARAMETERS] = given
    if failed != 0:
        return
    for i in range(n):
        length = fabs(h)
        if k[METHOD] == IMPLICIT and i < k[OWN]:
            length /= 1.0 + length * pace(k[OWN], reals(q[MATRIX]), i)
        row = d + 16 * i
        noise[i] = max(FADING * noise[i], MARGIN * length * fabs(row[0] - 2.0 * row[13] + row[14]))
