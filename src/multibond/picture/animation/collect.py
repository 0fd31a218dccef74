"""The shapes of all components of a model, with their expressions in full names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import ModelError
from ...expression import Node
from ...look.shape import Force, Shape
from ...model.inside import inside
from ...model.joining import is_frame
from .scale import scaled

if TYPE_CHECKING:
    from ...result import Trajectories


def collect(result: Trajectories) -> list[Shape]:
    """The shapes that the components of the model offer by their method `shapes`."""
    scopes, graph = result.system.scopes, result.system.graph
    found: list[Shape] = []
    for path, model in graph.models.items():
        with inside(model):
            shapes = list(model.shapes())
        for shape in shapes:
            found.append(
                replace(
                    shape,
                    component=path,
                    label=shape.label or path,
                    **{
                        name: _full(getattr(shape, name), path, scopes)
                        for name in ("position", "orientation", "end", "offset", "rotation")
                    },
                    size={name: _full(value, path, scopes) for name, value in shape.size.items()},
                )
            )
    if not found:
        raise ModelError(
            f"the model '{graph.title}' has no bodies with shapes to animate; its curves are shown by result.plot() "
            "and its graph by model.draw()"
        )
    return _sized(result, found)


def _sized(result: Trajectories, shapes: list[Shape]) -> list[Shape]:
    """The shapes in a size that suits the model, unless its world says one."""
    for path, model in result.system.graph.models.items():
        if model._surrounds and "scale" not in model.given:
            return scaled(result, shapes, result.system.scopes.value(model.scale, path.rpartition(".")[0]))
    return shapes


def _full(value: Any, path: str, scopes: Any) -> Any:
    """An expression or nest of expressions of a component in full names; numbers and texts stay."""
    if isinstance(value, Node):
        return scopes.value(value, path)
    if isinstance(value, np.ndarray) and value.dtype == object:
        return np.array([_full(v, path, scopes) for v in value.reshape(-1)], dtype=object).reshape(value.shape)
    if isinstance(value, (list, tuple)):
        return [_full(v, path, scopes) for v in value]
    return value


def collect_forces(result: Trajectories) -> list[Force]:
    """The force that each joint passes on to the part behind it, at its frame a [N, inertial frame]."""
    scopes, graph = result.system.scopes, result.system.graph
    found: list[Force] = []
    for path, model in graph.models.items():
        frame = f"{path}.a" if path else "a"
        if not model.wishes or frame not in graph.elements or not is_frame(graph.elements[frame].element):
            continue
        here = scopes.locals[frame]
        if hasattr(here, "phi"):
            position, vector = [*here.x, 0.0], [*here.outside.e[:2], 0.0]
        else:
            position, vector = list(here.x), list(here.outside_t.e)
        found.append(Force(position, vector, label=f"{path}: force", component=path))
    return found
