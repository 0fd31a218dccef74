"""The events of a run: told one by one, or noted in arrays by machine code and told when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from .events import Event

NOTHING = np.zeros(0)


@dataclass(frozen=True)
class Noted:
    """Events in arrays: `times` [s], what each pair does after each of them and before the first (`modes`, one row
    more), and which timed conditions changed. `pairs` are origins and words, `origins` those of timed conditions.
    `jumps` are those of the stored energy [J]; of the `contacts` with these origins, which `struck` and with which
    `impulses` [N·s]. `after` is the energy in all stores after each [J]."""

    times: np.ndarray
    modes: np.ndarray
    timed: np.ndarray
    pairs: tuple[tuple[str, tuple[str, str, str]], ...]
    origins: tuple[str, ...]
    jumps: np.ndarray
    struck: np.ndarray
    impulses: np.ndarray
    contacts: tuple[str, ...]
    after: np.ndarray

    def event(self, k: int) -> Event:
        """One of them, told."""
        from ..nonsmooth.pair_layout import FREE, HOLD, LOW

        hit = sorted((self.contacts[i], float(self.impulses[k, i])) for i in np.flatnonzero(self.struck[k]))
        kinds = {origin: "strikes" for origin, _ in hit}
        for i in np.flatnonzero(self.modes[k + 1] != self.modes[k])[::-1]:  # of a contact its normal tells
            origin, words = self.pairs[i]
            mode = int(self.modes[k + 1, i])
            kinds[origin] = words[0] if mode == HOLD else words[2] if mode in (LOW, FREE) else words[1]
        named = {self.origins[i] for i in np.flatnonzero(self.timed[k])} | set(kinds)
        return Event(
            float(self.times[k]), sorted(named), float(self.jumps[k]), kinds=kinds, impulses=dict(hit),
            energy_after=float(self.after[k]),
        )  # fmt: skip


class Hits:
    """Impacts of time-stepping in arrays, by their `times` [s], the middles of steps: the `keys` of what struck, which
    `name` tells, `impulses` [N·s], the energy `taken` by each and that in all stores `after` its step [J]. What struck
    in one step is one event."""

    def __init__(
        self, times: np.ndarray, keys: np.ndarray, impulses: np.ndarray, taken: np.ndarray, after: np.ndarray,
        name: Callable[[int], str],
    ):  # fmt: skip
        self.times, self._first = np.unique(times, return_index=True)
        self._last = np.append(self._first[1:], len(times))
        self.jumps = -np.add.reduceat(taken, self._first)
        self._keys, self._impulses, self._after, self._name = keys, impulses, after, name

    def event(self, k: int) -> Event:
        """One of them, told."""
        first, last = self._first[k], self._last[k]
        hit = {self._name(int(self._keys[i])): float(self._impulses[i]) for i in range(first, last)}
        return Event(
            float(self.times[k]), sorted(hit), float(self.jumps[k]), kinds=dict.fromkeys(sorted(hit), "strikes"),
            impulses=dict(sorted(hit.items())), energy_after=float(self._after[first]),
        )  # fmt: skip


class EventLog(Sequence[Event]):
    """A sequence of events."""

    def __init__(self) -> None:
        self._parts: list[Event | Noted | Hits] = []
        self._whole: list[Event] = []
        self._read = 0  # parts that are in `_whole`
        self._count = 0

    def append(self, event: Event) -> None:
        """One more event."""
        self._parts.append(event)
        self._count += 1

    def note(self, noted: Noted | Hits) -> None:
        """Many more events."""
        if len(noted.times):
            self._parts.append(noted)
            self._count += len(noted.times)

    def jumps(self, what: str = "energy_jump") -> tuple[np.ndarray, np.ndarray]:
        """Times [s] of events and their jumps of energy [J]; `what` may also be "modulated_jump"."""
        if not self._parts:
            return NOTHING, NOTHING
        times, jumps = [NOTHING], [NOTHING]
        for part in self._parts:
            if isinstance(part, Event):
                times.append(np.array([part.time]))
                jumps.append(np.array([getattr(part, what)]))
            elif what == "energy_jump" and part.jumps.any():
                times.append(part.times)
                jumps.append(part.jumps)
        return np.concatenate(times), np.concatenate(jumps)

    def _all(self) -> list[Event]:
        for part in self._parts[self._read :]:
            if isinstance(part, Event):
                self._whole.append(part)
            else:
                self._whole += map(part.event, range(len(part.times)))
        self._read = len(self._parts)
        return self._whole

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Event]:
        return iter(self._all())

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._all()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (EventLog, list)) and self._all() == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} events>"


__all__ = ["EventLog", "Hits", "Noted"]
