"""The latest few values of a function that depends on nothing but its key: the same start again is common."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Memory(Generic[Value]):
    """Values by key, the latest `most` of them. What `make` gives must follow from the key alone, for any thread may
    have asked first."""

    def __init__(self, most: int = 16):
        self._most = most
        self._values: dict[Hashable, Value] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value under `key`, made if it is not there."""
        try:
            return self._values[key]
        except KeyError:
            value = make()
        with self._lock:
            value = self._values.setdefault(key, value)
            while len(self._values) > self._most:
                del self._values[next(iter(self._values))]
        return value
