"""Times at which a run must look: where a smooth function of time does in a moment what it does, as a narrow pulse.

A solver that chooses its steps knows only where it has looked. In a model at rest its steps grow, and a pulse between
two of them is passed over. Where the inner argument of such a function, linear in time, is zero, there it acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..expression import TIME, evaluate, symbol

if TYPE_CHECKING:
    from ..equations.system import System

NEAR = 0.02  # of the run: what changes within less may be passed over
MUCH = 0.1  # of a value
MOST = 1000  # times of one run
QUARTER = np.pi / 2  # of a wave: where it is zero or turns round


def look_times(system: System, p: np.ndarray, start: float, stop: float, within: float | None = None) -> list[float]:
    """The times between `start` and `stop` [s] at which a run with the parameters `p` must look: what happens there is
    over `within` [s], if this is not given within a small part of the run."""
    found = system.narrow.of_time
    if not found:
        return []
    values = dict(zip(map(symbol, system.parameters), map(float, p), strict=True))
    values.update((symbol(name), float("nan")) for name in system.discrete)
    near, times = NEAR * (stop - start) if within is None else within, set()
    for g, inner in found:
        for argument, wave in inner:
            first, second = (evaluate([argument], {**values, TIME: t})[0] for t in (start, stop))
            for t in map(float, _zeros(start, stop, first, second, QUARTER if wave else 0.0)):
                there = [evaluate([g], {**values, TIME: at})[0] for at in (t - near, t, t + near)]
                if not np.isfinite(there[1]):  # a pole: a step that ends there has no value
                    continue
                change, largest = max(abs(there[0] - there[1]), abs(there[2] - there[1])), max(map(abs, there))
                if not change <= MUCH * largest:  # or there is no value beside it: it falls too fast
                    times.add(t)
    return sorted(times)[:MOST]


def _zeros(start: float, stop: float, first: float, second: float, every: float) -> np.ndarray:
    """Where what goes from `first` to `second` is zero, or with `every` a multiple of that, as far as these are few."""
    if first == second or not np.isfinite(first + second):
        return np.zeros(0)
    wanted = np.zeros(1)
    if every:
        low, high = sorted((first / every, second / every))
        wanted = every * np.arange(np.ceil(low), np.floor(high) + 1) if high - low < MOST else np.zeros(0)
    times = start + (stop - start) * (wanted - first) / (second - first)
    return np.asarray(times[(times > start) & (times < stop)])


__all__ = ["look_times"]
