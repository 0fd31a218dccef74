"""Results: trajectories by name, the run summary, the energy audit, exports and plots."""

from .energy import Energy
from .summary import Summary
from .trajectories import Trajectories

__all__ = ["Energy", "Summary", "Trajectories"]
