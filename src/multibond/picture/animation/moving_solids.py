"""The surfaces of a scene at any time of its run, read back from its data."""

from __future__ import annotations

from typing import Any

import numpy as np

from .pack import decode
from .quaternion import matrices
from .solids import bar, coil, surface

FLAT = ("plane", "path", "rail", "text", "frame")  # not part of what the camera fits
SPANS = ("spring", "damper", "link")


class MovingSolids:
    """All shapes of a scene (see `scene`) as triangles, on a stage where `up` is y."""

    def __init__(self, scene: dict[str, Any]):
        self.time = decode(scene["time"], 1, "float64")[:, 0]
        self._series = [decode(series["data"], series["width"]) for series in scene["series"]]
        self._meshes = [
            {
                "vertices": decode(mesh["vertices"], 3).astype(float),
                "faces": decode(mesh["faces"], 3, "uint32").astype(int),
            }
            for mesh in scene.get("meshes", [])
        ]
        self._root = _rotation_onto(np.array(scene["up"], dtype=float), np.array([0.0, 1.0, 0.0]))
        shown = [shape for shape in scene["shapes"] if not shape.get("hidden")]
        self.unit = self._size(shown)
        self._pieces = [piece for shape in shown for piece in self._build(shape)]
        self._spans = [shape for shape in shown if shape["kind"] in SPANS]
        self.groups = len({shape["group"] for shape in shown if shape.get("group", 0) > 0})
        self.floor = self._floor(shown)

    # ------------------------------------------------------------ over time
    def _value(self, value: Any, at: float) -> np.ndarray:
        """A value of the scene at a time, between its frames."""
        if not isinstance(value, int):
            return np.array(value, dtype=float)
        rows = self._series[value]
        k = int(np.clip(np.searchsorted(self.time, at, side="right") - 1, 0, max(0, len(self.time) - 2)))
        step = self.time[min(k + 1, len(self.time) - 1)] - self.time[k]
        share = float(np.clip((at - self.time[k]) / step, 0.0, 1.0)) if step > 0.0 else 0.0
        return np.asarray((1.0 - share) * rows[k] + share * rows[min(k + 1, len(rows) - 1)], dtype=float)

    def _pose(self, shape: dict[str, Any], at: float) -> tuple[np.ndarray, np.ndarray]:
        """Position and rotation on the stage."""
        turn = np.eye(3)
        if "orientation" in shape:
            quaternion = self._value(shape["orientation"], at)
            turn = matrices(quaternion) if np.all(np.isfinite(quaternion)) and np.any(quaternion) else turn
        return self._root @ self._value(shape["position"], at), self._root @ turn

    def triangles(self, at: float, ground: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Triangles (n, 3, 3) on the stage at a time [s] and their colours (n, 4), red, green, blue, opacity: of all
        shapes, or of the planes of the ground, on which the others throw their shadows."""
        corners, colors = [np.zeros((0, 3, 3))], [np.zeros((0, 4))]
        for shape, vertices, faces, color in (*self._pieces, *self._spanning(at)):
            if (shape is not None and self._height(shape) is not None) != ground:
                continue
            place, turn = self._pose(shape, at) if shape is not None else (np.zeros(3), self._root)
            if np.all(np.isfinite(place)):
                corners.append((vertices @ turn.T + place)[faces])
                colors.append(np.broadcast_to(color, (len(faces), 4)))
        return np.concatenate(corners), np.concatenate(colors)

    def _spanning(self, at: float) -> list[Any]:
        """What spans two points, built anew for its length now."""
        found = []
        for shape in self._spans:
            start, end = self._value(shape["position"], at), self._value(shape["end"], at)
            if not np.all(np.isfinite(start + end)):
                continue
            color, thick = _color(shape), shape["size"].get("radius")
            if shape["kind"] == "spring":
                parts = coil(start, end, thick or 0.03 * self.unit, round(shape["size"]["coils"]))
            elif shape["kind"] == "damper":
                wide = thick or 0.022 * self.unit
                parts = [bar(start, end, 0.38 * wide), bar(start, start + 0.56 * (end - start), wide)]
            else:
                parts = [bar(start, end, thick or 0.004 * self.unit)]
            found += [(None, *part, color) for part in parts]
        return found

    def boxes(self, at: float) -> list[tuple[dict[str, Any], np.ndarray]]:
        """The solid shapes with one position, and the eight corners of their boxes on the stage at a time."""
        found = []
        for shape, box in self._boxes:
            place, turn = self._pose(shape, at)
            found.append((shape, box @ turn.T + place))
        return found

    def points(self, at: float, moving: bool) -> np.ndarray:
        """The corners (n, 3) of the boxes around all solid shapes at a time: of those that move, or that stand."""
        found = [np.zeros((0, 3))]
        found += [box for shape, box in self.boxes(at) if moves(shape) == moving]
        for shape in self._spans:
            if moves(shape) == moving:
                found.append(np.stack([self._root @ self._value(shape[end], at) for end in ("position", "end")]))
        points = np.concatenate(found)
        return points[np.all(np.isfinite(points), axis=1)]

    # ------------------------------------------------------------ once
    def _build(self, shape: dict[str, Any]) -> list[Any]:
        size = self._meshes[shape["size"]["mesh"]] if shape["kind"] == "mesh" else shape["size"]
        turn = matrices(np.array(shape["rotation"])) if "rotation" in shape else np.eye(3)
        offset = np.array(shape.get("offset", (0.0, 0.0, 0.0)))
        return [
            (shape, vertices @ turn.T + offset, faces, _color(shape, own))
            for (vertices, faces), own in surface(shape["kind"], size, self.unit)
        ]

    @property
    def _boxes(self) -> list[tuple[Any, np.ndarray]]:
        if not hasattr(self, "_known"):
            self._known = []
            for shape, vertices, _, _ in self._pieces:
                if shape["kind"] not in FLAT:
                    ends = np.stack([vertices.min(axis=0), vertices.max(axis=0)])
                    corners = np.array(
                        [[ends[i, 0], ends[j, 1], ends[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)]
                    )
                    self._known.append((shape, corners))
        return self._known

    def _size(self, shapes: list[Any]) -> float:
        """The largest extent at one moment of all positions and lengths, for what has no size of its own."""
        moments = np.unique(np.linspace(0, len(self.time) - 1, 24).astype(int))
        solid = [shape for shape in shapes if shape["kind"] != "plane"]
        largest = 0.0
        for k in moments:
            places = [self._value(shape["position"], self.time[k]) for shape in solid]
            places += [self._value(shape["end"], self.time[k]) for shape in solid if "end" in shape]
            for shape in solid:
                if "end" in shape["size"]:
                    place, turn = self._pose(shape, self.time[k])
                    places.append(self._root.T @ (place + turn @ np.array(shape["size"]["end"], dtype=float)))
            points = np.array([place for place in places if np.all(np.isfinite(place))])
            if len(points):
                largest = max(largest, float(np.linalg.norm(np.ptp(points, axis=0))))
        sizes = [_own_size(shape["size"]) for shape in solid]
        return max([largest, *sizes]) or 1.0

    def _floor(self, shapes: list[Any]) -> float | None:
        """The height of the ground: that of the lowest of the level planes below everything, if there is one."""
        return min((height for shape in shapes if (height := self._height(shape)) is not None), default=None)

    def _height(self, shape: dict[str, Any]) -> float | None:
        """The height of a still level plane that is endless or as wide as the scene; None for every other shape."""
        if shape["kind"] != "plane" or moves(shape):
            return None
        lengths = shape["size"].get("lengths")
        if lengths is not None and max(x or np.inf for x in lengths) < self.unit:
            return None
        place, turn = self._pose(shape, float(self.time[0]))
        normal = turn @ np.array(shape["size"]["axis"], dtype=float)
        return float(place[1]) if normal[1] > 0.9999 * np.linalg.norm(normal) else None


def _own_size(size: dict[str, Any]) -> float:
    """The largest extent that a shape tells of itself [m]."""
    found = [2 * (size.get("radius") or 0.0), size.get("length") or 0.0, *(size.get("lengths") or ())]
    found.append(float(np.linalg.norm(size.get("vector", 0.0))))
    if "points" in size:
        found.append(float(np.linalg.norm(np.ptp(np.array(size["points"], dtype=float), axis=0))))
    return max(x or 0.0 for x in found)


def moves(shape: dict[str, Any]) -> bool:
    """Whether a shape changes its place during the run."""
    return any(isinstance(shape.get(name), int) for name in ("position", "orientation", "end"))


def _color(shape: dict[str, Any], own: str | None = None) -> np.ndarray:
    text = own or shape["color"] or "#8a8f98"
    return np.array([*(int(text[k : k + 2], 16) / 255 for k in (1, 3, 5)), shape.get("opacity", 1.0)])


def _rotation_onto(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The shortest rotation that takes one unit vector to another."""
    cross, cosine = np.cross(one, other), float(one @ other)
    if cosine < -0.999999:
        return np.diag([1.0, -1.0, -1.0])
    skew = np.array([[0.0, -cross[2], cross[1]], [cross[2], 0.0, -cross[0]], [-cross[1], cross[0], 0.0]])
    return np.asarray(np.eye(3) + skew + skew @ skew / (1.0 + cosine))


__all__ = ["MovingSolids", "moves"]
