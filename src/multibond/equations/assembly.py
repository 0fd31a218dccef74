"""Pass "assembly": a position of the mechanism in which its loops are closed, from rough guesses.

Gauss–Newton on the position constraints, changing as little as possible and never what the user gave. The position
found serves the choice of states, tells which constraints are redundant, and is the first guess of the nonlinear
solvers.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..errors import InitialError
from ..expression import Node, evaluate, gradient
from .alias import order
from .index import Reduced, unknown_leaves
from .system import Equation

CLOSED = 1e-10


def position_rows(reduced: Reduced) -> list[Equation]:
    """The equations between positions, if loops are among them."""
    rows = [chain[0] for chain in reduced.chains if len(chain) >= 3]
    return rows if any(row.release is not None for row in rows) else []


def close_loops(
    rows: list[Equation], constant: Callable[[Node], bool], number: Callable[[Node], float],
    guess: dict[Node, float], fixed: set[Node],
) -> dict[Node, float]:  # fmt: skip
    """Values of the positions in which all loops are closed; empty if there are none."""
    if not rows:
        return {}
    found: dict[Node, None] = {}
    for row in rows:
        for leaf in unknown_leaves(row.residual, constant):
            if order(leaf) == 0:
                found[leaf] = None
    variables = [x for x in found if x not in fixed]
    values = {x: (number(x) if x in fixed else guess.get(x, 0.0)) for x in found}
    residuals = [row.residual for row in rows]
    slopes = [gradient(r) for r in residuals]
    columns = {x: j for j, x in enumerate(variables)}
    for attempt in range(60):
        table = _Values(values, number)
        gap = np.array(evaluate(residuals, table), dtype=float)
        size = float(np.max(np.abs(gap)))
        if not np.isfinite(size) or size < CLOSED:
            break
        if not variables:
            break
        jacobian = _matrix(slopes, columns, table)
        step = np.linalg.lstsq(jacobian, -gap, rcond=1e-10)[0]
        if attempt and float(np.max(np.abs(step))) < 1e-14:
            break
        length = min(1.0, 1.0 / max(1e-300, float(np.max(np.abs(step)))))  # no more than one radian or metre at a time
        for x, j in columns.items():
            values[x] += length * float(step[j])
    if not size < 1e-7:
        _explain(rows, gap)
    return values


def idle_constraints(
    rows: list[Equation], constant: Callable[[Node], bool], values: dict[Node, float], number: Callable[[Node], float]
) -> list[Equation]:
    """The closing constraints that follow from all other rows at the position `values`."""
    slopes = [{x: d for x, d in gradient(row.residual).items() if x in values} for row in rows]
    columns = {x: j for j, x in enumerate(values)}
    jacobian = _matrix(slopes, columns, _Values(values, number))
    basis = np.zeros((0, len(columns)))
    idle = []
    for i in sorted(range(len(rows)), key=lambda k: rows[k].release is not None):
        row = jacobian[i]
        rest = row - basis.T @ (basis @ row)
        rest = rest - basis.T @ (basis @ rest)  # twice is enough
        size = float(np.linalg.norm(rest))
        if size > 1e-8 * max(1.0, float(np.linalg.norm(row))):
            basis = np.vstack([basis, rest / size])
        elif rows[i].release is not None:
            idle.append(rows[i])
    return idle


def _matrix(slopes: list[dict[Node, Node]], columns: dict[Node, int], table: dict[Node, float]) -> np.ndarray:
    jacobian = np.zeros((len(slopes), len(columns)))
    for i, row in enumerate(slopes):
        keys = [x for x in row if x in columns]
        for x, slope in zip(keys, evaluate([row[x] for x in keys], table), strict=True):
            jacobian[i, columns[x]] = slope
    return jacobian


class _Values(dict):
    """Values of positions; of anything else (parameters) as `number` says."""

    def __init__(self, values: dict[Node, float], number: Callable[[Node], float]):
        super().__init__(values)
        self.number = number

    def __missing__(self, key: Node) -> float:
        return self.number(key)


def _explain(rows: list[Equation], gap: np.ndarray) -> None:
    # the gap that is left is spread over all rows of the loop; it is said of the loop as a whole
    closing = [(abs(g), row.origin) for g, row in zip(gap, rows, strict=True) if row.release is not None]
    size, origin = float(np.max(np.abs(gap))), max(closing)[1]
    raise InitialError(
        f"it cannot be closed: a gap of {size:.3g} m or rad is left; check lengths and axes, or give better "
        "start values for the joints of the loop",
        origin,
    )
