"""What spatial components look like in animations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..expression import symbol

if TYPE_CHECKING:
    from ..picture.animation.shape import Shape

SCALE = symbol("world.scale")  # m, the size of what has none of its own
METAL, RED = "#8a8f98", "#c0504d"


def shape(kind: str, frame: Any, *, offset: Any = (0.0, 0.0, 0.0), color: str | None = None, **sizes: Any) -> Shape:
    """A shape that moves with a frame, at `offset` [m] of it; `sizes` are those of its kind."""
    from ..picture.animation.shape import Shape

    return Shape(kind, frame.x, frame.R, sizes, color, offset)


def line(kind: str, a: Any, b: Any) -> Shape:
    """A spring, damper or link between two frames."""
    from ..picture.animation.shape import Shape

    return Shape(kind, a.x, end=b.x)


def bob(frame: Any, r_cm: Any, arm: bool) -> list[Shape]:
    """A ball at the centre of mass, with an arm to it from the frame."""
    ball = shape("sphere", frame, offset=r_cm, radius=SCALE / 14)
    return [shape("rod", frame, end=r_cm, radius=SCALE / 60, color=METAL), ball] if arm else [ball]


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
    """The plane under a wheel, where it is not the level ground that every page has."""
    from ..picture.animation.shape import Shape

    if not {"normal", "d"} & set(model.given):
        return []
    normal = model.normal
    size = (normal @ normal) ** 0.5
    return [Shape("plane", normal * (model.d / size), size={"axis": normal, "lengths": (6 * SCALE, 6 * SCALE)})]
