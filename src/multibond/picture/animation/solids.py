"""The surfaces of shapes as triangles, for pictures that are made without a browser; the page has finer ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Surface = tuple[np.ndarray, np.ndarray]  # vertices (n, 3) [m] in the frame of the shape, faces (m, 3)
ROUND = 20  # corners of what is round
Z = np.array([0.0, 0.0, 1.0])


def surface(kind: str, size: Mapping[str, Any], unit: float) -> list[tuple[Surface, str | None]]:
    """The surfaces of a shape with one position, each with a colour of its own or None; `unit`: size of the scene."""
    if kind not in SURFACES:
        return []
    return SURFACES[kind](size, unit)


def lathe(outline: Any, axis: Any = Z, start: Any = (0.0, 0.0, 0.0), turns: int = ROUND) -> Surface:
    """What a line of (radius, height) makes when it turns about an axis through a point."""
    outline = np.asarray(outline, dtype=float)
    angles = 2 * np.pi * np.arange(turns) / turns
    first, second, third = _basis(axis)
    circle = np.cos(angles)[:, None] * first + np.sin(angles)[:, None] * second
    vertices = outline[:, 0, None, None] * circle + outline[:, 1, None, None] * third + np.asarray(start, dtype=float)
    rows, k = np.arange(len(outline) - 1)[:, None], np.arange(turns)
    a, b = rows * turns + k, rows * turns + (k + 1) % turns
    faces = np.stack([a, b, a + turns, b, b + turns, a + turns], axis=-1).reshape(-1, 3)
    return vertices.reshape(-1, 3), faces


def _basis(axis: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    third = np.asarray(axis, dtype=float)
    third = third / (np.linalg.norm(third) or 1.0)
    helper = np.array([1.0, 0.0, 0.0]) if abs(third[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    first = np.cross(helper, third)
    first /= np.linalg.norm(first)
    return first, np.cross(third, first), third


def bar(start: Any, end: Any, radius: float, turns: int = 12) -> Surface:
    """A round bar from point to point, rounded at its ends."""
    start, end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    length = float(np.linalg.norm(end - start))
    bend = [(radius * np.sin(t), -radius * np.cos(t)) for t in np.linspace(0.0, np.pi / 2, 4)]
    outline = [*bend, *((r, length - h) for r, h in reversed(bend))]
    return lathe(outline, end - start if length > 0.0 else Z, start, turns)


def box(lengths: Any, centre: Any = (0.0, 0.0, 0.0)) -> Surface:
    """A box with edges along the axes."""
    signs = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    faces = np.array([triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))])
    return signs * np.asarray(lengths, dtype=float) + np.asarray(centre, dtype=float), faces


def cylinder(radius: float, length: float, axis: Any = Z, centre: float = 0.0, hole: float = 0.0) -> Surface:
    """A cylinder along an axis, its middle at `centre` on it; with a hole a ring."""
    low, high = centre - length / 2, centre + length / 2
    return lathe([(hole, low), (radius, low), (radius, high), (hole, high), *([(hole, low)] if hole else [])], axis)


def cone(radius: float, length: float, axis: Any) -> Surface:
    """A cone with its base at the origin."""
    return lathe([(0.0, 0.0), (radius, 0.0), (0.0, length)], axis)


def ball(lengths: Any) -> Surface:
    """An ellipsoid with these axes."""
    turns = np.linspace(0.0, np.pi, ROUND // 2 + 1)
    vertices, faces = lathe([(0.5 * np.sin(t), -0.5 * np.cos(t)) for t in turns], (0.0, 1.0, 0.0))
    return vertices * np.asarray(lengths, dtype=float), faces


def torus(radius: float, thick: float, axis: Any) -> Surface:
    """A ring of round wire."""
    turns = np.linspace(0.0, 2 * np.pi, 9)
    return lathe([(radius + thick * np.cos(t), thick * np.sin(t)) for t in turns], axis, turns=32)


def prism(points: Any, width: float) -> Surface:
    """A convex polygon of x, y, thick along z."""
    points = np.asarray(points, dtype=float)[:, :2]
    count = len(points)
    vertices = np.concatenate([np.column_stack([points, np.full(count, z)]) for z in (-width / 2, width / 2)])
    fan = [(0, k, k + 1) for k in range(1, count - 1)]
    sides = [(k, (k + 1) % count, k + count) for k in range(count)]
    sides += [((k + 1) % count, (k + 1) % count + count, k + count) for k in range(count)]
    return vertices, np.array([*fan, *((a + count, b + count, c + count) for a, b, c in fan), *sides])


def coil(start: np.ndarray, end: np.ndarray, radius: float, coils: int) -> list[Surface]:
    """A spring as a chain of short bars."""
    length = float(np.linalg.norm(end - start))
    if not length > 0.0:
        return []
    first, second, third = _basis(end - start)
    share = np.linspace(0.0, 1.0, 10 * int(coils) + 1)
    angle = 2 * np.pi * coils * share
    wide = radius * np.minimum(1.0, 12 * np.minimum(share, 1 - share))
    points = start + length * share[:, None] * third
    points = points + wide[:, None] * (np.cos(angle)[:, None] * first + np.sin(angle)[:, None] * second)
    return [tube_along(points, 0.16 * radius)]


def tube_along(points: Any, radius: float, turns: int = 5) -> Surface:
    """A thin tube along a line of points."""
    points = np.asarray(points, dtype=float)
    along = np.gradient(points, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-300)
    first, _, _ = _basis(along[0])
    first = first - np.sum(first * along, axis=1, keepdims=True) * along
    first /= np.maximum(np.linalg.norm(first, axis=1, keepdims=True), 1e-300)
    second = np.cross(along, first)
    angles = 2 * np.pi * np.arange(turns) / turns
    circle = np.cos(angles)[None, :, None] * first[:, None] + np.sin(angles)[None, :, None] * second[:, None]
    rows, k = np.arange(len(points) - 1)[:, None], np.arange(turns)
    a, b = rows * turns + k, rows * turns + (k + 1) % turns
    faces = np.stack([a, b, a + turns, b, b + turns, a + turns], axis=-1).reshape(-1, 3)
    return (points[:, None] + radius * circle).reshape(-1, 3), faces


STEEL, RUBBER = "#6f7a86", "#2b2f36"
Parts = list[tuple[Surface, str | None]]


def _rod(size: Mapping[str, Any], unit: float) -> Parts:
    length = float(np.linalg.norm(np.subtract(size["end"], size["start"])))
    radius = size["radius"] or min(0.013 * unit, 0.12 * length or 0.013 * unit)
    return [(bar(size["start"], size["end"], radius), None)]


def _arm(size: Mapping[str, Any], unit: float) -> Parts:
    start, end = np.array(size["start"], dtype=float), np.array(size["end"], dtype=float)
    length = float(np.linalg.norm(end - start))
    thick = size["radius"] or min(0.03 * unit, 0.3 * length or 0.03 * unit)
    way = end - start if length > 0.0 else Z
    beam = lathe([(0.0, 0.0), (0.9 * thick, 0.0), (0.62 * thick, length), (0.0, length)], way, start)
    hubs = [
        bar(at - d, at + d, share * thick)
        for at, share in ((start, 0.8), (end, 0.65))
        for d in [0.5 * thick * _basis(way)[0]]
    ]
    return [(beam, None), *((hub, None) for hub in hubs)]


def _wheel(size: Mapping[str, Any], unit: float) -> Parts:
    radius, axis = size["radius"], size["axis"]
    tyre = min(size["width"] or 0.13 * radius, radius) / 2
    rim = radius - 2 * tyre
    parts: Parts = [(torus(radius - tyre, tyre, axis), RUBBER), (torus(rim, 0.45 * tyre, axis), None)]
    parts.append((cylinder(max(0.06 * radius, 0.7 * tyre), 2.6 * tyre, axis), None))
    first, second, _ = _basis(axis)
    for k in range(min(16, round(size["spokes"]))):
        angle = 2 * np.pi * k / round(size["spokes"])
        way = np.cos(angle) * first + np.sin(angle) * second
        parts.append((bar(0.04 * radius * way, rim * way, (0.03 if k == 0 else 0.016) * radius, 4), "#c3cad2"))
    return parts


def _gear(size: Mapping[str, Any], unit: float) -> Parts:
    radius, teeth = size["radius"], max(6, round(size["teeth"]))
    width = size["width"] or 0.2 * radius
    tooth = min(2.2, teeth / 3) * radius / teeth
    first, second, third = _basis(size["axis"])
    parts: Parts = [(cylinder(radius - tooth, width, size["axis"]), None)]
    for k in range(teeth):
        angle = 2 * np.pi * k / teeth
        way = np.cos(angle) * first + np.sin(angle) * second
        vertices, faces = box((2 * tooth, 2.4 * tooth, width), (radius, 0.0, 0.0))
        parts.append(((vertices @ np.stack([way, np.cross(third, way), third]), faces), None))
    return parts


def _rail(size: Mapping[str, Any], unit: float) -> Parts:
    low, high = size["travel"]
    thick = size["radius"] or 0.008 * unit
    axis = np.asarray(size["axis"], dtype=float) / np.linalg.norm(size["axis"])
    return [(bar((low - 5 * thick) * axis, (high + 5 * thick) * axis, thick), None)]


def _tube(size: Mapping[str, Any], unit: float) -> Parts:
    (low, high), length = size["travel"], size["length"]
    whole = high - low + 1.5 * length
    return [(cylinder(1.12 * size["radius"], whole, size["axis"], (low + high) / 2, size["radius"]), None)]


def _cart(size: Mapping[str, Any], unit: float) -> Parts:
    x, y, z = size["lengths"]
    parts: Parts = [(box((x, y, z)), None)]
    for side in (-0.5, 0.5):
        for end in (-0.33, 0.33):
            vertices, faces = cylinder(0.36 * y, 0.16 * z)
            parts.append(((vertices + [end * x, -0.52 * y, side * z], faces), RUBBER))
    return parts


def _plane(size: Mapping[str, Any], unit: float) -> Parts:
    if size["lengths"] is None or None in tuple(size["lengths"]):
        return []
    first, second, _ = _basis(size["axis"])
    width, depth = (x / 2 for x in size["lengths"])
    corners = np.array([-width * first - depth * second, width * first - depth * second,
                        width * first + depth * second, -width * first + depth * second])  # fmt: skip
    return [((corners, np.array([[0, 1, 2], [0, 2, 3]])), None)]


def _prism(size: Mapping[str, Any], unit: float) -> Parts:
    wide = float(np.max(np.ptp(np.asarray(size["points"], dtype=float), axis=0)))
    return [(prism(size["points"], size["width"] or 0.5 * wide), None)]


def _arrow(size: Mapping[str, Any], unit: float) -> Parts:
    length = float(np.linalg.norm(size["vector"]))
    thick = size["radius"] or 0.005 * unit
    head = min(0.35 * length, 7 * thick)
    outline = [(0.0, 0.0), (thick, 0.0), (thick, length - head), (2.4 * thick, length - head), (0.0, length)]
    return [(lathe(outline, size["vector"]), None)]


SURFACES: dict[str, Callable[[Mapping[str, Any], float], Parts]] = {
    "arm": _arm, "arrow": _arrow, "cart": _cart, "gear": _gear, "plane": _plane, "prism": _prism, "rail": _rail,
    "rod": _rod, "tube": _tube, "wheel": _wheel,
    "box": lambda size, unit: [(box(size["lengths"]), None)],
    "cone": lambda size, unit: [(cone(size["radius"], size["length"], size["axis"]), None)],
    "cylinder": lambda size, unit: [(cylinder(size["radius"], size["length"], size["axis"]), None)],
    "piston": lambda size, unit: [(cylinder(size["radius"], size["length"], size["axis"]), None)],
    "ellipsoid": lambda size, unit: [(ball(size["lengths"]), None)],
    "sphere": lambda size, unit: [(ball([2 * size["radius"]] * 3), None)],
    "mesh": lambda size, unit: [((size["vertices"], size["faces"]), None)],
    "path": lambda size, unit: [(tube_along(size["points"], size["radius"] or 0.003 * unit), None)],
}  # fmt: skip

__all__ = ["bar", "coil", "surface"]
