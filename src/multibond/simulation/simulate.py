"""The one call that runs a model."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import ModelError, SimulationError
from ..integrate.solvers import Rk4, Solver, solver_of
from ..model.composite import WISHES, Composite
from .engine import check_method, engine
from .record import INTERRUPTED, Run
from .run import Simulation
from .settings import Settings, check_steps, check_tolerance, given_grid, output_grid


def simulate(
    model: Composite,
    stop: float | None = None,
    *,
    start: float | None = None,
    points: int = 501,
    grid: Sequence[float] | np.ndarray | None = None,
    tolerance: float = 1e-6,
    solver: str | Solver = "auto",
    method: str = "reduced",
    bonds: str = "vector",
    parameters: Mapping[str, Any] | None = None,
    states: Mapping[str, str] | None = None,
    steady: bool = False,
    step: float | None = None,
    max_steps: int = 10_000_000,
    progress: Callable[[float], None] | None = None,
) -> Run:
    """Simulate `model` from `start` (s, default 0) to `stop` (s; default: the model's own stop time).

    `points` evenly spaced output times, or a `grid` of times, with which the run ends. `tolerance`: relative and
    absolute error per step. `solver`: "auto", "dop853", "rk4" (with fixed `step` in s), "bdf", "adams", "ida", or an
    object such as ``solvers.Bdf(sparse=True)``. `parameters`: values by dotted path, no recompilation. `states`: wishes
    by variable, "always", "prefer", "avoid", "never". `steady`: start where nothing changes. `progress` is called with
    the time reached. Raises SimulationError, whose `result` is the run as far as it came, when it cannot go on; Ctrl-C
    keeps what was computed and returns it with a message.
    """
    check_method(method, bonds)
    if grid is None:
        times, hidden = output_grid(0.0 if start is None else start, model.stop if stop is None else stop, points), 0
    else:
        times, hidden = given_grid(grid, start, stop)
    check_tolerance(tolerance)
    check_steps(step, max_steps, progress)
    chosen = _solver(solver, step)
    began = time.perf_counter()
    made = engine(model)
    system, p = made.parameters(parameters, times[0] < 0)
    settings = Settings(
        times, float(tolerance), chosen, steady, max_steps, _wishes(states), progress, method, bonds, hidden
    )
    simulation = Simulation(made, system, p, settings)

    compiled = time.perf_counter() - began
    began = time.perf_counter()
    error = _run(simulation)
    elapsed = time.perf_counter() - began

    try:
        run = simulation.outcome()
    except KeyboardInterrupt:  # at the very end: what was computed is there all the same
        simulation.message = simulation.message or f"{INTERRUPTED} at {simulation.t:.6g} s"
        run = simulation.outcome()
    run.seconds = (compiled, elapsed)
    if error is not None:
        raise SimulationError(str(error), result=run)
    if run.message and not run.message.startswith(INTERRUPTED):
        raise SimulationError(run.message, result=run)
    return run


def _run(simulation: Simulation) -> SimulationError | None:
    """Start and run; what stopped the run, if something did. Ctrl-C before there is anything to keep goes on up."""
    with simulation:
        try:
            simulation.start()
        except KeyboardInterrupt:
            if not simulation.pieces:
                raise
            simulation.message = f"{INTERRUPTED} at {simulation.t:.6g} s"
            return None
        try:
            simulation.run()
        except SimulationError as stopped:
            simulation.message = str(stopped)
            return stopped
    return None


def _solver(given: str | Solver, step: float | None) -> Solver:
    """The solver that is meant; one with a fixed step takes `step` (s)."""
    chosen = solver_of(given)
    return Rk4(step) if step is not None and isinstance(chosen, Rk4) else chosen


def _wishes(states: Mapping[str, str] | None) -> dict[str, float]:
    wishes = {}
    for name, wish in (states or {}).items():
        if wish not in WISHES:
            raise ModelError(f"the wish for the state {name} must be one of {', '.join(WISHES)}, not {wish!r}")
        wishes[str(name)] = WISHES[wish]
    return wishes
