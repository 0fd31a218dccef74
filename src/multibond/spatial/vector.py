"""Vectors of three expressions: directions that components are given, lengths, and axes across a direction."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import nodes
from ..expression.functions import maximum, sqrt
from ..model.composite import Composite
from ..model.demand import Numbers, demand, numbers

TINY = 1e-150  # m; a distance below this is zero, and its square still a number
PARALLEL = 1e-9  # sine of the angle below which two directions are one


def direction(model: Composite, name: str) -> np.ndarray:
    """The direction that the parameter `name` of a component gives, as a unit vector; zero is refused."""

    def check(number: Numbers, path: str) -> None:
        given = number(name)
        where = f"{path}.{name}".lstrip(".")
        if given is not None and given.shape != (3,):
            raise ModelError(f"a direction in space has three components, not {given.tolist()}", where)
        if given is not None and not np.any(given):
            raise ModelError("a zero vector has no direction; give one such as [0, 1, 0]", where)

    demand(model, check)
    vector = nodes(getattr(model, name))
    return vector / length(vector)


def apart(model: Composite, first: str, second: str, why: str) -> None:
    """Refuse two directions of a component that are parallel; `why` says what they should do."""

    def check(number: Numbers, path: str) -> None:
        a, b = number(first), number(second)
        if a is None or b is None or a.shape != (3,) or b.shape != (3,):
            return
        if np.linalg.norm(np.cross(a, b)) <= PARALLEL * np.linalg.norm(a) * np.linalg.norm(b):
            raise ModelError(
                f"{second} = {b.tolist()} is parallel to {first} = {a.tolist()}; {why}", f"{path}.{second}"
            )

    demand(model, check)


def length(vector: Any) -> Any:
    """The length of a vector of three components."""
    return sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2)


def toward(vector: Any, smallest: Any) -> np.ndarray:
    """The direction of a vector; below the length `smallest` it shrinks to zero with the vector."""
    return nodes(vector) / maximum(length(vector), smallest)


def across(model: Composite, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The direction that a parameter gives, and two unit vectors across it: together a right-handed set."""
    normal = direction(model, name)
    given = numbers(model, name)
    # start from the coordinate axis that is farthest from the normal
    least = 0 if given is None else int(np.argmin(np.abs(given) / np.linalg.norm(given)))
    seed = nodes([1.0 if k == least else 0.0 for k in range(3)])
    first = seed - normal * (normal @ seed)
    first = first / length(first)
    return normal, first, np.cross(normal, first)
