"""Numbers from curves: the last value, the largest, the time at which a condition becomes true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..simulation.events import Event

# from times (n,) and values (runs, n) one number for each run
Reduce = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _weights(times: np.ndarray) -> np.ndarray:
    """Of the trapezoidal rule [s]."""
    steps = np.diff(times)
    return 0.5 * (np.concatenate([steps, [0.0]]) + np.concatenate([[0.0], steps]))


def integral(times: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Over time, by the trapezoidal rule; exact to the last digit in any order of runs."""
    return np.array([float(np.sum(_weights(times) * row)) for row in values])


def mean(times: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Over time."""
    return integral(times, values) / (times[-1] - times[0]) if len(times) > 1 else values[:, -1]


# a condition: the place of one value, which is positive where it holds, or "and", "or", "not" and such conditions
Condition = int | tuple[Any, ...]


def _combined(condition: Condition, sides: Sequence[np.ndarray]) -> np.ndarray:
    """What is positive where the condition holds, from the values of its sides."""
    if isinstance(condition, int):
        return sides[condition]
    parts = [_combined(part, sides) for part in condition[1:]]
    if condition[0] == "not":
        return -parts[0]
    return np.minimum(*parts) if condition[0] == "and" else np.maximum(*parts)


def when(times: np.ndarray, sides: Sequence[np.ndarray], condition: Condition = 0) -> np.ndarray:
    """The first time at which a condition holds; NaN if it never does. `sides` are the values (runs, times) that it
    is made of. Between output times each side is the cubic through the four nearest ones.

    >>> float(when(np.linspace(0.0, 2.0, 5), [np.linspace(0.0, 2.0, 5)[np.newaxis] ** 3 - 1.2])[0].round(4))
    1.0627
    """
    above = _combined(condition, sides) > 0
    k = np.argmax(above, axis=1)
    found = np.where(above.any(axis=1), times[k], np.nan)
    rows = np.flatnonzero(above.any(axis=1) & (k > 0))
    if len(rows):
        found[rows] = _crossings(times, [side[rows] for side in sides], k[rows], condition)
    return found


def _crossings(times: np.ndarray, sides: Sequence[np.ndarray], k: np.ndarray, condition: Condition) -> np.ndarray:
    """Where a condition begins to hold between the points k − 1 and k."""
    count = min(4, len(times))
    near = np.clip(k - 2, 0, len(times) - count)[:, np.newaxis] + np.arange(count)
    x = times[near]
    curves = []
    with np.errstate(all="ignore"):
        for side in sides:
            c = np.take_along_axis(side, near, axis=1).copy()
            for order in range(1, count):  # Newton's divided differences
                c[:, order:] = (c[:, order:] - c[:, order - 1 : -1]) / (x[:, order:] - x[:, : count - order])
            curves.append(c)
        left, right = times[k - 1].copy(), times[k].copy()
        for _ in range(55):
            middle = 0.5 * (left + right)
            holds = _combined(condition, [_polynomial(c, x, middle) for c in curves]) > 0
            left, right = np.where(holds, left, middle), np.where(holds, middle, right)
    return right


def _polynomial(c: np.ndarray, x: np.ndarray, at: np.ndarray) -> np.ndarray:
    y = c[:, -1]
    for j in range(c.shape[1] - 2, -1, -1):
        y = c[:, j] + (at - x[:, j]) * y
    return y


REDUCTIONS: dict[str, Reduce] = {
    "last": lambda _, values: values[:, -1],
    "first": lambda _, values: values[:, 0],
    "min": lambda _, values: np.min(values, axis=1),
    "max": lambda _, values: np.max(values, axis=1),
    "mean": mean,
    "rms": lambda times, values: np.sqrt(mean(times, values**2)),
    "integral": integral,
    "time_of_min": lambda times, values: np.where(_has(values), times[_arg(np.argmin, values, np.inf)], np.nan),
    "time_of_max": lambda times, values: np.where(_has(values), times[_arg(np.argmax, values, -np.inf)], np.nan),
}


def _has(values: np.ndarray) -> np.ndarray:
    return np.isfinite(values).any(axis=1)


def _arg(of: Callable[..., np.ndarray], values: np.ndarray, instead: float) -> np.ndarray:
    return of(np.where(np.isfinite(values), values, instead), axis=1)


def event_time(events: Sequence[Event], path: str, number: int) -> float:
    """The time of the event `number`, counted from 1, at the component `path` (or in it; everywhere if it is empty)."""
    times = [event.time for event in events if _at(event, path)]
    return times[number - 1] if len(times) >= number else float("nan")


def event_count(events: Sequence[Event], path: str) -> int:
    """How many events there were at the component `path`."""
    return sum(_at(event, path) for event in events)


def _at(event: Event, path: str) -> bool:
    return not path or any(origin == path or origin.startswith(f"{path}.") for origin in event.origins)


__all__ = ["REDUCTIONS", "Condition", "event_count", "event_time", "when"]
