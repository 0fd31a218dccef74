"""Mesh files (STL, OBJ, glTF) read as triangles. A file is data: nothing in it is executed, and it is read with limits.

A path that is a text stays in the folder of the model file, or in the current folder of a model written in Python; a
`pathlib.Path`, which only Python code can give, may lead anywhere.
"""

from __future__ import annotations

import stat
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from ...errors import FileError, MultibondError
from .gltf_file import gltf_triangles

LARGEST_FILE = 20_000_000  # bytes
MOST_TRIANGLES = 200_000
STL_HEAD, STL_TRIANGLE = 84, 50  # bytes

Triangles = tuple[np.ndarray, np.ndarray]  # vertices (n, 3), in the unit of the file, and faces (m, 3)


def read_mesh(given: str | PurePath, folder: Path, where: str | None = None) -> Triangles:
    """The vertices and triangles of a mesh file; an error says in a sentence what is wrong with it."""
    path = _found(given, folder, where)
    form = path.suffix.lower()
    try:
        if form == ".stl":
            vertices, faces = _stl(_bytes(path, where))
        elif form == ".obj":
            vertices, faces = _obj(_bytes(path, where))
        else:
            vertices, faces = gltf_triangles(
                _bytes(path, where),
                form == ".glb",
                lambda name: _bytes(_found(name, path.parent, where, (".bin",)), where),
            )
    except MultibondError:
        raise
    except (ValueError, IndexError, KeyError, TypeError, OverflowError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error)[:120] or type(error).__name__
        raise FileError(f"the mesh file {path.name} cannot be read: {reason}; export it again", where) from None
    return _checked(vertices, faces, path.name, where)


def _found(given: str | PurePath, folder: Path, where: str | None, forms: tuple[str, ...] = ()) -> Path:
    """Where a mesh file is, if it may be read."""
    forms = forms or (".stl", ".obj", ".gltf", ".glb")
    name = str(given)[:100]
    path = Path(given)
    if path.suffix.lower() not in forms:
        raise FileError(f"'{name}' is no mesh file: its name must end with {', '.join(forms)}", where)
    whole = folder / path
    if not isinstance(given, PurePath):
        base = folder.resolve()
        if path.is_absolute() or ".." in path.parts or not whole.resolve().is_relative_to(base):
            raise FileError(
                f"the mesh file '{name}' is not in the folder of the model; put it there and name it by a path "
                "relative to it (in Python a pathlib.Path may lead elsewhere)",
                where,
            )
    return whole


def _bytes(path: Path, where: str | None) -> bytes:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise FileError(f"the mesh '{path.name}' is not a file", where)
        if found.st_size > LARGEST_FILE:
            raise FileError(
                f"the mesh file {path.name} has {found.st_size / 1e6:.0f} MB; the limit is "
                f"{LARGEST_FILE / 1e6:.0f} MB. Export it with fewer triangles",
                where,
            )
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise FileError(
            f"the mesh file '{path.name}' cannot be opened: {error.strerror or error}; check its name and folder", where
        ) from None


def _stl(data: bytes) -> Triangles:
    """Binary or text STL; corners at the same place become one."""
    count = int.from_bytes(data[80:84], "little") if len(data) >= STL_HEAD else -1
    if count >= 0 and len(data) == STL_HEAD + STL_TRIANGLE * count:
        rows = np.frombuffer(data, np.uint8, offset=STL_HEAD).reshape(count, STL_TRIANGLE)
        corners = rows[:, 12:48].copy().view("<f4").reshape(-1, 3)
    elif data[:512].lstrip().lower().startswith(b"solid"):
        words = [line.split() for line in data.decode("utf-8", "replace").splitlines()]
        corners = np.array([[float(x) for x in line[1:4]] for line in words if line and line[0].lower() == "vertex"])
        if corners.ndim != 2 or corners.shape[1:] != (3,) or len(corners) % 3:
            raise ValueError("its corners are not three for each triangle")
    else:
        raise ValueError("it is neither binary STL (its length does not fit its number of triangles) nor text STL")
    vertices, places = np.unique(corners.astype(float), axis=0, return_inverse=True)
    return vertices, np.asarray(places).reshape(-1, 3)


def _obj(data: bytes) -> Triangles:
    """The vertices and faces of an OBJ file; polygons become fans, materials and everything else are not read."""
    vertices: list[list[float]] = []
    faces: list[tuple[int, int, int]] = []
    for line in data.decode("utf-8", "replace").splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "v":
            vertices.append([float(x) for x in words[1:4]])
        elif words[0] == "f":
            corners = [int(word.split("/")[0]) for word in words[1:]]
            places = [k - 1 if k > 0 else len(vertices) + k for k in corners]
            faces += [(places[0], places[k], places[k + 1]) for k in range(1, len(places) - 1)]
            if len(faces) > MOST_TRIANGLES:
                break
    return np.array(vertices, dtype=float), np.array(faces, dtype=int)


def _checked(vertices: Any, faces: Any, name: str, where: str | None) -> Triangles:
    """The triangles if they are a mesh of reasonable size."""
    vertices, faces = np.asarray(vertices, dtype=float), np.asarray(faces, dtype=np.int64)
    if vertices.ndim != 2 or vertices.shape[1:] != (3,) or faces.ndim != 2 or faces.shape[1:] != (3,) or not len(faces):
        raise FileError(f"the mesh file {name} has no triangles", where)
    if len(faces) > MOST_TRIANGLES:
        raise FileError(
            f"the mesh file {name} has more than {MOST_TRIANGLES} triangles; export it with fewer of them", where
        )
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise FileError(f"the mesh file {name} is damaged: a triangle names a corner that is not there", where)
    used = vertices[faces.reshape(-1)]
    if not np.all(np.isfinite(used)) or np.max(np.abs(used)) > 1e12:
        raise FileError(f"the mesh file {name} is damaged: a corner is not at a finite place", where)
    if not np.any(np.ptp(used, axis=0) > 0.0):
        raise FileError(f"the mesh file {name} is a single point", where)
    return vertices, faces


__all__ = ["read_mesh"]
