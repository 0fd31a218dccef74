"""A first look at a result: whether its outputs have values at the end, and whether its energy books may be out.

It costs one evaluation. Where it finds nothing, nobody need look closer.
"""

from __future__ import annotations

import numpy as np

from ..equations.audit import DELIVERED, DISSIPATED, OTHER
from ..simulation.record import Run

NEAR = 10  # times the tolerance: books that are out by less are not looked at again


def look_at_books(run: Run) -> tuple[bool, bool]:
    """Whether outputs have no value at the end, and whether the result should be looked at closely."""
    machine = run.pieces[-1].machine
    nodes, count = machine.books
    if not nodes:
        return False, bool(run.doubts)
    times, states, modes, guesses = run.pieces[-1].parts[-1]
    one = len(run.pieces) == 1 and not run.events
    first = run.pieces[-1].parts[0]
    x = states[-1]
    rows = np.array([first[1][0], x]) if one else states[-1:]
    at = np.array([first[0][0], times[-1]]) if one else times[-1:]
    near = np.array([first[3][0], guesses[-1]]) if one else guesses[-1:]
    m = modes[-1] if modes.shape[1] else np.zeros(0)
    now = machine.program.evaluate(nodes, at, rows, run.parameters, m, (machine.unknowns, near))
    lost = not np.isfinite(now[-1, count:]).all()
    if lost or run.doubts or run.message or not one:
        return lost, True
    stores = (now[1, :count] - now[0, :count]).tolist()
    spent, given, other = (
        float(x[k]) if (k := machine.places.get(state)) is not None else 0.0 for state in (DISSIPATED, DELIVERED, OTHER)
    )
    out = abs(sum(stores) + other + spent - given)
    scale = max(abs(spent), abs(given), abs(other), *map(abs, stores)) if stores else max(abs(spent), abs(given))
    return lost, not out <= NEAR * run.settings.tolerance * scale


__all__ = ["look_at_books"]
