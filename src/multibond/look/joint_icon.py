"""Icons of joints, gears, forces and mechanical sensors."""

from __future__ import annotations

from collections.abc import Callable

from ..model.component import Component
from .icon import Icon, Look
from .item import SIGNAL, Item, Text
from .stencil import METAL, PAPER, RED, STEEL, around, arrow, bent_arrow, box, circle, filled, gear, line

_BOTH = {"a": "left", "b": "right"}


def revolute(part: Component, look: Look) -> Icon:
    """A hinge: a ring about a pin."""
    items: list[Item] = [circle(0, 0, 13, METAL), circle(0, 0, 8.5), circle(0, 0, 3.2, "#111827")]
    return Icon(48, 36, "box", items, look.named("axis"), dict(_BOTH), "arms")


def universal(part: Component, look: Look) -> Icon:
    """A hinge with a cross."""
    items: list[Item] = [circle(0, 0, 15, METAL), circle(0, 0, 11.5)]
    items += [line((-9, -9), (9, 9), width=3.2), line((-9, 9), (9, -9), width=3.2), circle(0, 0, 2.6, METAL, 0.8)]
    return Icon(48, 38, "box", items, look.named(), dict(_BOTH), "arms")


def spherical(part: Component, look: Look) -> Icon:
    """A ball in a cup."""
    cup = filled(*around(0, 0, 16, 115, 245), *around(0, 0, 11.5, 245, 115), fill=METAL)
    items: list[Item] = [cup, circle(0, 0, 9.5, "#aeb7c4"), line(*around(0, 0, 6, 200, 250), color=PAPER, width=1.6)]
    return Icon(48, 38, "box", items, look.named(), dict(_BOTH), "arms")


def _telescope(mark: list[Item]) -> list[Item]:
    return [box(-30, -12, 8, 12), box(-6, -5.5, 30, 5.5, PAPER), *mark]


def prismatic(part: Component, look: Look) -> Icon:
    """A rod that slides in a sleeve."""
    return Icon(60, 26, "box", _telescope([]), look.named("direction"), dict(_BOTH), "axis")


def cylindrical(part: Component, look: Look) -> Icon:
    """A rod that slides and turns in a sleeve."""
    turn = bent_arrow(tuple((x * 0.45 + 19, y) for x, y in around(0, 0, 12, -120, 140)), width=1.3, head=5.5)
    return Icon(60, 30, "box", _telescope(turn), look.named("axis"), dict(_BOTH), "axis")


def screw(part: Component, look: Look) -> Icon:
    """A threaded rod in a nut."""
    thread: list[Item] = [line((x, 5.5), (x + 4, -5.5), width=1.1) for x in (-3, 2, 7, 12, 17, 22)]
    return Icon(60, 26, "box", _telescope(thread), look.named("axis", "pitch"), dict(_BOTH), "axis")


def plane_joint(part: Component, look: Look) -> Icon:
    """A block on a plate."""
    plate = filled((-26, 12), (-14, -8), (26, -8), (14, 12), fill=METAL)
    arrows = [*arrow((-2, 2), (14, 2), head=5.0, width=1.3), *arrow((-2, 2), (4, -7), head=5.0, width=1.3)]
    items: list[Item] = [plate, *arrows, *bent_arrow(around(-2, 2, 8, 60, 210, 0.6), width=1.2, head=4.5)]
    return Icon(56, 32, "box", items, look.named("normal"), dict(_BOTH), "axis")


def ball_in_tube(part: Component, look: Look) -> Icon:
    """A ball in a tube, or a pin in a slot, seen from the side."""
    items: list[Item] = [
        box(-30, -12, 16, 12),
        line((-24, -8), (10, -8), width=1.0),
        line((-24, 8), (10, 8), width=1.0),
    ]
    items += [line((4, 0), (30, 0), width=2.4, color=STEEL), circle(0, 0, 7.5, "#aeb7c4"), circle(0, 0, 2.0, "#111827")]
    return Icon(60, 26, "box", items, look.named("axis", "direction"), dict(_BOTH), "axis")


def ball_on_plate(part: Component, look: Look) -> Icon:
    """A ball on a plate."""
    plate = filled((-28, 12), (-16, -2), (28, -2), (16, 12), fill=METAL)
    items: list[Item] = [plate, circle(2, -3, 8, "#aeb7c4"), line(*around(2, -3, 5, 200, 250), color=PAPER, width=1.6)]
    return Icon(58, 32, "box", items, look.named("normal"), dict(_BOTH), "axis")


