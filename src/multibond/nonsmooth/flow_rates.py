"""How fast the flows of pairs change in the present modes."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from ..program.context import DIRECTION, PAIRS
from ..program.kernel import Callback, integer, integers, kernel, pointers, real, reals
from .pair_inputs import inputs
from .pair_layout import COUNT, COUNTS, OWN, RATE, RHS, TANGENT, TANGENTS


@kernel
def flow_rates(t: real, x: reals, found: reals, c: pointers) -> integer:
    """The rates of the flows of all pairs, with the inputs that their modes ask for. 0: they have a value."""
    q = pointers(c[PAIRS])
    k = integers(q[COUNTS])
    n = k[COUNT]
    own = k[OWN]
    v = reals(c[DIRECTION])
    rate = reals(q[RATE])
    out = reals(q[TANGENTS])
    status = inputs(t, x, c)
    status += Callback(q[RHS])(t, x, rate, c)
    for i in range(own):
        v[i] = rate[i]
    for j in range(n):
        v[own + j] = 0.0
    v[own + n] = 1.0
    status += Callback(q[TANGENT])(t, x, out, c)
    for i in range(n):
        found[i] = out[own + i]
    for i in range(own):
        v[i] = 0.0
    v[own + n] = 0.0
    return status
