"""The size of bodies and pins that have none of their own: a share of the size of the whole model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...expression import Node, const
from ...expression.walk import substitute
from .shape import Shape

if TYPE_CHECKING:
    from ...result import Result

SHARE = 0.75  # of the diagonal of the box around all shapes


def scaled(result: Result, shapes: list[Shape], scale: Node) -> list[Shape]:
    """The shapes with `scale`, the size that the world gives to bodies, replaced by one that suits the model."""
    size = _extent(result, shapes)
    if not np.isfinite(size) or size <= 0.0:
        return shapes
    known = {scale: const(float(f"{SHARE * size:.2g}"))}

    def exchanged(value: Any) -> Any:
        if isinstance(value, Node):
            return substitute([value], known)[0]
        if isinstance(value, np.ndarray) and value.dtype == object:
            return np.array(substitute(list(value.reshape(-1)), known), dtype=object).reshape(value.shape)
        return [exchanged(part) for part in value] if isinstance(value, (list, tuple)) else value

    return [replace(shape, size={name: exchanged(value) for name, value in shape.size.items()}) for shape in shapes]


def _extent(result: Result, shapes: Iterable[Shape]) -> float:
    """The longest diagonal [m] during the run of the box around the origins and ends of all shapes."""
    # what rolls on a plane may leave its origin far behind
    solid = [shape for shape in shapes if shape.kind != "plane"]
    points = [point for shape in solid for point in (shape.position, shape.end) if point is not None]
    if not points:
        return 0.0
    values = np.asarray(result.values([x for point in points for x in point]), dtype=float)
    return float(np.max(np.linalg.norm(np.ptp(values.reshape(len(values), -1, 3), axis=1), axis=-1)))
