"""The run summary of the public contract."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import Asked, ByName
from .doubts import doubts_of

if TYPE_CHECKING:
    from .trajectories import Trajectories

KEYS = ("model", "method", "bonds", "solver", "tolerance", "stop", "states", "steps", "rhs_evaluations",
        "jacobian_evaluations", "nonlinear_systems", "linear_systems", "events", "compile_seconds", "simulate_seconds",
        "energy_residual", "constraint_residual", "constraints", "redundant", "multipliers", "index", "break_variables",
        "final", "doubts")  # fmt: skip


class Summary(Asked):
    """What happened in a run; every key of the contract is an attribute."""

    def __init__(self, result: Trajectories):
        self._result = result
        settings = result.run.settings
        statistics, machine = result.run.statistics, result.run.pieces[-1].machine
        self.model: str = result.system.graph.title
        self.method, self.bonds, self.tolerance = settings.method.name, settings.bonds, settings.tolerance
        self.solver: str = ", ".join(statistics.solvers) or "none"
        self.stop = float(result.time[-1])
        self.states: list[str] = machine.state_names
        self.steps = int(statistics.steps)
        self.rhs_evaluations = int(statistics.rhs_evaluations)
        self.jacobian_evaluations = int(statistics.jacobian_evaluations)
        self.nonlinear_systems: list[int] = machine.compiled.nonlinear_systems
        self.linear_systems: list[int] = machine.compiled.linear_systems
        self.events = len(result.run.events)
        realised = machine.realised
        self.constraints, self.redundant = realised.constraints, list(realised.redundant)
        self.multipliers, self.index = realised.multipliers, realised.index
        self.break_variables: list[str] = list(realised.break_variables)
        self.compile_seconds, self.simulate_seconds = result.run.seconds

    @cached_property
    def energy_residual(self) -> float:
        """Largest imbalance of the energy books relative to the largest energy exchanged."""
        return self._result.energy.relative_residual

    @cached_property
    def constraint_residual(self) -> float:
        """Largest violation of a constraint that had to be differentiated, over all output points."""
        return self._result.constraint_residual()

    @cached_property
    def final(self) -> dict[str, Any]:
        """The last value of every output; vectors as lists."""
        last = {}
        self._result.compute(self._result.outputs)  # code for each alone would fill the memory
        for name in self._result.outputs:
            value = np.asarray(self._result.values_of(name)[-1])
            last[name] = value.tolist() if value.ndim else float(value)
        return ByName(last, "output")

    @cached_property
    def doubts(self) -> list[str]:
        """What speaks against the result, in sentences; empty when its books balance and its constraints hold."""
        return doubts_of(self._result)

    def as_dict(self) -> dict[str, Any]:
        """All keys of the contract."""
        return {key: getattr(self, key) for key in KEYS}

    def __str__(self) -> str:
        rows = []
        for key, value in self.as_dict().items():
            if key == "doubts":
                continue
            if key == "final":
                rows += [f"  {k:<24}{_shown(v)}" for k, v in value.items()]
            else:
                rows.append(f"{key.replace('_', ' '):<26}{_shown(value)}")
        return "\n".join([*rows, *(f"doubt: {text}" for text in self.doubts)])

    __repr__ = __str__


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return ", ".join(_shown(v) for v in value) or "none"
    return str(value)
