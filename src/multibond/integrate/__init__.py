"""Integration of programs in time: own explicit methods and SUNDIALS, behind one call."""

from .integrate import SOLVERS, integrate
from .layout import LASTING
from .outcome import Outcome, Statistics
from .sweep import Sweep, sweep

__all__ = ["LASTING", "SOLVERS", "Outcome", "Statistics", "Sweep", "integrate", "sweep"]