def edge_on_plate(part: Component, look: Look) -> Icon:
    """A roller on a plate."""
    plate = filled((-28, 12), (-16, -2), (28, -2), (16, 12), fill=METAL)
    roller = filled((-12, 2), (-12, -8), (14, -8), (14, 2), fill="#aeb7c4")
    items: list[Item] = [plate, roller, line((-17, -3), (19, -3), width=1.0, dash="4 2")]
    return Icon(58, 32, "box", items, look.named("normal", "line"), dict(_BOTH), "axis")


def free_movement(part: Component, look: Look) -> Icon:
    """A dashed line with arrows in all directions."""
    items: list[Item] = [line((-27, 0), (27, 0), width=1.2, dash="4 3")]
    items += [*arrow((0, 4), (0, 15), width=1.2, head=5.0), *arrow((0, -4), (0, -15), width=1.2, head=5.0)]
    items += [*bent_arrow(around(0, 0, 10, 150, 400), width=1.2, head=5.0)]
    return Icon(54, 32, "box", items, look.named(), dict(_BOTH), "axis")


def gears(part: Component, look: Look) -> Icon:
    """Two toothed wheels."""
    return Icon(56, 36, "box", _gears(), look.named("radius_a", "radius_b"), dict(_BOTH), "axis")


def gear_box(part: Component, look: Look) -> Icon:
    """Two toothed wheels on shafts in a housing, frame a."""
    frames = {"a": "bottom", "b1": "left", "b2": "right"}
    return Icon(56, 36, "box", _gears(), look.named("ratio"), frames, "axis")


def _gears() -> list[Item]:
    return [*gear(-11, 0, 14, 12), *gear(14, 0, 9.5, 8, "#eef1f5")]


def internal_gear(part: Component, look: Look) -> Icon:
    """A toothed wheel in a ring."""
    items: list[Item] = [circle(0, 0, 20, METAL), circle(0, 0, 16), *gear(-6, 0, 9, 9)]
    return Icon(50, 42, "box", items, look.named("radius_a", "radius_b"), dict(_BOTH), "arms")


def force(part: Component, look: Look) -> Icon:
    """An arrow on frame b."""
    return Icon(48, 20, "box", arrow((-24, 0), (19, 0), RED, 3.0, 12.0), look.named("force"), {"b": "right"}, "axis")


def torque(part: Component, look: Look) -> Icon:
    """A round arrow on frame b."""
    items = bent_arrow(around(0, 0, 14, 150, 400), RED, 2.4, 9.0)
    return Icon(
        40, 36, "box", [*items, line((0, 0), (20, 0), color=STEEL)], look.named("torque"), {"b": "right"}, "axis"
    )


def relative_force(part: Component, look: Look) -> Icon:
    """Force and reaction."""
    items = [*arrow((3, 0), (25, 0), RED, 2.6, 10.0), *arrow((-3, 0), (-25, 0), RED, 2.6, 10.0)]
    return Icon(60, 20, "box", items, look.named("force"), dict(_BOTH), "axis")


def relative_torque(part: Component, look: Look) -> Icon:
    """Torque and reaction."""
    items = [
        *bent_arrow(around(-12, 0, 11, 60, 260), RED, 2.0, 8.0),
        *bent_arrow(around(12, 0, 11, 120, -80), RED, 2.0, 8.0),
    ]
    return Icon(60, 30, "box", items, look.named("torque"), dict(_BOTH), "axis")


def gauge(letter: str, *frames: str) -> Callable[[Component, Look], Icon]:
    """A round instrument between its frames, with a pointer and a letter for what it measures."""

    def icon(part: Component, look: Look) -> Icon:
        ticks: list[Item] = [line(a, b, color=SIGNAL, width=1.0) for a, b in
                             zip(around(0, 0, 17, 200, 340)[::3], around(0, 0, 13.5, 200, 340)[::3])]  # fmt: skip
        pointer = line((0, -2), (7, -10), color=SIGNAL, width=1.6)
        items: list[Item] = [circle(0, 0, 17, PAPER, 1.5, SIGNAL), *ticks, pointer]
        items.append(Text(0, 7, letter, "mark", 12, italic=True, color=SIGNAL))
        return Icon(46, 36, "box", items, look.named(), {name: _BOTH[name] for name in frames}, "stand")

    return icon


def gravity_pool(part: Component, look: Look) -> Icon:
    """Masses that attract each other."""
    items: list[Item] = [
        box(-30, -26, 30, 26, "#f3f6fa", 8),
        circle(-14, 10, 6, METAL),
        circle(14, 10, 6, METAL),
        circle(0, -13, 6, METAL),
    ]
    items += [
        *arrow((-7, 10), (-1, 10), RED, 1.4, 5),
        *arrow((7, 10), (1, 10), RED, 1.4, 5),
        *arrow((0, -6), (0, 2), RED, 1.4, 5),
    ]
    return Icon(60, 52, "box", items, look.named())
