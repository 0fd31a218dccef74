"""How far a run comes with its events: where they follow each other so fast that it would not end, it is ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .instant import some

if TYPE_CHECKING:
    from .run import Simulation

ASIDE = 20  # steps that an event outside machine code counts as, or a look for other states, in the limit of steps
WATCHED = 50  # what is watched with which each such event counts as as many steps again: all of it is gone over
LOOK = 1000  # events after which the pace is judged
FIRST = 5000  # events before which nothing is said of it
MOST = 2_000_000  # more such events than this would take hours
PAIRS = 100.0  # squares of the number of pairs at an impact that cost as much as the bounce of a ball
BEGUN = 2e6  # such bounces, some ten seconds, before which nothing is said of impacts
IMPACTS = 2e7  # more of them than this would take minutes; with larger limits of steps as many more are allowed
USUAL = 10_000_000  # limit of steps


class Pace:
    """What a run has done outside machine code, and how far that led."""

    def __init__(self, t: float):
        self.aside = 0  # how often other states were looked for, and events settled
        self._looked = t  # when the pace was last judged [s]
        self._ways = [(0, t)]  # how many events had led where [s], looked at now and then

    def taken(self, simulation: Simulation) -> int:
        """The steps that the run has come to, by what they count in their limit."""
        aside = _steps_of_one(simulation) * self.aside if self.aside else 0
        return int(simulation.statistics.steps + simulation.statistics.rejected + aside)

    def ended(self, simulation: Simulation) -> str:
        """Why the run should end here; empty if it should not."""
        most, taken = simulation.settings.max_steps, self.taken(simulation)
        if taken >= most and self.aside:
            return (
                f"the limit of {most} steps was reached at {simulation.t:.6g} s, with {len(simulation.events)} events "
                f"on the way{_last(simulation)}, of which each counts as up to {_steps_of_one(simulation)} steps; "
                "allow more with max_steps, end the run before, or let them happen less often"
            )
        said = self._endless_impacts(simulation)
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

    def _endless_impacts(self, simulation: Simulation) -> str:
        """Why a run should end here whose impacts multiply: each in machine code, but too many of them."""
        events = len(simulation.events)
        if simulation.pairs is None or not simulation.pairs.impacts.contacts or events == self._ways[-1][0]:
            return ""
        begun, since = next((way for way in reversed(self._ways) if 2 * way[0] <= events), self._ways[0])
        self._ways.append((events, simulation.t))
        cost = 1.0 + len(simulation.pairs.pairs) ** 2 / PAIRS
        left = float(simulation.settings.grid[-1]) - simulation.t
        more = (events - begun) * left / max(simulation.t - since, 1e-300)
        if events * cost < BEGUN or more * cost < IMPACTS * max(1.0, simulation.settings.max_steps / USUAL):
            return ""
        return (
            f"{events} events have led to {simulation.t:.6g} s only{_last(simulation)}, and at this pace {more:.2g} "
            "more would follow: many bodies that strike each other again and again are better followed in steps, "
            "without a search for every impact; use solver='timestepping', let impacts take more energy, or allow more "
            "with max_steps"
        )


def _steps_of_one(simulation: Simulation) -> int:
    """Steps that an event outside machine code counts as, by how much is watched."""
    return ASIDE * (1 + len(simulation.machine.indicators) // WATCHED)


def _last(simulation: Simulation) -> str:
    origins = simulation.events[-1].origins if simulation.events else []
    return f", the last of {some(origins)}" if origins else ""


__all__ = ["Pace"]
