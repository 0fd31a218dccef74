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
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Value | None:
        """The value under `key`, which now counts as used last; None if it is not there."""
        with self._lock:
            if key in self._values:
                self._values[key] = self._values.pop(key)
            return self._values.get(key)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value under `key`, made if it is not there."""
        found = self.find(key)
        return found if found is not None else self.keep(key, make())

    def keep(self, key: Hashable, value: Value) -> Value:
        """`value`, kept under `key`; or what is there already."""
        with self._lock:
            value = self._values.setdefault(key, value)
            while len(self._values) > self._most:
                del self._values[next(iter(self._values))]
        return value
