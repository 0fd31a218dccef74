"""A first look at a result: whether its outputs have values at the end, and whether its energy books may be out.

It costs one evaluation. Where it finds nothing, nobody need look closer.
"""

from __future__ import annotations

import numpy as np

from ..equations.audit import DELIVERED, DISSIPATED, OTHER
from ..integrate.solvers import Timestepping
from ..simulation.record import Run

NEAR = 10  # times the tolerance: books that are out by less are not looked at again


def look_at_books(run: Run, rows: np.ndarray | None = None) -> tuple[bool, bool]:
    """Whether outputs have no value at the end, and whether the result should be looked at closely.

    `rows` are the values of what the last machine shows, up to the last time, where they are known.
    """
    machine = run.pieces[-1].machine
    count = machine.shown.energies
    if not machine.shown.nodes:
        return False, bool(run.doubts) or _watched(run)
    one = len(run.pieces) == 1 and not run.events.jumps("modulated_jump")[1].any()
    now = _ends(run, one) if rows is None else rows
    lost = not np.isfinite(now[-1, count:]).all()
    if lost or run.doubts or run.message or not one or _watched(run):
        return lost, True
    x = run.pieces[-1].parts[-1][1][-1]
    stores = (now[-1, :count] - now[0, :count]).tolist()
    spent, given, other = (
        float(x[k]) if (k := machine.places.get(state)) is not None else 0.0 for state in (DISSIPATED, DELIVERED, OTHER)
    )
    end = run.pieces[-1].parts[-1][0][-1]
    times, jumps = run.events.jumps()
    put_in = float(jumps[times < end].sum())
    out = abs(sum(stores) + other + spent - given - put_in)
    scale = max(abs(spent), abs(given), abs(other), *map(abs, stores)) if stores else max(abs(spent), abs(given))
    return lost, not out <= NEAR * run.settings.tolerance * scale


def _watched(run: Run) -> bool:
    """Whether more than energy is to be doubted: loads of wheels, signals that may have no value, constraints that the
    equations do not hold by themselves, or contacts that fixed steps close by forces."""
    compiled = run.pieces[-1].machine.compiled
    return (
        bool(run.system.doubtful or run.system.risky or run.system.divided or compiled.aliased.released)
        or run.settings.method.name != "reduced"
        or isinstance(run.settings.solver, Timestepping)
    )


def _ends(run: Run, one: bool) -> np.ndarray:
    """What the last machine shows at the end of the run, and where it is the only `one`, before that at the start."""
    machine = run.pieces[-1].machine
    first, (times, states, modes, guesses) = run.pieces[-1].parts[0], run.pieces[-1].parts[-1]
    rows = np.array([first[1][0], states[-1]]) if one else states[-1:]
    at = np.array([first[0][0], times[-1]]) if one else times[-1:]
    near = np.array([first[3][0], guesses[-1]]) if one else guesses[-1:]
    m = (np.array([first[2][0], modes[-1]]) if one else modes[-1:]) if modes.shape[1] else np.zeros(0)
    return machine.program.evaluate(machine.shown.nodes, at, rows, run.parameters, m, (machine.unknowns, near))


__all__ = ["look_at_books"]
