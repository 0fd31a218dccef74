"""Exact solutions of piecewise linear systems: matrix exponentials between events that are found to rounding.

The state w holds the stores and the oscillators that drive them (1, t, sin ωt, cos ωt), so that every mode is
w' = A w. A mode holds as long as its indicators, linear functions of w, are not negative. Which mode follows an event
is found by looking at all that come into question: their constraints must hold and the first Taylor coefficient of
every indicator that is not zero must be positive. Nothing here knows of bond graphs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq

ROUNDING = 1e-10


@dataclass(frozen=True)
class Wave:
    """constant + slope t + amplitude sin(frequency t + phase); frequency in rad/s."""

    constant: float = 0.0
    slope: float = 0.0
    amplitude: float = 0.0
    frequency: float = 1.0
    phase: float = 0.0

    def __str__(self) -> str:
        text = repr(float(self.constant))
        text += f" + {float(self.slope)!r}*time" if self.slope else ""
        return text + (
            f" + {float(self.amplitude)!r}*sin({float(self.frequency)!r}*time + {float(self.phase)!r})"
            if self.amplitude
            else ""
        )


@dataclass(frozen=True)
class Pulses:
    """True from `start` + k `period` for the time `width`, k = 0, 1, 2 …; `count` pulses at most."""

    period: float
    width: float
    start: float = 0.0

    def edges(self, stop: float) -> Iterable[float]:
        k = 0
        while self.start + k * self.period <= stop:
            yield self.start + k * self.period
            yield self.start + k * self.period + self.width
            k += 1

    def __call__(self, t: float) -> bool:
        if t < self.start:
            return False
        return (t - self.start) - np.floor((t - self.start) / self.period) * self.period < self.width


class Oscillators:
    """The part of w that drives the rest, with its rates and the rows of waves."""

    def __init__(self, waves: Iterable[Wave]):
        self.frequencies = sorted({w.frequency for w in waves if w.amplitude})
        self.size = 2 + 2 * len(self.frequencies)
        self.rates = np.zeros((self.size, self.size))
        self.rates[1, 0] = 1.0
        for k, frequency in enumerate(self.frequencies):
            self.rates[2 + 2 * k, 3 + 2 * k], self.rates[3 + 2 * k, 2 + 2 * k] = frequency, -frequency

    def at(self, t: float) -> np.ndarray:
        return np.array([1.0, t, *(g(f * t) for f in self.frequencies for g in (np.sin, np.cos))])

    def row(self, wave: Wave) -> np.ndarray:
        row = np.zeros(self.size)
        row[0], row[1] = wave.constant, wave.slope
        if wave.amplitude:
            k = 2 + 2 * self.frequencies.index(wave.frequency)
            row[k], row[k + 1] = wave.amplitude * np.cos(wave.phase), wave.amplitude * np.sin(wave.phase)
        return row


def cleaned(rows: np.ndarray, size: Any = None) -> np.ndarray:
    """Rows without entries that are mere rounding beside the size of what they are sums of."""
    size = abs(rows) if size is None else size
    return np.where(abs(rows) > 1e-11 * size.max(axis=1, keepdims=True, initial=0.0), rows, 0.0)


@dataclass(eq=False)
class Mode:
    """w' = rates w while indicators w >= 0, on the space where constraints w = 0; values are rows by name."""

    rates: np.ndarray
    indicators: np.ndarray
    constraints: np.ndarray
    values: dict[str, np.ndarray]
    kept: dict[Any, Any] = field(default_factory=dict)

    def over(self, step: float) -> np.ndarray:
        if step not in self.kept:
            self.kept[step] = expm(self.rates * step)
        return self.kept[step]

    def taylor(self) -> list[np.ndarray]:
        """The rows of the indicators and of their derivatives."""
        if "taylor" not in self.kept:
            rows = [self.indicators]
            for _ in range(4):
                rows.append(cleaned(rows[-1] @ self.rates, abs(rows[-1]) @ abs(self.rates)))
            self.kept["taylor"] = rows
        return self.kept["taylor"]

    def holds_after(self, w: np.ndarray, usual: np.ndarray, step: float) -> bool:
        """Whether the constraints hold at w, of the usual size, and the indicators are not negative from w on. What has
        been nothing but rounding so far is of the size that it gets within a step."""
        reached = step * (abs(self.rates) @ usual)
        usual = np.where(usual < 1e-12 * reached, reached, usual)
        if (abs(self.constraints @ w) > 1e-9 * usual.max()).any():
            return False
        undecided = np.ones(len(self.indicators), bool)
        for rows in self.taylor():
            value, size = rows @ w, abs(rows) @ usual
            clear = abs(value) > ROUNDING * size
            if (undecided & clear & (value < 0)).any():
                return False
            undecided &= ~clear
        return True


