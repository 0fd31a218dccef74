"""The last used values of a function that depends on nothing but its key: the same start again is common."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Memory(Generic[Value]):
    """Values by key, the `most` that were used last. What `make` gives must follow from the key alone, for any thread
    may have asked first."""

    def __init__(self, most: int = 16):
        self._most = most
        self._values: dict[Hashable, Value] = {}
        self._last: tuple[Hashable, Value] | None = None  # asked for again and again, without a look at the others
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Value | None:
        """The value under `key`, which now counts as used last; None if it is not there."""
        last = self._last
        if last is not None and last[0] == key:
            return last[1]
        with self._lock:
            value = self._values.pop(key, None)
            if value is not None:
                self._values[key] = value
                self._last = (key, value)
            return value

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value under `key`, made if it is not there."""
        found = self.find(key)
        return found if found is not None else self.keep(key, make())

    def keep(self, key: Hashable, value: Value) -> Value:
        """`value`, kept under `key`; or what is there already."""
        with self._lock:
            value = self._values.setdefault(key, value)
            self._last = (key, value)
            while len(self._values) > self._most:
                del self._values[next(iter(self._values))]
        return value
