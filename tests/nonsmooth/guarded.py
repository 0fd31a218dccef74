"""Memory of kernels between numbers that are none, so that what they read beside it is felt."""

from __future__ import annotations

from typing import Any

import numpy as np

PAD = 64  # numbers before and behind each array
FAR = 1 << 40


class Guarded:
    """Stands for numpy in a module: `zeros`, `ones` and `full` lie between guards, the rest is as ever."""

    def __init__(self) -> None:
        self._rooms: list[tuple[np.ndarray, int]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    def zeros(self, shape: Any, dtype: Any = float) -> np.ndarray:
        size = int(np.prod(shape))
        whole = np.empty(size + 2 * PAD, dtype=dtype)
        whole[:] = _guard(whole)
        self._rooms.append((whole, size))
        whole[PAD : PAD + size] = 0
        return whole[PAD : PAD + size].reshape(shape)

    def ones(self, shape: Any, dtype: Any = float) -> np.ndarray:
        return self.full(shape, 1, dtype)

    def full(self, shape: Any, value: Any, dtype: Any = None) -> np.ndarray:
        found = self.zeros(shape, dtype or np.asarray(value).dtype)
        found[...] = value
        return found

    @property
    def written(self) -> int:
        """Arrays beside which something was written."""
        count = 0
        for whole, size in self._rooms:
            beside = np.concatenate([whole[:PAD], whole[PAD + size :]])
            count += not np.array_equal(beside, np.full(2 * PAD, _guard(whole), whole.dtype), equal_nan=True)
        return count


def _guard(whole: np.ndarray) -> Any:
    return np.nan if whole.dtype.kind == "f" else FAR if whole.dtype.itemsize == 8 else True
