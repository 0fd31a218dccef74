"""Constraints on positions that a component states itself."""

from __future__ import annotations

from ..model.declare import Parameter
from .frame import DAMPING, STIFFNESS, _Forbidden


class Holonomic(_Forbidden):
    """A constraint on positions: `residuals` [m or rad], expressions of positions, stay zero by whatever efforts.

    The flows of its bond are the rates of the residuals, so the constraint takes no power.
    """

    residuals = Parameter(0.0, "", "n", description="what stays zero: expressions of positions")
    stiffness, damping = STIFFNESS, DAMPING
