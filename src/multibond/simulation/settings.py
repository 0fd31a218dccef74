"""How a simulation is to run, and what is refused before it begins."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ..errors import ModelError
from ..integrate import Solver

MOST_POINTS = 50_000_000  # output points; more would not fit into memory


@dataclass(frozen=True)
class Settings:
    """How to run: times in seconds, `tolerance` relative and absolute, `grid` the output points."""

    grid: np.ndarray
    tolerance: float
    solver: Solver
    steady: bool
    max_steps: int
    wishes: Mapping[str, float]
    progress: Callable[[float], None] | None
    method: str = "reduced"  # how constraints are realised
    bonds: str = "vector"
    audit: bool | str = True  # with states for the energy balance; EACH: with those of every component too


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
        raise ModelError(f"the tolerance must lie between 0 and 1, not {tolerance!r}")


def check_steps(step: float | None, max_steps: int, progress: Callable[[float], None] | None) -> None:
    """Refuse a fixed step [s], a limit of steps or a function to call that are none."""
    if step is not None and not (is_number(step) and 0 < step < math.inf):
        raise ModelError(f"the fixed step must be a positive number of seconds, not {step!r}")
    if isinstance(max_steps, bool) or not isinstance(max_steps, (int, np.integer)) or max_steps < 1:
        raise ModelError(f"the limit of steps must be a whole number from 1 on, not {max_steps!r}")
    if progress is not None and not callable(progress):
        raise ModelError(f"progress must be a function of the time reached, not {progress!r}")


def output_grid(start: float, stop: float, points: int) -> np.ndarray:
    """Evenly spaced output times."""
    for what, value in (("start", start), ("stop", stop)):
        if not is_number(value):
            raise ModelError(f"the {what} time must be a finite number of seconds, not {brief(value)}")
    if not stop > start:
        raise ModelError(f"the stop time {stop:g} s must lie behind the start time {start:g} s")
    if not isinstance(points, (int, np.integer)) or not 2 <= points <= MOST_POINTS:
        raise ModelError(
            f"the number of output points must be a whole number from 2 on, at most {MOST_POINTS:,}, "
            f"not {brief(points)}"
        )
    return np.linspace(float(start), float(stop), int(points))


def brief(value: object) -> str:
    """A value as text, cut where it is long; Python refuses to write out very large whole numbers."""
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 40 else text[:37] + "…"
