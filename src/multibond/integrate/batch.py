"""Many short runs in one machine-code loop, each with its own parameters and start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..errors import ModelError
from ..program import Program, Workspace
from . import runge_kutta
from .explicit import REASONS, RungeKutta
from .integrator import Solver
from .outcome import Statistics, Task
from .solvers import solver_of
from .values import Tolerances


@dataclass
class Sweep:
    """The ends of many runs: `final` has a row of states for each, `states` (runs, times, states) if a grid was given.

    `reasons` holds "end", "failed" or "stiff" for each run; one that did not reach its end has the states where it
    stopped.
    """

    final: np.ndarray
    states: np.ndarray | None
    reasons: list[str]
    statistics: Statistics


def sweep(
    work: Program | Workspace,
    t0: float,
    x0: np.ndarray,
    stop: float,
    p: np.ndarray,
    m: Sequence[float] | np.ndarray = (),
    *,
    tolerance: float | Tolerances = 1e-6, grid: np.ndarray | None = None, max_steps: int = 1_000_000,
    solver: str | Solver = "dop853", workers: int = 1, nominal: np.ndarray | None = None,
    memory: np.ndarray | None = None, detect: bool = False,
) -> Sweep:  # fmt: skip
    """Integrate from `t0` to `stop` (s) for every row of `x0` and of `p` (one row serves all). Without events.

    `work` is a program, or a workspace with the first guesses of nonlinear unknowns.
    `grid` asks for the states at these times too. `solver` is "dop853" or "rk4", or such an object. The runs are
    shared among `workers` threads. `nominal` are the usual sizes of the states, a row for each run, and `memory` the
    first guesses of nonlinear unknowns, where the runs differ in them. `detect`: a run that looks stiff ends there.
    Run k is the same, bit for bit, as a single run with its values.
    """
    workspace = Workspace(work) if isinstance(work, Program) else work
    program = workspace.program
    starts, parameters = _rows(program, t0, x0, stop, p)
    runs, n = starts.shape
    chosen = _explicit(solver)
    times = np.array([stop], float) if grid is None else np.ascontiguousarray(grid, float)
    out = np.empty((runs, len(times), n))
    final, status = np.empty((runs, n)), np.zeros(runs, dtype=np.int64)
    tolerances = tolerance if isinstance(tolerance, Tolerances) else Tolerances(tolerance)
    most, least, controlled = tolerances.bounds(n)
    begun = least.reshape(1, n) if nominal is None else _begun(tolerances, nominal)
    task = Task(
        float(t0), starts[0], np.array([float(stop)]), out[0], tolerances.relative, most, least,
        tolerances.firsts(n), controlled, np.inf,
        0.0, np.zeros(1, np.int64), detect=detect,
    )  # fmt: skip
    program.rhs, runge_kutta.run.address, runge_kutta.sweep.address  # noqa: B018 (compiled before the threads start)
    fresh = np.ascontiguousarray(np.atleast_2d(workspace.fresh() if memory is None else memory))

    def part(rows: slice) -> Statistics:
        """Machine code holds no lock of Python, so that parts run at the same time, each in its own memory."""
        own = Workspace(program)
        machine = chosen.integrator(own, None)
        assert isinstance(machine, RungeKutta)
        machine.begin(task, own.context("integrate", parameters[0], m))
        machine.watch(times, max_steps)
        runge_kutta.sweep(
            runge_kutta.run.address, machine.reals, machine.counts, machine.pointers, len(status[rows]), float(t0),
            starts[rows], parameters[rows], parameters.shape[1], begun[rows] if len(begun) > 1 else begun,
            n if len(begun) > 1 else 0, fresh[rows] if len(fresh) > 1 else fresh, fresh.shape[1],
            fresh.shape[1] if len(fresh) > 1 else 0, out[rows], final[rows], status[rows],
        )  # fmt: skip
        return machine.statistics()

    statistics = _shared(part, runs, workers)
    reasons = ["failed" if (word := REASONS[int(code)]) == "paused" else word for code in status]
    return Sweep(final, out if grid is not None else None, reasons, statistics)


def _explicit(given: str | Solver) -> Solver:
    chosen = solver_of(given)
    if chosen.name not in ("dop853", "rk4"):
        raise ModelError(f"a sweep runs with dop853 or rk4, not with '{chosen.name}'")
    return chosen


def _begun(tolerances: Tolerances, nominal: np.ndarray) -> np.ndarray:
    """The absolute tolerances to begin with, a row for each run."""
    return np.array([replace(tolerances, nominal=row).bounds(len(row))[1] for row in nominal])


def _rows(program: Program, t0: float, x0: np.ndarray, stop: float, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A row of start values and one of parameters for each run."""
    n, width = len(program.schedule.states), len(program.schedule.parameters)
    x0, p = np.atleast_2d(np.asarray(x0, float)), np.atleast_2d(np.asarray(p, float))
    runs = max(len(x0), len(p))
    if len(x0) not in (1, runs) or len(p) not in (1, runs) or x0.shape[1] != n or p.shape[1] != width:
        given = f"{x0.shape}, {p.shape}"
        raise ModelError(f"a sweep needs rows of {n} states and {width} parameters, one or as many; not {given}")
    if not stop > t0 or not np.all(np.isfinite(p)) or not np.all(np.isfinite(x0)):
        raise ModelError(f"a sweep needs finite values and a stop ({stop} s) behind its start ({t0} s)")
    starts = np.ascontiguousarray(np.broadcast_to(x0, (runs, n)))
    return starts, np.ascontiguousarray(np.broadcast_to(p, (runs, width)))


def _shared(part: Callable[[slice], Statistics], runs: int, workers: int) -> Statistics:
    """The counts of all parts, shared among `workers` threads."""
    statistics = Statistics()
    size = -(-runs // max(1, workers))
    parts = [slice(first, min(first + size, runs)) for first in range(0, runs, size)]
    if len(parts) == 1:
        statistics.add(part(parts[0]))
        return statistics
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(parts)) as pool:
        for counts in pool.map(part, parts):
            statistics.add(counts)
    return statistics
