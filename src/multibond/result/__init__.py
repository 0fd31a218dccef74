"""Results: trajectories by name, the run summary, the energy audit, exports and plots."""

from .energy import Energy
from .result import Result
from .summary import Summary

__all__ = ["Energy", "Result", "Summary"]
