"""Icons of contacts: what touches what."""

from __future__ import annotations

from ..model.component import Component
from .icon import Icon, Look
from .item import Item
from .stencil import BODY, PAPER, RED, box, circle, hatch, line

SIDES = {"a": "top", "b": "bottom"}


def _ground() -> list[Item]:
    return [line((-22, 12), (22, 12), width=2.0), *hatch((-20, 12), (20, 12), (0, 1))]


def ball_on_plane(part: Component, look: Look) -> Icon:
    """A ball above the ground."""
    items: list[Item] = [circle(0, -4, 13, BODY), *_ground()]
    return Icon(48, 44, "box", items, look.named("restitution"), SIDES, "axis")


def point_on_plane(part: Component, look: Look) -> Icon:
    """The tip of a body above the ground."""
    items: list[Item] = [line((-12, -16), (0, 8)), line((12, -16), (0, 8)), line((-12, -16), (12, -16)), *_ground()]
    return Icon(48, 44, "box", items, look.named("restitution"), SIDES, "axis")


def box_on_plane(part: Component, look: Look) -> Icon:
    """A box above the ground."""
    items: list[Item] = [box(-14, -16, 14, 8, BODY), *_ground()]
    return Icon(48, 44, "box", items, look.named("restitution"), SIDES, "axis")


def two_balls(part: Component, look: Look) -> Icon:
    """Two balls side by side."""
    items: list[Item] = [circle(-13, 0, 12, BODY), circle(13, 0, 12, BODY)]
    items += [line((-31, 0), (-25, 0)), line((25, 0), (31, 0))]
    return Icon(62, 28, "box", items, look.named("restitution"), {"a": "left", "b": "right"}, "axis")


def point_on_cylinder(part: Component, look: Look) -> Icon:
    """A small ball at a round body."""
    items: list[Item] = [
        circle(6, 0, 15, BODY),
        circle(-14, 0, 4, PAPER),
        line((-31, 0), (-18, 0)),
        line((21, 0), (31, 0)),
    ]
    return Icon(62, 34, "box", items, look.named("restitution"), {"a": "left", "b": "right"}, "axis")


def two_polygons(part: Component, look: Look) -> Icon:
    """A triangle and a box."""
    items: list[Item] = [line((-26, 14), (-2, 0)), line((-2, 0), (-26, -14)), line((-26, -14), (-26, 14))]
    items += [box(2, -14, 26, 14, BODY)]
    return Icon(62, 34, "box", items, look.named("restitution"), {"a": "left", "b": "right"}, "axis")


def pool(part: Component, look: Look) -> Icon:
    """Balls side by side."""
    items: list[Item] = [circle(-15, 9, 9, BODY), circle(15, 9, 9, BODY), circle(0, -10, 9, BODY)]
    return Icon(56, 44, "box", items, look.named())


def injection(part: Component, look: Look) -> Icon:
    """A star: an explosion."""
    points = [(0, -18), (5, -6), (17, -9), (9, 2), (15, 14), (3, 9), (-5, 18), (-6, 6), (-18, 3), (-8, -4), (-10, -15)]
    items: list[Item] = [line(a, b, color=RED) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
    return Icon(40, 40, "box", items, look.named("E"), {"a": "left"}, "axis")
