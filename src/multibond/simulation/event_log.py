"""The events of a run: told one by one, or noted in arrays by machine code and told when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from .events import Event


@dataclass(frozen=True)
class Noted:
    """Events in arrays: `times` [s], what each pair does after each of them and before the first (`modes`, one row
    more), and which timed conditions changed. `pairs` are origins and words, `timed` origins."""

    times: np.ndarray
    modes: np.ndarray
    timed: np.ndarray
    pairs: tuple[tuple[str, tuple[str, str, str]], ...]
    origins: tuple[str, ...]

    def event(self, k: int) -> Event:
        """One of them, told."""
        from ..nonsmooth.pair_layout import FREE, HOLD, LOW

        kinds = {}
        for i in np.flatnonzero(self.modes[k + 1] != self.modes[k]):
            origin, words = self.pairs[i]
            mode = int(self.modes[k + 1, i])
            kinds[origin] = words[0] if mode == HOLD else words[2] if mode in (LOW, FREE) else words[1]
        named = {self.origins[i] for i in np.flatnonzero(self.timed[k])} | set(kinds)
        return Event(float(self.times[k]), sorted(named), kinds=kinds)


class EventLog(Sequence[Event]):
    """A sequence of events; `told` are those that were told one by one, the only ones that may have jumps of energy."""

    def __init__(self) -> None:
        self._parts: list[Event | Noted] = []
        self._whole: list[Event] | None = []

    def append(self, event: Event) -> None:
        """One more event."""
        self._parts.append(event)
        if self._whole is not None:
            self._whole.append(event)

    def note(self, noted: Noted) -> None:
        """Many more events."""
        if len(noted.times):
            self._parts.append(noted)
            self._whole = None

    @property
    def told(self) -> list[Event]:
        """The events that were told one by one."""
        return [part for part in self._parts if isinstance(part, Event)]

    def _all(self) -> list[Event]:
        if self._whole is None:
            self._whole = []
            for part in self._parts:
                if isinstance(part, Event):
                    self._whole.append(part)
                else:
                    self._whole += map(part.event, range(len(part.times)))
        return self._whole

    def __len__(self) -> int:
        return sum(1 if isinstance(part, Event) else len(part.times) for part in self._parts)

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


__all__ = ["EventLog", "Noted"]