class Exact:
    """Advances from mode to mode. Subclasses give `start()`, `modes(t, w, old)` in the order of preference."""

    step: float  # how often the indicators are looked at [s]
    size: int
    usual: np.ndarray
    events: int = 0

    def start(self) -> np.ndarray:
        raise NotImplementedError

    def candidates(self, t: float, w: np.ndarray, old: Any) -> Iterable[Any]:
        raise NotImplementedError

    def mode(self, key: Any) -> Mode | None:
        raise NotImplementedError

    def edges(self, stop: float) -> Iterable[float]:
        return ()

    def driving(self) -> np.ndarray:
        """1 for the oscillators in w, 0 for the stores."""
        raise NotImplementedError

    def next_mode(self, t: float, w: np.ndarray, old: Any) -> tuple[Any, Mode]:
        self.usual = np.maximum(self.usual, abs(w))
        for key in self.candidates(t, w, old):
            mode = self.mode(key)
            if mode is not None and mode.holds_after(w, self.usual, self.step):
                return key, mode
        self.last, self.lastkey = w, old
        raise RuntimeError(f"no mode at {t}")

    def run(self, times: np.ndarray) -> dict[str, np.ndarray]:
        """The values of all names at the times, which begin at 0 and rise."""
        stop = float(times[-1])
        clock = [x for x in sorted(set(self.edges(stop))) if 1e-13 < x < stop]
        gathered: list[np.ndarray] = []
        names: list[str] = []
        t, w, key, place = 0.0, self.start(), None, 0
        self.events, self.usual = 0, np.minimum(abs(w) + self.driving(), np.maximum(abs(w), 1.0))
        for end in [*clock, stop]:
            while t < end - 1e-14:
                key, mode = self.next_mode(t, w, key)
                names = list(mode.values)
                table = np.array([mode.values[name] for name in names])
                reached, w_reached = self._until(mode, t, w, end)
                while place < len(times) and times[place] <= reached + 1e-15:
                    gathered.append(table @ (expm(mode.rates * (times[place] - t)) @ w))
                    place += 1
                t, w = reached, w_reached
                self.events += 1
        rows = np.array(gathered)
        return {name: rows[:, k] for k, name in enumerate(names)}

    def _until(self, mode: Mode, t: float, w: np.ndarray, end: float) -> tuple[float, np.ndarray]:
        """To the first time at which an indicator falls below zero, or to the end."""
        here, now = t, w
        while here < end:
            step = min(self.step, end - here)
            later = (mode.over(step) if step == self.step else expm(mode.rates * step)) @ now
            self.usual = np.maximum(self.usual, abs(later))
            size = ROUNDING * (abs(mode.indicators) @ self.usual)
            found = [
                self._crossing(mode, row, now, later, step, s) for row, s in zip(mode.indicators, size, strict=True)
            ]
            first = min(found, default=np.inf)
            if first <= step:
                return here + first, expm(mode.rates * first) @ now
            here, now = here + step, later
        return end, self._refreshed(end, now)

    def _refreshed(self, t: float, w: np.ndarray) -> np.ndarray:
        return w

    def _crossing(
        self, mode: Mode, row: np.ndarray, now: np.ndarray, later: np.ndarray, step: float, size: float
    ) -> float:
        """The time within a step at which row w falls below zero; infinite if it does not."""
        left, right = row @ now, row @ later
        slope = row @ mode.rates
        bottom = step
        if right >= -size:
            if not (slope @ now < 0 < slope @ later and left > size):
                return np.inf
            bottom = brentq(lambda s: slope @ (expm(mode.rates * s) @ now), 0.0, step, xtol=1e-16, rtol=1e-15)
            right = row @ (expm(mode.rates * bottom) @ now)
            if right >= -size:
                return np.inf
        begin = 0.0
        if left <= size:  # it rose from zero before it falls
            for begin in bottom * 0.5 ** np.arange(1, 40):
                if row @ (expm(mode.rates * begin) @ now) > size:
                    break
            else:
                return 0.0
        return brentq(lambda s: row @ (expm(mode.rates * s) @ now), begin, bottom, xtol=1e-17, rtol=1e-15)
