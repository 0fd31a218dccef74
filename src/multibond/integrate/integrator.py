"""What every solver shows of itself while it runs, and the solver as a value that makes such a thing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import is_dataclass
from typing import ClassVar

import numpy as np

from ..argument import check_fields
from ..program import Context, Function, Workspace
from .outcome import Statistics, Task


class Integrator(ABC):
    """A solver at work in one workspace. `begin` sets a task, `advance` goes on; the memory is used again and again.

    `x` are the states where the run stands, an array that keeps its place.
    """

    name: str
    x: np.ndarray
    fixed_step: float | None = None  # s, of methods that do not choose their steps

    @abstractmethod
    def begin(self, task: Task, context: Context) -> None:
        """Set up a piece of a run; model functions are called with `context`."""

    @abstractmethod
    def advance(self, patience: int) -> str:
        """Go on for about `patience` steps: "paused", "end", "root", "failed", or "stiff" if the task asks for it."""

    @property
    @abstractmethod
    def t(self) -> float:
        """Where the run stands, s."""

    @property
    @abstractmethod
    def passed(self) -> int:
        """Number of grid points behind us."""

    @property
    @abstractmethod
    def absolute(self) -> np.ndarray:
        """The absolute tolerances as they are now."""

    @property
    def noise(self) -> np.ndarray | None:
        """What rounding makes of each state in a step, as far as this is looked at; errors may be larger by it."""
        return None

    @property
    @abstractmethod
    def no_value(self) -> bool:
        """Whether the failure may have been for want of a finite value."""

    @property
    @abstractmethod
    def message(self) -> str:
        """Why it failed."""

    @abstractmethod
    def crossings(self) -> list[tuple[int, int]]:
        """The indicators that crossed, with their directions: 1 rose, −1 fell."""

    @abstractmethod
    def statistics(self) -> Statistics:
        """Counts since `begin`."""


class Solver(ABC):
    """A method of integration with its options, as a value: chosen by its `name` or given as an object.

    `strictness` is the part of the tolerance that "auto" gives the method: methods control the error of a step only,
    with this part the error of a whole run comes near the tolerance. Who names a method gets its own meaning.
    `throws`: whether it follows a throw, a motion under constant forces, to the last digit from its first step on, as
    one-step methods of order 2 and more do; others know places within their tolerance only.
    """

    name: ClassVar[str]
    strictness: ClassVar[float] = 1.0
    throws: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if is_dataclass(self):
            check_fields(self)

    @abstractmethod
    def integrator(self, workspace: Workspace, roots: Function | None) -> Integrator:
        """The solver at work in `workspace`, watching the event indicators `roots`."""

    def part(self, tolerance: float) -> float:
        """The part of a relative `tolerance` that "auto" gives the method."""
        return self.strictness

    def after(self, integrator: Integrator) -> Solver:
        """The solver for the next piece of the run, with what was learnt in this one."""
        return self


def kept(workspace: Workspace, solver: Solver, roots: Function | None) -> Integrator:
    """The solver at work in `workspace`, made on first use."""
    key = (solver, 0 if roots is None else roots.address)
    return workspace.solver(key, lambda: solver.integrator(workspace, roots))


__all__ = ["Integrator", "Solver", "kept"]
