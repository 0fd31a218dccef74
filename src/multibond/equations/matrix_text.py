"""Matrices as lines of text, with or without the names of rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def entry_text(value: Any) -> str:
    """One entry: an expression as it is, a number with six digits."""
    if hasattr(value, "free_symbols"):
        return str(value)
    return f"{float(value):.6g}"


def cells(matrix: Any) -> list[list[str]]:
    """All entries as text."""
    rows, columns = matrix.shape
    return [[entry_text(matrix[i, j]) for j in range(columns)] for i in range(rows)]


def matrix_text(matrix: Any, rows: Sequence[str] = (), columns: Sequence[str] = ()) -> list[str]:
    """The matrix in aligned columns.

    >>> import numpy
    >>> print("\\n".join(matrix_text(numpy.array([[1.0, -0.5], [0, 2]]), ["p1", "q2"], ["p1", "q2"])))
            p1    q2
    p1  [    1  -0.5  ]
    q2  [    0     2  ]
    """
    if 0 in matrix.shape:
        return [f"{matrix.shape[0]} × {matrix.shape[1]}, empty"]
    body = cells(matrix)
    names = list(rows) or [""] * len(body)
    heads = list(columns) or [""] * len(body[0])
    widths = [max(len(heads[j]), *(len(row[j]) for row in body)) for j in range(len(heads))]
    margin = max(len(name) for name in names)
    lines = []
    if columns:
        lines.append(" " * margin + "    " + "  ".join(h.rjust(w) for h, w in zip(heads, widths, strict=True)))
    for name, row in zip(names, body, strict=True):
        shown = "  ".join(value.rjust(w) for value, w in zip(row, widths, strict=True))
        lines.append(
            f"{name.ljust(margin)}  [ {shown}  ]".lstrip() if margin == 0 else f"{name.ljust(margin)}  [ {shown}  ]"
        )
    return lines
