"""A first look at the end of a run: whether its outputs have values, and whether its energy books may be out.

It costs one evaluation. Where it finds nothing, reading the result need not look closer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..equations.audit import DELIVERED, DISSIPATED, OTHER

if TYPE_CHECKING:
    from .run import Simulation

NEAR = 10  # times the tolerance: books that are out by less are not looked at again


def look_at_books(simulation: Simulation) -> tuple[bool, bool]:
    """Whether outputs have no value at the end, and whether the result should be looked at closely."""
    machine, x = simulation.machine, simulation.x
    nodes, count = machine.books
    if not nodes:
        return False, bool(simulation.doubts)
    times, states, *_ = simulation.pieces[0].parts[0]
    one = len(simulation.pieces) == 1 and not simulation.events
    rows = np.array([states[0], x]) if one else x[None, :]
    at = np.array([times[0], simulation.t]) if one else np.array([simulation.t])
    now = simulation.work.workspace.evaluate(nodes, at, rows, simulation.p, simulation.modes.vector(machine))
    lost = not np.isfinite(now[-1, count:]).all()
    if lost or simulation.doubts or not one:
        return lost, True
    stores = (now[1, :count] - now[0, :count]).tolist()
    spent, given, other = (
        float(x[k]) if (k := machine.places.get(state)) is not None else 0.0 for state in (DISSIPATED, DELIVERED, OTHER)
    )
    out = abs(sum(stores) + other + spent - given)
    scale = max(abs(spent), abs(given), abs(other), *map(abs, stores)) if stores else max(abs(spent), abs(given))
    return lost, not out <= NEAR * simulation.settings.tolerance * scale


__all__ = ["look_at_books"]
