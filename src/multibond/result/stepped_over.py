"""Places at which a law divides by zero and that a run stepped over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..equations.divided import Division
from ..equations.schedule import expressions, needed
from ..errors import NameNotFound
from ..expression import brief, topological

if TYPE_CHECKING:
    from .trajectories import Trajectories

NOTHING = 1e-9  # of the usual value, which may be rounding
LEAP, NEAR = 3.0, 0.05  # times the largest value so far: far away, and near zero


def stepped_over(result: Trajectories) -> list[str]:
    """A sentence for each component whose law divides by what changed its sign steadily, between two output times."""
    divided = result.system.divided
    if not divided or len(result.time) < 2:
        return []
    try:
        with np.errstate(all="ignore"):
            values = result.values([x for division in divided for x in (division.above, division.factor)])
    except NameNotFound:
        return []
    smooth = ~_jumped(result)
    found: dict[str, str] = {}
    for k, division in enumerate(divided):
        above, factor = values[:, 2 * k], values[:, 2 * k + 1]
        over = _turned(factor) & ~_turned(above) & (np.minimum(*_sizes(above)) > 0)
        over = smooth & (over | _leapt(factor))
        if over.any() and division.origin not in found and _acts(result, division):
            row = int(np.argmax(over))
            found[division.origin] = (
                f"{division.origin}: {brief(division.quotient)} divides by zero between {result.time[row]:.6g} and "
                f"{result.time[row + 1]:.6g} s, where {brief(division.factor)} comes to zero: it grows beyond all "
                "bounds there, and what the run gives behind that place is chance; write the law so that its divisor "
                "cannot vanish, or end the run before"
            )
    return list(found.values())


def _sizes(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sizes before and behind each pair of neighbouring points; zero where they may be rounding."""
    size = np.abs(np.nan_to_num(values))
    size[size <= NOTHING * float(np.median(size))] = 0.0
    return size[:-1], size[1:]


def _turned(values: np.ndarray) -> np.ndarray:
    """Whether the sign is another at the end of each pair of neighbouring points."""
    before, behind = _sizes(values)
    turned: np.ndarray = np.sign(values[:-1]) * np.sign(values[1:]) < 0
    return turned & (before > 0) & (behind > 0)


def _leapt(values: np.ndarray) -> np.ndarray:
    """Whether what came near zero is far larger than ever before at the end of each pair of neighbouring points."""
    size = np.abs(np.nan_to_num(values))
    largest = np.maximum.accumulate(size)
    found: np.ndarray = (size[1:] > LEAP * largest[:-1]) & (size[:-1] < NEAR * largest[:-1])
    found |= size[1:] > LEAP**6 * largest[:-1]
    found[1:] &= size[1:-1] < size[:-2]
    found[:1] = False
    return found


def _jumped(result: Trajectories) -> np.ndarray:
    """Between which neighbouring points something was set or struck."""
    found = np.zeros(len(result.time) - 1, dtype=bool)
    for event in result.events:
        if event.changes or event.kinds or event.impulses or event.energy_jump:
            at = int(np.searchsorted(result.time, event.time))
            found[max(at - 2, 0) : at + 1] = True
    return found


def _acts(result: Trajectories, division: Division) -> bool:
    """Whether states depend on the quotient: what only shows may do so as it likes."""
    if result.system.graph.elements[division.origin].element.whole_ports:
        return True
    compiled = result.run.pieces[-1].machine.compiled
    roots = list(compiled.schedule.derivatives)
    steps = [x for _, step in needed(compiled.schedule.steps, roots) for x in expressions(step)]
    return compiled.resolve(division.quotient) in set(topological([*roots, *steps]))


__all__ = ["stepped_over"]
