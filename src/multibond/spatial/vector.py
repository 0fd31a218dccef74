"""Vectors of three expressions: directions that components are given, lengths, and axes across a direction."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import nodes
from ..expression.functions import maximum, sqrt
from ..model.composite import Model
from ..model.frame import place_of


def numbers(model: Model, name: str) -> np.ndarray | None:
    """The numbers that were given for a parameter, or its default; None if it is given by an expression."""
    value = model.given.get(name, model.declarations[name].default)  # type: ignore[attr-defined]
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        return None


def direction(model: Model, name: str) -> np.ndarray:
    """The direction that the parameter `name` of a component gives, as a unit vector; zero is refused."""
    given = numbers(model, name)
    where = f"{place_of(model)}.{name}"
    if given is not None and given.shape != (3,):
        raise ModelError(f"a direction in space has three components, not {given.tolist()}", where)
    if given is not None and not np.any(given):
        raise ModelError("a zero vector has no direction; give one such as [0, 1, 0]", where)
    vector = nodes(getattr(model, name))
    return vector / length(vector)


def length(vector: Any) -> Any:
    """The length of a vector of three components."""
    return sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)


def toward(vector: Any, smallest: Any) -> np.ndarray:
    """The direction of a vector; below the length `smallest` it shrinks to zero with the vector."""
    return nodes(vector) / maximum(length(vector), smallest)


def across(model: Model, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The direction that a parameter gives, and two unit vectors across it: together a right-handed set."""
    normal = direction(model, name)
    given = numbers(model, name)
    # start from the coordinate axis that is farthest from the normal
    least = 0 if given is None else int(np.argmin(np.abs(given) / np.linalg.norm(given)))
    seed = nodes([1.0 if k == least else 0.0 for k in range(3)])
    first = seed - normal * (normal @ seed)
    first = first / length(first)
    return normal, first, np.cross(normal, first)
