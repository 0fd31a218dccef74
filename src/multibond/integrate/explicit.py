"""The one-step methods in machine code behind the common face of all solvers."""

from __future__ import annotations

import numpy as np

from ..program import Context, Function, Program
from ..program.kernel import address_of
from . import layout as at
from . import runge_kutta
from .between import ROWS
from .integrator import Integrator
from .outcome import Statistics, Task
from .rational import linear_attempt
from .singly import implicit_attempt, implicit_rows

REASONS = {
    at.PAUSED: "paused", at.REACHED_END: "end", at.REACHED_ROOT: "root", at.STIFF: "stiff", at.COLLAPSED: "failed",
}  # fmt: skip
_NO_GUESSES = np.zeros(1)


class RungeKutta(Integrator):
    """`method` is EIGHTH, LINEAR, IMPLICIT, or FOURTH with the fixed `step` (s; None: a thousandth of each task)."""

    def __init__(self, program: Program, name: str, method: int, roots: Function | None, step: float | None = None):
        self.name, self._step = name, step
        n = len(program.schedule.states)
        count = roots.count if roots is not None else 0
        self.program = program
        self.reals, self.counts = np.zeros(at.REALS), np.zeros(at.COUNTS, dtype=np.int64)
        self.pointers = np.zeros(at.POINTERS, dtype=np.int64)
        self._kept: dict[int, np.ndarray] = {}
        self.x = np.zeros(n)
        self.found = np.zeros(max(1, count), dtype=np.int64)
        for place, array in (
            (at.X, self.x), (at.ABSOLUTE, np.zeros(n)), (at.STAGES, np.zeros(16 * n)), (at.SLOPE, np.zeros(n)),
            (at.NEW, np.zeros(n)), (at.TRIAL, np.zeros(n)), (at.SIZES, np.zeros(n)),
            (at.DENSE, np.zeros(7 * n)), (at.SIDES, np.zeros(max(1, count))), (at.INDICATOR, np.zeros(max(1, count))),
            (at.LOOKED, np.zeros(ROWS * max(1, count))), (at.BESIDE, np.zeros(len(program.schedule.parameters))),
            (at.NOISE, np.zeros(n)),
            (at.FOUND, self.found), (at.BLOCKS, program.blocks), (at.RATES, np.zeros(1 + len(program.unknowns))),
        ):  # fmt: skip
            self._put(place, array)
        self.pointers[at.RHS] = program.rhs.address
        self.pointers[at.ROOTS] = roots.address if roots is not None else 0
        self.counts[at.STATES], self.counts[at.INDICATORS] = n, count
        self.counts[at.METHOD], self.counts[at.GIVEN] = method, len(program.schedule.parameters)
        self.counts[at.OWN] = n
        if method in (at.LINEAR, at.IMPLICIT):
            self._set_up_matrices(program)

    def _set_up_matrices(self, program: Program) -> None:
        own = program.own_states
        linear = self.counts[at.METHOD] == at.LINEAR
        self.pointers[at.ATTEMPT] = (linear_attempt if linear else implicit_attempt).address
        self.pointers[at.FOLLOW] = 0 if linear else implicit_rows.address
        if program.matrix is not None:
            self.pointers[at.MATRIX_OF] = program.matrix.address
            self.counts[at.WHOLE] = 1
        else:
            self.pointers[at.TANGENT_OF] = program.jvp.address
        self.counts[at.OWN], self.counts[at.STEADY_SOURCES] = own, program.steady
        for place, array in (
            (at.MATRIX, np.zeros(own * own)),
            (at.FACTORS, np.zeros(own * own)),
            (at.NUMBERS, np.zeros(4 * own, dtype=np.int64)),
            (at.ROOM, np.zeros(4 * own)),
        ):
            self._put(place, array)

    def _put(self, place: int, array: np.ndarray) -> None:
        self._kept[place] = array
        self.pointers[place] = address_of(array)

    def begin(self, task: Task, context: Context) -> None:
        """Set up a piece of a run."""
        self._context, self._loop = context, task.loop
        self._put(at.CONTEXT, context.pointers)
        self.counts[at.NONLINEAR] = len(self.program.warm)
        self._kept[at.RATES][:] = 0.0
        width = task.guesses.shape[1] if task.guesses is not None else 0
        self.counts[at.KEEP_GUESSES] = width
        self._put(at.GUESSES, task.guesses if task.guesses is not None and width else _NO_GUESSES)
        self._put(at.GRID, task.grid)
        self._put(at.OUT, task.out)
        self._put(at.MOST, task.absolute)
        self._put(at.LEAST, task.least)
        self._put(at.KIN, task.kin)
        self._put(at.UNITS, task.units)
        self._put(at.DIRECTIONS, task.directions)
        self.x[:] = task.x0
        self.noise[:] = 0.0 if task.noise is None else task.noise
        s, k = self.reals, self.counts
        s[at.TIME], s[at.END] = task.t0, task.grid[-1]
        s[at.RELATIVE], s[at.CONTROLLED] = task.relative, task.controlled
        s[at.LARGEST], s[at.FIRST], s[at.FIXED] = (
            task.largest_step,
            task.first_step,
            (self._step if self._step is not None else (float(task.grid[-1]) - task.t0) / 1000),
        )
        self.fixed_step = float(s[at.FIXED]) if k[at.METHOD] == at.FOURTH else None
        k[at.GRID_COUNT], k[at.GRID_AT], k[at.WITH_OUTPUT], k[at.FRESH] = len(task.grid), 0, 1, 1
        k[at.DETECT] = task.detect and k[at.METHOD] == at.EIGHTH
        k[at.STEPS : at.AFTER_REJECTION + 1] = k[at.NO_VALUE] = k[at.JACOBIANS] = 0

    def watch(self, grid: np.ndarray, patience: int) -> None:
        """Output times other than the end of the task, and steps in one go, for a sweep."""
        self._put(at.GRID, grid)
        self.counts[at.GRID_COUNT], self.counts[at.PATIENCE] = len(grid), patience

    def advance(self, patience: int) -> str:
        """Go on for at most `patience` steps: "paused", "end", "root", "stiff" or "failed"."""
        self.counts[at.PATIENCE] = patience
        if self._loop is not None:
            return self._loop.advance(self)
        return REASONS[runge_kutta.run(self.reals, self.counts, self.pointers)]

    @property
    def absolute(self) -> np.ndarray:
        """The absolute tolerances as they are now."""
        return self._kept[at.ABSOLUTE]

    @property
    def noise(self) -> np.ndarray:
        """What rounding makes of each state in a step."""
        return self._kept[at.NOISE]

    @property
    def t(self) -> float:
        """Where the run stands, s."""
        return float(self.reals[at.TIME])

    @property
    def passed(self) -> int:
        """Number of grid points behind us."""
        return int(self.counts[at.GRID_AT])

    @property
    def no_value(self) -> bool:
        """Whether the last failure was for want of a finite value."""
        return bool(self.counts[at.NO_VALUE])

    @property
    def message(self) -> str:
        """Why it failed."""
        if self.no_value:
            return "the equations have no finite value"
        return f"the step size collapsed (below {self.reals[at.STEP]:.3g} s)"

    def crossings(self) -> list[tuple[int, int]]:
        """The indicators that crossed, with their directions."""
        return [(int(i), int(self.found[i])) for i in np.flatnonzero(self.found[: self.counts[at.INDICATORS]])]

    def statistics(self) -> Statistics:
        """Counts since `begin`."""
        k = self.counts
        return Statistics(
            int(k[at.STEPS]), int(k[at.REJECTED]), int(k[at.EVALUATIONS]), int(k[at.JACOBIANS]), [self.name]
        )
