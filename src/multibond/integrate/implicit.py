"""CVODE (BDF, Adams) and IDA behind the common face of all solvers."""

from __future__ import annotations

import ctypes as C
import weakref
from typing import Any

import numpy as np

from ..program import Context, Function, Program
from ..program import context as places
from . import adapters
from .outcome import Statistics, Task
from .sundials import ADAMS, BDF, ROOT, STALLED, SUCCESS, TOO_MUCH_WORK, Library, failure, library

SPARSE_FROM = 60  # states; below, dense LU is faster whatever the pattern (measured on mass chains)
SPARSE_DENSITY = 0.25
SMALLEST = 1e-17  # absolute tolerance of the energy books to begin with
STEPS_BETWEEN_OUTPUTS = 500  # CVODE returns to us after so many
_NO_VALUE_CODES = (-8, -9, -10, -11, -12)


class Sundials:
    """`name` is "bdf", "adams" or "ida". `begin` sets a task, `advance` goes on; the memory is used again."""

    def __init__(self, program: Program, name: str, roots: Function | None, sparse: bool | None):
        self.name, self.program = name, program
        n = len(program.schedule.states)
        self.library = lib = library("IDA" if name == "ida" else "CVode")
        self.x, self.slope = np.zeros(n), np.zeros(n)
        self._tolerances = np.zeros(2 * n + 1)
        self._sundials = lib.context()
        self._vectors = [lib.vector(array, self._sundials) for array in (self.x, self.slope)]
        self._time = np.zeros(1)
        self._counts = np.zeros(4, dtype=np.int64)
        self._roots = roots
        self._code = 0
        pattern = program.solver_pattern
        self.sparse = sparse if sparse is not None else n >= SPARSE_FROM and pattern.density < SPARSE_DENSITY
        self._layout = np.zeros(places.LAYOUT_PATTERN + n + 1 + len(pattern.rows) + n, dtype=np.int64)
        self._layout[places.LAYOUT_STATES] = n
        self._layout[places.LAYOUT_COLOURS] = pattern.count
        self._layout[places.LAYOUT_PATTERN :] = np.concatenate([pattern.starts, pattern.rows, pattern.colours])
        self._scratch = np.zeros(n)
        self._memory: Any = None
        program.jvp, program.rhs  # noqa: B018 (compile now: they reserve room in the workspace)

    def _make(self, t0: float, context: Context) -> None:
        """The objects of SUNDIALS; made once, started again for each task."""
        lib, n = self.library, len(self.x)
        x, slope = self._vectors
        if self.name == "ida":
            memory = lib.IDACreate(self._sundials)
            self._demand(lib.IDAInit(memory, adapters.residual.address, t0, x, slope))
        else:
            memory = lib.CVodeCreate(ADAMS if self.name == "adams" else BDF, self._sundials)
            self._demand(lib.CVodeInit(memory, adapters.right_hand_side.address, t0, x))
            lib.CVodeSetMaxHnilWarns(memory, -1)  # we say it ourselves
        self._memory = memory
        if self.sparse:
            matrix = lib.SUNSparseMatrix(n, n, len(self.program.solver_pattern.rows), 0, self._sundials)
            solver = lib.SUNLinSol_SuperLUMT(x, matrix, 1, self._sundials)
        else:
            matrix = lib.SUNDenseMatrix(n, n, self._sundials)
            solver = lib.SUNLinSol_Dense(x, matrix, self._sundials)
        ida = self.name == "ida"
        jacobian = {
            (False, False): adapters.dense_jacobian, (True, False): adapters.sparse_jacobian,
            (False, True): adapters.dense_jacobian_ida, (True, True): adapters.sparse_jacobian_ida,
        }[self.sparse, ida]  # fmt: skip
        common = lib.common
        self._demand(common("WFtolerances")(memory, adapters.weights.address))
        self._demand(common("SetLinearSolver")(memory, solver, matrix))
        self._demand(common("SetJacFn")(memory, jacobian.address))
        if self._roots is not None:
            indicators = adapters.event_indicators_ida if ida else adapters.event_indicators
            self._indicators = indicators.address
            self._demand(common("SetNoInactiveRootWarn")(memory))
        weakref.finalize(self, _free, lib, memory, solver, matrix, list(self._vectors), self._sundials)

    def _demand(self, code: int) -> None:
        if code < 0:
            raise RuntimeError(f"SUNDIALS refused its set-up with code {code}")

    def begin(self, task: Task, context: Context, detect: bool = False) -> None:
        """Set up a piece of a run."""
        lib, common = self.library, self.library.common
        self._task, self._context = task, context
        context.put(places.LAYOUT, self._layout)
        context.put(places.SCRATCH, self._scratch)
        context.pointers[places.RHS] = self.program.rhs.address
        context.pointers[places.JVP] = self.program.jvp.address
        context.pointers[places.ROOTS] = self._roots.address if self._roots is not None else 0
        self._layout[places.LAYOUT_EVALUATIONS] = self._layout[places.LAYOUT_JACOBIANS] = 0
        self.x[:] = task.x0
        # Multistep methods would integrate the states out of error control (the energy books) far worse than the rest.
        most = np.minimum(task.absolute, task.relative)
        self._tolerances[:] = task.relative, *np.where(task.least > most, SMALLEST, task.least), *most
        context.put(places.TOLERANCES, self._tolerances)
        self._time[0] = task.t0
        self._last_time = -np.inf
        context.failure[0] = np.nan
        self._counts[:] = len(task.grid), 0, 0, 0
        self._code = 0
        if self.name == "ida":
            adapters.evaluate(task.t0, self.x, self.slope, context.pointers)
        if self._memory is None:
            self._make(task.t0, context)
        elif self.name == "ida":
            self._demand(lib.IDAReInit(self._memory, task.t0, *self._vectors))
        else:
            self._demand(lib.CVodeReInit(self._memory, task.t0, self._vectors[0]))
        memory = self._memory
        self._demand(common("SetUserData")(memory, context.pointers.ctypes.data))
        self._demand(common("SetMaxNumSteps")(memory, STEPS_BETWEEN_OUTPUTS))
        self._demand(common("SetStopTime")(memory, float(task.grid[-1])))
        self._demand(common("SetInitStep")(memory, task.first_step))
        self._demand(common("SetMaxStep")(memory, task.largest_step if np.isfinite(task.largest_step) else 0.0))
        if self._roots is not None:
            # anew: which indicators stood at zero at the end of the last task is nothing to this one
            self._demand(common("RootInit")(memory, 0, 0))
            self._demand(common("RootInit")(memory, self._roots.count, self._indicators))
            directions = np.sign(task.directions).astype(np.int32)
            self._demand(common("SetRootDirection")(memory, directions.ctypes.data))

    def _guesses(self) -> tuple[np.ndarray, np.ndarray]:
        """Nonlinear blocks (their number, all unknowns, then place and size of each) and room for their solutions."""
        room = self._task.guesses
        if room is None or not room.size:
            return np.zeros(2, dtype=np.int64), np.zeros(1)
        return np.array([len(self.program.warm), room.shape[1], *self.program.blocks], dtype=np.int64), room

    def advance(self, patience: int) -> str:
        """Go on for about `patience` steps: "paused", "end", "root" or "failed"."""
        self._counts[adapters.LIMIT] = 2 * patience  # evaluations: a step takes one or two
        lib = self.library
        ida = self.name == "ida"
        code = adapters.advance(
            lib.address("IDASolve" if ida else "CVode"), ida, self._memory, self._vectors[0], self._vectors[1],
            self._task.grid, self._task.out, self._time, self._counts, *self._guesses(), self._context.pointers,
        )  # fmt: skip
        self._code = code
        if code == TOO_MUCH_WORK:
            # Steps that no longer move the time would go on for ever.
            stalled = self.t - self._last_time <= STEPS_BETWEEN_OUTPUTS * 4e-16 * abs(self.t)
            self._last_time = self.t
            if not stalled:
                return "paused"
            self._code = STALLED
            return "failed"
        if code == adapters.PAUSED:
            return "paused"
        return {SUCCESS: "end", ROOT: "root"}.get(code, "failed")

    @property
    def absolute(self) -> np.ndarray:
        """The absolute tolerances as they are now."""
        return self._tolerances[1 : len(self.x) + 1]

    @property
    def t(self) -> float:
        """Where the run stands, s."""
        return float(self._time[0])

    @property
    def passed(self) -> int:
        """Number of grid points behind us."""
        return int(self._counts[adapters.AT])

    @property
    def no_value(self) -> bool:
        """Whether the last failure may have been for want of a finite value."""
        where = float(self._context.failure[0])  # NaN if there was always a value
        near = abs(where - self.t) <= 1e-6 * (abs(self.t) + abs(self._task.grid[-1] - self._task.t0))
        return self._code in _NO_VALUE_CODES or near

    @property
    def message(self) -> str:
        """Why it failed."""
        return failure(self._code)

    def crossings(self) -> list[tuple[int, int]]:
        """The indicators that crossed, with their directions."""
        assert self._roots is not None
        found = np.zeros(self._roots.count, dtype=np.int32)
        self.library.common("GetRootInfo")(self._memory, found.ctypes.data)
        return [(int(i), int(found[i])) for i in np.flatnonzero(found)]

    def statistics(self) -> Statistics:
        """Counts since `begin`."""
        steps, rejected = C.c_long(), C.c_long()
        self.library.common("GetNumSteps")(self._memory, C.byref(steps))
        self.library.common("GetNumErrTestFails")(self._memory, C.byref(rejected))
        evaluations = int(self._layout[places.LAYOUT_EVALUATIONS])
        return Statistics(
            steps.value, rejected.value, evaluations, int(self._layout[places.LAYOUT_JACOBIANS]), [self.name]
        )


def _free(lib: Library, memory: int, solver: int, matrix: int, vectors: list[int], context: Any) -> None:
    lib.common("Free")(C.byref(C.c_void_p(memory)))
    lib.SUNLinSolFree(solver)
    lib.SUNMatDestroy(matrix)
    for vector in vectors:
        lib.N_VDestroy(vector)
    lib.SUNContext_Free(C.byref(context))
