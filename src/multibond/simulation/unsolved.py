"""Equations that feed no state and have no solution: nobody would notice them in a run, but what they give is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..equations.schedule import targets
from ..errors import StructureError
from ..program.diagnose import no_value

if TYPE_CHECKING:
    from .run import Simulation


def check_idle(simulation: Simulation) -> None:
    """Refuse loops of signals that no value solves at the start; of others, such as forces that nothing needs, note a
    doubt."""
    machine, work = simulation.machine, simulation.work
    idle = machine.idle_blocks
    if not idle:
        return
    m = simulation.modes.vector(machine)
    unknowns = [u for step in idle for u in step.unknowns]
    values = work.evaluate(unknowns, simulation.t, simulation.x, simulation.p, m)
    if np.all(np.isfinite(values)):
        return
    lost = {u for u, value in zip(unknowns, values, strict=True) if not np.isfinite(value)}
    elements = simulation.system.graph.elements
    for step in idle:
        if lost.isdisjoint(targets(step)):
            continue
        why = no_value(machine.program, step.unknowns[0], simulation.t, simulation.x, simulation.p, m)
        if not why:
            continue
        said = f"at {simulation.t:.6g} s {why}"
        if not any(o in elements and elements[o].element.ports for o in step.origins):
            raise StructureError(said, next((o for o in step.origins if o), None))
        if said not in simulation.doubts:
            simulation.doubts.append(said)


__all__ = ["check_idle"]
