"""How a simulation is to run, and what is refused before it begins."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.methods import METHODS, Method
from ..errors import ModelError
from ..frozen import frozen
from ..integrate import Solver, solver_of
from ..integrate.solvers import Auto, Rk4, Timestepping
from ..model.composite import WISHES

if TYPE_CHECKING:
    from .continued import Origin

IMPACTS = ("sequential", "simultaneous")
FINEST = 1e-14  # a tolerance below this is less than the rounding of a step
MOST_POINTS = 50_000_000  # output points; more would not fit into memory


@frozen
class Settings:
    """How to run: times in seconds, `tolerance` relative and absolute, `grid` the output points."""

    grid: np.ndarray  # the run begins at its first point
    tolerance: float = 1e-6
    solver: Solver = field(default_factory=Auto)
    steady: bool = False
    max_steps: int = 10_000_000
    wishes: Mapping[str, float] = field(default_factory=dict)
    progress: Callable[[float], None] | None = None
    method: Method = METHODS["reduced"]  # how constraints are realised
    bonds: str = "vector"
    hidden: int = 0  # points at the beginning of the grid that nobody asked for
    impulses: bool = False  # whether stores may jump where switches, diodes and contacts ask for it
    impacts: str = "sequential"  # how contacts that touch at once strike
    audit: bool | str = True  # with states for the energy balance; EACH: with those of every component too
    given: Mapping[str, Any] = field(default_factory=dict)  # values of parameters, as they were given
    origin: Origin | None = None  # the point of another run with which this one goes on

    def __post_init__(self) -> None:
        check_tolerance(self.tolerance)
        object.__setattr__(self, "tolerance", float(self.tolerance))
        check_steps(self.max_steps, self.progress)
        if not isinstance(self.impacts, str) or self.impacts not in IMPACTS:
            raise ModelError(f"impacts are sequential or simultaneous, not {self.impacts!r:.40}")


def is_number(value: object) -> bool:
    """Whether `value` is a finite real number."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating, np.integer)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number that no float can hold
        return False


def check_tolerance(tolerance: float) -> None:
    """Refuse a tolerance that is none."""
    if not is_number(tolerance) or not 0 < tolerance < 1:
        raise ModelError(
            f"the tolerance must lie between 0 and 1, not {tolerance!r}: it is the part of a value by which a step may "
            "be wrong; take 1e-6, or 1e-9 for more digits"
        )
    if tolerance < FINEST:
        raise ModelError(
            f"the tolerance {tolerance:g} lies below the rounding of numbers, which have 16 digits: no step could keep "
            "it; take 1e-12 or more"
        )


def check_steps(max_steps: int, progress: Callable[[float], None] | None) -> None:
    """Refuse a limit of steps or a function to call that are none."""
    if isinstance(max_steps, bool) or not isinstance(max_steps, (int, np.integer)) or max_steps < 1:
        raise ModelError(f"the limit of steps must be a whole number from 1 on, not {max_steps!r}")
    if progress is not None and not callable(progress):
        raise ModelError(f"progress must be a function of the time reached, not {progress!r}")


def with_step(given: str | Solver, step: float | None) -> Solver:
    """The solver that is meant; one with a fixed step takes `step` [s]."""
    if step is not None and not (is_number(step) and 0 < step < math.inf):
        raise ModelError(f"the fixed step must be a positive number of seconds, not {step!r}")
    chosen = solver_of(given)
    if step is None:
        return chosen
    if isinstance(chosen, Timestepping):
        return Timestepping(step, chosen.sweeps)
    if isinstance(chosen, Rk4):
        return Rk4(step)
    raise ModelError(
        f"a fixed step of {step:g} s was given, but the solver {chosen.name} chooses its own; leave it out, give a "
        "tolerance instead, or take solver 'rk4' (or 'timestepping')"
    )


def state_wishes(states: Mapping[str, str] | None) -> dict[str, float]:
    """Wishes for states in numbers, by variable."""
    wishes = {}
    for name, wish in (states or {}).items():
        if not isinstance(wish, str) or wish not in WISHES:
            raise ModelError(f"the wish for the state {name} must be one of {', '.join(WISHES)}, not {wish!r}")
        wishes[str(name)] = WISHES[wish]
    return wishes


