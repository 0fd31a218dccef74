"""Transformers and gyrators with a matrix as networks of scalar ones: the coordinate-transformation subsystems of
multibody bond graphs, and cross products.

A component of one side meets the scalar two-ports of its column or row at a junction: where the flow is what all of
them take in, a 1-junction, where it is the effort, a 0-junction. A transformer in flow form has 1-junctions on side a
and 0-junctions on side b. A rotation may be written either way, for its inverse is its transpose: it has 0-junctions
on side a where efforts come in there, so that causality goes through it without a loop.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.element import Element
from ..elements.junction import J0, J1
from ..elements.source import Free, Wall
from ..elements.transducer import GY, TF
from ..expression import ONE, ZERO, Node, evaluate, leaves, neg, symbol
from ..model.kind import Kind
from .rewriting import End, Level

SAMPLES = 3


def two_port(level: Level, name: str, element: Element) -> dict[str, list[End]]:
    """The scalar transformers or gyrators of the entries of a matrix that are not zero."""
    matrix = level.whole.scopes.locals[level.at(name)].M
    level.shape_by(element, "M")
    form = element.option("form")
    gyrates = isinstance(element, GY)
    if form == "flow" and not gyrates and _takes_efforts(level, name, matrix) and is_rotation(level, matrix):
        form = "effort"
    values = level.values(element, "M")
    parts: dict[tuple[int, int], str] = {}
    for i, j in np.ndindex(*matrix.shape):
        if matrix[i, j] is not ZERO:
            value = "1" if matrix[i, j] is ONE else values[i, j]
            kind = GY if gyrates else TF
            given = {} if form == "flow" else {"form": form}
            parts[i, j] = level.add(f"{name}_{i}{j}", kind(value, n=1, **given))
    level.alias(f"{name}.M", _names(matrix, parts))
    columns = [[parts[i, j] for i in range(matrix.shape[0]) if (i, j) in parts] for j in range(matrix.shape[1])]
    rows = [[parts[i, j] for j in range(matrix.shape[1]) if (i, j) in parts] for i in range(matrix.shape[0])]
    common = {"a": form == "flow", "b": (form == "flow") == gyrates}  # whether what all take in is the flow
    ends = {}
    for port, groups in (("a", columns), ("b", rows)):
        found = [_gather(level, name, port, k, group, common[port]) for k, group in enumerate(groups)]
        ends[port] = [end for end, _, _ in found]
        level.alias(f"{name}.{port}.e", [effort for _, effort, _ in found])
        level.alias(f"{name}.{port}.f", [flow for _, _, flow in found])
    return ends


def _names(matrix: np.ndarray, parts: dict[tuple[int, int], str]) -> list[list[Any]]:
    """The entries of the matrix by their new names; those that belong to the structure by their numbers."""
    rows, columns = matrix.shape
    return [
        [float(matrix[i, j].args[0]) if matrix[i, j] in (ZERO, ONE) else f"{parts[i, j]}.M" for j in range(columns)]
        for i in range(rows)
    ]


def _gather(level: Level, name: str, port: str, k: int, group: list[str], flows: bool) -> tuple[End, Any, Any]:
    """Where component `k` of a port is bonded, with its effort and flow: the two-ports of `group` take in its flow
    (or its effort) together."""
    inward = port == "a"
    if not group:  # nothing comes out of a sum without terms
        part = level.add(f"{name}_{port}{k}", Free(n=1) if flows else Wall(n=1))
        flow = symbol(f"{part}.f")
        return (part, "a"), symbol(f"{part}.e"), neg(flow) if inward else flow
    efforts, through = ([symbol(f"{part}.{port}.{letter}") for part in group] for letter in "ef")
    if len(group) == 1:
        return (group[0], port), efforts[0], through[0]
    junction = level.add(f"{name}_{port}{k}", J1(n=1) if flows else J0(n=1))
    for part in group:
        level.bond(*(((junction, "a"), (part, "a")) if inward else ((part, "b"), (junction, "a"))))
    if flows:
        return level.turned(name, port, junction, inward), sum(efforts[1:], efforts[0]), through[0]
    return (junction, "a"), efforts[0], sum(through[1:], through[0])


# ------------------------------------------------------------ which structure
def _takes_efforts(level: Level, name: str, matrix: np.ndarray) -> bool:
    """Whether the efforts of side a come in and those of side b go out."""
    causality, path = level.whole.causality, level.at(name)
    if causality is None or matrix.shape[0] != matrix.shape[1]:
        return False
    into = [[causality.takes_effort(path, place, i) for i in range(len(matrix))] for place in (0, 1)]
    return all(into[0]) and not any(into[1])


def is_rotation(level: Level, matrix: np.ndarray) -> bool:
    """Whether a matrix is orthogonal whatever its parameters and variables are, as far as some random ones tell."""
    entries = list(matrix.ravel())
    used, draw = leaves(*entries), np.random.default_rng(11)
    quantities = level.whole.scopes.quantities
    turned = {q.owner: q for q in map(quantities.get, used) if q is not None and q.kind is Kind.ORIENTATION}
    for _ in range(SAMPLES):
        values: dict[Node, float] = {leaf: float(x) for leaf, x in zip(used, draw.uniform(0.3, 1.7, len(used)))}
        for owner in turned:
            orientation = np.asarray(getattr(level.whole.scopes.locals.get(owner), "R", 0.0), dtype=object)
            if orientation.shape == (3, 3):
                random = np.linalg.qr(draw.normal(size=(3, 3)))[0]
                values |= dict(zip(orientation.ravel(), map(float, random.ravel())))
        found = np.array(evaluate(entries, values), dtype=float).reshape(matrix.shape)
        if not np.allclose(found @ found.T, np.eye(len(found)), atol=1e-9):
            return False
    return True


__all__ = ["is_rotation", "two_port"]
