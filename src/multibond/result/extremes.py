"""The smallest and the largest value of a variable in a run, with their times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import Asked, ModelError
from .window import follow

if TYPE_CHECKING:
    from .trajectories import Trajectories

ROUNDS, FINER = 2, 32  # how often the neighbourhood of an extreme is followed again, and at how many times


@dataclass(frozen=True)
class Extremes(Asked):
    """`minimum` and `maximum` of a variable and when they are [s]; arrays for a vector, one entry for each component.

    Between output points the run is followed again around the extreme of the output points, so that it is as exact as
    the run; what rises and falls between two output points elsewhere is not seen.
    """

    name: str
    unit: str
    minimum: Any
    minimum_time: Any
    maximum: Any
    maximum_time: Any

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        entries = zip(*(np.ravel(x) for x in (self.minimum, self.minimum_time, self.maximum, self.maximum_time)))
        shape = np.shape(self.minimum)
        names = [f"{self.name}[{','.join(map(str, i))}]" if i else self.name for i in np.ndindex(*shape)]
        return "\n".join(
            f"{name}: {low:.6g}{unit} at {when:.6g} s to {high:.6g}{unit} at {then:.6g} s"
            for name, (low, when, high, then) in zip(names, entries)
        )

    __repr__ = __str__


def extremes(result: Trajectories, name: str) -> Extremes:
    """The extremes of a variable or expression."""
    values = result[name]
    flat = values.reshape(len(values), -1)
    found = np.array([[_extreme(result, name, flat, k, sign) for k in range(flat.shape[1])] for sign in (-1.0, 1.0)])
    shape = values.shape[1:]
    lowest, highest = found
    parts = (lowest[:, 0], lowest[:, 1], highest[:, 0], highest[:, 1])
    shaped = [part.reshape(shape) if shape else float(part[0]) for part in parts]
    return Extremes(name, result.unit(name), *shaped)


def _extreme(result: Trajectories, name: str, flat: np.ndarray, column: int, sign: float) -> tuple[float, float]:
    """The largest value of `sign` times a component, with its sign, and its time."""
    values = sign * flat[:, column]
    if not np.any(np.isfinite(values)):
        raise ModelError(f"'{name}' has no finite value in this run, so it has no extremes")
    best = int(np.nanargmax(np.where(np.isfinite(values), values, -np.inf)))
    time, value = float(result.time[best]), float(values[best])
    run, first = result.run, result.shown.start
    if len(values) < 3 or np.all(values == value):
        return sign * value, time
    row, last = first + best, first + len(values) - 1
    for _ in range(ROUNDS):
        run = follow(run, max(row - 1, first), min(row + 1, last), FINER)
        near = type(result)(run)
        seen = sign * near.values_of(name).reshape(len(near.time), -1)[:, column]
        if not np.all(np.isfinite(seen)):
            break
        k = int(np.argmax(seen))
        if seen[k] > value:
            time, value = float(near.time[k]), float(seen[k])
        row, first, last = near.shown.start + k, 0, near.shown.start + len(seen) - 1
    return sign * value, time


__all__ = ["Extremes", "extremes"]
