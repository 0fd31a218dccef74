"""How a part is to look in animations, where the modeller says so: colour, transparency, size, mesh."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

from ..errors import ModelError, nearest

COLOR = re.compile(r"#[0-9a-fA-F]{6}")
UNITS = {"m": 1.0, "dm": 0.1, "cm": 1e-2, "mm": 1e-3, "um": 1e-6, "km": 1e3, "in": 0.0254, "ft": 0.3048}
LONGEST_PATH = 500


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _is_vector(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == 3 and all(map(_is_number, value))


def _is_path(value: Any) -> bool:
    return isinstance(value, (str, PurePath)) and 0 < len(str(value)) <= LONGEST_PATH and str(value).isprintable()


# what may be said, with what it must be and how that is told
KEYS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "color": (lambda x: isinstance(x, str) and bool(COLOR.fullmatch(x)), "a colour such as '#3b7dd8'"),
    "transparency": (lambda x: _is_number(x) and 0.0 <= x <= 1.0, "a number from 0 (solid) to 1 (not to be seen)"),
    "size": (lambda x: _is_number(x) and 0.0 < x <= 1e6, "a positive factor of the usual size"),
    "hidden": (lambda x: isinstance(x, bool), "true or false"),
    "mesh": (_is_path, "the path of a mesh file (.stl, .obj, .gltf, .glb)"),
    "mesh_unit": (lambda x: isinstance(x, str) and x in UNITS, f"one of {', '.join(UNITS)}"),
    "mesh_offset": (_is_vector, "three numbers [m], the origin of the mesh in the frame"),
    "mesh_rotation": (_is_vector, "three numbers [rad], the axis of a turn times its angle"),
    "frame": (lambda x: isinstance(x, str) and x.isidentifier(), "the name of the frame that carries the mesh"),
}


def check_look(look: Any, where: str | None = None) -> dict[str, Any] | None:
    """`look` as a plain mapping if every word of it is known and right; None says nothing.

    >>> check_look({"color": "#aa3322", "transparency": 0.4})
    {'color': '#aa3322', 'transparency': 0.4}
    """
    if look is None:
        return None
    if not isinstance(look, Mapping):
        raise ModelError(f"`look` is a mapping such as {{'color': '#3b7dd8'}}, not {look!r}", where)
    for name, value in look.items():
        if name not in KEYS:
            raise ModelError(f"a look has no '{name}'" + nearest(str(name), KEYS), where)
        right, expected = KEYS[name]
        if not right(value):
            raise ModelError(f"'{name}' of a look is {expected}, not {str(value)[:60]!r}", where)
    for name in ("mesh_unit", "mesh_offset", "mesh_rotation", "frame"):
        if name in look and "mesh" not in look:
            raise ModelError(f"'{name}' of a look says how a mesh is placed, and there is none; add 'mesh'", where)
    return dict(look)


def written_look(look: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A look as a file holds it: paths as texts, vectors as lists."""
    plain = {k: list(v) if isinstance(v, tuple) else v for k, v in (look or {}).items()}
    return {k: v.as_posix() if isinstance(v, PurePath) else v for k, v in plain.items()} or None


__all__ = ["KEYS", "UNITS", "check_look", "written_look"]
