"""Newton's method on the states of a model, with exact derivatives, for conditions that must hold at the start."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ..equations.schedule import Schedule
from ..expression import ZERO, Node, symbol
from ..program import Program
from .work import Work

CLOSE = 1e-9  # relative agreement of a start value
STRAIGHT = 1e-3  # what is left of a miss after a step along conditions that are all but linear
NOISE = 1e-15  # of the largest slope of each state, below which a condition does not depend on any of them
FAR = (0.1, 0.5, 2.0, 10.0)  # how far to go for another beginning, in sizes of the states
Residual = Callable[[np.ndarray], np.ndarray]
Slopes = Callable[[np.ndarray], np.ndarray]  # rows: conditions, columns: the model's own states


def slopes_of(work: Work, residuals: list[Node], t0: float, p: np.ndarray, m: np.ndarray) -> Slopes:
    """A function that gives the exact derivatives of the residuals by the model's own states."""
    schedule, own = work.machine.compiled.schedule, work.machine.own
    marks = tuple(symbol(f"condition {k}") for k in range(len(residuals)))

    def compiled() -> Program:
        # the rates of the states themselves are not asked for: with them every force would be differentiated
        return Program(
            Schedule(schedule.parameters, (*schedule.states[:own], *marks), (*[ZERO] * own, *residuals),
                     schedule.discrete, schedule.steps, schedule.guesses)
        )  # fmt: skip

    # compiled once, for runs with other parameters too
    workspace = work.beside(work.machine.condition_programs.get(tuple(residuals), compiled))
    workspace.guess(work.workspace.guesses)
    workspace.context("evaluate", p, m).forget()

    def slopes(x: np.ndarray) -> np.ndarray:
        at = np.concatenate([x[:own], np.zeros(len(marks))])
        return without_noise(np.nan_to_num(workspace.jacobian(t0, at, p, m)[own:, :own]))

    return slopes


def without_noise(slopes: np.ndarray) -> np.ndarray:
    """Slopes without the rows that rounding made: sin(π) times a velocity is 1e-16 times what it is beside it.

    >>> without_noise(np.array([[-1.0, 0.0], [1.2e-16, 0.0], [0.0, 1e-20]]))
    array([[-1.e+00,  0.e+00],
           [ 0.e+00,  0.e+00],
           [ 0.e+00,  1.e-20]])
    """
    columns = np.max(np.abs(slopes), axis=0, initial=0.0)
    noise = np.all(np.abs(slopes) <= NOISE * columns, axis=1)
    return np.where(noise[:, None], 0.0, slopes) if np.any(noise) else slopes


def independent(slopes: np.ndarray, free: list[int], weights: np.ndarray | None = None) -> list[int]:
    """The states that the conditions determine best, those of large `weights` first."""
    if not free:
        return []
    for axis in (1, 0):  # rows and columns of very different units
        size = np.max(np.abs(slopes), axis=axis, keepdims=True)
        slopes = slopes / np.where(size > 0, size, 1.0)
    slopes = slopes if weights is None else slopes * weights[free]
    # orthogonalisation with the largest column first; importing SciPy for it would take longer than most first runs
    chosen: list[int] = []
    largest = 0.0
    for _ in range(min(slopes.shape)):
        sizes = np.linalg.norm(slopes, axis=0)
        best = int(np.argmax(sizes))
        largest = max(largest, float(sizes[best]))
        if sizes[best] <= 1e-10 * max(largest, 1e-300):
            break
        chosen.append(best)
        direction = slopes[:, best] / sizes[best]
        for _ in range(2):  # twice is enough against rounding
            slopes = slopes - np.outer(direction, direction @ slopes)
        slopes[:, best] = 0.0
    return [free[k] for k in chosen]


def around(x: np.ndarray, free: list[int], sizes: np.ndarray) -> Iterator[list[np.ndarray]]:
    """Points at growing distances from `x`, always the same ones, to begin again from; only `free` states differ."""
    draw = np.random.default_rng(7)
    size = np.maximum(np.abs(x[free]), sizes[free])
    for far in FAR:
        points = []
        for direction in (np.ones(len(free)), -np.ones(len(free)), draw.uniform(-1.0, 1.0, len(free))):
            point = x.copy()
            point[free] += far * size * direction
            points.append(point)
        yield points


