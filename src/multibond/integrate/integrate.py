"""One call for all solvers: to the end of the grid, or to the first event."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import ModelError, NameNotFound, nearest
from ..expression import Node
from ..program import Context, Program, Workspace
from ..program.collapse import collapse
from ..program.diagnose import diagnose
from .outcome import TOO_PRECISE, Outcome, Statistics, Task

SOLVERS = ("auto", "dop853", "rk4", "bdf", "cvode", "adams", "ida")
STILL_STIFF = "auto, stiff"  # "auto" after it has gone over to bdf
# The methods control the error of a step only; with these parts of the tolerance the global error comes near to it.
# Applied where "auto" chooses the method; who names a method gets its own meaning of the tolerance.
STRICTER = {"dop853": 0.35, "bdf": 0.1}
SMALL = 1e-10  # a state counts as small against its own largest value, but never below this
SMALLEST = 1e-17  # absolute tolerance below which there is only rounding
UNCONTROLLED = 1e300  # absolute tolerance that takes a state out of error control
PIECE = 0.05  # s of wall time between looks at the keyboard and at the progress


def integrate(
    work: Program | Workspace,
    t0: float,
    x0: Sequence[float] | np.ndarray,
    grid: Sequence[float] | np.ndarray,
    p: Sequence[float] | np.ndarray,
    m: Sequence[float] | np.ndarray = (),
    *,
    tolerance: float = 1e-6,
    absolute: float | Sequence[float] | np.ndarray | None = None,
    least: Sequence[float] | np.ndarray | None = None,
    nominal: Sequence[float] | np.ndarray | float = 1.0,
    solver: str = "auto",
    roots: Sequence[Node] = (),
    directions: Sequence[int] | None = None,
    error_controlled: Sequence[bool] | np.ndarray | None = None,
    max_steps: int = 10_000_000,
    largest_step: float = np.inf,
    first_step: float = 0.0,
    step: float | None = None,
    sparse: bool | None = None,
    keep_guesses: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Outcome:
    """Integrate the states of a program from `x0` at `t0` (s) over the increasing times of `grid` (s).

    `work` is the workspace of a run, which goes on with what it holds, or a program, for a run of this one call.
    The run ends at the last grid point or at the first zero crossing of an expression in `roots` (`directions`: −1
    falling only, 1 rising only, 0 both; LASTING: falling, unless it rises again at once). `tolerance` is the relative
    one; `absolute` the absolute one of all or each state. By default it follows the largest value that the state has
    had, up to the same number as `tolerance`; `least` is what it was at the end of an earlier piece, `nominal` the
    usual size of each state, at most one. States that are False in `error_controlled` do not influence the steps of
    the explicit methods.
    `solver` is one of SOLVERS: "auto" begins with dop853 and goes over to bdf when the problem turns out stiff;
    "rk4" takes the fixed `step` (s). `sparse` forces or forbids the sparse Jacobian of the implicit solvers.
    After an event, call again with the same workspace, ``solver=outcome.solver`` and ``keep_guesses=True``.
    `progress` is called with the time reached every 50 ms or so. Ctrl-C stops the run and keeps what was computed.
    """
    workspace = Workspace(work) if isinstance(work, Program) else work
    program = workspace.program
    if solver not in (*SOLVERS, STILL_STIFF):
        raise NameNotFound(f"there is no solver '{solver}'{nearest(solver, SOLVERS)}")
    x, times = _checked(program, t0, x0, grid, p, m, tolerance)
    n = len(x)
    if n == 0:  # nothing to integrate: only time passes, and events may come
        solver = "rk4" if solver == "rk4" else "dop853"
        largest_step = min(largest_step, float(times[-1] - t0) / 100)
    tolerances = np.empty(n)
    tolerances[:] = tolerance if absolute is None else absolute
    controlled = n
    if error_controlled is not None:
        mask = np.asarray(error_controlled, dtype=bool)
        tolerances[~mask] = UNCONTROLLED
        controlled = max(1, int(mask.sum()))
    smallest = max(SMALL * tolerance, SMALLEST) * np.asarray(nominal, float)
    begun = np.minimum(tolerances, smallest) if absolute is None else tolerances.copy()
    if least is not None:
        begun = np.minimum(np.maximum(least, begun), tolerances)
    begun[tolerances == UNCONTROLLED] = UNCONTROLLED
    out = np.empty((len(times), n))
    begin = int(np.searchsorted(times, t0 + 8e-16 * abs(t0), side="right"))  # grid points at the start
    out[:begin] = x
    context = workspace.context("integrate", p, m)
    run = _Run(workspace, context, roots, solver, sparse)
    context.grow()
    if not keep_guesses:
        context.forget()
    known = workspace.latest("integrate")
    guesses = np.empty((len(times), len(program.unknowns)))
    guesses[:] = [known[u] for u in program.unknowns]
    task = Task(
        float(t0), x, times[begin:], out[begin:], tolerance, tolerances, begun, controlled, float(largest_step),
        first_step, _fixed_step(solver, step, t0, times),
        np.array([0] * len(roots) if directions is None else directions, np.int64), guesses[begin:],
    )  # fmt: skip
    if begin == len(times):
        return Outcome(times, out, "end", float(t0), x, [], "", Statistics(), begun, solver, guesses)
    run.go(task, max_steps, progress)
    passed = begin + run.passed
    message = run.message
    if run.reason == "failed" and not run.precision:
        numbers = np.asarray(p, float), np.asarray(m, float), context
        said = diagnose(program, context.failure[0], context.failure[1:], *numbers) if run.no_value else ""
        if not said:
            allowed = np.where(tolerances == UNCONTROLLED, np.inf, run.absolute + tolerance * np.abs(run.solver.x))
            said = f"at {run.solver.t:.9g} s, " if run.no_value else ""
            said += collapse(program, run.solver.t, run.solver.x, *numbers, allowed, (float(t0), x))
        message = f"{message}: {said}" if said else message
    final = solver if not run.auto else (STILL_STIFF if run.solver.name == "bdf" else "auto")
    return Outcome(
        times[:passed], out[:passed], run.reason, run.solver.t, run.solver.x.copy(), run.crossings, message,
        run.statistics, run.absolute, final, guesses[:passed],
    )  # fmt: skip


class _Run:
    """The solvers of one call, one after the other."""

    def __init__(self, workspace: Workspace, context: Context, roots: Sequence[Node], solver: str, sparse: bool | None):
        self.workspace, self.context, self.sparse = workspace, context, sparse
        self.roots = tuple(roots)
        self.indicators = workspace.program.roots(roots) if len(self.roots) else None
        self.auto = solver in ("auto", STILL_STIFF)
        self.solver: Any = self._solver({"auto": "dop853", STILL_STIFF: "bdf"}.get(solver, solver))
        self.statistics = Statistics()
        self.passed = 0
        self.reason, self.message, self.no_value, self.precision = "", "", False, False
        self.crossings: list[tuple[int, int]] = []

    def _solver(self, name: str) -> Any:
        name = "bdf" if name == "cvode" else name
        return self.workspace.solver((name, self.roots, self.sparse), lambda: self._made(name))

    def _made(self, name: str) -> Any:
        if name in ("dop853", "rk4"):
            from .explicit import RungeKutta

            return RungeKutta(self.workspace.program, name, self.indicators)
        from .implicit import Sundials

        return Sundials(self.workspace.program, name, self.indicators, self.sparse)

    @property
    def absolute(self) -> np.ndarray:
        """The absolute tolerances at the end; those of "auto" where it has become stricter, as without it."""
        return self.solver.absolute / self._part

    @property
    def _part(self) -> float:
        """The part of the tolerance that the present solver works with."""
        return STRICTER[self.solver.name] if self.auto else 1.0

    def go(self, task: Task, max_steps: int, progress: Callable[[float], None] | None) -> None:
        self.context.grow()
        self.solver.begin(self._tightened(task), self.context, detect=self.auto)
        reason = "paused"
        patience = 500
        done = 0
        try:
            while reason == "paused":
                start = time.perf_counter()
                reason = self.solver.advance(min(patience, max_steps - done))
                elapsed = time.perf_counter() - start
                counts = self.solver.statistics()
                done = self.statistics.steps + counts.steps + counts.rejected
                patience = int(min(max(patience * PIECE / max(elapsed, 1e-6), 100), 10_000_000))
                if progress is not None:
                    progress(self.solver.t)
                if reason == "paused" and done >= max_steps:
                    reason = "failed"
                    self.message = f"the limit of {max_steps} steps was reached at {self.solver.t:.6g} s"
                collapsed = reason == "failed" and self.auto and not self.message and not self.solver.no_value
                if reason == "stiff" or (collapsed and self.solver.name == "dop853"):
                    self._take_stock()
                    task = self._rest(task)
                    self.solver = self._solver("bdf")
                    self.context.grow()
                    self.solver.begin(self._tightened(task), self.context)
                    reason = "paused" if len(task.grid) else "end"
        except KeyboardInterrupt:
            reason, self.message = "interrupted", f"interrupted at {self.solver.t:.6g} s"
        self.reason = reason
        if reason == "failed" and not self.message:
            self.message, self.no_value = self.solver.message, self.solver.no_value
            self.precision = self.message == TOO_PRECISE
            if not self.no_value:
                self.message += f" at {self.solver.t:.9g} s"
            if self.precision:
                self.message += "; take 1e-12 or more"
        if reason == "root":
            self.crossings = self.solver.crossings()
        self._take_stock()

    def _take_stock(self) -> None:
        self.statistics.add(self.solver.statistics())
        self.passed += self.solver.passed

    def _rest(self, task: Task) -> Task:
        """What the present solver has left of `task`."""
        passed = self.solver.passed
        return replace(
            task, t0=self.solver.t, x0=self.solver.x.copy(), grid=task.grid[passed:], out=task.out[passed:],
            guesses=None if task.guesses is None else task.guesses[passed:], least=self.absolute.copy(), first_step=0.0,
        )  # fmt: skip

    def _tightened(self, task: Task) -> Task:
        """`task` with the tolerances that the present solver works with."""
        part = self._part
        if part == 1.0:
            return task
        return replace(
            task, relative=part * task.relative, absolute=part * task.absolute, least=part * task.least
        )  # fmt: skip


def _fixed_step(solver: str, step: float | None, t0: float, grid: np.ndarray) -> float:
    if step is None:
        return float(grid[-1] - t0) / 1000 if solver == "rk4" else 0.0
    if not step > 0:
        raise ModelError(f"the fixed step must be positive, not {step} s")
    return float(step)


def _checked(
    program: Program, t0: float, x0: Any, grid: Any, p: Any, m: Any, tolerance: float
) -> tuple[np.ndarray, np.ndarray]:
    schedule = program.schedule
    x, times = np.array(x0, dtype=float), np.ascontiguousarray(grid, dtype=float)
    for what, values, names in (
        ("state", x, schedule.states), ("parameter", np.asarray(p, float), schedule.parameters),
        ("discrete value", np.asarray(m, float), schedule.discrete),
    ):  # fmt: skip
        if values.shape != (len(names),):
            raise ModelError(f"{len(names)} {what}s are needed, {values.size} given")
        if not np.isfinite(values).all():
            k = int(np.flatnonzero(~np.isfinite(values))[0])
            raise ModelError(f"the {what} {names[k]} is {values[k]}; it must be a finite number")
    if times.ndim != 1 or not len(times) or not np.isfinite(times).all() or (times[1:] <= times[:-1]).any():
        raise ModelError("the output times must be one or more finite, increasing numbers")
    if times[0] < t0:
        raise ModelError(f"the run starts at {t0} s and cannot go back to {times[0]} s; stop must lie behind start")
    if not 0 < tolerance < 1:
        raise ModelError(f"the tolerance must lie between 0 and 1, not {tolerance}")
    return x, times
