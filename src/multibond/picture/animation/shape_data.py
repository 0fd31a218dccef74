"""Shapes as data: their sizes as numbers, their places over the run, and which of them belong together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import ModelError
from ...look.shape import KINDS, Shape
from .equivalent import equivalent
from .pack import Columns, Pool, plain
from .quaternion import quaternions
from .rigid_groups import group_colors, rigid_groups

POSITIVE = ("radius", "length", "lengths", "width", "coils", "spokes", "teeth")
DIRECTIONS = ("axis",)
OVER_TIME = ("travel",)  # sizes that are a range over the run
STEEL = "#6f7a86"  # springs, dampers and links
SHEET = "#aeb8c4"  # planes
LINES = ("plane", "path", "frame", "text", "rail", "rod", "arm")  # beside which a body still needs a shape


def named(thing: Any) -> dict[str, Any]:
    """What a shape, arrow or trace is called, and its colour."""
    return {"label": thing.label, "component": thing.component, "color": thing.color}


def pack_shapes(columns: Columns, pool: Pool, shapes: Sequence[Shape], asked: Sequence[Any]) -> list[dict[str, Any]]:
    """All shapes as data, each with the number of its rigid group and a colour of that group if it has none."""
    packed = [_packed(columns, pool, shape, places) for shape, places in zip(shapes, asked, strict=True)]
    poses = [_pose(columns, places) for places in asked]
    size = _size(columns, asked)
    groups = rigid_groups(poses, size)
    colors = group_colors(groups)
    for content, shape, group in zip(packed, shapes, groups, strict=True):
        content["group"] = group
        if shape.color is None:
            fixed = {"spring": STEEL, "damper": STEEL, "link": STEEL, "plane": SHEET}
            content["color"] = fixed.get(shape.kind, colors[group])
    needed = [not _stood_for(k, shapes, packed, groups, poses, size) for k in range(len(shapes))]
    return [content for content, wanted in zip(packed, needed, strict=True) if wanted]


def _pose(columns: Columns, places: dict[str, Any]) -> Any:
    """Positions and rotations of a shape over the run; None for what spans two points."""
    if places["end"] is not None:
        return None
    position = columns.over_time(places["position"])
    if places["orientation"] is None:
        return position, np.broadcast_to(np.eye(3), (len(position), 3, 3))
    return position, np.swapaxes(columns.over_time(places["orientation"]), -1, -2)


def _size(columns: Columns, asked: Sequence[Any]) -> float:
    """The extent of all positions at the start, to say what is near; 1 where all are at one place."""
    points = np.array([columns.at_start(places["position"]) for places in asked])
    extent = float(np.max(np.ptp(points, axis=0), initial=0.0))
    return extent if np.isfinite(extent) and extent > 0.0 else 1.0


def _stood_for(which: int, shapes: Sequence[Shape], packed: Any, groups: Any, poses: Any, size: float) -> bool:
    """Whether a stand-in is not needed: a true shape of the same rigid thing is around the same place."""
    if shapes[which].role != "stand-in":
        return False
    reach = packed[which]["size"].get("radius") or 0.5 * max(packed[which]["size"].get("lengths") or [0.0])
    for k, other in enumerate(shapes):
        true = other.role == "part" and packed[k]["kind"] not in LINES and poses[k] is not None
        if (
            true
            and groups[k] == groups[which]
            and np.linalg.norm(_centre(k, packed, poses) - _centre(which, packed, poses)) < 0.5 * reach
        ):
            return True
    return False


def _centre(which: int, packed: Any, poses: Any) -> np.ndarray:
    position, turn = poses[which]
    return np.asarray(position[0] + turn[0] @ np.array(packed[which].get("offset", (0.0, 0.0, 0.0))))


def upright(axis: Sequence[float]) -> np.ndarray:
    """The rotation that lays x along an axis and y upwards, as far as that goes; for an upright axis to its left."""
    x = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    up = np.array([0.0, 1.0, 0.0]) if abs(x[1]) < 0.99 else np.array([-1.0, 0.0, 0.0])
    z = np.cross(x, up)
    z /= np.linalg.norm(z)
    return np.stack([x, np.cross(z, x), z], axis=1)


def ask_shape(columns: Columns, shape: Shape) -> dict[str, Any]:
    """The columns of everything a shape is made of."""
    places: dict[str, Any] = {"position": columns.add(shape.position), "offset": columns.add(shape.offset)}
    for name in ("orientation", "rotation", "end"):
        value = getattr(shape, name)
        places[name] = None if value is None else columns.add(value)
    sizes = {} if shape.kind == "mesh" else shape.size
    given = {name: value for name, value in sizes.items() if not isinstance(value, str) and not _open(value)}
    places["size"] = {name: columns.add(value) for name, value in given.items()}
    return places


def _open(value: Any) -> bool:
    """Whether a size is left to the page."""
    return value is None or (isinstance(value, (tuple, list)) and any(part is None for part in value))


def _packed(columns: Columns, pool: Pool, shape: Shape, places: dict[str, Any]) -> dict[str, Any]:
    content = {"kind": shape.kind, **named(shape), "position": pool.vector(places["position"]), "role": shape.role}
    if shape.opacity < 1.0:
        content["opacity"] = float(f"{shape.opacity:.4g}")
    if shape.hidden:
        content["hidden"] = True
    if shape.kind == "mesh":
        content["size"] = {"mesh": pool.mesh(shape.size["vertices"], shape.size["faces"])}
    else:
        content["size"] = _sizes(columns, shape, places["size"])
    turn = None if places["rotation"] is None else columns.at_start(places["rotation"])
    if shape.kind == "body":
        given = content["size"]
        kind, sizes, axes = equivalent(given["m"], np.array(given["I"]), given["radius"], given["like"])
        content |= {"kind": kind, "size": {**KINDS[kind], **{name: _numbers(value) for name, value in sizes.items()}}}
        if axes is not None:
            turn = axes if turn is None else turn @ axes
    offset = columns.at_start(places["offset"])
    if shape.kind in ("cart", "rail"):
        standing = upright(content["size"]["axis"])
        offset = offset - content["size"].get("below", 0.0) * standing[:, 1]
        turn = standing if shape.kind == "cart" else turn
    if places["orientation"] is not None:
        content["orientation"] = pool.rotation(places["orientation"])
    if places["end"] is not None:
        content["end"] = pool.vector(places["end"])
    if np.any(offset):
        content["offset"] = plain(offset)
    if turn is not None:
        content["rotation"] = plain(quaternions(turn))
    return content


def _sizes(columns: Columns, shape: Shape, places: dict[str, np.ndarray]) -> dict[str, Any]:
    """The sizes as numbers; a size that is not positive or a direction without length is refused."""
    sizes: dict[str, Any] = {}
    where = shape.component or None
    for name, value in shape.size.items():
        if name not in places:
            sizes[name] = value if isinstance(value, str) else None
            continue
        if name in OVER_TIME:
            sizes[name] = _range(columns.over_time(places[name]))
            continue
        number = columns.at_start(places[name])
        if not np.all(np.isfinite(number)) or (name in POSITIVE and np.any(number <= 0.0)):
            raise ModelError(f"the {name} of a {shape.kind} must be positive, not {number.tolist()}", where)
        if name in DIRECTIONS and not np.any(number):
            raise ModelError(f"the {name} of a {shape.kind} has no direction: all its components are 0", where)
        sizes[name] = [plain(row) for row in number] if number.ndim == 2 else plain(number.reshape(-1))
        if number.ndim == 0:
            sizes[name] = sizes[name][0]
    return sizes


def _range(values: np.ndarray) -> list[float]:
    """The least and the largest value over the run."""
    finite = values[np.isfinite(values)]
    return plain([np.min(finite), np.max(finite)]) if finite.size else [0.0, 0.0]


def _numbers(value: Any) -> Any:
    """A size as plain numbers."""
    return float(value) if np.ndim(value) == 0 else plain(np.asarray(value, dtype=float))
