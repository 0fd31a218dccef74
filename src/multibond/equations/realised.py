"""What a method made of the constraints of a model, in numbers and names."""

from __future__ import annotations

from ..expression import name_of
from ..frozen import frozen
from .compile import Compiled
from .methods import METHODS
from .semi_explicit import semi_explicit


@frozen
class Realised:
    """How many `constraints` are realised, which are `redundant` (their names), how many unknown `multipliers` the
    integrator finds, and the `index` of what it solves: 0 for differential equations.

    `break_variables` are the unknowns at which circles of computation are opened for the integrator.
    """

    constraints: int
    redundant: tuple[str, ...]
    multipliers: int
    index: int
    break_variables: tuple[str, ...] = ()


def realised_by(compiled: Compiled) -> Realised:
    """What the method of `compiled` equations made of their constraints."""
    system = compiled.system
    method, rows = system.realisation.method, system.constraints
    if method == "lagrange":
        dropped = tuple(rows[k].name for k in system.realisation.dropped)
        count = len(rows) - len(dropped)
        return Realised(count, dropped, count, 2 if count else 0)
    if method == "parasitic":
        return Realised(len(rows), (), 0, 0)
    twice = tuple(rows[k].name for k in sorted({*system.realisation.dropped, *compiled.aliased.rows}))
    names: tuple[str, ...] = ()
    if METHODS[method].implicit and (compiled.linear_systems or compiled.nonlinear_systems):
        names = tuple(map(name_of, semi_explicit(compiled.schedule).algebraic))
    return Realised(len(rows) - len(twice), twice, 0, 1 if names else 0, names)


__all__ = ["Realised", "realised_by"]
