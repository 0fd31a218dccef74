"""Packing: expressions become columns of one evaluation, columns become short text."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...expression import Node, const, node
from .quaternion import continuous, quaternions


def frames(time: np.ndarray, limit: int) -> np.ndarray:
    """The places of at most about `limit` points, evenly spread in time; both sides of an event stay.

    >>> frames(np.arange(10.0), 4)
    array([0, 3, 6, 9])
    """
    if len(time) <= limit:
        return np.arange(len(time))
    wanted = np.linspace(time[0], time[-1], limit)
    right = np.clip(np.searchsorted(time, wanted), 1, len(time) - 1)
    chosen = np.where(wanted - time[right - 1] < time[right] - wanted, right - 1, right)
    events = np.flatnonzero(np.diff(time) == 0.0)[: limit // 4]
    return np.unique(np.concatenate([[0], chosen, events, events + 1, [len(time) - 1]]))


def encode(values: np.ndarray, kind: str = "float32") -> str:
    """Little-endian numbers, row by row, as base64 text."""
    rows = np.ascontiguousarray(values, dtype=np.dtype(kind).newbyteorder("<"))
    return base64.b64encode(rows.tobytes()).decode("ascii")


def decode(text: str, width: int, kind: str = "float32") -> np.ndarray:
    """The rows that `encode` wrote."""
    return np.frombuffer(base64.b64decode(text), dtype=np.dtype(kind).newbyteorder("<")).reshape(-1, width)


class Columns:
    """Expressions to be evaluated together; equal ones share a column, and each value knows its columns."""

    def __init__(self) -> None:
        self._places: dict[Node, int] = {}
        self._values = np.zeros((0, 0))
        self._chosen = np.zeros(0, dtype=int)

    def add(self, values: Any) -> np.ndarray:
        """Ask for expressions of any shape; the answer is the array of their columns."""
        array = np.asarray(values, dtype=object)
        flat = [self._places.setdefault(node(value), len(self._places)) for value in array.reshape(-1)]
        return np.array(flat, dtype=int).reshape(array.shape)

    def evaluate(self, result: Any, chosen: np.ndarray) -> None:
        """Evaluate everything that was asked for in one call, at the chosen time points."""
        wanted = list(self._places) or [const(0.0)]
        self._values, self._chosen = np.asarray(result.values(wanted), dtype=float)[chosen], chosen

    def over_time(self, places: np.ndarray) -> np.ndarray:
        """Values of shape (time, …)."""
        return self._values[:, places]

    def at_start(self, places: np.ndarray) -> np.ndarray:
        """Values at the first time point, for what counts as constant."""
        return self._values[0, places]


class Pool:
    """The series of a scene: equal ones are stored once, constant ones are written as plain lists."""

    def __init__(self, columns: Columns):
        self._columns = columns
        self._known: dict[tuple[str, bytes], Any] = {}
        self.series: list[dict[str, Any]] = []
        self.meshes: list[dict[str, str]] = []

    def vector(self, places: np.ndarray) -> Any:
        """The series of a vector: its number in the pool, or a list of numbers if it never changes."""
        key = ("vector", places.tobytes())
        if key not in self._known:
            self._known[key] = self.put(self._columns.over_time(places).reshape(-1, places.size))
        return self._known[key]

    def rotation(self, places: np.ndarray) -> Any:
        """The series of quaternions that turn body to inertial coordinates, from the columns of R (3 × 3)."""
        key = ("rotation", places.tobytes())
        if key not in self._known:
            to_inertial = np.swapaxes(self._columns.over_time(places), -1, -2)
            self._known[key] = self.put(continuous(quaternions(to_inertial)))
        return self._known[key]

    def mesh(self, vertices: np.ndarray, faces: np.ndarray) -> int:
        """Store triangles; its number among the meshes."""
        content = {"vertices": encode(vertices), "faces": encode(faces, "uint32")}
        if content not in self.meshes:
            self.meshes.append(content)
        return self.meshes.index(content)

    def put(self, rows: np.ndarray) -> Any:
        """Store rows (time, width)."""
        if len(rows) and np.all(np.isfinite(rows)) and np.all(rows == rows[0]):
            return plain(rows[0])
        self.series.append({"width": int(rows.shape[1]), "data": encode(rows)})
        return len(self.series) - 1


def plain(values: Sequence[float] | np.ndarray) -> list[float]:
    """Numbers as JSON knows them, without the noise of the last digits."""
    return [float(f"{float(value):.9g}") for value in values]
