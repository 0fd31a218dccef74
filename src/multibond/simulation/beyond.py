"""Why a run could not begin or go on, where the cause lies before what was noticed first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..errors import MultibondError, SimulationError, StructureError

if TYPE_CHECKING:
    from .run import Simulation


def check_closure(simulation: Simulation) -> None:
    """Refuse loops that do not close with the values of this run. Equations that were made for other values hold them
    closed in the middle of everything else, where it is no more to be seen what is the matter."""
    machine, p = simulation.machine, simulation.p
    if machine.system.graph.joins and any(len(chain) > 1 for chain in machine.compiled.reduced.chains):
        recipe = replace(machine.recipe, values=tuple(map(float, p)), states=None, numbers=None)
        try:
            simulation.engine.make(machine.system, recipe)
        except StructureError:  # what the equations say of themselves with these values is another matter
            return


def with_bounds(simulation: Simulation, stopped: SimulationError) -> SimulationError:
    """The error that ended a run, with what was beyond its bounds there: laws mean nothing with such values, and it may
    be their failure that was noticed first."""
    doubtful = simulation.system.doubtful
    if not doubtful:
        return stopped
    machine, work = simulation.machine, simulation.work
    try:
        expressions = [machine.compiled.resolve(limit.expression) for limit in doubtful]
        m = simulation.modes.vector(machine)
        values = work.evaluate(expressions, simulation.t, simulation.x, simulation.p, m)
    except MultibondError:
        return stopped
    for limit, value in zip(doubtful, np.ravel(values), strict=True):
        if value < 0.0:
            return SimulationError(f"{stopped}; at this time {limit.origin}: {limit.meaning} (by {-value:.4g})")
    return stopped


__all__ = ["check_closure", "with_bounds"]
