"""Events that come ever closer: chattering, or an endless sequence of impacts. Steady trains of events, however dense
beside the span of a run, are not that; `pace` ends those that would have no end."""

from __future__ import annotations

from collections import deque
from math import inf
from typing import TYPE_CHECKING

from ..errors import SimulationError
from .instant import some

if TYPE_CHECKING:
    from .run import Simulation

MOST = 20  # events at once
DENSE = 1e-9  # of the span: longer gaps between events are no crowd
ROUNDING = 1e-12  # of the time that it is: where all gaps are shorter, events follow from rounding alone
SHRUNK = 0.1  # of the longest gap with which a crowd began
CLOSER = 1e-6  # of the longest gap of the run: where events come so much closer than they did, they have gathered


class Crowd:
    """The gaps [s] between the events that came last, as long as they are dense."""

    def __init__(self) -> None:
        self._gaps: deque[float] = deque(maxlen=MOST)
        self._begun = 0.0  # the longest of the first gaps [s]
        self._longest = 0.0  # the longest of all gaps [s]
        self._last = -inf  # the instant looked at last [s]: an event, or the end of its condition

    def check(self, simulation: Simulation, timed: bool) -> None:
        """Refuse to go on where events come closer and closer; those `timed` are known beforehand and do not."""
        now, earlier = simulation.t, [event.time for event in simulation.events[-2:] if event.time < simulation.t]
        gap = now - max(self._last, float(simulation.settings.grid[0]), *earlier)
        self._last = now
        self._longest = max(self._longest, gap)
        if timed or gap >= DENSE * simulation.span:
            self._gaps.clear()
            self._begun = 0.0
            return
        self._gaps.append(gap)
        if len(self._gaps) < MOST:
            return
        longest = max(self._gaps)
        self._begun = self._begun or max(longest, 1e-300)
        if longest <= max(ROUNDING * abs(simulation.t), SHRUNK * self._begun, CLOSER * self._longest):
            raise _chatters(simulation, sum(self._gaps))


def _chatters(simulation: Simulation, within: float) -> SimulationError:
    origins = simulation.events[-1].origins if simulation.events else []
    names = some(origins)
    changes = ", ".join(dict.fromkeys(c for e in simulation.events[-MOST:] for c in e.changes))
    names += f" (its event sets {changes})" if changes else ""
    return SimulationError(
        f"{names} chatters: {MOST} events follow each other within {within:.1g} s at {simulation.t:.6g} s; add "
        "hysteresis, let a motion come to rest instead of bouncing for ever, or let functions of time change less "
        f"often{simulation.advice(origins)}",
        origins[0] if origins else None,
    )


__all__ = ["Crowd"]
