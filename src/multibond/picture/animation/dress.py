"""What modellers say of the look of their parts, put on the shapes that the parts offer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import ModelError
from ...expression import const, node, symbol
from ...look.shape import Shape, about_z
from ...model.appearance import UNITS
from ...model.inside import inside
from ...model.joining import is_frame
from ...model.stages import found
from .mesh_file import read_mesh

GROWING = ("radius", "length", "lengths", "width")  # sizes that a look makes larger or smaller


def own_look(model: Any) -> dict[str, Any]:
    """What is said of a part, and of the models that it is in where it says nothing; a mesh is its own alone."""
    chain = []
    part = model
    while part is not None:
        chain.append(part)
        part = part.parent
    said: dict[str, Any] = {}
    for outer in reversed(chain[1:]):
        said |= {k: v for k, v in (outer._own_look or {}).items() if not k.startswith("mesh") and k != "frame"}
    return said | (model._own_look or {})


def dressed(model: Any, shapes: list[Shape], path: str) -> list[Shape]:
    """The shapes of a part in the look that is said of it; expressions are in the names of its inside."""
    look = own_look(model)
    if not look:
        return shapes
    if "mesh" in look:
        shapes = [_mesh(model, look, path)]
    elif (model._own_look or {}) and not shapes and not model.children:
        raise ModelError("a look is said of it, but it has no shape; take the look away or give it a mesh", path)
    worn: dict[str, Any] = {"hidden": look.get("hidden", False)}
    if "color" in look:
        worn["color"] = look["color"]
    factor = look.get("size", 1.0)
    clear = 1.0 - look.get("transparency", 0.0)
    return [replace(shape, opacity=shape.opacity * clear, size=_grown(shape, factor), **worn) for shape in shapes]


def _grown(shape: Shape, factor: float) -> dict[str, Any]:
    if factor == 1.0:
        return dict(shape.size)
    if shape.kind == "mesh":
        return {**shape.size, "vertices": factor * shape.size["vertices"]}
    usual = {"rod": 1 / 75, "arm": 1 / 30}.get(shape.kind)
    grown = {}
    for name, value in shape.size.items():
        if name == "radius" and value is None and usual is not None:
            grown[name] = symbol("world.scale") * (factor * usual)
        elif name in GROWING and value is not None and not (isinstance(value, (list, tuple)) and None in value):
            grown[name] = _times(value, factor)
        else:
            grown[name] = value
    return grown


def _times(value: Any, factor: float) -> Any:
    if np.ndim(value) == 0:
        return node(value) * factor
    return [node(x) * factor for x in value]


def _mesh(model: Any, look: dict[str, Any], path: str) -> Shape:
    """The triangles of a file, in metres, on a frame of the part."""
    with inside(model):
        frames = {name: child for name, child in model.children.items() if is_frame(child)}
        name = look.get("frame", "a" if "a" in frames else next(iter(frames), "a"))
        if name not in frames:
            known = f"its frames are {', '.join(frames)}" if frames else "it has no frames"
            raise ModelError(f"the mesh cannot be put on a frame '{name}': {known}", path)
        frame = frames[name]
        planar = type(frame).frame_kind == "planar"
        position = [*frame.x, const(0.0)] if planar else list(frame.x)
        orientation = about_z(frame.phi) if planar else frame.R
    vertices, faces = read_mesh(look["mesh"], _folder(model), path)
    placed = UNITS[look.get("mesh_unit", "m")] * vertices @ _turn(look.get("mesh_rotation", (0.0, 0.0, 0.0))).T
    placed = placed + np.array(look.get("mesh_offset", (0.0, 0.0, 0.0)), dtype=float)
    return Shape("mesh", position, orientation, {"vertices": placed, "faces": faces})


def _turn(vector: Any) -> np.ndarray:
    """The rotation about a vector by its length [rad]."""
    from .quaternion import matrices

    angle = float(np.linalg.norm(vector))
    if angle == 0.0:
        return np.eye(3)
    return matrices(np.array([np.cos(angle / 2), *(np.sin(angle / 2) * np.array(vector, dtype=float) / angle)]))


def _folder(model: Any) -> Path:
    """The folder of the file that a part was written in, or the current one of a model in Python."""
    part = model
    while part is not None:
        source = found(part, "source")
        if source is not None and source.folder:
            return Path(source.folder)
        part = part.parent
    return Path.cwd()


__all__ = ["dressed", "own_look"]
