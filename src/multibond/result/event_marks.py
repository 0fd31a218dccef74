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
        axis.vlines(
            times, 0.96, 1.0, transform=axis.get_xaxis_transform(), colors="0.35", linewidth=0.9, label="events"
        )


__all__ = ["event_marks"]
