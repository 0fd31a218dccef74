"""One call for all solvers: to the end of the grid, or to the first event."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import Node
from ..program import Context, Program, Workspace
from ..program.collapse import collapse
from ..program.diagnose import diagnose
from ..program.number import DOUBLE
from .integrator import Integrator, Solver, kept
from .lost_digits import LOOKS, PACE, lost_digits
from .outcome import TOO_PRECISE, Loop, Outcome, Statistics, Task
from .solvers import Dop853, Rk4, solver_of
from .values import UNCONTROLLED, Limits, Roots, Tolerances

# after so many steps a pace at which the run would need so many is given up
HOPELESS = {100_000: 1e12, 1_000_000: 1e9}
_JUDGED = (*LOOKS, *HOPELESS)
STABLE = 2.7  # step times eigenvalue up to which the classical Runge-Kutta method is stable
MOST_EIGENVALUES = 300  # states up to which these are computed
OPERATIONS = 200_000  # assignments before the first look, about
PIECE = 0.05  # s of wall time between looks at the keyboard and at the progress
_NO_LIMITS = Limits()


def integrate(
    work: Program | Workspace,
    t0: float,
    x0: Sequence[float] | np.ndarray,
    grid: Sequence[float] | np.ndarray,
    p: Sequence[float] | np.ndarray,
    m: Sequence[float] | np.ndarray = (),
    *,
    tolerance: float | Tolerances = 1e-6,
    solver: str | Solver = "auto",
    roots: Sequence[Node] | Roots = (),
    limits: Limits = _NO_LIMITS,
    keep_guesses: bool = False,
    progress: Callable[[float], None] | None = None,
    loop: Loop | None = None,
) -> Outcome:
    """Integrate the states of a program from `x0` at `t0` (s) over the increasing times of `grid` (s).

    `work` is the workspace of a run, which goes on with what it holds, or a program, for a run of this one call.
    The run ends at the last grid point or at the first zero crossing of an expression in `roots`. `tolerance` is the
    relative one, or both; `solver` a name or an object (`solvers`). After an event, call again with the same
    workspace, ``solver=outcome.solver`` and ``keep_guesses=True``. `progress` is called with the time reached every
    50 ms or so. `loop` goes over events by itself, with explicit methods only. Ctrl-C stops the run and keeps what
    was computed.
    """
    if isinstance(work, Program):
        taken = work.take()
        try:
            return integrate(
                taken, t0, x0, grid, p, m, tolerance=tolerance, solver=solver, roots=roots, limits=limits,
                keep_guesses=keep_guesses, progress=progress,
            )  # fmt: skip
        finally:
            work.give_back(taken)
    workspace = work
    chosen = solver_of(solver)
    tolerances = tolerance if isinstance(tolerance, Tolerances) else Tolerances(tolerance)
    watched = Roots.of(roots)
    x, times = _checked(workspace.program, t0, x0, grid, p, m)
    context = workspace.context("integrate", p, m)
    at_work = _integrator(workspace, chosen, watched, len(x))
    if not keep_guesses:
        context.forget()
    out, guesses = _rows(workspace, len(times), len(x))
    begin = points_at(times, float(t0))
    out[:begin] = x
    most, least, controlled = tolerances.bounds(len(x))
    if begin == len(times):
        return Outcome(times, out, "end", float(t0), x, [], "", Statistics(), least, chosen, guesses)
    largest = limits.largest_step if len(x) else min(limits.largest_step, float(times[-1] - t0) / 100)
    task = Task(
        float(t0), x, times[begin:], out[begin:], tolerances.relative, most, least,
        tolerances.firsts(len(x)), tolerances.beside(len(x)), controlled, float(largest),
        limits.first_step, watched.signs(), guesses[begin:], loop, before=tolerances.before, noise=tolerances.noise,
    )  # fmt: skip
    ending = _drive(at_work, task, context, limits, progress, lambda: _lost(at_work, task, workspace, p, m))
    if ending.unexplained:
        with suppress(KeyboardInterrupt):  # it may take a while; what was computed counts more
            ending.message = _explained(ending, at_work, task, workspace.program, context, p, m)
    return _outcome(at_work, ending, begin, (times, out, guesses), chosen.after(at_work) if len(x) else chosen)


def points_at(times: np.ndarray, t: float) -> int:
    """How many of increasing times [s] have come at t, but for rounding."""
    last = t + 8e-16 * abs(t)
    return int(times.searchsorted(last, side="right")) if len(times) and times[0] <= last else 0


def _outcome(
    solver: Integrator, ending: _Ending, begin: int, rows: tuple[np.ndarray, np.ndarray, np.ndarray], after: Solver
) -> Outcome:
    """What was computed of `rows` (times, states, guesses), with the solver that goes on `after` it."""
    times, states, guesses = (row[: begin + solver.passed] for row in rows)
    return Outcome(
        times, states, ending.reason, solver.t, solver.x.copy(), ending.crossings, ending.message,
        solver.statistics(), solver.absolute.copy(), after, guesses,
        () if solver.noise is None or not solver.noise.any() else solver.noise.copy(),
    )  # fmt: skip


def _integrator(workspace: Workspace, solver: Solver, roots: Roots, n: int) -> Integrator:
    """The solver at work; without states only time passes, and events may come."""
    indicators = workspace.program.roots(roots.expressions) if roots.count else None
    if n == 0 and not isinstance(solver, Rk4):
        solver = Dop853()
    return kept(workspace, solver, indicators)


def _rows(workspace: Workspace, count: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Room for the states at the grid points, and for the nonlinear unknowns, which begin where they are now."""
    unknowns = workspace.program.unknowns
    guesses = np.empty((count, len(unknowns)))
    if unknowns:
        known = workspace.latest("integrate")
        guesses[:] = [known[u] for u in unknowns]
    return np.empty((count, n)), guesses


