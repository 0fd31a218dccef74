"""Bounds of parameters that change in a run. Numbers are checked when they are given, expressions of time and signals
while they change."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ..expression import Node, brief, const, leaves, mul, node, sub
from ..graph.parameter import short
from ..graph.scope import Scopes
from ..model.declare import Parameter
from .limit import Limit

LARGEST_FIELD = 4  # rows up to which the determinant of a varying matrix is watched


def varying_limits(scopes: Scopes) -> Iterator[Limit]:
    """What ends a run: a value that its law divides by falls to its bound, or a store that changes vanishes."""
    for key, entry, declared in _varying(scopes):
        path, name = _owner(key)
        if declared.minimum is not None and declared.strict:
            yield Limit(
                _above(entry, declared.minimum),
                f"{name} = {short(entry)} is no longer greater than {declared.minimum:g}, as "
                f"{_description(declared)} must be; write it so that it stays above, or end the run before",
                path or scopes.graph.models[""].title,
            )
    for path, name, array in _stores(scopes):
        for entry in _definite(array):
            yield Limit(
                entry,
                f"{name} of the store comes to zero: {brief(entry)} must stay positive where it changes, for the "
                "stored energy is divided by it; write it so that it stays above, end the run before, or give the "
                "store a `law` or an `energy`",
                path,
            )


def varying_doubts(scopes: Scopes) -> Iterator[Limit]:
    """What a run goes on with, though it means nothing: values below bounds that they may lie on, and two in the
    wrong order."""
    for key, entry, declared in _varying(scopes):
        path, name = _owner(key)
        if declared.minimum is not None and not declared.strict:
            yield Limit(
                _above(entry, declared.minimum),
                f"{name} = {short(entry)} falls below {declared.minimum:g}, but {_description(declared)} must be at "
                f"least that: the law means nothing there; keep it above, as in max({short(entry)}, "
                f"{declared.minimum:g})",
                path or scopes.graph.models[""].title,
            )
    for path in (*scopes.graph.models, *scopes.graph.elements):
        for low, _, high in scopes.component(path).ordered:
            pair = [np.asarray(scopes.parameter(path, name), dtype=object) for name in (low, high)]
            if any(x is None for entries in pair for x in entries.flat):
                continue
            for first, second in zip(*map(np.ravel, np.broadcast_arrays(*pair)), strict=True):
                if not all(map(scopes.is_parameter, leaves(first, second))):
                    yield Limit(
                        sub(second, first),
                        f"{low} = {short(first)} rises above {high} = {short(second)}, so that no value lies between "
                        "them; change one of the two",
                        path,
                    )


def _varying(scopes: Scopes) -> Iterator[tuple[str, Node, Parameter]]:
    """Parameters that are given by expressions which change in a run, by their paths; of a value that a component
    hands on to its parts, the component's own."""
    seen = set()
    for key, (entry, declared) in sorted(scopes.derived.items(), key=lambda item: item[0].count(".")):
        about = entry, declared.minimum, declared.strict, declared.symmetric
        if about not in seen and not all(map(scopes.is_parameter, leaves(entry))):
            seen.add(about)
            yield key, entry, declared


def _stores(scopes: Scopes) -> Iterator[tuple[str, str, np.ndarray]]:
    """The fields of stores that change in a run, with the paths of the stores and the names of the fields."""
    seen = dict.fromkeys(_owner(key.partition("[")[0]) for key, _, declared in _varying(scopes) if declared.symmetric)
    for path, name in seen:
        yield path, name, np.asarray(scopes.parameter(path, name), dtype=object)


def _definite(field: np.ndarray) -> list[Node]:
    """What is positive of a positive definite field: its entries, or the leading minors of a small matrix."""
    if field.ndim < 2:
        return [node(x) for x in np.ravel(field)]
    if len(field) > LARGEST_FIELD:
        return [node(x) for x in np.diagonal(field)]
    return [_determinant(field[: k + 1, : k + 1]) for k in range(len(field))]


def _determinant(matrix: np.ndarray) -> Node:
    if len(matrix) == 1:
        return node(matrix[0, 0])
    total = const(0.0)
    for k, entry in enumerate(matrix[0]):
        minor = np.delete(matrix[1:], k, axis=1)
        total = total + const((-1.0) ** k) * mul(node(entry), _determinant(minor))
    return total


def _above(entry: Node, minimum: float) -> Node:
    return sub(entry, const(minimum)) if minimum else entry


def _owner(key: str) -> tuple[str, str]:
    path, _, name = key.rpartition(".")
    return path, name


def _description(declared: Parameter) -> str:
    """What it is, without the remarks that a description ends with."""
    said = re.split(r" \(|[:;,]", declared.description, maxsplit=1)[0]
    return f"the {said}" if said else declared.name


__all__ = ["varying_doubts", "varying_limits"]
