"""Stiffness between frequent events, where no solver runs long enough to notice it: the Jacobian tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..integrate.solvers import Auto, Solver

if TYPE_CHECKING:
    from .run import Simulation

MOST_STATES = 200  # whose eigenvalues are computed
STIFF = 50.0  # largest decay within the time between events that is not


def look_for_stiffness(simulation: Simulation) -> Solver:
    """The solver for what follows: of "auto" the stiff one, where states decay many times between events."""
    machine, solver = simulation.machine, simulation.solver
    if not 0 < machine.own <= MOST_STATES or not isinstance(solver, Auto):
        return solver
    between = (simulation.events[-1].time - simulation.events[-10].time) / 9
    m = simulation.modes.vector(machine)
    whole = simulation.work.workspace.jacobian(simulation.t, simulation.x, simulation.p, m)
    jacobian = whole[: machine.own, : machine.own]
    if np.all(np.isfinite(jacobian)) and between * float(np.max(-np.linalg.eigvals(jacobian).real)) > STIFF:
        return solver.stiff
    return solver
