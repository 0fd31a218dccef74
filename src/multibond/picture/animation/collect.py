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
from .dress import dressed
from .scale import scaled

if TYPE_CHECKING:
    from ...result import Trajectories


RAW = ("vertices", "faces")  # of meshes: numbers, and many


def collect(result: Trajectories) -> list[Shape]:
    """The shapes that the components of the model offer by their method `shapes`."""
    scopes, graph = result.system.scopes, result.system.graph
    found: list[Shape] = []
    for path, model in graph.models.items():
        with inside(model):
            shapes = dressed(model, list(model.shapes()), path)
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
                    size={name: _full(value, path, scopes) for name, value in shape.size.items() if name not in RAW}
                    | {name: value for name, value in shape.size.items() if name in RAW},
                )
            )
    if not found:
        raise ModelError(
            f"the model '{graph.title}' has no bodies with shapes to animate; its curves are shown by result.plot() "
            "(multibond plot) and its graph by model.draw() (multibond draw)"
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
    """Arrows: the force and torque that each joint passes on to the part behind it, at its frame a; the forces of
    springs, dampers and their like at their ends; the velocities of bodies. All in the inertial frame."""
    scopes, graph = result.system.scopes, result.system.graph
    found: list[Force] = []
    for path, model in graph.models.items():
        with inside(model):
            spans = bool(model.shapes()) and any(shape.end is not None for shape in model.shapes())
        if model.floating:
            found += _velocity(model, path, scopes)
        for name, sign in (("a", -1.0), ("b", 1.0)) if spans and not model.branches else (("a", 1.0),):
            frame = f"{path}.{name}" if path else name
            if frame not in graph.elements or not is_frame(graph.elements[frame].element):
                continue
            if spans and not model.branches:
                found.append(_arrow(scopes.locals[frame], path, "force", sign))
            elif model.wishes and not model.floating:
                found += [_arrow(scopes.locals[frame], path, kind, 1.0) for kind in ("force", "torque")]
    return found


def _arrow(here: Any, path: str, kind: str, sign: float) -> Force:
    """The effort at a frame as an arrow."""
    planar = hasattr(here, "phi")
    position = [*here.x, 0.0] if planar else list(here.x)
    if planar:
        effort = here.outside.e
        vector = [sign * effort[0], sign * effort[1], 0.0] if kind == "force" else [0.0, 0.0, sign * effort[2]]
    elif kind == "force":
        vector = [sign * x for x in here.outside_t.e]
    else:
        vector = list(np.array(here.R, dtype=object).T @ (sign * np.array(here.outside_r.e, dtype=object)))
    return Force(position, vector, kind, label=f"{path}: {kind}", component=path)


def _velocity(model: Any, path: str, scopes: Any) -> list[Force]:
    """The velocity of a body at its centre of mass, or of the frame of one that says nothing of it."""
    for place, speed in (("x_cm", "v_cm"), ("x", "v")):
        if place in model.outputs and speed in model.outputs:
            at, vector = (
                np.ravel(_full(np.asarray(model.outputs[k].value, dtype=object), path, scopes)) for k in (place, speed)
            )
            if len(at) == len(vector) and len(at) in (2, 3):
                flat = [0.0] * (3 - len(at))
                label = f"{path}: velocity"
                return [Force([*at, *flat], [*vector, *flat], "velocity", label=label, component=path)]
    return []
