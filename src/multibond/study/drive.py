"""Runs all rows of a study in chunks, wherever they are run, and puts together what comes back.

Chunks grow until each takes about a second: what it costs to send one is then small, and little is lost with a worker.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from ..errors import SimulationError
from .observation import Observations
from .places import Answer, Job, Place
from .rows import Chunk
from .shards import Shards

SECONDS = 1.0  # that a chunk should take
SMALLEST = 4  # rows of the first chunks, by which their time is measured
LOST = 3  # times that what runs a single row may be lost
NOT_RUN = "not run"
ENDED = "the process that ran it ended unexpectedly, three times"


class Whole:
    """All that a study has computed so far: `done` says of which rows."""

    def __init__(self, total: int, observations: Observations, times: int):
        self.numbers = np.full((total, len(observations.columns)), np.nan)
        shapes = {label: shape for label, (_, shape) in observations.curves.items()}
        self.curves = {label: np.full((total, times, *shape), np.nan) for label, shape in shapes.items()}
        self.messages: list[str] = [NOT_RUN] * total
        self.doubts: list[str] = [""] * total
        self.done = np.zeros(total, dtype=bool)

    def add(self, chunk: Chunk) -> None:
        """Put in what some rows gave."""
        rows = slice(chunk.first, chunk.first + len(chunk))
        self.numbers[rows] = chunk.numbers
        for label, values in chunk.curves.items():
            self.curves[label][rows] = values
        self.messages[rows], self.doubts[rows] = chunk.messages, chunk.doubts
        self.done[rows] = True

    def failed(self, row: int, message: str) -> Chunk:
        """A chunk for a row that nobody could run."""
        curves = {label: np.full_like(values[:1], np.nan) for label, values in self.curves.items()}
        return Chunk(row, np.full((1, self.numbers.shape[1]), np.nan), curves, [message], [""])


def gaps(done: np.ndarray) -> deque[tuple[int, int]]:
    """The ranges of rows that are not done.

    >>> gaps(np.array([True, False, False, True, False]))
    deque([(1, 3), (4, 5)])
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[True], done, [True]]).astype(int)))
    return deque((int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True))


def drive(table: np.ndarray, whole: Whole, place: Place, shards: Shards | None, told: Callable[[int], None]) -> None:
    """Run the rows of `table` that are not done. `told` is called with the number of rows that are."""
    left, again = gaps(whole.done), deque[Job]()
    per_row: float | None = None
    flying = 0
    while left or again or flying:
        while (left or again) and flying < 2 * place.width:
            place.submit(again.popleft() if again else _next(left, table, _size(left, per_row, place.width)))
            flying += 1
            if place.width == 1:
                break
        answer = place.answer()
        flying -= 1
        chunk = answer.chunk if answer.chunk is not None else _lost(answer, again, whole)
        if chunk is None:
            continue
        if answer.chunk is not None:
            per_row = max(answer.seconds / len(chunk), 1e-9)
        if shards is not None:
            shards.write(chunk)
        whole.add(chunk)
        told(int(np.count_nonzero(whole.done)))


def _size(left: deque[tuple[int, int]], per_row: float | None, width: int) -> int:
    """Rows of the next chunk: what takes about a second, and towards the end less, so that all end together."""
    if per_row is None:
        return SMALLEST
    rest = sum(last - first for first, last in left)
    return max(1, min(int(SECONDS / per_row), -(-rest // (2 * width)) if width > 1 else rest))


def _next(left: deque[tuple[int, int]], table: np.ndarray, size: int) -> Job:
    first, last = left.popleft()
    if last - first > size:
        left.appendleft((first + size, last))
        last = first + size
    return Job(first, table[first:last])


def _lost(answer: Answer, again: deque[Job], whole: Whole) -> Chunk | None:
    """A job whose runner was lost is given again, in two parts: a row that brings down whoever runs it is found so."""
    job = answer.job
    if answer.fault is not None:
        raise answer.fault
    if len(job.table) == 1:
        if job.lost + 1 >= LOST:
            return whole.failed(job.first, ENDED)
        again.append(Job(job.first, job.table, job.lost + 1))
        return None
    half = len(job.table) // 2
    again.append(Job(job.first, job.table[:half]))
    again.append(Job(job.first + half, job.table[half:]))
    return None


def stopped(whole: Whole, why: str, folder: object) -> SimulationError:
    """The sentence about a study that could not go on."""
    done = int(np.count_nonzero(whole.done))
    if not done:
        return SimulationError(why)
    kept = (
        f"; the {done} runs that were done are in '{folder}', and the study goes on there when it is run again"
        if folder is not None
        else f"; the {done} runs that were done are in the error's result (give folder= to keep them on disk)"
    )
    return SimulationError(why + kept)


__all__ = ["NOT_RUN", "Whole", "drive", "gaps", "stopped"]
