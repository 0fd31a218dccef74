"""The size of bodies and pins that have none of their own: a share of the size of the whole model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...expression import ZERO, Node, const, leaves, node
from ...expression.walk import substitute
from ...look.shape import Shape

if TYPE_CHECKING:
    from ...result import Trajectories

SHARE = 0.75  # of the diagonal of the box around all shapes


def scaled(result: Trajectories, shapes: list[Shape], scale: Node) -> list[Shape]:
    """The shapes with `scale`, the size that the world gives to bodies, replaced by one that suits the model."""
    size = _extent(result, shapes, scale)
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


def _extent(result: Trajectories, shapes: Iterable[Shape], scale: Node) -> float:
    """The longest diagonal [m] during the run of the box around the origins and ends of all shapes.

    A shape with a size of its own, such as a wheel, makes it at least that large.
    """
    # what rolls on a plane may leave its origin far behind
    solid = [shape for shape in shapes if shape.kind != "plane"]
    points = [point for shape in solid for point in _points(shape)]
    own = [x for shape in solid for x in _own_sizes(shape, scale)]
    if not points:
        return 0.0
    values = np.asarray(result.values([node(x) for x in [*(x for point in points for x in point), *own]]), dtype=float)
    places, sizes = values[:, : 3 * len(points)], values[:1, 3 * len(points) :]
    largest = float(np.max(np.linalg.norm(np.ptp(places.reshape(len(values), -1, 3), axis=1), axis=-1)))
    return max([largest, *sizes[0].tolist()])


def _points(shape: Shape) -> Iterator[np.ndarray]:
    """Where a shape is in the inertial frame: its origin, its middle, and the other end of what has one."""
    yield shape.position
    if shape.end is not None:
        yield shape.end
    turn = np.eye(3) if shape.orientation is None else shape.orientation
    for arm in (shape.offset, shape.size.get("end")):
        if arm is not None and any(node(x) is not ZERO for x in arm):
            yield shape.position + turn.T @ np.array([node(x) for x in arm], dtype=object)


def _own_sizes(shape: Shape, scale: Node) -> Iterator[Node]:
    """Diameters and lengths that do not follow the scale."""
    for name, factor in (("radius", 2.0), ("length", 1.0), ("lengths", 1.0)):
        for x in np.ravel(np.asarray(shape.size.get(name), dtype=object)):
            if x is not None and scale not in leaves(node(x)):
                yield factor * node(x)
