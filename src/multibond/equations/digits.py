"""Whether unknowns that follow one from another keep their digits on the way.

In a ladder of resistors every voltage follows from the two before it, and its error is a multiple of theirs: after
twenty sections nothing is left of it, though every equation holds and the energy closes. Such chains are tried out on
numbers before they are used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..expression import Node, evaluate, leaves

LOST = 1e-12  # relative error of an unknown of ordinary size from which on small ones have too few digits left
SHORT = 2  # unknowns that follow from others: fewer are no chain
GROWTH = 1e4  # how much of an error may grow along a chain that is cut for its sake
SWEEPS = 3  # of scaling rows and columns in turn

Rows = list[dict[Node, float]]


def scaled(slopes: Sequence[Mapping[Node, Node]], number: Callable[[Node], float]) -> Rows | None:
    """The coefficients of the equations as numbers, rows and columns scaled to one; None where some are not finite."""
    rows = _numbers(slopes, number)
    if rows is not None:
        balance(rows)
    return rows


def _numbers(slopes: Sequence[Mapping[Node, Node]], number: Callable[[Node], float]) -> Rows | None:
    places = [(i, x) for i, row in enumerate(slopes) for x in row]
    nodes = [slopes[i][x] for i, x in places]
    values = evaluate(nodes, {leaf: number(leaf) for leaf in leaves(*nodes)})
    rows: Rows = [{} for _ in slopes]
    for (i, x), value in zip(places, values, strict=True):
        if not math.isfinite(value):
            return None
        rows[i][x] = float(value)
    return rows


def balance(rows: Rows) -> dict[Node, float]:
    """Scale rows and columns, in place, until the largest coefficient of each is about one; by what the columns were
    divided."""
    scales: dict[Node, float] = {x: 1.0 for row in rows for x in row}
    for _ in range(SWEEPS):
        columns: dict[Node, float] = {}
        for row in rows:
            for x, value in row.items():
                columns[x] = max(columns.get(x, 0.0), abs(value))
        for row in rows:
            for x in row:
                row[x] /= columns[x] or 1.0
            largest = max(map(abs, row.values()), default=0.0) or 1.0
            for x in row:
                row[x] /= largest
        for x, size in columns.items():
            scales[x] *= size or 1.0
    return scales


def trial(rows: Rows) -> tuple[dict[Node, float], list[float]]:
    """Values of the unknowns, one or two by their scales, and the right-hand sides that belong to them."""
    scales = balance([dict(row) for row in rows])
    true = {x: (1.0 + (k * 0.6180339887498949) % 1.0) / scale for k, (x, scale) in enumerate(scales.items())}
    return true, [sum(value * true[x] for x, value in row.items()) for row in rows]


def keeps_digits(rows: Rows, order: Sequence[tuple[int, Node]], torn: Sequence[Node], left: Sequence[int]) -> bool:
    """Whether known values are found again when each row of `order` is solved for its unknown, one after another, and
    the rows that are `left` for the unknowns `torn`.

    >>> from multibond.expression import symbol
    >>> x = [symbol(f"x{k}") for k in range(60)]
    >>> def tried(n):
    ...     rows = [{x[k - 1]: 1.0, x[k]: -3.0, x[k + 1]: 1.0} for k in range(1, n - 1)]
    ...     rows = [{x[0]: 2.0, x[1]: -1.0}, *rows, {x[n - 1]: 1.0}]
    ...     return keeps_digits(rows, [(k, x[k + 1]) for k in range(n - 1)], [x[0]], [n - 1])
    >>> tried(6), tried(60)
    (True, False)
    """
    if len(order) < SHORT:
        return True
    true, right = trial(rows)
    forms: dict[Node, np.ndarray] = dict(zip(torn, np.eye(len(torn), len(torn) + 1), strict=True))
    nothing = np.zeros(len(torn) + 1)

    def rest(i: int, but: Node | None) -> np.ndarray:
        total = nothing.copy()
        total[-1] = right[i]
        for y, value in rows[i].items():
            if y is not but:
                total -= value * forms[y]
        return total

    with np.errstate(all="ignore"):
        for i, x in order:
            forms[x] = rest(i, x) / rows[i][x]
        remaining = np.array([rest(i, None) for i in left]).reshape(len(left), len(torn) + 1)
        if not np.all(np.isfinite(remaining)):
            return False
        try:
            found = np.append(np.linalg.solve(-remaining[:, :-1], remaining[:, -1]), 1.0)
        except np.linalg.LinAlgError:
            return True  # singular, whichever way it is computed
        return all(abs(form @ found - true[x]) <= LOST * true[x] for x, form in forms.items())


__all__ = ["GROWTH", "Rows", "keeps_digits", "scaled", "trial"]
