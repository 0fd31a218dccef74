"""The triangles of glTF 2.0, as text with buffers (.gltf) or in one binary file (.glb); pictures in it are not read."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from .quaternion import matrices

MAGIC = b"glTF"
TEXT, BINARY = 0x4E4F534A, 0x004E4942
NUMBERS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
TRIANGLES, DEEPEST, MOST_NODES = 4, 64, 10_000


def gltf_triangles(data: bytes, binary: bool, other: Callable[[str], bytes]) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and faces of all meshes of the scene, where its nodes put them; `other` reads a buffer's own file."""
    text, inner = _chunks(data) if binary else (data, b"")
    content = json.loads(text.decode("utf-8"))
    if not isinstance(content, dict) or not str(content.get("asset", {}).get("version", "")).startswith("2"):
        raise ValueError("it is not glTF of version 2")
    if content.get("extensionsRequired"):
        raise ValueError(f"it needs the extensions {', '.join(map(str, content['extensionsRequired']))[:80]}")
    buffers = [_buffer(buffer, inner, other) for buffer in content.get("buffers", [])]
    nodes = content.get("nodes", [])
    scenes = content.get("scenes") or [{"nodes": range(len(nodes))}]
    waiting = [(k, np.eye(4), 0) for k in scenes[content.get("scene", 0)].get("nodes", [])]
    vertices: list[np.ndarray] = []
    faces: list[np.ndarray] = []
    count = visited = 0
    while waiting:
        place, above, depth = waiting.pop()
        visited += 1
        if depth > DEEPEST or visited > MOST_NODES:
            raise ValueError("its nodes are nested too deeply")
        node = nodes[place]
        here = above @ _transform(node)
        waiting += [(child, here, depth + 1) for child in node.get("children", [])]
        for part in content["meshes"][node["mesh"]]["primitives"] if "mesh" in node else ():
            if part.get("mode", TRIANGLES) != TRIANGLES:
                continue
            points = _numbers(content, buffers, part["attributes"]["POSITION"], 3)
            own = _numbers(content, buffers, part["indices"], 1) if "indices" in part else np.arange(len(points))
            vertices.append(points @ here[:3, :3].T + here[:3, 3])
            faces.append(own.astype(np.int64).reshape(-1, 3) + count)
            count += len(points)
    if not faces:
        raise ValueError("it has no triangles")
    return np.concatenate(vertices), np.concatenate(faces)


def _chunks(data: bytes) -> tuple[bytes, bytes]:
    """The text and the numbers of a .glb file."""
    if data[:4] != MAGIC:
        raise ValueError("it is not a binary glTF file")
    found: dict[int, bytes] = {}
    at = 12
    while at + 8 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4], "little"), int.from_bytes(data[at + 4 : at + 8], "little")
        found.setdefault(kind, data[at + 8 : at + 8 + size])
        at += 8 + size
    return found[TEXT], found.get(BINARY, b"")


def _buffer(buffer: dict[str, Any], inner: bytes, other: Callable[[str], bytes]) -> bytes:
    address = buffer.get("uri")
    if address is None:
        return inner
    if address.startswith("data:"):
        return base64.b64decode(address.partition(",")[2], validate=True)
    if ":" in address:
        raise ValueError("a buffer of it is on the network; save it with its buffers inside")
    return other(address)


def _numbers(content: dict[str, Any], buffers: list[bytes], which: int, width: int) -> np.ndarray:
    """The rows of an accessor."""
    accessor = content["accessors"][which]
    if "sparse" in accessor or "bufferView" not in accessor:
        raise ValueError("it has sparse numbers, which are not read")
    kind, count = np.dtype(NUMBERS[accessor["componentType"]]), int(accessor["count"])
    if {1: "SCALAR", 3: "VEC3"}[width] != accessor["type"]:
        raise ValueError("its numbers are not of the kind that triangles have")
    view = content["bufferViews"][accessor["bufferView"]]
    start = int(view.get("byteOffset", 0)) + int(accessor.get("byteOffset", 0))
    step = int(view.get("byteStride", 0)) or width * kind.itemsize
    data = buffers[view.get("buffer", 0)]
    if min(start, count, step) < 0 or count == 0 or start + (count - 1) * step + width * kind.itemsize > len(data):
        raise ValueError("its numbers reach beyond the end of the file")
    rows = np.ndarray((count, width), kind, data, start, (step, kind.itemsize))
    return rows.astype(float) if width > 1 else rows.reshape(-1).copy()


def _transform(node: dict[str, Any]) -> np.ndarray:
    """The 4 × 4 matrix of a node."""
    if "matrix" in node:
        return np.array(node["matrix"], dtype=float).reshape(4, 4).T
    result = np.eye(4)
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    result[:3, :3] = matrices(np.array([w, x, y, z])) * np.array(node.get("scale", (1.0, 1.0, 1.0)), dtype=float)
    result[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return result


__all__ = ["gltf_triangles"]
