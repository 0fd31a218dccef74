"""What CVODE and IDA have in common: vectors, matrices, tolerances, events, and the loop over output times."""

from __future__ import annotations

import ctypes as C
import weakref
from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from ..program import Context, Function, Program
from ..program import context as places
from ..program.kernel import Kernel
from . import adapters
from .integrator import Integrator
from .outcome import Statistics, Task
from .rate_noise import EVERY
from .sundials import ROOT, STALLED, SUCCESS, TOO_MUCH_WORK, Library, failure, library
from .values import ROUNDING, UNCONTROLLED

SPARSE_FROM = 60  # states; below, dense LU is faster whatever the pattern (measured on mass chains)
SPARSE_DENSITY = 0.25
SMALLEST = 1e-17  # absolute tolerance of the energy books to begin with
OF_BOOKS = 0.01  # part of the tolerance of the largest energy book that is no error of another
SHORTER = 60  # times that one step may be shortened: what begins at rest is measured by very little at first
STEPS_BETWEEN_OUTPUTS = 500  # CVODE returns to us after so many
_NO_VALUE_CODES = (-8, -9, -10, -11, -12)
_REFUSED_STEPS = (-3, -4)  # by the error test, by the corrector
ANEW = 1e-6  # part of the run that must lie between two new beginnings


