"""The same run with more output points: where these are few, what happens between them is not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..simulation.again import repeated

if TYPE_CHECKING:
    from .trajectories import Trajectories

LOOKS = 200  # times at least at which a run is looked at


def closer(result: Trajectories) -> tuple[Trajectories, np.ndarray]:
    """The result, or one with more output points where it has few; and which of the points are in its time."""
    from .trajectories import Trajectories

    run, time = result.run, result.time
    span = float(time[-1] - time[0])
    if float(np.max(np.diff(time), initial=0.0)) <= 1.01 * span / LOOKS:
        return result, np.ones(len(time), dtype=bool)
    between = np.linspace(time[0], time[-1], LOOKS + 1)
    finer = Trajectories(repeated(run, np.union1d(run.settings.grid[run.settings.grid <= time[-1]], between)))
    return finer, finer.time >= time[0]


__all__ = ["closer"]
