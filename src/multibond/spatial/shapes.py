"""What spatial components look like in animations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..elements.element import matrix
from ..expression import nodes, symbol

if TYPE_CHECKING:
    from ..look.shape import Shape

SCALE = symbol("world.scale")  # m, the size of what has none of its own
METAL, RED = "#8a8f98", "#c0504d"


def shape(kind: str, frame: Any, *, offset: Any = (0.0, 0.0, 0.0), color: str | None = None, **sizes: Any) -> Shape:
    """A shape that moves with a frame, at `offset` [m] of it; `sizes` are those of its kind."""
    from ..look.shape import Shape

    return Shape(kind, frame.x, frame.R, sizes, color, offset)


def line(kind: str, a: Any, b: Any) -> Shape:
    """A spring, damper or link between two frames."""
    from ..look.shape import Shape

    return Shape(kind, a.x, end=b.x)


def bob(frame: Any, r_cm: Any, arm: bool, kind: str, m: Any, inertia: Any) -> list[Shape]:
    """A body of mass m [kg] and inertia tensor [kg m²] at its centre of mass, with an arm to it from the frame.

    `kind` is "ball", "box", "ellipsoid", or "inertia" for the solid that has such an inertia; "none" leaves the arm.
    """
    found = [shape("rod", frame, end=r_cm, radius=SCALE / 60, color=METAL)] if arm else []
    if kind == "ball":
        found.append(shape("sphere", frame, offset=r_cm, radius=SCALE / 14))
    elif kind != "none":
        tensor = matrix(nodes(inertia), 3)
        sizes = {"m": m, "I": tensor, "radius": SCALE / 14, "like": "" if kind == "inertia" else kind}
        found.append(shape("body", frame, offset=r_cm, **sizes))
    return found


def pin(frame: Any, axis: Any, length: float = 1.0) -> Shape:
    """The pin of a hinge along an axis of the frame."""
    return shape("cylinder", frame, axis=axis, radius=SCALE / 25, length=SCALE * (length / 7), color=RED)


def ball(frame: Any) -> Shape:
    """The ball of a ball joint."""
    return shape("sphere", frame, radius=SCALE / 20, color=RED)


def block(frame: Any) -> Shape:
    """A small block."""
    return shape("box", frame, lengths=[SCALE / 8, SCALE / 8, SCALE / 8], color=METAL)


def ground(model: Any) -> list[Shape]:
    """The plane under a wheel: a sheet, or the endless level ground where nothing is said of it."""
    from ..look.shape import Shape

    if not {"normal", "height"} & set(model.given):
        return [Shape("plane", size={"axis": (0.0, 1.0, 0.0)})]
    normal = model.normal
    size = (normal @ normal) ** 0.5
    return [Shape("plane", normal * (model.height / size), size={"axis": normal, "lengths": (6 * SCALE, 6 * SCALE)})]


def sheet(frame: Any, normal: Any) -> list[Shape]:
    """A plane through a frame, with its normal resolved there."""
    from ..look.shape import Shape

    return [Shape("plane", frame.x, frame.R, {"axis": normal, "lengths": (6 * SCALE, 6 * SCALE)})]
