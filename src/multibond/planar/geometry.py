"""Plane geometry as expressions: rotations, lever arms, directions and distances."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import symbol
from ..expression.functions import cos, maximum, sin, sqrt
from ..model.composite import Composite
from ..model.demand import Numbers, demand
from ..model.joining import place_of

TINY = 1e-150  # m; a distance below this is zero, and its square still a number


def rotated(vector: Any, phi: Any) -> tuple[Any, Any]:
    """A body-fixed vector in the inertial frame, for the angle phi [rad], counter-clockwise."""
    c, s = cos(phi), sin(phi)
    return c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]


def resolved(vector: Any, phi: Any) -> tuple[Any, Any]:
    """An inertial vector in a frame that is turned by phi [rad], counter-clockwise."""
    c, s = cos(phi), sin(phi)
    return c * vector[0] + s * vector[1], c * vector[1] - s * vector[0]


def rotation(phi: Any) -> list[list[Any]]:
    """The matrix from (x, y, angle) in a frame turned by phi [rad] to (x, y, angle) in the inertial frame."""
    c, s = cos(phi), sin(phi)
    return [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]


def lever(x: Any, y: Any) -> list[list[Any]]:
    """The matrix from the velocities (vx, vy, w) of one point to those of another at (x, y) from it."""
    return [[1.0, 0.0, -y], [0.0, 1.0, x], [0.0, 0.0, 1.0]]


def length(vector: Any) -> Any:
    """The length of a vector of two components."""
    return sqrt(vector[0] ** 2 + vector[1] ** 2)


def toward(vector: Any, smallest: Any) -> tuple[Any, Any]:
    """The direction of a vector; below the length `smallest` it shrinks to zero with the vector."""
    size = maximum(length(vector), smallest)
    return vector[0] / size, vector[1] / size


def unit(model: Composite, name: str) -> tuple[Any, Any]:
    """The direction that the parameter `name` of a component gives, as a unit vector; zero is refused."""

    def check(number: Numbers, path: str) -> None:
        given = number(name)
        if given is not None and not np.any(given):
            raise ModelError("a zero vector has no direction; give one such as [1, 0]", f"{path}.{name}".lstrip("."))

    demand(model, check)
    direction = getattr(model, name)
    if np.shape(direction) != (2,):
        raise ModelError(
            f"a direction in the plane has two components, not {model.given.get(name)!r}", f"{place_of(model)}.{name}"
        )
    size = length(direction)
    return direction[0] / size, direction[1] / size


def weight(m: Any, place: Any, name: str) -> list[Any]:
    """The weight [N] of a mass at a place, in the gravity of the world; `name` is what the composite that asks calls
    this place, at which the world gives its field."""
    central = symbol("world.central") / length(place) ** 3
    return [
        m * (symbol(f"world.uniform[{k}]") - central * place[k] + symbol(f"world.field_at.{name}[{k}]")) for k in (0, 1)
    ]
