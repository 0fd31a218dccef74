"""Which variables are lengths, and the length by which those of a mechanism are measured.

Whether joints are in line does not depend on the size of a mechanism, nor on the metre. So where lengths and angles
stand beside each other in a matrix, lengths are counted in the largest lever arm: the largest change of a length by
one radian.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..expression import Node, name_of
from ..graph.named_units import unit_of
from ..model.kind import Kind
from ..model.unit import base_units
from .alias import base
from .system import System

TURNED = (Kind.ORIENTATION, Kind.QUATERNION)
FARTHEST = 1e9  # m: a longer lever arm is the rounding of a length that takes no part in an equation
TOLD = (Kind.DISPLACEMENT, Kind.FLOW, Kind.VELOCITY, Kind.SIGNAL)  # kinds of which the unit tells what they measure


def lengths_of(system: System) -> Callable[[Node], bool | None]:
    """Tells whether a variable of `system`, or what it is the derivative of, is a length or changes one; None where
    nothing is said of it, as of the flows of bonds that carry velocities and angular velocities together."""
    known: dict[Node, bool | None] = {}

    def is_length(variable: Node) -> bool | None:
        if variable not in known:
            known[variable] = _is_length(system, base(variable))
        return known[variable]

    return is_length


def _is_length(system: System, variable: Node) -> bool | None:
    kind = system.kind(variable)
    if kind is Kind.POSITION:
        return True
    if kind not in TOLD:
        return False if kind in TURNED else None
    unit = unit_of(system.graph, name_of(variable))
    powers = base_units(unit) if unit else None
    return None if powers is None else powers.get("m") == 1.0 and powers.keys() <= {"m", "s"}


def largest_arm(matrix: np.ndarray, lengths: np.ndarray) -> float:
    """The largest lever arm [m] in a matrix of slopes, whose columns `lengths` belong to lengths: in rows that hold
    lengths, by how much these change with anything else. 0 where there is none.

    >>> largest_arm(np.array([[1.0, -0.3], [0.0, 7.0]]), np.array([True, False]))
    0.3
    >>> largest_arm(np.array([[1.0, -0.3], [1e-17, 7.0]]), np.array([True, False]))
    0.3
    """
    sizes = np.abs(matrix)
    of_lengths = np.max(sizes[:, lengths], axis=1, initial=0.0)
    of_others = np.max(sizes[:, ~lengths], axis=1, initial=0.0)
    rows = (of_lengths > 0.0) & (of_others < FARTHEST * of_lengths)
    return float(np.max(of_others[rows] / of_lengths[rows], initial=0.0))


__all__ = ["FARTHEST", "largest_arm", "lengths_of"]
