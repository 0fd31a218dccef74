"""The one call that runs a model."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ..equations.degrees import in_degrees
from ..equations.signs import negative
from ..errors import SimulationError
from ..model.composite import Composite
from .beyond import check_closure, with_bounds
from .engine import engine
from .record import INTERRUPTED, Run
from .run import Simulation
from .settings import Settings


def simulate(model: Composite, parameters: Mapping[str, Any] | None, settings: Settings) -> Run:
    """Simulate `model` with these values of `parameters`, by dotted path, without compiling anew.

    Raises SimulationError, whose `result` is the run as far as it came, when it cannot go on; Ctrl-C keeps what was
    computed and returns it with a message.
    """
    began = time.perf_counter()
    made = engine(model)
    if settings.origin is not None:
        from .continued import check_origin

        check_origin(made, settings.origin)
    system, p = made.parameters(parameters, bool(settings.grid[0] < 0))
    if settings.origin is not None:
        from .continued import check_start_values

        check_start_values(system, p, settings.origin)
    system = made.observed(system, settings.wishes)
    simulation = Simulation(made, system, p, settings)
    simulation.doubts += (*negative(system, p), *in_degrees(system, p, parameters))

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
        except SimulationError:
            check_closure(simulation)
            raise
        except KeyboardInterrupt:
            if not simulation.pieces:
                raise
            simulation.message = f"{INTERRUPTED} at {simulation.t:.6g} s"
            return None
        try:
            simulation.run()
        except SimulationError as stopped:
            error = with_bounds(simulation, stopped)
            simulation.message = str(error)
            return error
        finally:
            if simulation.message and simulation.t <= simulation.settings.grid[0]:
                check_closure(simulation)
    return None
