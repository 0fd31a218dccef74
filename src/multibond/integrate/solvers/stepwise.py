"""Solvers of one's own, written in Python: a class with one method that makes a step."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

import numpy as np

from ...program import Context, Function, Workspace
from ...program.call_kernels import call
from ..integrator import Integrator, Solver
from ..outcome import Statistics, Task

Rate = Callable[[float, np.ndarray], np.ndarray]


class NoValue(Exception):
    """The equations have no finite value where a step asked for it."""


class Stepwise(Solver):
    """The base of solvers in Python. Output and events lie on the cubic through the ends of each step.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Euler(Stepwise):
    ...     length: float = 0.01  # s
    ...     name = "euler"
    ...
    ...     def step(self, rate, t, x, end):
    ...         h = min(self.length, end - t)
    ...         return t + h, x + h * rate(t, x)
    """

    @abstractmethod
    def step(self, rate: Rate, t: float, x: np.ndarray, end: float) -> tuple[float, np.ndarray]:
        """From the states `x` at `t` (s) to a later time, at most `end`: that time and the states there.

        ``rate(t, x)`` gives the derivatives of the states.
        """

    def integrator(self, workspace: Workspace, roots: Function | None) -> Integrator:
        """The solver at work in `workspace`."""
        return PythonSteps(self, workspace, roots)


class PythonSteps(Integrator):
    """Steps made by a `Stepwise` solver."""

    def __init__(self, solver: Stepwise, workspace: Workspace, roots: Function | None):
        self.name, self._solver, self._roots = solver.name, solver, roots
        self._rhs = workspace.program.rhs
        self.x = np.zeros(len(workspace.program.schedule.states))

    def begin(self, task: Task, context: Context) -> None:
        """Set up a piece of a run."""
        self._task, self._context = task, context
        context.grow()
        context.failure[0] = np.nan
        self.x[:] = task.x0
        if task.guesses is not None:
            task.guesses[:] = np.nan  # not known: later evaluations go on from row to row
        self._t, self._passed, self._counts, self._failed = task.t0, 0, Statistics(solvers=[self.name]), ""
        self._slope: np.ndarray | None = None
        self._sides = np.sign(self._indicators(task.t0, self.x))
        self._crossed: list[tuple[int, int]] = []

    def _rate(self, t: float, x: np.ndarray) -> np.ndarray:
        """The derivatives of the states."""
        self._counts.rhs_evaluations += 1
        states, out = np.ascontiguousarray(x, dtype=float), np.empty(len(self.x))
        status = call(self._rhs.address, float(t), states, out, self._context.pointers)
        if status != 0 or not np.isfinite(out).all():
            self._context.failure[:] = t, *states
            raise NoValue
        return out

    def _indicators(self, t: float, x: np.ndarray) -> np.ndarray:
        if self._roots is None:
            return np.zeros(0)
        out = np.empty(self._roots.count)
        call(self._roots.address, float(t), np.ascontiguousarray(x), out, self._context.pointers)
        return out

    def advance(self, patience: int) -> str:
        """Go on for at most `patience` steps."""
        task, end = self._task, float(self._task.grid[-1])
        try:
            for _ in range(patience):
                if self._t >= end:
                    return "end"
                if self._slope is None:
                    self._slope = self._rate(self._t, self.x)
                until = min(end, self._t + task.largest_step)
                later, new = self._solver.step(self._rate, self._t, self.x.copy(), until)
                if not self._t < later <= until:
                    self._failed = f"{type(self._solver).__name__}.step went from {self._t:.9g} s to {later:.9g} s"
                    return "failed"
                self._counts.steps += 1
                if self._finish(float(later), np.asarray(new, float)):
                    return "root"
        except NoValue:
            return "failed"
        return "end" if self._t >= end else "paused"

    def _finish(self, later: float, new: np.ndarray) -> bool:
        """Events and output of the step; whether an event ends the run here."""
        assert self._slope is not None
        task, h, slope = self._task, later - self._t, self._rate(later, new)
        start, old, first = self._t, self.x.copy(), self._slope

        def between(t: float) -> np.ndarray:
            s = (t - start) / h
            cubic = s * (s - 1) * ((1 - 2 * s) * (new - old) + h * ((s - 1) * first + s * slope))
            return old + s * (new - old) + cubic

        event = self._event(later, between)
        stop = later if event is None else event
        while self._passed < len(task.grid) and task.grid[self._passed] <= stop:
            task.out[self._passed] = between(float(task.grid[self._passed]))
            self._passed += 1
        self._t = stop
        self.x[:] = new if event is None else between(stop)
        self._slope = slope if event is None else None
        return event is not None

    def _event(self, later: float, between: Callable[[float], np.ndarray]) -> float | None:
        """The time just behind the first crossing within the step, by bisection; None if there is none."""
        low, high = self._t, later
        found = self._crossings(self._indicators(high, between(high)))
        if not found:
            signs = np.sign(self._indicators(high, between(high)))
            self._sides = np.where(signs == 0, self._sides, signs)
            return None
        while high - low > 4e-16 * abs(high):
            middle = 0.5 * (low + high)
            if not low < middle < high:
                break
            here = self._crossings(self._indicators(middle, between(middle)))
            if here:
                high, found = middle, here
            else:
                low = middle
        self._crossed = found
        return high

    def _crossings(self, values: np.ndarray) -> list[tuple[int, int]]:
        """The indicators that have left the side they were on, in a direction that counts."""
        found = []
        for k, (side, value, counts) in enumerate(zip(self._sides, values, self._task.directions, strict=True)):
            if side > 0 and value <= 0 and counts <= 0:
                found.append((k, -1))
            elif side < 0 and value >= 0 and counts >= 0:
                found.append((k, 1))
        return found

    @property
    def t(self) -> float:
        """Where the run stands, s."""
        return self._t

    @property
    def passed(self) -> int:
        """Number of grid points behind us."""
        return self._passed

    @property
    def absolute(self) -> np.ndarray:
        """The absolute tolerances as they were given."""
        return self._task.least

    @property
    def no_value(self) -> bool:
        """Whether the failure was for want of a finite value."""
        return not self._failed

    @property
    def message(self) -> str:
        """Why it failed."""
        return self._failed or "the equations have no finite value"

    def crossings(self) -> list[tuple[int, int]]:
        """The indicators that crossed, with their directions."""
        return self._crossed

    def statistics(self) -> Statistics:
        """Counts since `begin`."""
        return Statistics(self._counts.steps, 0, self._counts.rhs_evaluations, 0, [self.name])