@dataclass
class _Ending:
    """How a run of a solver ended; `unexplained`: look for the reason of the failure in the equations."""

    reason: str = "paused"
    message: str = ""
    no_value: bool = False
    unexplained: bool = False
    crossings: list[tuple[int, int]] = field(default_factory=list)


def _drive(
    solver: Integrator, task: Task, context: Context, limits: Limits, progress: Callable[[float], None] | None,
    lost: Callable[[], str],
) -> _Ending:  # fmt: skip
    """Let `solver` work on `task`, with looks at the clock, until it ends, or until `lost` says why it never will."""
    ending = _Ending()
    context.grow()
    solver.begin(task, context)
    patience, done, most = _first_patience(context), 0, max(1, limits.steps - limits.taken)
    try:
        while ending.reason == "paused":
            start = time.perf_counter()
            ahead = next((look - done for look in _JUDGED if look > done), most)  # judged at the same step every time
            before = done
            ending.reason = solver.advance(min(patience, most - done, ahead))
            elapsed = time.perf_counter() - start
            counts = solver.statistics()
            done = counts.steps + counts.rejected
            patience = int(min(max(patience * PIECE / max(elapsed, 1e-6), 1), 10_000_000))
            if progress is not None:
                progress(solver.t)
            if ending.reason == "paused" and done >= most:
                ending.reason = "failed"
                ending.message = f"the limit of {limits.steps} steps was reached at {solver.t:.6g} s"
            elif ending.reason == "paused":
                gone = (solver.t - task.t0) / (task.grid[-1] - task.t0)
                if any(done >= look and done > gone * needed for look, needed in HOPELESS.items()):
                    ending.reason = "failed"
                    ending.message = f"{done} steps have led to {solver.t:.6g} s only, and there is no end in sight"
                elif done > gone * PACE and any(before < look <= done for look in LOOKS) and (said := lost()):
                    ending.reason = "failed"
                    ending.message = f"{done} steps have led to {solver.t:.6g} s only: {said}"
                    return ending
    except KeyboardInterrupt:
        ending.reason, ending.message = "interrupted", f"interrupted at {solver.t:.6g} s"
    if ending.reason == "failed":
        ending.unexplained = True
        if not ending.message:
            _note_failure(ending, solver)
    if ending.reason == "root":
        ending.crossings = solver.crossings()
    return ending


def _lost(solver: Integrator, task: Task, workspace: Workspace, p: Any, m: Any) -> str:
    """Whether the rates are no more than rounding where the solver stands."""
    largest = np.zeros(len(task.kin))
    np.maximum.at(largest, task.kin, np.abs(solver.x) / task.units)
    sizes = np.where(task.absolute >= UNCONTROLLED, np.inf, task.units * largest[task.kin])
    return lost_digits(
        workspace.program, lambda x, p: workspace.derivative(solver.t, x, p, m), solver.x.copy(),
        np.array(p, dtype=float), sizes, float(task.grid[-1]) - solver.t,
    )  # fmt: skip


