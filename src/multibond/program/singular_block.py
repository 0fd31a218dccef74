"""Why a block of linear equations is singular: which of its numbers cancel, or which matrix has no full rank."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..equations.schedule import Schedule, SolveLinear
from ..expression import Node, evaluate, leaves, name_of, substitute
from .remedy import owner

RANK = 1e-9  # of the largest singular value, below which a matrix counts as singular
MOST = 6  # names that a sentence lists


def singular_block(step: SolveLinear, values: Mapping[Node, float], schedule: Schedule) -> str:
    """A sentence about the linear equations of `step`, which have no solution, or any, at these `values`."""
    names = listed([name_of(u) for u in _undetermined(step, values)])
    origins = listed(sorted({o for o in step.origins if o}))
    said = f"the linear equations for {names}{f' of {origins}' if origins else ''} are singular"
    used = _coefficients(step, values, schedule)
    fields = {name_of(x).partition("[")[0] for x in used}
    if len(fields) == 1 and all("," in name_of(x) for x in used):
        field = fields.pop()
        return (
            f"{said}: the matrix {field} is singular, for its rows depend on each other; give {owner(field) or 'it'} a "
            "matrix of full rank, or fewer components"
        )
    if used:
        with_values = ", ".join(f"{name_of(x)} = {values[x]:.6g}" for x in used[:MOST])
        more = f" and {len(used) - MOST} more" if len(used) > MOST else ""
        return (
            f"{said}: with {with_values}{more} their coefficients cancel, so that nothing determines these variables, "
            "or no value fits; change one of these values (a negative resistance equal to a positive one, or a loop of "
            "signals with the gain one, cancels), or put a storage into the loop"
        )
    return (
        f"{said}: they do not determine all of these; look for a part that is connected twice or not at all, or for a "
        "signal that is computed from itself, and put a storage or a delay into that loop"
    )


def _undetermined(step: SolveLinear, values: Mapping[Node, float]) -> list[Node]:
    """The unknowns that the equations leave open; all, where that cannot be seen."""
    matrix = _numbers(step, values)
    if not np.all(np.isfinite(matrix)):
        return list(step.unknowns)
    _, sizes, rows = np.linalg.svd(matrix)
    free = np.flatnonzero(sizes <= RANK * max(float(sizes[0]), 1e-300))
    shares = np.max(np.abs(rows[free]), axis=0, initial=0.0)
    return [u for u, share in zip(step.unknowns, shares, strict=True) if share > RANK] or list(step.unknowns)


def _numbers(step: SolveLinear, values: Mapping[Node, float]) -> np.ndarray:
    matrix = np.zeros((len(step.unknowns), len(step.unknowns)))
    for (row, column, _), value in zip(
        step.matrix, evaluate([entry for *_, entry in step.matrix], dict(values)), strict=True
    ):
        matrix[row, column] = value
    return matrix


def _coefficients(step: SolveLinear, values: Mapping[Node, float], schedule: Schedule) -> list[Node]:
    """What the coefficients are computed from, parameters first, in names that were written."""
    entries = substitute([entry for *_, entry in step.matrix], schedule.meanings)
    found = [x for x in leaves(*entries) if x.op == "symbol" and len(x.args) == 1 and x in values]
    parameters = set(schedule.parameters)
    return sorted(found, key=lambda x: (x not in parameters, name_of(x)))


def listed(names: list[str]) -> str:
    """Names in a row, cut where there are many."""
    return ", ".join(names[:MOST]) + (f" and {len(names) - MOST} more" if len(names) > MOST else "")


__all__ = ["listed", "singular_block"]
