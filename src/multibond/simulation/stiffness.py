"""Which solver "auto" takes for a model with set-valued laws, and for stiffness between frequent events, where no
solver runs long enough to notice it: the Jacobian tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..integrate.solvers import Auto, Bdf, Dop853, Esdirk, Propagator, Solver

if TYPE_CHECKING:
    from .run import Simulation

MOST_LINEAR = 500  # states up to which matrices are advanced
PLAIN, LINEAR, SWITCHED = Auto(), Auto(nonstiff=Propagator()), Auto(stiff=Esdirk())
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


def fitting(simulation: Simulation) -> Solver:
    """The solver for the present machine: "auto" advances linear models with set-valued laws by their matrix, but for
    those that strike, whose flights an explicit method follows to the last digit. The other models with such laws go on
    with a one-step method when they turn out stiff."""
    solver, pairs = simulation.solver, simulation.pairs
    if solver not in (PLAIN, LINEAR, SWITCHED):
        return solver
    program = simulation.work.workspace.program
    if pairs is None or not 0 < program.own_states <= MOST_LINEAR:
        return PLAIN
    return LINEAR if program.constant and not pairs.strikes else SWITCHED


def goes_over_events(solver: Solver) -> bool:
    """Whether a solver, where it is at present, takes part in the loop over events in machine code."""
    if isinstance(solver, Auto):
        solver = solver.stiff if solver.found_stiff else solver.nonstiff
    return isinstance(solver, (Dop853, Propagator, Esdirk))


def stiffer(solver: Solver) -> tuple[Solver, bool]:
    """What goes on where a method cannot: the stiff one, and where it was that, with events in Python; whether machine
    code still goes over the events."""
    if not isinstance(solver, Auto):
        return solver, False
    if solver.found_stiff:
        return replace(solver, stiff=Bdf()), False
    return replace(solver, found_stiff=True), isinstance(solver.stiff, Esdirk)
