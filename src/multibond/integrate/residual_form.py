"""IDA at work: the residual form ẋ − f(t, x), and the semi-explicit one with algebraic unknowns of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..program import Context, Function, Workspace
from ..program import context as places
from ..program.call_kernels import call
from ..program.stacked import Stacked
from . import adapters
from .implicit import Sundials
from .outcome import Task
from .sundials import NO_FIRST_VALUE

CONVERGED = 0.03  # error of the corrector in units of the tolerance; the usual 0.33 takes twice as many steps
FAINT = 1e-13  # absolute tolerance of what starts at zero: above the rounding of what is near one

SPARSE_FROM = 400  # unknowns; below, dense LU is faster on mechanisms, whose blocks are full (measured)
LEAST = 1e-3  # part of the largest absolute tolerance that a state has at least, beside algebraic unknowns
UNWEIGHED = 1e30  # absolute tolerance of unknowns of index two: they follow when the states have converged


class ResidualForm(Sundials):
    """The states alone: systems inside the right-hand side are solved there."""

    prefix, entry, residual_form = "IDA", "IDASolve", 1
    jacobians = (adapters.dense_jacobian_ida, adapters.sparse_jacobian_ida)
    indicators = adapters.event_indicators_ida

    def _create(self, t0: float) -> Any:
        memory = self.library.IDACreate(self._sundials)
        self._demand(self.library.IDAInit(memory, adapters.residual.address, t0, *self._vectors))
        return memory

    def _restart(self, t0: float) -> None:
        self._demand(self.library.IDAReInit(self._memory, t0, *self._vectors))

    def _start(self, task: Task) -> None:
        adapters.evaluate(task.t0, self.y, self.slope, self._context.pointers)


class SemiExplicitForm(ResidualForm):
    """States x and algebraic unknowns z: ẋ = f(t, x, z) and 0 = g(t, x, z), solved together in every step.

    A task starts where the program of `workspace` solves the systems itself, so that the start is consistent; event
    indicators are its functions of the states, so that events mean the same with every solver.
    """

    indicators, weights = adapters.event_indicators_outer, adapters.weights_with_unknowns

    def __init__(self, name: str, workspace: Workspace, stacked: Stacked, roots: Function | None, sparse: bool | None):
        plain, algebraic = workspace.program, stacked.system.algebraic
        self._plain, self._higher = plain, stacked.system.index > 1
        if sparse is None and len(stacked.schedule.states) < SPARSE_FROM:
            sparse = False
        super().__init__(name, stacked, roots, sparse, len(plain.schedule.states))
        if self._higher:
            self.weights = adapters.weights
        self._first = plain.outputs((*algebraic, *plain.schedule.derivatives))
        self._inner = Workspace(stacked)
        place = {z: len(self.x) + k for k, z in enumerate(algebraic)}
        self._columns = np.array([place.get(u, -1) for u in plain.unknowns], dtype=np.intp)
        self._known = np.flatnonzero(self._columns >= 0)  # of the unknowns of the plain program
        sizes = [len(unknowns) for unknowns in stacked.blocks_of_unknowns]
        self._blocks = np.array([len(sizes), *sizes], dtype=np.int64)
        self._differential = np.zeros(len(self.y))
        self._differential[: len(self.x)] = 1.0
        self._vectors.append(self.library.vector(self._differential, self._sundials))

    def _create(self, t0: float) -> Any:
        lib, (y, slope, differential) = self.library, self._vectors
        memory = lib.IDACreate(self._sundials)
        self._demand(lib.IDAInit(memory, adapters.residual.address, t0, y, slope))
        self._demand(lib.IDASetId(memory, differential))
        if self._higher:  # efforts of index two are as good as the steps allow; their errors are no errors of states
            self._demand(lib.IDASetSuppressAlg(memory, 1))
        self._demand(lib.IDASetNonlinConvCoef(memory, CONVERGED))
        return memory

    def _restart(self, t0: float) -> None:
        self._demand(self.library.IDAReInit(self._memory, t0, *self._vectors[:2]))

    def _prepare(self, task: Task, context: Context) -> Context:
        """A consistent start: z and ẋ from the program that solves for them."""
        n, schedule = len(self.x), self._plain.schedule
        context.grow()
        context.failure[0] = np.nan
        values = np.empty(self._first.count)
        states = np.array(task.x0, float)
        status = call(self._first.address, task.t0, states, values, context.pointers)
        self._no_start = status != 0 or not np.isfinite(values).all()
        if self._no_start:
            context.failure[:] = task.t0, *states
        count = len(self.y) - n
        self.y[:n], self.y[n:], self.slope[:n], self.slope[n:] = states, values[:count], values[count:], 0.0
        self._out = np.empty((len(task.grid), len(self.y)))
        self._given = 0
        inner = self._inner.context(
            "integrate",
            context.parameters[: len(schedule.parameters)],
            context.discrete[: len(schedule.discrete)],
        )
        inner.pointers[places.OUTER] = context.pointers.ctypes.data
        inner.put(places.UNKNOWNS, self._blocks)
        return inner

    def _start(self, task: Task) -> None:
        """Nothing: the start is consistent already."""

    def _bounds(self, task: Task) -> tuple[np.ndarray, np.ndarray]:
        """Those of the states; those of the algebraic unknowns follow the largest values that they have had."""
        least, most = super()._bounds(task)
        count = len(self.y) - len(self.x)
        # what is still zero follows from differences of large efforts, which are as good as their rounding
        within = np.where(np.isfinite(most), most, 0.0)
        least = np.maximum(least, np.maximum(LEAST * within, np.minimum(FAINT, within)))
        if self._higher:
            return np.append(least, np.full(count, UNWEIGHED)), np.append(most, np.full(count, np.inf))
        return np.append(least, np.full(count, FAINT)), np.append(most, np.full(count, np.inf))

    def _guesses(self) -> tuple[np.ndarray, np.ndarray]:
        """None to be kept by the loop: they are among the unknowns."""
        return np.zeros(2, dtype=np.int64), np.zeros(1)

    def advance(self, patience: int) -> str:
        """Go on, and hand over what was passed."""
        if self._no_start:
            self._code = NO_FIRST_VALUE
            return "failed"
        reason = super().advance(patience)
        first, last, n = self._given, self.passed, len(self.x)
        self._task.out[first:last] = self._out[first:last, :n]
        if self._task.guesses is not None and self._task.guesses.size:
            rows = self._out[first:last][:, self._columns[self._known]]
            self._task.guesses[first:last, self._known] = rows
        self._given = last
        self._hand_over()
        return reason

    def _hand_over(self) -> None:
        """The program that solves for the unknowns goes on from these; failures are looked into there."""
        memory, at = self._outer.memory, 0
        for unknowns, place in self._plain.warm.items():
            columns = self._columns[at : at + len(unknowns)]
            known = np.flatnonzero(columns >= 0)
            memory[place + known] = self.y[columns[known]]
            at += len(unknowns)
        self._outer.failure[:] = self._context.failure[: len(self.x) + 1]
