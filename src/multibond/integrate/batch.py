"""Many short runs in one machine-code loop, each with its own parameters and start."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..errors import ModelError
from ..program import Program, Workspace
from . import layout as at
from . import runge_kutta
from .explicit import REASONS, RungeKutta
from .integrator import Solver
from .outcome import Statistics, Task
from .solvers import solver_of
from .values import Tolerances

PATIENCE = 20_000  # steps of one run before Python looks at the keyboard
FEW = 64  # runs in one go to begin with
PIECE = 0.05  # s of wall time for runs in one go


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
    work: Program | Workspace, t0: float, x0: np.ndarray, stop: float, p: np.ndarray,
    m: Sequence[float] | np.ndarray = (), *,
    tolerance: float | Tolerances = 1e-6, grid: np.ndarray | None = None, max_steps: int = 1_000_000,
    solver: str | Solver = "dop853", workers: int = 1, nominal: np.ndarray | None = None,
    units: np.ndarray | None = None, memory: np.ndarray | None = None, detect: bool = False,
) -> Sweep:  # fmt: skip
    """Integrate from `t0` to `stop` (s) for every row of `x0` and of `p` (one row serves all). Without events.

    `work` is a program, or a workspace with the first guesses of nonlinear unknowns.
    `grid` asks for the states at these times too. `solver` is "dop853" or "rk4", or such an object. The runs are
    shared among `workers` threads. `nominal` are the usual sizes of the states and `units` those beside the first of
    their kin, a row for each run, and `memory` the first guesses of nonlinear unknowns, where the runs differ in them.
    `detect`: a run that looks stiff ends there.
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
    task = _task(float(t0), starts[0], float(stop), out[0], tolerances, detect)
    begun = _begun(tolerances, nominal, units, n)
    program.rhs, runge_kutta.run.address, runge_kutta.sweep.address  # noqa: B018 (compiled before the threads start)
    fresh = np.ascontiguousarray(np.atleast_2d(workspace.fresh() if memory is None else memory))

    over = threading.Event()  # somebody wants the sweep to end

    def part(rows: slice) -> Statistics:
        """Machine code holds no lock of Python, so that parts run at the same time, each in its own memory."""
        own = Workspace(program)
        machine = chosen.integrator(own, None)
        assert isinstance(machine, RungeKutta)
        machine.begin(task, own.context("integrate", parameters[0], m))

        def some(those: slice) -> int:
            """Go over these runs; how many there were until one that needs longer."""
            machine.watch(times, min(max_steps, PATIENCE))
            return int(runge_kutta.sweep(
                runge_kutta.run.address, machine.reals, machine.counts, machine.pointers, len(status[those]),
                float(t0), starts[those], parameters[those], parameters.shape[1],
                begun[those] if len(begun) > 1 else begun, 2 * n if len(begun) > 1 else 0,
                fresh[those] if len(fresh) > 1 else fresh, fresh.shape[1], fresh.shape[1] if len(fresh) > 1 else 0,
                out[those], final[those], status[those],
            ))  # fmt: skip

        for long in _in_pieces(some, rows, over):
            status[long] = _finish(machine, max_steps - PATIENCE, over)
            final[long] = machine.x
        return machine.statistics()

    statistics = _shared(part, runs, workers, over)
    reasons = ["failed" if (word := REASONS[int(code)]) == "paused" else word for code in status]
    return Sweep(final, out if grid is not None else None, reasons, statistics)


def _task(t0: float, x0: np.ndarray, stop: float, out: np.ndarray, tolerances: Tolerances, detect: bool) -> Task:
    """What each run has to do; its start and its values are its own."""
    most, least, controlled = tolerances.bounds(len(x0))
    return Task(
        t0, x0, np.array([stop]), out, tolerances.relative, most, least, tolerances.firsts(len(x0)),
        tolerances.beside(len(x0)), controlled, np.inf, 0.0, np.zeros(1, np.int64), detect=detect,
    )  # fmt: skip


def _in_pieces(go_over: Callable[[slice], int], rows: slice, over: threading.Event) -> Iterator[int]:
    """Go over the runs of `rows` in pieces of about the same time, until it is `over`; yields each run that is so long
    that it goes on by itself."""
    first, piece = rows.start, FEW
    while first < rows.stop and not over.is_set():
        began = time.perf_counter()
        some = slice(first, min(first + piece, rows.stop))
        first += go_over(some)
        if first < some.stop:
            yield first
            first += 1
        elapsed = max(time.perf_counter() - began, 1e-6)
        piece = int(min(max(piece * PIECE / elapsed, 1), 8 * piece))


def _finish(machine: RungeKutta, steps: int, over: threading.Event) -> int:
    """Let a run go on for at most so many `steps`; why it ended."""
    code = at.PAUSED
    while code == at.PAUSED and steps > 0 and not over.is_set():
        machine.counts[at.PATIENCE] = min(steps, PATIENCE)
        steps -= PATIENCE
        code = int(runge_kutta.run(machine.reals, machine.counts, machine.pointers))
    return code


def _explicit(given: str | Solver) -> Solver:
    chosen = solver_of(given)
    if chosen.name not in ("dop853", "rk4"):
        raise ModelError(f"a sweep runs with dop853 or rk4, not with '{chosen.name}'")
    return chosen


def _begun(tolerances: Tolerances, nominal: np.ndarray | None, units: np.ndarray | None, n: int) -> np.ndarray:
    """The absolute tolerances to begin with, then the units of the states, a row for each run, or one for all."""
    if nominal is None or units is None:
        return np.concatenate([tolerances.bounds(n)[1], tolerances.beside(n)]).reshape(1, 2 * n)
    return np.hstack([[replace(tolerances, nominal=row).bounds(n)[1] for row in nominal], units])


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


def _shared(part: Callable[[slice], Statistics], runs: int, workers: int, over: threading.Event) -> Statistics:
    """The counts of all parts, shared among `workers` threads; these end soon after this one is told to."""
    statistics = Statistics()
    size = -(-runs // max(1, workers))
    parts = [slice(first, min(first + size, runs)) for first in range(0, runs, size)]
    if len(parts) == 1:
        statistics.add(part(parts[0]))
        return statistics
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(parts)) as pool:
        try:
            for counts in pool.map(part, parts):
                statistics.add(counts)
        except BaseException:
            over.set()
            raise
    return statistics
