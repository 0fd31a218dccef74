"""A run once more, over other times or with more energy books."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..equations.audit import EACH
from .engine import engine
from .record import INTERRUPTED, Run
from .run import Simulation


def with_each_component(run: Run, grid: np.ndarray) -> Run:
    """The same run again over the times of `grid` [s], with the energy that goes into every single component."""
    return repeated(run, grid, EACH)


def repeated(run: Run, grid: np.ndarray, audit: bool | str = True) -> Run:
    """The same run again over the times of `grid` [s], with these energy books."""
    settings = replace(run.settings, grid=grid, audit=audit, progress=None)
    system = run.system.plain or run.system  # a method realises the constraints itself, in the plain equations
    parameters = run.parameters[: len(system.parameters)]  # behind them stand those of the method
    with Simulation(engine(run.model), system, parameters, settings) as again:
        again.start()
        if len(grid) > 1:
            again.run()
        if again.message.startswith(INTERRUPTED):
            raise KeyboardInterrupt
        return again.outcome()


__all__ = ["repeated", "with_each_component"]
