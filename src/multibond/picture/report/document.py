"""What a report consists of, before any format: sections with tables, vectors, matrices, equations and remarks."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from ...frozen import frozen


@frozen
class Table:
    """A table with a title."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Matrix:
    """A matrix with its symbol and the names of its rows and columns; `meaning` is the equation it stands in."""

    name: str
    title: str
    value: Any
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    meaning: str = ""


@frozen
class Equations:
    """Equations as text and as LaTeX."""

    title: str
    text: str
    latex: str


@frozen
class Remark:
    """A sentence."""

    text: str


Block = Table | Matrix | Equations | Remark


@frozen
class Section:
    """One of the six parts."""

    number: str
    title: str
    blocks: tuple[Block, ...]


@frozen
class Document:
    """A whole report."""

    title: str
    description: str
    sections: tuple[Section, ...]
    facts: dict[str, Any] = field(default_factory=dict)


# what a reader cannot take in is not printed, except in JSON
LARGEST = 60


def too_large(matrix: Matrix) -> str:
    """What to say instead of a matrix that fills pages; empty for others."""
    rows, columns = matrix.value.shape
    if max(rows, columns) <= LARGEST:
        return ""
    filled = sum(1 for i in range(rows) for j in range(columns) if matrix.value[i, j] != 0)
    return f"{rows} × {columns} with {filled} entries that are not zero; the JSON report has them all"
