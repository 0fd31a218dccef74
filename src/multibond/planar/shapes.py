"""What planar components look like in animations: shapes in the plane z = 0."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..expression import symbol
from ..expression.functions import cos, sin

if TYPE_CHECKING:
    from ..look.shape import Shape

SCALE = symbol("world.scale")  # m, the size of what has none of its own
METAL, RED = "#8a8f98", "#c0504d"
PLACED = ("color", "rotation", "orientation", "offset", "role", "opacity")


def shape(kind: str, frame: Any, phi: Any = None, end: Any = None, **options: Any) -> Shape:
    """A shape at a frame, turned with it or by `phi`; `end` is the frame at the other end of a spring or damper."""
    from ..look.shape import Shape, about_z

    sizes = {name: value for name, value in options.items() if name not in PLACED}
    given = {name: value for name, value in options.items() if name not in sizes}
    if end is not None:
        return Shape(kind, [*frame.x, 0.0], end=[*end.x, 0.0], size=sizes, **given)
    given.setdefault("orientation", about_z(frame.phi if phi is None else phi))
    return Shape(kind, [*frame.x, 0.0], size=sizes, **given)


def bob(frame: Any, r_cm: Any, arm: bool, kind: str, m: Any, inertia: Any) -> list[Shape]:
    """A body of mass m [kg] and moment of inertia [kg m²] at its centre of mass, with an arm to it from the frame.

    `kind` is "ball", "box", "wheel", or "inertia" for the disc that has such an inertia; "none" leaves the arm.
    """
    offset = [r_cm[0], r_cm[1], 0.0]
    found = [bar(frame, r_cm, radius=SCALE / 60, color=METAL)] if arm else []
    if kind == "ball":
        found.append(shape("sphere", frame, offset=offset, radius=SCALE / 14, role="stand-in"))
    elif kind != "none":
        disc = [[inertia / 2, 0.0, 0.0], [0.0, inertia / 2, 0.0], [0.0, 0.0, inertia]]
        sizes = {"m": m, "I": disc, "radius": SCALE / 14, "like": "" if kind == "inertia" else kind}
        found.append(shape("body", frame, offset=offset, role="stand-in", **sizes))
    return found


def link(frame: Any, r: Any, kind: str) -> list[Shape]:
    """A rod along the vector r, the arm of a robot, or nothing."""
    return [] if kind == "none" else [replace(bar(frame, r), kind=kind)]


def bar(frame: Any, r: Any, radius: Any = None, color: str | None = None) -> Shape:
    """A rod from a frame along the vector r, resolved in the frame."""
    from ..look.shape import Shape, about_z

    sizes = {"end": [r[0], r[1], 0.0], **({} if radius is None else {"radius": radius})}
    return Shape("rod", [*frame.x, 0.0], about_z(frame.phi), sizes, color)


def block(frame: Any, phi: Any = None, direction: Any = (1.0, 0.0)) -> Shape:
    """A small block, long in a direction of the frame."""
    x, y = direction
    rotation = [[x, -y, 0.0], [y, x, 0.0], [0.0, 0.0, 1.0]]
    lengths = [SCALE / 10, SCALE / 16, SCALE / 16]
    return shape("box", frame, phi, lengths=lengths, rotation=rotation, color=METAL, role="joint")


def slider(a: Any, b: Any, direction: Any, kind: str) -> list[Shape]:
    """What slides with frame b along a unit `direction` of frame a: a carriage or a cart on a rail, or a piston in a
    cylinder, as long as it travels."""
    if kind == "none":
        return []
    x, y = direction
    c, s = cos(a.phi), sin(a.phi)
    across, up = b.x[0] - a.x[0], b.x[1] - a.x[1]
    way = {"axis": [x, y, 0.0], "travel": (c * x - s * y) * across + (s * x + c * y) * up}
    if kind == "piston":
        bore = SCALE / 11
        return [
            shape("tube", a, radius=bore, length=1.6 * bore, color=METAL, opacity=0.35, **way),
            shape("piston", b, a.phi, radius=0.94 * bore, length=1.6 * bore, axis=[x, y, 0.0]),
        ]
    if kind == "cart":
        lengths = [SCALE / 5, SCALE / 12, SCALE / 9]
        return [
            shape("rail", a, color=METAL, role="joint", radius=SCALE / 90, below=SCALE / 14, **way),
            shape("cart", b, a.phi, lengths=lengths, axis=[x, y, 0.0]),
        ]
    return [shape("rail", a, radius=SCALE / 70, color=METAL, role="joint", **way), block(b, a.phi, direction)]


def pin(frame: Any) -> Shape:
    """The pin of a hinge."""
    return shape("cylinder", frame, radius=SCALE / 45, length=SCALE / 10, color=RED, role="joint")


def upright_wheel(frame: Any, heading: tuple[Any, Any], spin: Any, radius: Any) -> Shape:
    """A wheel that stands on the plane, driven along `heading` and turned by `spin` about its axle."""
    x, y = heading
    c, s = cos(spin), sin(spin)
    rows = [[c * x, c * y, -s], [-y, x, 0.0], [s * x, s * y, c]]
    return shape("wheel", frame, orientation=rows, radius=radius, axis=[0.0, 1.0, 0.0])


def road(depth: Any) -> Shape:
    """The endless road under vehicles seen from above, `depth` [m] below the plane of their hubs."""
    from ..look.shape import Shape

    return Shape("plane", (0.0, 0.0, -depth), size={"axis": (0.0, 0.0, 1.0)})


def ring(frame: Any, radius: Any) -> Shape:
    """The pitch circle of a ring."""
    angles = np.linspace(0.0, 2.0 * np.pi, 49)
    return shape("path", frame, points=[[radius * float(np.cos(t)), radius * float(np.sin(t)), 0.0] for t in angles])


def polygon(frame: Any, corners: Any) -> Shape:
    """A polygon with corners that are resolved in the frame."""
    return shape("prism", frame, points=[[x, y] for x, y in corners])


def ground(frame: Any, normal: Any) -> Shape:
    """A straight ground through a frame, with its normal resolved there."""
    from ..look.shape import Shape, about_z

    size = {"axis": [normal[0], normal[1], 0.0], "lengths": (6 * SCALE, 2 * SCALE)}
    return Shape("plane", [*frame.x, 0.0], about_z(frame.phi), size)
