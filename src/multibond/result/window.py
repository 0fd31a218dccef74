"""Points and parts of a run: at a time between its output points it is followed there, with the solver's accuracy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ..argument import is_number
from ..errors import ModelError
from ..simulation.continued import Origin, advance, origin_of
from ..simulation.record import Piece, Run

if TYPE_CHECKING:
    from .trajectories import Trajectories

ROUNDING = 1e-12  # of the longest time, by which the ends of a run may be missed


def check_time(result: Trajectories, time: float, what: str = "the time") -> float:
    """`time` [s] if it lies in the run; a sentence where it does not."""
    if not is_number(time):
        raise ModelError(f"{what} must be a finite number of seconds, not {time!r:.40}")
    first, last = float(result.time[0]), float(result.time[-1])
    close = ROUNDING * max(abs(first), abs(last))
    if not first - close <= time <= last + close:
        why = f", where it stopped: {result.message}" if result.message and time > last else ""
        longer = "; simulate longer, or go on with start_from" if time > last and not why else ""
        raise ModelError(
            f"{what} {time:g} s lies outside the run, which goes from {first:g} to {last:g} s{why}{longer}"
        )
    return min(max(float(time), first), last)


def origin_at(result: Trajectories, time: float) -> Origin:
    """The point of a run at a time within it [s]."""
    run, row = _with_point(result.run, time)
    return origin_of(run, row)


def part_of(run: Run, first: float, last: float) -> Run:
    """The run as seen between two of its times [s], these included."""
    run, start = _with_point(run, first)
    run, end = _with_point(run, last)
    part = _copy(run, run.pieces)
    part.shown = (start, end + 1)
    return part


def _with_point(run: Run, time: float) -> tuple[Run, int]:
    """The run with an output point at `time` [s], and its number."""
    times = np.concatenate([t for piece in run.pieces for t in piece.times])
    row = int(np.searchsorted(times, time, side="right")) - 1
    if row >= 0 and math.isclose(times[row], time, rel_tol=ROUNDING, abs_tol=0.0):
        return run, row
    if row + 1 < len(times) and math.isclose(times[row + 1], time, rel_tol=ROUNDING, abs_tol=0.0):
        return run, row + 1
    followed = advance(run, row, np.array([time]))
    pieces, count = [], 0
    for piece in run.pieces:
        size = sum(map(len, piece.times))
        cut = row + 1 - count
        count += size
        if not 0 < cut <= size:
            pieces.append(piece)
            continue
        rows = piece.rows()
        point = followed.pieces[-1]
        last = tuple(column[-1:] for column in point.rows())
        for machine, part in (
            (piece.machine, tuple(column[:cut] for column in rows)), (point.machine, last),
            (piece.machine, tuple(column[cut:] for column in rows)),
        ):  # fmt: skip
            if len(part[0]):
                pieces.append(Piece(machine))
                pieces[-1].parts.append(part)  # type: ignore[arg-type]
    return _copy(run, pieces), row + 1


def _copy(run: Run, pieces: list[Piece]) -> Run:
    """The same run with other pieces."""
    copied = Run(
        run.system, run.parameters, run.settings, pieces, run.events, run.statistics, run.message, run.origin,
        run.seconds,
    )  # fmt: skip
    copied.doubts, copied.blows = run.doubts, run.blows
    first, end = run.shown
    copied.shown = (first, None if end is None else end + 1 if pieces is not run.pieces else end)
    return copied


def follow(run: Run, first: int, last: int, count: int) -> Run:
    """The run once more between its points number `first` and `last`, at `count` even times behind the first."""
    times = np.concatenate([t for piece in run.pieces for t in piece.times])
    return advance(run, first, np.linspace(times[first], times[last], count + 1)[1:])


__all__ = ["check_time", "follow", "origin_at", "part_of"]
