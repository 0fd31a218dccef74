"""Two solvers as one: the first until the problem turns out stiff, then the second."""

from __future__ import annotations

from dataclasses import field, replace
from typing import ClassVar

import numpy as np

from ...argument import refuse_kind
from ...frozen import frozen
from ...program import Context, Function, Workspace
from ..integrator import Integrator, Solver, kept
from ..outcome import Statistics, Task
from .bdf import Bdf
from .dop853 import Dop853


@frozen
class Auto(Solver):
    """Begins with `nonstiff` and goes over to `stiff` when the problem turns out stiff or the steps collapse.

    Both work with a part of the tolerance (`strictness`), so that the error of a whole run is usually a few times the
    number given. `found_stiff`: begin with the stiff one, as a run does after it has gone over.
    """

    nonstiff: Solver = field(default_factory=Dop853)
    stiff: Solver = field(default_factory=Bdf)
    found_stiff: bool = False
    name: ClassVar[str] = "auto"

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, solver in (("nonstiff", self.nonstiff), ("stiff", self.stiff)):
            if not isinstance(solver, Solver):
                raise refuse_kind(name, "Auto", "a solver such as Bdf()", solver)

    def integrator(self, workspace: Workspace, roots: Function | None) -> Integrator:
        """Its memory in `workspace`; the two solvers share theirs with runs that name them."""
        return Switching(self, workspace, roots)

    def after(self, integrator: Integrator) -> Auto:
        """The same, beginning with the stiff solver if it has gone over."""
        assert isinstance(integrator, Switching)
        return self if integrator.gone_over == self.found_stiff else replace(self, found_stiff=integrator.gone_over)


class Switching(Integrator):
    """The solvers of an `Auto`, one after the other."""

    def __init__(self, solver: Auto, workspace: Workspace, roots: Function | None):
        self._solver, self._workspace, self._roots = solver, workspace, roots
        self._made: dict[bool, Integrator] = {}
        self._done: Statistics | None = None  # counts of the solver that was left
        self._take(solver.found_stiff)

    def _take(self, stiff: bool) -> None:
        """Let one of the two work."""
        self.gone_over = stiff
        self._chosen = self._solver.stiff if stiff else self._solver.nonstiff
        self._current = self._integrator(stiff)
        self.name = self._current.name

    def _integrator(self, stiff: bool) -> Integrator:
        """One of the two at work."""
        if stiff not in self._made:
            solver = self._solver.stiff if stiff else self._solver.nonstiff
            self._made[stiff] = kept(self._workspace, solver, self._roots)
        return self._made[stiff]

    def begin(self, task: Task, context: Context) -> None:
        """Set up a piece of a run."""
        self._context, self._done, self._passed = context, None, 0
        self._take(self._solver.found_stiff)
        self._task = task
        self._begin(task, self._current, self._chosen)

    def _begin(self, task: Task, integrator: Integrator, chosen: Solver) -> None:
        self._context.grow()
        integrator.begin(task.stricter(chosen.part(task.relative), chosen is not self._solver.stiff), self._context)

    def advance(self, patience: int) -> str:
        """Go on; a stiff problem, or steps that collapse, are handed to the other solver."""
        reason = self._current.advance(patience)
        collapsed = reason == "failed" and not self._current.no_value
        if self.gone_over or not (reason == "stiff" or collapsed):
            return reason
        rest = self._rest()
        if not len(rest.grid):
            return "end"  # stiff in the very last step: nothing is left to hand over
        # compiles, and may be stopped by Ctrl-C: until the other solver has begun, all stays as it is
        other = self._integrator(True)
        self._begin(rest, other, self._solver.stiff)
        self._done = self._current.statistics()
        self._passed += self._current.passed
        self._current, self._chosen, self._task, self.gone_over, self.name = (
            other, self._solver.stiff, rest, True, other.name,
        )  # fmt: skip
        return "paused"

    def _rest(self) -> Task:
        """What the present solver has left of its task."""
        task, passed = self._task, self._current.passed
        return replace(
            task, t0=self.t, x0=self.x.copy(), grid=task.grid[passed:], out=task.out[passed:],
            guesses=None if task.guesses is None else task.guesses[passed:], least=self.absolute.copy(), first_step=0.0,
            noise=None if self.noise is None else self.noise.copy(),
        )  # fmt: skip

    @property
    def x(self) -> np.ndarray:  # type: ignore[override]
        """The states where the run stands."""
        return self._current.x

    @property
    def t(self) -> float:
        """Where the run stands, s."""
        return self._current.t

    @property
    def passed(self) -> int:
        """Number of grid points behind us."""
        return self._passed + self._current.passed

    @property
    def absolute(self) -> np.ndarray:
        """The absolute tolerances as they are now, as they would be without the strictness of the methods."""
        return self._current.absolute / self._chosen.part(self._task.relative)

    @property
    def noise(self) -> np.ndarray | None:
        """What rounding makes of each state in a step."""
        return self._current.noise

    @property
    def no_value(self) -> bool:
        """Whether the failure may have been for want of a finite value."""
        return self._current.no_value

    @property
    def message(self) -> str:
        """Why it failed."""
        return self._current.message

    def crossings(self) -> list[tuple[int, int]]:
        """The indicators that crossed."""
        return self._current.crossings()

    def statistics(self) -> Statistics:
        """Counts of both solvers since `begin`."""
        counts = self._current.statistics()
        if self._done is None:
            return counts
        total = Statistics()
        total.add(self._done)
        total.add(counts)
        return total
