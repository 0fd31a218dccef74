"""How far a run comes with its events: where they follow each other so fast that it would not end, it is ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .instant import some

if TYPE_CHECKING:
    from .run import Simulation

ASIDE = 20  # steps that an event outside machine code counts as, or a look for other states, in the limit of steps
LOOK = 1000  # events after which the pace is judged
FIRST = 5000  # events before which nothing is said of it
MOST = 2_000_000  # more such events than this would take hours
IMPACTS = 3e8  # the same of impacts, each with what it costs beside the bounce of a ball
PAIRS = 10.0  # squares of the number of pairs that cost as much as such a bounce


class Pace:
    """What a run has done outside machine code, and how far that led."""

    def __init__(self, t: float):
        self.aside = 0  # how often other states were looked for, and events settled
        self._looked = t  # when the pace was last judged [s]

    def taken(self, simulation: Simulation) -> int:
        """The steps that the run has come to, by what they count in their limit."""
        return int(simulation.statistics.steps + simulation.statistics.rejected + ASIDE * self.aside)

    def ended(self, simulation: Simulation) -> str:
        """Why the run should end here; empty if it should not."""
        most, taken = simulation.settings.max_steps, self.taken(simulation)
        if taken >= most and self.aside:
            return (
                f"the limit of {most} steps was reached at {simulation.t:.6g} s, with {len(simulation.events)} events "
                f"on the way{_last(simulation)}, of which each counts as up to {ASIDE} steps; allow more with "
                "max_steps, end the run before, or let them happen less often"
            )
        said = _endless_impacts(simulation)
        if said or self.aside % LOOK or not self.aside:
            return said
        left = float(simulation.settings.grid[-1]) - simulation.t
        gone, self._looked = simulation.t - self._looked, simulation.t
        if self.aside < FIRST or left * LOOK <= MOST * gone:
            return ""
        return (
            f"{len(simulation.events)} events have led to {simulation.t:.6g} s only{_last(simulation)}, and there is "
            f"no end in sight: at this pace {left / max(gone, 1e-300) * LOOK:.2g} more would follow; let motions lose "
            "energy or come to rest, give conditions a hysteresis, let functions of time change less often, or end the "
            "run before"
        )


def _endless_impacts(simulation: Simulation) -> str:
    """Why a run should end here whose impacts multiply: each in machine code, but too many of them."""
    if simulation.pairs is None or not simulation.pairs.impacts.contacts or len(simulation.events) < FIRST:
        return ""
    begin, end = float(simulation.settings.grid[0]), float(simulation.settings.grid[-1])
    more = len(simulation.events) * (end - simulation.t) / max(simulation.t - begin, 1e-300)
    if more * (1.0 + len(simulation.pairs.pairs) ** 2 / PAIRS) < IMPACTS:
        return ""
    return (
        f"{len(simulation.events)} events have led to {simulation.t:.6g} s only{_last(simulation)}, and at this pace "
        f"{more:.2g} more would follow: many bodies that strike each other again and again are better followed in "
        "steps, without a search for every impact; use solver='timestepping', or let impacts take more energy"
    )


def _last(simulation: Simulation) -> str:
    origins = simulation.events[-1].origins if simulation.events else []
    return f", the last of {some(origins)}" if origins else ""


__all__ = ["Pace"]