class Sundials(Integrator):
    """A solver of SUNDIALS at work. `program` is the one whose right-hand side and Jacobian it calls, `y` what it
    integrates; the first `differential` of these have derivatives and are the states `x`."""

    prefix: ClassVar[str]  # of the functions of its library
    entry: ClassVar[str]  # the function that goes on
    residual_form: ClassVar[int]  # 1 for F(t, y, ẏ) = 0, 0 for ẏ = f(t, y)
    jacobians: ClassVar[tuple[Kernel, Kernel]]  # dense, sparse
    indicators: ClassVar[Kernel]
    weights: Kernel = adapters.weights
    begins_anew: ClassVar[bool] = False  # whether it may start again from its states alone

    def __init__(
        self, name: str, program: Program, roots: Function | None, sparse: bool | None, differential: int | None = None
    ):
        self.name, self.program, self._roots = name, program, roots
        n = len(program.schedule.states)
        self.library = lib = library(self.prefix)
        self.y, self.slope = np.zeros(n), np.zeros(n)
        self.x = self.y[:differential]
        self._tolerances, self._kin = np.zeros(5 * n + 1), np.arange(n, dtype=np.int64)
        self._sundials = lib.context()
        self._vectors = [lib.vector(array, self._sundials) for array in (self.y, self.slope)]
        self._time = np.zeros(1)
        self._counts = np.zeros(4, dtype=np.int64)
        self._code = 0
        self._begun_anew, self._before = -np.inf, np.zeros(2, dtype=np.int64)  # when; steps, rejected ones until then
        pattern = program.solver_pattern
        self.sparse = sparse if sparse is not None else n >= SPARSE_FROM and pattern.density < SPARSE_DENSITY
        self._layout = np.zeros(places.LAYOUT_PATTERN + n + 1 + len(pattern.rows) + n, dtype=np.int64)
        self._layout[places.LAYOUT_STATES], self._layout[places.LAYOUT_DIFFERENTIAL] = n, len(self.x)
        self._layout[places.LAYOUT_COLOURS] = pattern.count
        self._layout[places.LAYOUT_PATTERN :] = np.concatenate([pattern.starts, pattern.rows, pattern.colours])
        self._layout[places.LAYOUT_PARAMETERS] = len(program.schedule.parameters)
        self._scratch = np.zeros(7 * n + 2 + len(program.schedule.parameters))
        self._memory: Any = None
        program.jvp, program.rhs  # noqa: B018 (compile now: they reserve room in the workspace)

    # ------------------------------------------------------------------ what the two do differently

    @abstractmethod
    def _create(self, t0: float) -> Any:
        """The memory of the solver, ready to start at `t0`."""

    @abstractmethod
    def _restart(self, t0: float) -> None:
        """Start again at `t0` with the memory that is there."""

    def _calm(self) -> None:
        """Watch for instability of the method from now on."""

    def _prepare(self, task: Task, context: Context) -> Context:
        """Set `y` and, where needed, `slope` to where the task starts; the context that callbacks receive."""
        self.y[:] = task.x0
        return context

    def _bounds(self, task: Task) -> tuple[np.ndarray, np.ndarray]:
        """The absolute tolerances of `y` to begin with, and the largest that they may become."""
        # Multistep methods would integrate the states out of error control (the energy books) far worse than the rest.
        most = np.minimum(task.absolute, task.relative)
        books = np.full(len(most), SMALLEST)
        if task.before is not None:  # a book that happens to be zero at an event is as large as it was before
            books = np.where(task.before >= UNCONTROLLED, books, np.maximum(books, task.before))
        return np.where(task.least > most, books, task.least), most

    # ------------------------------------------------------------------ tasks

    def _make(self, t0: float) -> None:
        """The objects of SUNDIALS; made once, started again for each task."""
        lib, n = self.library, len(self.y)
        memory = self._memory = self._create(t0)
        if self.sparse:
            matrix = lib.SUNSparseMatrix(n, n, len(self.program.solver_pattern.rows), 0, self._sundials)
            solver = lib.SUNLinSol_SuperLUMT(self._vectors[0], matrix, 1, self._sundials)
        else:
            matrix = lib.SUNDenseMatrix(n, n, self._sundials)
            solver = lib.SUNLinSol_Dense(self._vectors[0], matrix, self._sundials)
        self._demand(lib.common("WFtolerances")(memory, self.weights.address))
        self._demand(lib.common("SetLinearSolver")(memory, solver, matrix))
        self._demand(lib.common("SetJacFn")(memory, self.jacobians[self.sparse].address))
        if self._roots is not None:
            self._demand(lib.common("SetNoInactiveRootWarn")(memory))
        weakref.finalize(self, _free, lib, memory, solver, matrix, list(self._vectors), self._sundials)

    def _demand(self, code: int) -> None:
        if code < 0:
            raise RuntimeError(f"SUNDIALS refused its set-up with code {code}")

    def begin(self, task: Task, context: Context) -> None:
        """Set up a piece of a run."""
        self._task, self._outer = task, context
        self._layout[places.LAYOUT_EVALUATIONS] = self._layout[places.LAYOUT_JACOBIANS] = 0
        self._layout[places.LAYOUT_LOOK] = EVERY
        self._scratch[:] = 0.0
        self._scratch[len(self.y) : len(self.y) + 2] = task.t0
        if task.noise is not None:
            self.noise[:] = task.noise
        context.pointers[places.ROOTS] = self._roots.address if self._roots is not None else 0
        self._out = task.out
        self._context = self._prepare(task, context)
        self._put(self._context)
        n = len(self.y)
        self._tolerances[: 2 * n + 1] = task.relative, *np.concatenate(self._bounds(task))
        self._tolerances[2 * n + 1 : 3 * n + 1] = 0.0
        self._tolerances[3 * n + 1 : 4 * n + 1] = 1.0
        self._tolerances[3 * n + 1 : 3 * n + 1 + len(task.units)] = task.units
        self._tolerances[4 * n + 1 :] = min(ROUNDING, task.relative)
        books = 4 * n + 1 + np.flatnonzero(task.absolute >= UNCONTROLLED)
        self._tolerances[books] = OF_BOOKS * task.relative
        self._kin[: len(task.kin)] = task.kin
        self._time[0] = task.t0
        self._last_time = -np.inf
        self._counts[:] = len(task.grid), 0, 0, 0
        self._code = 0
        self._begun_anew, self._before = task.t0, np.zeros(2, dtype=np.int64)
        self._start(task)
        if self._memory is None:
            self._make(task.t0)
        else:
            self._restart(task.t0)
        self._set_limits(task)

    def _put(self, context: Context) -> None:
        """What the adapters look for in the context."""
        context.put(places.LAYOUT, self._layout)
        context.put(places.SCRATCH, self._scratch)
        context.put(places.TOLERANCES, self._tolerances)
        context.put(places.KIN, self._kin)
        context.pointers[places.RHS] = self.program.rhs.address
        context.pointers[places.JVP] = self.program.jvp.address
        context.failure[0] = np.nan

    def _start(self, task: Task) -> None:
        """Anything that must be evaluated before the solver starts."""

    def _set_limits(self, task: Task) -> None:
        memory, common = self._memory, self.library.common
        self._demand(common("SetUserData")(memory, self._context.pointers.ctypes.data))
        self._demand(common("SetMaxNumSteps")(memory, STEPS_BETWEEN_OUTPUTS))
        self._demand(common("SetMaxErrTestFails")(memory, SHORTER))
        self._demand(common("SetStopTime")(memory, float(task.grid[-1])))
        self._demand(common("SetInitStep")(memory, task.first_step))
        self._demand(common("SetMaxStep")(memory, task.largest_step if np.isfinite(task.largest_step) else 0.0))
        if self._roots is not None:
            # anew: which indicators stood at zero at the end of the last task is nothing to this one
            self._demand(common("RootInit")(memory, 0, 0))
            self._demand(common("RootInit")(memory, self._roots.count, self.indicators.address))
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
        code = self._code = adapters.advance(
            self.library.address(self.entry), self.residual_form, self._memory, *self._vectors[:2],
            self._task.grid, self._out, self._time, self._counts, *self._guesses(), self._context.pointers,
        )  # fmt: skip
        if code == TOO_MUCH_WORK:
            # Steps that no longer move the time would go on for ever.
            stalled = self.t - self._last_time <= STEPS_BETWEEN_OUTPUTS * 4e-16 * abs(self.t)
            self._last_time = self.t
            if not stalled:
                return "paused"
            self._code = STALLED
            return "failed"
        if code == adapters.PAUSED or (code in _REFUSED_STEPS and self._begin_anew()):
            return "paused"
        return {SUCCESS: "end", ROOT: "root"}.get(code, "failed")

    def _begin_anew(self) -> bool:
        """Start again where steps were refused again and again, if that is not where it last began; whether it did.

        The history of a multistep method may carry a fast motion that tolerances of other states let through: with the
        first step chosen anew it dies away.
        """
        task = self._task
        if not self.begins_anew or self.t - self._begun_anew <= ANEW * (float(task.grid[-1]) - task.t0):
            return False
        self._begun_anew, self._before = self.t, self._before + self._counted()
        self._calm()
        self._restart(self.t)
        self._demand(self.library.common("SetInitStep")(self._memory, 0.0))
        return True

    def _counted(self) -> np.ndarray:
        steps, rejected = C.c_long(), C.c_long()
        self.library.common("GetNumSteps")(self._memory, C.byref(steps))
        self.library.common("GetNumErrTestFails")(self._memory, C.byref(rejected))
        return np.array([steps.value, rejected.value], dtype=np.int64)

    # ------------------------------------------------------------------ where it stands

    @property
    def absolute(self) -> np.ndarray:
        """The absolute tolerances as they are now."""
        return self._tolerances[1 : len(self.x) + 1]

    @property
    def noise(self) -> np.ndarray:
        """What rounding makes of each state in a step."""
        first = 6 * len(self.y) + 2
        return self._scratch[first : first + len(self.x)]

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
        where = float(self._outer.failure[0])  # NaN if there was always a value
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
        steps, rejected = map(int, self._before + self._counted())
        evaluations = int(self._layout[places.LAYOUT_EVALUATIONS])
        return Statistics(steps, rejected, evaluations, int(self._layout[places.LAYOUT_JACOBIANS]), [self.name])


def _free(lib: Library, memory: int, solver: int, matrix: int, vectors: list[int], context: Any) -> None:
    lib.common("Free")(C.byref(C.c_void_p(memory)))
    lib.SUNLinSolFree(solver)
    lib.SUNMatDestroy(matrix)
    for vector in vectors:
        lib.N_VDestroy(vector)
    lib.SUNContext_Free(C.byref(context))
