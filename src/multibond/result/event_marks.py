"""Marks of events at the upper edge of plots over time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .trajectories import Trajectories

MOST = 400  # marks that can be told apart


def event_marks(axis: Any, result: Trajectories) -> None:
    """A short line for every event that did something; where they are too many, for some of them."""
    times = np.unique([event.time for event in result.events if event.kinds or event.changes or event.energy_jump])
    if len(times) > MOST:
        times = times[np.unique(np.linspace(0, len(times) - 1, MOST).astype(int))]
    if len(times):
        from matplotlib.collections import PathCollection
        from matplotlib.path import Path

        # one path of all marks: a picture with hundreds of them stays small
        ends = np.column_stack([np.repeat(times, 2), np.tile([0.96, 1.0], len(times))])
        marks = Path(ends, np.tile([Path.MOVETO, Path.LINETO], len(times)))
        axis.add_collection(
            PathCollection(
                [marks], transform=axis.get_xaxis_transform(), facecolors="none", edgecolors="0.35", linewidths=0.9,
                label="events",
            ),
            autolim=False,
        )  # fmt: skip


__all__ = ["event_marks"]
