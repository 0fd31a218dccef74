"""The sparsity of a Jacobian, and the colours by which one direction gives several columns at once."""

from __future__ import annotations

import numpy as np

from ..frozen import frozen


@frozen
class Pattern:
    """Non-zeros by columns: rows of column j are rows[starts[j]:starts[j + 1]]; columns of one colour share no row."""

    starts: np.ndarray
    rows: np.ndarray
    colours: np.ndarray
    count: int  # number of colours

    @property
    def size(self) -> int:
        """Number of columns."""
        return len(self.starts) - 1

    @property
    def density(self) -> float:
        """Non-zeros by all entries."""
        return len(self.rows) / max(1, self.size**2)


def pattern_of(rows: list[int]) -> Pattern:
    """The pattern of a square matrix whose row i has the columns of the bits in rows[i]; the diagonal is added."""
    n = len(rows)
    columns: list[list[int]] = [[] for _ in range(n)]
    for i, bits in enumerate(rows):
        bits |= 1 << i
        while bits:
            lowest = bits & -bits
            columns[lowest.bit_length() - 1].append(i)
            bits ^= lowest
    taken = [0] * n  # colours that a row has seen, as bits
    colours = np.zeros(n, dtype=np.int64)
    for j, entries in enumerate(columns):
        forbidden = 0
        for i in entries:
            forbidden |= taken[i]
        free = ~forbidden & (forbidden + 1)  # the lowest zero
        colours[j] = free.bit_length() - 1
        for i in entries:
            taken[i] |= free
    starts = np.cumsum([0, *map(len, columns)]).astype(np.int64)
    flat = np.array([i for entries in columns for i in entries], dtype=np.int64)
    return Pattern(starts, flat, colours, int(colours.max(initial=-1)) + 1)
