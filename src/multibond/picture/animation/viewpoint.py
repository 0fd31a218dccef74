"""Where the camera of a film is: around the whole motion, or along with what travels, as that of the page is."""

from __future__ import annotations

from typing import Any

import numpy as np

from .moving_solids import MovingSolids

FIELD = np.radians(32.0)  # vertical field of view
FILLED = 0.86  # of the view, by what is looked at
TRAVELS, GROWS, ZOOMS = 4.0, 12.0, 2.5
MOMENTS, CALM = 100, 0.04
NEAREST = 0.01  # part of the distance of the camera before which nothing is seen
VIEWS = {"front": (0.0, 0.0, 1.0), "side": (1.0, 0.0, 0.0), "top": (0.0, 1.0, 1e-4), "planar": (0.22, 0.2, 1.0),
         "corner": (0.75, 0.5, 1.0)}  # fmt: skip


class Viewpoint:
    """The camera over the run: `at(time)` gives its target, its distance [m] and the directions right, up and back."""

    def __init__(self, solids: MovingSolids, view: str, aspect: float):
        back = np.array(VIEWS[view])
        self.back = back / np.linalg.norm(back)
        right = np.cross([0.0, 1.0, 0.0], self.back)
        self.right = right / np.linalg.norm(right)
        self.up = np.cross(self.back, self.right)
        self.slope = np.tan(FIELD / 2)
        self.aspect = aspect
        self.times = solids.time[np.unique(np.linspace(0, len(solids.time) - 1, MOMENTS).astype(int))]
        still = solids.points(float(self.times[0]), moving=False)
        moments = [solids.points(float(at), moving=True) for at in self.times]
        everything = np.concatenate([still, *moments])
        everything = everything if len(everything) else np.array([[-1.0, -1, -1], [1, 1, 1]])
        moments = [points if len(points) else everything for points in moments]
        self.whole = np.stack([everything.min(axis=0), everything.max(axis=0)])
        sizes = np.array([_size(points) for points in moments])
        near = len(still) and all(
            _size(np.concatenate([p, still])) < 2.2 * max(_size(p), 0.3 * sizes.max()) for p in moments
        )
        if near:
            moments = [np.concatenate([points, still]) for points in moments]
            sizes = np.array([_size(points) for points in moments])
        middle, least = float(np.median(sizes)), float(sizes.min())
        self.follows = _size(everything) > min(TRAVELS * (middle or 1.0), GROWS * (least or 1.0))
        self.extent = float(sizes.max()) if self.follows else _size(everything)
        if self.follows:
            self._along(moments, 1.0 + 2.0 / max(1, solids.groups) ** 2)  # more room around a single body
        else:
            self.still = self._around(everything)

    def _around(self, points: np.ndarray, centre: np.ndarray | None = None) -> tuple[np.ndarray, float]:
        """Target and distance with which points fill the view; about a given centre, or where that is least."""
        origin = points[0] if centre is None else centre
        away = points - origin
        target, distance = origin.copy(), 1e-6
        for axis, slope in ((self.right, FILLED * self.slope * self.aspect), (self.up, FILLED * self.slope)):
            across, near = away @ axis, slope * (away @ self.back)
            high, low = float(np.max(across + near)), float(np.max(near - across))
            if centre is None:
                target = target + (high - low) / 2 * axis
                distance = max(distance, (high + low) / 2 / slope)
            else:
                distance = max(distance, max(high, low) / slope)
        return target, distance

    def _along(self, moments: list[np.ndarray], room: float) -> None:
        """A calm way with what travels."""
        middles = np.array([(points.min(axis=0) + points.max(axis=0)) / 2 for points in moments])
        width = min(max(1, round(CALM * len(middles))), len(middles) - 1)
        before = 2 * middles[0] - middles[1 : width + 1][::-1]
        after = 2 * middles[-1] - middles[-width - 1 : -1][::-1]
        longer = np.concatenate([before, middles, after])
        self.centres = np.array([longer[k : k + 2 * width + 1].mean(axis=0) for k in range(len(middles))])
        needed = np.array(
            [self._around(points, centre)[1] for points, centre in zip(moments, self.centres, strict=True)]
        )
        beside = [slice(max(0, k - 1), k + 2) for k in range(len(needed))]
        widest = np.array([needed[part].max() for part in beside])
        near = np.minimum(widest, 1.4 * needed)
        zooms = needed.max() > ZOOMS * needed.min()
        self.distances = room * (near if zooms else np.full(len(needed), needed.max()))

    def at(self, time: float) -> tuple[np.ndarray, float]:
        """Target and distance at a time [s]."""
        if not self.follows:
            return self.still
        centre = np.array([np.interp(time, self.times, self.centres[:, k]) for k in range(3)])
        return centre, float(np.interp(time, self.times, self.distances))

    def project(self, points: np.ndarray, time: float, width: int, height: int) -> np.ndarray:
        """Pixels (x, y down) and nearness of points (…, 3); what is behind the camera has nearness 0 or less."""
        target, distance = self.at(time)
        away = points - target
        depth = distance - away @ self.back
        safe = np.where(depth > 1e-3 * distance, depth, np.nan)
        scale = height / 2 / self.slope
        x = width / 2 + scale * (away @ self.right) / safe
        y = height / 2 - scale * (away @ self.up) / safe
        return np.stack([x, y, 1.0 / safe], axis=-1)

    def before(self, triangles: np.ndarray, time: float) -> tuple[np.ndarray, np.ndarray]:
        """What of triangles (n, 3, 3) is before the eye, as triangles, and of which one each is a part: a wide plane
        may begin behind the eye."""
        target, distance = self.at(time)
        depth = distance - (triangles - target) @ self.back - NEAREST * distance
        inside = depth > 0.0
        whole = np.all(inside, axis=1)
        found, owners = [triangles[whole]], [np.flatnonzero(whole)]
        for k in np.flatnonzero(np.any(inside, axis=1) & ~whole):
            corners, way = triangles[k], depth[k]
            ring = []
            for i, j in ((0, 1), (1, 2), (2, 0)):
                if way[i] > 0.0:
                    ring.append(corners[i])
                if (way[i] > 0.0) != (way[j] > 0.0):
                    ring.append(corners[i] + way[i] / (way[i] - way[j]) * (corners[j] - corners[i]))
            parts = [np.stack([ring[0], ring[i], ring[i + 1]]) for i in range(1, len(ring) - 1)]
            found.append(np.stack(parts))
            owners.append(np.full(len(parts), k))
        return np.concatenate(found), np.concatenate(owners)


def _size(points: Any) -> float:
    return float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 0.0


__all__ = ["VIEWS", "Viewpoint"]