def nearest_found(
    x: np.ndarray, free: list[int], sizes: np.ndarray, solve: Callable[[np.ndarray], np.ndarray | None]
) -> np.ndarray | None:
    """What `solve` finds from points around `x`: of the first distance at which it finds anything, what is nearest."""
    for points in around(x, free, sizes):
        found = [solution for solution in map(solve, points) if solution is not None]
        if found:
            size = np.maximum(np.abs(x), sizes)
            return min(found, key=lambda solution: float(np.linalg.norm((solution - x) / size)))
    return None


def leading_rows(slopes: np.ndarray) -> list[int]:
    """The conditions that do not depend on those before them, the first ones first."""
    columns = np.max(np.abs(slopes), axis=0, initial=0.0)  # states of very different units count alike
    scaled = slopes / np.where(columns > 0, columns, 1.0)
    basis: list[np.ndarray] = []
    chosen: list[int] = []
    for k, row in enumerate(scaled):
        size = float(np.linalg.norm(row))
        if size == 0.0:
            continue
        rest = row / size
        for _ in range(2):  # twice is enough against rounding
            for direction in basis:
                rest = rest - direction * (direction @ rest)
        if np.linalg.norm(rest) > 1e-8:
            basis.append(rest / np.linalg.norm(rest))
            chosen.append(k)
        if len(basis) == slopes.shape[1]:
            break
    return chosen


def newton(
    residual: Residual, slopes: Slopes, x: np.ndarray, chosen: list[int], target: np.ndarray, *,
    weights: np.ndarray | None = None, sizes: np.ndarray | None = None,
) -> np.ndarray | None:  # fmt: skip
    """States at which the residual is `target`, changing the `chosen` ones, those of large `weights` first; None if
    there are none near. `sizes` are what the conditions are about, as far as that is known: amperes or picoamperes."""
    x = x.copy()
    with np.errstate(invalid="ignore"):
        value = residual(x) - target
    if not np.all(np.isfinite(value)):
        return None
    # a condition without a size of its own is held to a part of what it was missed by at first; where that is only
    # rounding, to a part of what the others were missed by
    missed_by = np.abs(value)
    largest = float(np.max(missed_by, initial=0.0))
    least = np.maximum(np.abs(target), 0.0 if sizes is None else sizes)
    least = np.maximum(least, 1e-3 * np.where(missed_by > 1e-14 * largest, missed_by, largest * (least == 0)))
    reach = 1.0  # how far a step may go where the conditions are bent, against the states or one
    for _ in range(60):
        if not np.all(np.isfinite(value)):
            return None
        if not np.any(value):
            return x
        matrix = slopes(x)
        step = smallest_step(matrix[:, chosen], value, weights) if chosen else np.zeros(0)
        moved = np.abs(x[: matrix.shape[1]])
        moved[chosen] += np.abs(step)
        scale = np.maximum(least, np.abs(matrix) @ moved)  # what the terms of each condition come to
        scale = np.where(scale > 0, scale, 1.0)
        # a step to far away, where there is no solution, says nothing of the size of what is missed here
        here = np.maximum(least, np.abs(matrix) @ np.abs(x[: matrix.shape[1]]))
        missed = float(np.max(np.abs(value) / np.where(here > 0, here, scale)))
        if missed < 1e-11:
            return x
        length = 1.0
        # beyond this a step follows a tangent to solutions far away, an angle by whole turns
        near = reach / max(float(np.max(np.abs(step) / np.maximum(np.abs(x[chosen]), 1.0), initial=0.0)), 1e-300)
        reach *= 2
        for _ in range(30):
            trial = x.copy()
            trial[chosen] += length * step
            new = residual(trial) - target
            if np.all(np.isfinite(new)):
                enough = 1 - 1e-4 * length if length <= near else STRAIGHT
                if np.linalg.norm(new / scale) < enough * np.linalg.norm(value / scale):
                    break
            length = min(near, 0.5) if length == 1.0 else length / 2
        else:
            return x if missed < CLOSE else None
        x, value = trial, new
    return x if missed < CLOSE else None


def smallest_step(slopes: np.ndarray, value: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    """The Newton step, the smallest one if there are several; states of very different units count alike, but those of
    small `weights` move less."""
    size = np.max(np.abs(slopes), axis=0)
    size = np.where(size > 0, size, 1.0)
    if weights is not None:
        size = size / weights
    rows = np.max(np.abs(slopes / size), axis=1)  # conditions of very different units count alike too
    rows = np.where(rows > 0, rows, 1.0)
    return np.linalg.lstsq(slopes / size / rows[:, None], -value / rows, rcond=None)[0] / size
