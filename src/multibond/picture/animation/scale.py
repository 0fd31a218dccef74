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
SPREAD = 4.0  # the largest diagonal that counts, in parts of the least during the run
LINKS = 5.0  # the largest size, in parts of the usual length of a rod


def scaled(result: Trajectories, shapes: list[Shape], scale: Node) -> list[Shape]:
    """The shapes with `scale`, the size that the world gives to bodies, replaced by one that suits the model."""
    size, whole = _extent(result, shapes, scale)
    if not np.isfinite(size) or size <= 0.0:
        return shapes
    usual, wide = ({scale: const(float(f"{SHARE * one:.2g}"))} for one in (size, whole))

    def exchanged(value: Any, known: dict[Node, Node]) -> Any:
        if isinstance(value, Node):
            return substitute([value], known)[0]
        if isinstance(value, np.ndarray) and value.dtype == object:
            return np.array(substitute(list(value.reshape(-1)), known), dtype=object).reshape(value.shape)
        return [exchanged(part, known) for part in value] if isinstance(value, (list, tuple)) else value

    def sized(shape: Shape) -> Shape:
        known = wide if shape.kind == "plane" else usual  # what flies far is still above its ground
        return replace(shape, size={name: exchanged(value, known) for name, value in shape.size.items()})

    return [shape if shape.kind == "mesh" else sized(shape) for shape in shapes]


def _extent(result: Trajectories, shapes: Iterable[Shape], scale: Node) -> tuple[float, float]:
    """The longest diagonal [m] during the run of the box around the origins and ends of all shapes.

    A shape with a size of its own, such as a wheel, makes it at least that large. Where parts fly apart it is not much
    more than what they have while they are together, and beside short rods bodies stay small. The second number is the
    diagonal without these limits.
    """
    # what rolls on a plane may leave its origin far behind
    solid = [shape for shape in shapes if shape.kind != "plane"]
    points = [point for shape in solid for point in _points(shape)]
    own = [x for shape in solid for x in _own_sizes(shape, scale)]
    if not points:
        return 0.0, 0.0
    rods = [_length(shape) for shape in solid if shape.kind in ("rod", "arm") and shape.role == "part"]
    asked = [*(x for point in points for x in point), *own, *rods]
    values = np.asarray(result.values([node(x) for x in asked]), dtype=float)
    places, sizes = values[:, : 3 * len(points)], values[:1, 3 * len(points) : 3 * len(points) + len(own)]
    sizes = sizes[0].tolist()
    extents = np.linalg.norm(np.ptp(places.reshape(len(values), -1, 3), axis=1), axis=-1)
    largest, least = float(np.max(extents)), max([float(np.min(extents)), *sizes])
    whole = max([largest, *sizes])
    if least > 0.0:
        largest = min(largest, SPREAD * least)  # what flies far away makes the rest no larger
    lengths = np.array(values[0, len(values[0]) - len(rods) :])
    found = max([largest, *sizes])
    if np.any(lengths > 0.0):
        found = min(found, LINKS * float(np.median(lengths)) / SHARE)
    return found, whole


def _points(shape: Shape) -> Iterator[np.ndarray]:
    """Where a shape is in the inertial frame: its origin, its middle, and the other end of what has one."""
    yield shape.position
    if shape.end is not None:
        yield shape.end
    turn = np.eye(3) if shape.orientation is None else shape.orientation
    for arm in (shape.offset, shape.size.get("end"), *_middle(shape)):
        if arm is not None and any(node(x) is not ZERO for x in arm):
            yield shape.position + turn.T @ np.array([node(x) for x in arm], dtype=object)


def _length(shape: Shape) -> Node:
    """The length of a rod [m]."""
    squares = [(node(b) - node(a)) ** 2 for a, b in zip(shape.size["start"], shape.size["end"], strict=True)]
    return (squares[0] + squares[1] + squares[2]) ** 0.5


def _middle(shape: Shape) -> list[np.ndarray]:
    return [np.mean(shape.size["vertices"], axis=0)] if shape.kind == "mesh" else []


def _own_sizes(shape: Shape, scale: Node) -> Iterator[Node]:
    """Diameters and lengths that do not follow the scale."""
    if shape.kind == "mesh":
        yield from (const(float(x)) for x in np.ptp(shape.size["vertices"], axis=0))
        return
    for name, factor in (("radius", 2.0), ("length", 1.0), ("lengths", 1.0)):
        for x in np.ravel(np.asarray(shape.size.get(name), dtype=object)):
            if x is not None and scale not in leaves(node(x)):
                yield factor * node(x)
