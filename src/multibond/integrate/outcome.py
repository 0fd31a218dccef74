"""What an integration gives back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from .integrator import Solver

TOO_PRECISE = "the tolerance is too small for the precision of numbers"


@dataclass
class Statistics:
    """Counts of one run, summed over the solvers that took part."""

    steps: int = 0
    rejected: int = 0
    rhs_evaluations: int = 0
    jacobian_evaluations: int = 0
    solvers: list[str] = field(default_factory=list)  # each once, in the order of their first use

    def add(self, other: Statistics) -> None:
        """Take in the counts of a further piece of the run."""
        self.steps += other.steps
        self.rejected += other.rejected
        self.rhs_evaluations += other.rhs_evaluations
        self.jacobian_evaluations += other.jacobian_evaluations
        self.solvers += [name for name in dict.fromkeys(other.solvers) if name not in self.solvers]


@dataclass
class Outcome:
    """Where a run came to, and why it stopped.

    `reason` is "end", "root", "failed" or "interrupted"; `crossings` lists the event indicators that crossed zero at
    `t`, with +1 for rising and −1 for falling. `t` lies just behind the crossing, never before it.
    """

    times: np.ndarray  # the grid points passed, s
    states: np.ndarray  # the states at these, one row each
    reason: str
    t: float  # s
    x: np.ndarray
    crossings: list[tuple[int, int]]
    message: str
    statistics: Statistics
    absolute: np.ndarray  # the absolute tolerances at the end; give these to the next piece as `least`
    solver: Solver  # give this to the next piece of the run: "auto" remembers that the problem is stiff
    guesses: np.ndarray  # the nonlinear unknowns (Program.unknowns) at the grid points, close to solutions
    noise: Sequence[float] | np.ndarray = ()  # what rounding made of each state in a step; for the next piece too


class Loop(Protocol):
    """What goes over events by itself, in machine code, with an explicit method at work."""

    def advance(self, integrator: Any) -> str:
        """Go on; "paused", "end", or "root" for an event that it leaves to the caller."""


@dataclass
class Task:
    """One piece of a run, as the solvers receive it."""

    t0: float
    x0: np.ndarray
    grid: np.ndarray  # times behind t0, increasing; the last is the end
    out: np.ndarray  # room for the states at the grid points
    relative: float
    absolute: np.ndarray  # the largest that the absolute tolerance of each state may become
    least: np.ndarray  # what it is to begin with; it grows with the values that the state takes
    kin: np.ndarray  # integers: the first of the states that are of one size with each
    units: np.ndarray  # of each of them beside the first
    controlled: int  # number of states under error control
    largest_step: float
    first_step: float  # 0: choose
    directions: np.ndarray  # of the event indicators: -1, 0, 1
    guesses: np.ndarray | None = None  # room for the nonlinear unknowns at the grid points
    loop: Loop | None = None  # goes over events by itself
    detect: bool = False  # stop with "stiff" when the problem looks so
    before: np.ndarray | None = None  # what the absolute tolerances were at the end of an earlier piece, of all states
    noise: np.ndarray | None = None  # what rounding made of each state in a step of an earlier piece

    def stricter(self, part: float, detect: bool) -> Task:
        """The same with a `part` of the tolerances."""
        least, most = part * self.least, part * self.absolute
        changed = {"relative": part * self.relative, "absolute": most, "least": least, "detect": detect}
        return Task(**(vars(self) | changed))
