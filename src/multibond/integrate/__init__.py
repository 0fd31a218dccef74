"""Integration of programs in time: own explicit methods and SUNDIALS, behind one call."""

from . import solvers
from .batch import Sweep, sweep
from .integrate import integrate, points_at
from .layout import BELOW, LASTING, PASSES
from .outcome import Outcome, Statistics
from .solvers import Solver, solver_of
from .values import Limits, Roots, Tolerances

__all__ = [
    "BELOW", "LASTING", "Limits", "Outcome", "PASSES", "Roots", "Solver", "Statistics", "Sweep", "Tolerances",
    "integrate", "points_at", "solver_of", "solvers", "sweep",
]  # fmt: skip
