"""A machine at work in one run: the shared machine, and the memory that is this run's alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..expression import Node, node
from ..program import Program, Workspace
from .machine import Machine


class Work:
    """`machine` is shared by all runs; `workspace`, with the guesses of nonlinear unknowns, belongs to this one."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.workspace: Workspace = machine.program.take()
        self._beside: dict[Program, Workspace] = {}

    def beside(self, program: Program) -> Workspace:
        """The run's workspace for another program about the same machine, such as that of start conditions."""
        if program not in self._beside:
            self._beside[program] = program.take()
        return self._beside[program]

    def release(self) -> None:
        """The run is over: let others use its memory."""
        for workspace in (self.workspace, *self._beside.values()):
            workspace.program.give_back(workspace)

    def evaluate(self, nodes: Iterable[Node], t: float, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> np.ndarray:
        """Values of expressions of what the schedule knows."""
        return self.workspace.evaluate(nodes, t, x, p, m)

    def values(self, expressions: Sequence[Any], t: float, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> np.ndarray:
        """Values of expressions of the user's names."""
        return self.workspace.evaluate([self.machine.compiled.resolve(node(e)) for e in expressions], t, x, p, m)

    def blank(self) -> np.ndarray:
        """States to begin with: zeros, and the guesses of nonlinear unknowns in their shadows."""
        guesses, machine = self.workspace.guesses, self.machine
        pairs = zip(machine.states, machine.sources, strict=True)
        return np.array([guesses.get(y, 0.0) if y is not x else 0.0 for x, y in pairs])

    def follow(self, t: float, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> np.ndarray:
        """`x` with the shadows where their unknowns are."""
        places = self.machine.shadows
        if not places:
            return x
        x = x.copy()
        values = self.evaluate([self.machine.sources[k] for k in places], t, x, p, m)
        x[places] = np.where(np.isfinite(values), values, x[places])
        return x

    def forget(self, p: np.ndarray, m: np.ndarray) -> None:
        """Back to the present first guesses, in evaluation and integration."""
        for use in ("evaluate", "integrate"):
            self.workspace.context(use, p, m).forget()
