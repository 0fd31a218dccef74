"""What is around the bodies: which way is up on the screen, and whether there is a ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...expression import node
from ...look.shape import Shape

if TYPE_CHECKING:
    from ...result import Trajectories

Y = (0.0, 1.0, 0.0)


def upwards(result: Trajectories, shapes: Iterable[Shape]) -> np.ndarray:
    """The unit vector against uniform gravity; without any, the normal of an endless plane; otherwise y."""
    fall = _gravity(result)
    found = [-fall] if fall is not None and np.any(fall) else []
    found += [_at_start(result, plane.size["axis"]) for plane in _endless(shapes)]
    chosen = next((way for way in found if np.all(np.isfinite(way)) and np.any(way)), np.array(Y))
    return np.asarray(chosen / np.linalg.norm(chosen))


def grounded(result: Trajectories, shapes: Iterable[Shape]) -> bool:
    """Whether the page shows a ground: bodies fall one way, roll on an endless plane, or nothing is said of a world."""
    fall = _gravity(result)
    return fall is None or bool(np.any(fall)) or bool(_endless(shapes))


def _gravity(result: Trajectories) -> np.ndarray | None:
    """The acceleration of uniform gravity in the world of the model [m/s²]; None if there is no world."""
    for path, model in result.system.graph.models.items():
        if model._surrounds:
            numbers = _at_start(result, result.system.scopes.value(model.outputs["uniform"].value, path))
            return np.concatenate([numbers, np.zeros(3 - numbers.size)])
    return None


def _at_start(result: Trajectories, values: Any) -> np.ndarray:
    return np.asarray(result.values([node(x) for x in np.ravel(np.asarray(values, dtype=object))])[0], dtype=float)


def _endless(shapes: Iterable[Shape]) -> list[Shape]:
    return [s for s in shapes if s.kind == "plane" and s.orientation is None and None in tuple(s.size["lengths"])]
