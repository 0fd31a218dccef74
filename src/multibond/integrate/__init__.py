"""Integration of programs in time: own explicit methods and SUNDIALS, behind one call."""

from .integrate import SOLVERS, integrate
from .outcome import Outcome, Statistics
from .sweep import Sweep, sweep

__all__ = ["SOLVERS", "Outcome", "Statistics", "Sweep", "integrate", "sweep"]