def run_times(
    grid: Sequence[float] | np.ndarray | None, start: float | None, stop: float | None, usual: float, points: int
) -> tuple[np.ndarray, int]:
    """The times of a run, by a grid or evenly spaced, and how many of them at the beginning nobody asked for.

    Without a grid the run goes from `start`, by default 0, to `stop` [s], for which `usual` stands in.
    """
    if grid is not None:
        return given_grid(grid, start, stop)
    return output_grid(0.0 if start is None else start, usual if stop is None else stop, points), 0


def output_grid(start: float, stop: float, points: int) -> np.ndarray:
    """Evenly spaced output times."""
    for what, value in (("start", start), ("stop", stop)):
        if not is_number(value):
            raise ModelError(_no_time(what, value))
    if not stop > start:
        raise ModelError(
            f"the stop time {stop:g} s must lie behind the start time {start:g} s; give a later stop, or start earlier"
        )
    if not isinstance(points, (int, np.integer)) or not 2 <= points <= MOST_POINTS:
        raise ModelError(
            f"the number of output points must be a whole number from 2 on, at most {MOST_POINTS:,}, "
            f"not {brief(points)}"
        )
    return np.linspace(float(start), float(stop), int(points))


def given_grid(grid: Any, start: float | None, stop: float | None) -> tuple[np.ndarray, int]:
    """The times of a run to the given output times, and how many of them at the beginning nobody asked for.

    The run begins at `start` [s], by default at 0, or with the grid where that begins earlier; it ends with the grid.
    """
    try:
        times = np.asarray(grid, dtype=float)
    except (TypeError, ValueError, OverflowError):
        times = np.zeros((0, 0))
    if times.ndim != 1 or not len(times) or not np.all(np.isfinite(times)) or np.any(np.diff(times) <= 0):
        raise ModelError(f"the grid must be one or more finite, increasing times in seconds{_grid_fault(grid, times)}")
    first, last = float(times[0]), float(times[-1])
    for what, value in (("start", start), ("stop", stop)):
        if value is not None and not is_number(value):
            raise ModelError(_no_time(what, value))
    begin = min(0.0, first) if start is None else float(start)
    if begin > first:
        raise ModelError(
            f"the grid begins at {first:g} s, before the run, which starts at {begin:g} s; leave out the times before, "
            "or give an earlier start"
        )
    if stop is not None and float(stop) != last:
        raise ModelError(
            f"the grid ends at {last:g} s and the run should stop at {float(stop):g} s; leave out stop, or let the "
            "grid end there"
        )
    if begin == last:
        raise ModelError(f"the grid has no time behind the start of the run at {begin:g} s; add one")
    return (times, 0) if begin == first else (np.concatenate([[begin], times]), 1)


def _no_time(what: str, value: object) -> str:
    example = ", such as 0.005 for '5 ms'" if isinstance(value, str) else ", such as 10.0"
    return f"the {what} time must be a finite number of seconds{example}, not {brief(value)}"


def _grid_fault(grid: Any, times: np.ndarray) -> str:
    """What is wrong with a grid, as the end of a sentence."""
    if times.ndim != 1:
        return f", not {brief(grid)}; give a list of numbers, such as [0, 0.5, 1]"
    if not len(times):
        return ", and this one is empty; leave it out, or name a time"
    lost = np.flatnonzero(~np.isfinite(times))
    if lost.size:
        return f", but number {lost[0]} of it, counted from 0, is {times[lost[0]]}; leave it out, or correct it"
    back = int(np.flatnonzero(np.diff(times) <= 0)[0])
    return (
        f", but {times[back]:g} is followed by {times[back + 1]:g} (numbers {back} and {back + 1}, counted from 0); "
        "sort it, and name no time twice: numpy.unique(grid) does both"
    )


def brief(value: object) -> str:
    """A value as text, cut where it is long; Python refuses to write out very large whole numbers."""
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 40 else text[:37] + "…"
