"""What spatial components look like in animations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..elements.element import matrix
from ..expression import nodes, symbol

if TYPE_CHECKING:
    from ..look.shape import Shape

SCALE = symbol("world.scale")  # m, the size of what has none of its own
METAL, RED = "#8a8f98", "#c0504d"


def shape(kind: str, frame: Any, *, offset: Any = (0.0, 0.0, 0.0), rotation: Any = None, color: str | None = None,
          role: str = "part", opacity: float = 1.0, **sizes: Any) -> Shape:  # fmt: skip
    """A shape that moves with a frame, at `offset` [m] of it, its own axes the columns of `rotation`; `sizes` are those
    of its kind."""
    from ..look.shape import Shape

    return Shape(kind, frame.x, frame.R, sizes, color, offset, rotation, role=role, opacity=opacity)


def line(kind: str, a: Any, b: Any) -> Shape:
    """A spring, damper or link between two frames."""
    from ..look.shape import Shape

    return Shape(kind, a.x, end=b.x)


def bob(frame: Any, r_cm: Any, arm: bool, kind: str, m: Any, inertia: Any) -> list[Shape]:
    """A body of mass m [kg] and inertia tensor [kg m²] at its centre of mass, with an arm to it from the frame.

    `kind` is "ball", "box", "ellipsoid", "wheel", or "inertia" for the solid that has such an inertia; "none" leaves
    the arm.
    """
    found = [shape("rod", frame, end=r_cm, radius=SCALE / 60, color=METAL)] if arm else []
    if kind == "ball":
        found.append(shape("sphere", frame, offset=r_cm, radius=SCALE / 14, role="stand-in"))
    elif kind != "none":
        tensor = matrix(nodes(inertia), 3)
        sizes = {"m": m, "I": tensor, "radius": SCALE / 14, "like": "" if kind == "inertia" else kind}
        found.append(shape("body", frame, offset=r_cm, role="stand-in", **sizes))
    return found


def pin(frame: Any, axis: Any, length: float = 1.0) -> Shape:
    """The pin of a hinge along an axis of the frame."""
    return shape("cylinder", frame, axis=axis, radius=SCALE / 45, length=SCALE * (length / 10), color=RED, role="joint")


def ball(frame: Any) -> Shape:
    """The ball of a ball joint."""
    return shape("sphere", frame, radius=SCALE / 34, color=RED, role="joint")


def block(frame: Any) -> Shape:
    """A small block."""
    return shape("box", frame, lengths=[SCALE / 14, SCALE / 14, SCALE / 14], color=METAL, role="joint")


def slider(a: Any, b: Any, direction: Any, kind: str) -> list[Shape]:
    """What slides with frame b along a unit `direction` of frame a: a carriage or a cart on a rail, or a piston in a
    cylinder, as long as it travels."""
    if kind == "none":
        return []
    way = {"axis": direction, "travel": direction @ (a.R @ (b.x - a.x))}
    if kind == "piston":
        bore = SCALE / 11
        return [
            shape("tube", a, radius=bore, length=1.6 * bore, color=METAL, opacity=0.35, **way),
            _turned_as(a, shape("piston", b, radius=0.94 * bore, length=1.6 * bore, axis=direction)),
        ]
    if kind == "cart":
        lengths = [SCALE / 5, SCALE / 12, SCALE / 9]
        return [
            shape("rail", a, color=METAL, role="joint", radius=SCALE / 90, below=SCALE / 14, **way),
            _turned_as(a, shape("cart", b, lengths=lengths, axis=direction)),
        ]
    return [shape("rail", a, radius=SCALE / 70, color=METAL, role="joint", **way), block(b)]


def _turned_as(frame: Any, drawn: Shape) -> Shape:
    """A shape at its own place, turned as another frame."""
    return replace(drawn, orientation=frame.R)


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