def _first_patience(context: Context) -> int:
    """Steps before the first look at the clock: fewer, where each takes long."""
    program = context.workspace.program
    work = len(program.schedule.steps) * (1 + program.directions - len(program.schedule.states))
    return min(max(OPERATIONS // max(work, 1), 4), 500)


def _note_failure(ending: _Ending, solver: Integrator) -> None:
    ending.message, ending.no_value = solver.message, solver.no_value
    precision = ending.message == TOO_PRECISE
    if not ending.no_value:
        ending.message += f" at {solver.t:.9g} s"
    if precision:
        ending.message += "; take 1e-12 or more"
        ending.unexplained = False


def _explained(
    ending: _Ending, solver: Integrator, task: Task, program: Program, context: Context, p: Any, m: Any
) -> str:
    """The message with what the equations say about the place of the failure."""
    numbers = np.asarray(p, float), np.asarray(m, float), context
    noted = ending.no_value and bool(np.isfinite(context.failure[0]))
    said = diagnose(program, context.failure[0], context.failure[1:], *numbers) if noted else ""
    if not said:
        errors = solver.absolute + task.relative * np.abs(solver.x)
        allowed = np.where(task.absolute == UNCONTROLLED, np.inf, errors)
        said = f"at {solver.t:.9g} s, " if ending.no_value else ""
        settled = _settled(context, solver, p, m)
        said += collapse(program, solver.t, solver.x, numbers[0], settled, context, allowed, (task.t0, task.x0))
    if solver.fixed_step is not None:
        said += _shorter(solver.fixed_step, task, context, p, m)
    return f"{ending.message}: {said}" if said else ending.message


def _settled(context: Context, solver: Integrator, p: Any, m: Any) -> np.ndarray:
    """The discrete values where the solver stands: the inputs of set-valued laws go with the states."""
    context.workspace.derivative(solver.t, solver.x, p, m)
    return np.array(context.workspace.context_of("evaluate").discrete[: len(m)], float)


def _shorter(step: float, task: Task, context: Context, p: Any, m: Any) -> str:
    """What to say of a fixed step [s] with which a run got lost: whether it was stable where the run began."""
    limit = np.inf
    matrix = context.workspace.jacobian(task.t0, task.x0, p, m)
    if len(matrix) <= MOST_EIGENVALUES and np.all(np.isfinite(matrix)) and len(matrix):
        fastest = float(np.max(np.abs(np.linalg.eigvals(matrix))))
        limit = STABLE / fastest if fastest > 0 else np.inf
    said = f"; the fixed step is {step:g} s"
    if step > limit:
        return (
            f"{said}, too long for the fastest motion of the model: take less than {limit:.2g} s, or a solver that "
            "chooses its steps (dop853, bdf)"
        )
    return (
        f"{said}: it does not see where the solution changes within less; take a shorter one, or a solver that chooses "
        "its steps (dop853, bdf)"
    )


def _not_increasing(times: np.ndarray) -> str:
    same = times.ndim == 1 and len(times) > 1 and np.isfinite(times).all() and not (times[1:] < times[:-1]).any()
    if not same:
        return "the output times must be one or more finite, increasing numbers"
    return (
        "output times fall together, and they must be increasing: "
        f"near {times[-1]:g} s numbers are {np.spacing(abs(times[-1])):.2g} s apart, and the output "
        "points are closer; take fewer points, or let the run start nearer to 0 s"
    )


def _checked(program: Program, t0: float, x0: Any, grid: Any, p: Any, m: Any) -> tuple[np.ndarray, np.ndarray]:
    schedule = program.schedule
    if program.backend.number is not DOUBLE:
        raise ModelError(f"solvers integrate programs of doubles, not of the number type {program.backend.number.llvm}")
    x, times = np.array(x0, dtype=float), np.ascontiguousarray(grid, dtype=float)
    for what, values, names in (
        ("state", x, schedule.states), ("parameter", np.asarray(p, float), schedule.parameters),
        ("discrete value", np.asarray(m, float), schedule.discrete),
    ):  # fmt: skip
        if values.shape != (len(names),):
            raise ModelError(f"{len(names)} {what}s are needed, {values.size} given")
        if not np.isfinite(values).all():
            k = int(np.flatnonzero(~np.isfinite(values))[0])
            raise ModelError(
                f"the {what} {names[k]} is {values[k]} at the start, which no equation can go on with; give it a "
                "number below 1e300"
            )
    if times.ndim != 1 or not len(times) or not np.isfinite(times).all() or (times[1:] <= times[:-1]).any():
        raise ModelError(_not_increasing(times))
    if times[0] < t0:
        raise ModelError(f"the run starts at {t0} s and cannot go back to {times[0]} s; stop must lie behind start")
    return x, times
