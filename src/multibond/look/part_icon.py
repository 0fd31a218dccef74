"""Icons of mechanical parts: world, ground, rods, bodies, wheels, springs and dampers."""

from __future__ import annotations

from ..model.component import Component
from .icon import Icon, Look
from .item import INK, SIGNAL, Frame, Item, Rectangle, Text
from .stencil import (
    BODY,
    METAL,
    PAPER,
    RED,
    around,
    arrow,
    bent_arrow,
    box,
    centre_of_mass,
    circle,
    dashpot,
    filled,
    hatch,
    line,
    zigzag,
)


def frame(part: Component, look: Look) -> Icon:
    """The mark of a frame where the inside of a component is drawn: filled for power in, empty for power out."""
    fill = INK if getattr(part, "inward", True) else PAPER
    mark = Frame(Rectangle(-6, -6, 6, 6), "frame", INK, 1.6, 0, fill)
    return Icon(12, 12, "box", [mark], [Text(0, 0, f"frame {look.name}", "port", 12, italic=True)])


def world(part: Component, look: Look) -> Icon:
    """The axes of the inertial frame, and the direction of gravity if there is any; z where it has three components."""
    items: list[Item] = [box(-30, -26, 30, 26, "#f3f6fa", 6)]
    items += [*arrow((-20, 14), (4, 14)), *arrow((-20, 14), (-20, -12))]
    items += [Text(9, 14, "x", "mark", 10, italic=True), Text(-20, -18, "y", "mark", 10, italic=True)]
    if part.shape("direction") == (3,):
        items += [circle(-20, 14, 2.6), Text(-26, 19, "z", "mark", 10, italic=True)]
    kind = part.option("gravity")
    if kind == "uniform":
        items += [*arrow((21, -16), (21, 6), RED), Text(14, -6, "g", "mark", 11, italic=True)]
    elif kind == "point":
        items += [
            circle(14, -8, 3, RED, 0.5, RED),
            *arrow((2, -8), (9, -8), RED, 1.4, 5),
            *arrow((26, -8), (19, -8), RED, 1.4, 5),
        ]
    return Icon(60, 52, "box", items, look.named())


def fixed(part: Component, look: Look) -> Icon:
    """A hatched wall."""
    items = [*hatch((2, -18), (2, 18), (-1, 0)), line((2, 0), (12, 0), width=3.0)]
    return Icon(24, 38, "box", items, look.named("r"), {"b": "right"}, "axis")


def prescribed_motion(part: Component, look: Look) -> Icon:
    """A wall that moves to and fro."""
    items = [*hatch((2, -18), (2, 10), (-1, 0)), line((2, -4), (12, -4), width=3.0)]
    items += [*arrow((2, 16), (12, 16), RED, 1.4, 5), *arrow((2, 16), (-10, 16), RED, 1.4, 5)]
    return Icon(24, 38, "box", items, look.named("r"), {"b": "right"}, "axis")


def rod(part: Component, look: Look) -> Icon:
    """A bar."""
    return Icon(
        64, 16, "box", [box(-32, -5.5, 32, 5.5, METAL, 5.5)], look.named("r"), {"a": "left", "b": "right"}, "axis"
    )


def solid_rod(part: Component, look: Look) -> Icon:
    """A thick bar with the mark of its centre of mass."""
    items = [box(-32, -9, 32, 9, BODY, 5), *centre_of_mass(0, 0, 6)]
    return Icon(64, 22, "box", items, look.named("r", "m"), {"a": "left", "b": "right"}, "axis")


def rotor(part: Component, look: Look) -> Icon:
    """A disc on a shaft that turns."""
    items: list[Item] = [box(-22, -3, 22, 3, METAL, 2), box(-7, -18, 7, 18, BODY, 3)]
    items += bent_arrow(around(0, 0, 24, -35, 35), width=1.2, head=5.0)
    return Icon(56, 42, "box", items, look.named("J"), {"a": "left"}, "axis")


def fixed_rotation(part: Component, look: Look) -> Icon:
    """A bent bar."""
    items: list[Item] = [
        line((-24, 0), (0, 0), (24, 0), width=3.0),
        line((0, 0), (15, -13), width=1.2, dash="3 2"),
        *bent_arrow(around(0, 0, 15, 0, -38), width=1.2, head=5.0),
    ]
    return Icon(48, 32, "box", items, look.named("phi"), {"a": "left", "b": "right"}, "axis")


def body(part: Component, look: Look) -> Icon:
    """A box with the mark of its centre of mass."""
    return Icon(
        46, 38, "box", [box(-23, -19, 23, 19, BODY, 7), *centre_of_mass(0, 0, 9)], look.named("m"), {"a": "left"}
    )


def solid_box(part: Component, look: Look) -> Icon:
    """A box in perspective."""
    items = [
        box(-23, -10, 13, 19, BODY),
        filled((-23, -10), (-13, -19), (23, -19), (13, -10), fill="#eef4fb"),
        filled((13, -10), (23, -19), (23, 10), (13, 19), fill="#c5d6ea"),
        *centre_of_mass(-5, 4.5, 7),
    ]
    return Icon(46, 38, "box", items, look.named("lengths"), {"a": "left"})


def cylinder(part: Component, look: Look) -> Icon:
    """A lying cylinder."""
    outline = (*around(-15, 0, 17, 90, 270), *around(15, 0, 17, -90, 90))
    items = [filled(*outline, fill=BODY), line(*around(15, 0, 17, 90, 270), width=1.1), *centre_of_mass(-9, 0, 7)]
    return Icon(64, 34, "box", items, look.named("radius", "length"), {"a": "left"}, "axis")


def ball(part: Component, look: Look) -> Icon:
    """A ball with the mark of its centre of mass."""
    return _ball(look.named("radius"))


def point_mass(part: Component, look: Look) -> Icon:
    """A ball without size: its mass is what counts."""
    return _ball(look.named("m"))


def _ball(captions: list[Text]) -> Icon:
    return Icon(40, 40, "round", [circle(0, 0, 20, BODY), *centre_of_mass(0, 0, 8)], captions, {"a": "left"})


def _on_ground() -> list[Item]:
    return hatch((-26, 22), (26, 22), (0, 1), 8, 5)


def wheel(part: Component, look: Look) -> Icon:
    """A spoked wheel on the ground, with one frame at its hub."""
    return _wheel(look.named("radius", "m"), {"a": "left"})


def rolling(part: Component, look: Look) -> Icon:
    """A spoked wheel on the ground between two frames."""
    return _wheel(look.named("radius"), {"a": "left", "b": "right"})


def _wheel(captions: list[Text], frames: dict[str, str]) -> Icon:
    items: list[Item] = [circle(0, 0, 22, PAPER, 3.0), circle(0, 0, 19.5, PAPER, 0.8)]
    spokes = [line((0, 0), point, width=0.9) for point in around(0, 0, 19, 0, 360)[:-1:3]]
    items += [*spokes, circle(0, 0, 4, METAL), *_on_ground()]
    return Icon(54, 56, "box", items, captions, frames, "stand")


def marble(part: Component, look: Look) -> Icon:
    """A heavy ball on the ground."""
    return _marble(look, centre_of_mass(0, 0, 7))


def marble_joint(part: Component, look: Look) -> Icon:
    """A ball without mass on the ground."""
    return _marble(look, [])


def _marble(look: Look, mass: list[Item]) -> Icon:
    shine = [line(*around(0, 0, 15, 200, 250), color="#ffffff", width=3.0)]
    items = [circle(0, 0, 21, BODY), *shine, *mass, *_on_ground()]
    return Icon(54, 56, "box", items, look.named("radius", "m"), {"a": "left"}, "stand")


def wheel_from_above(part: Component, look: Look) -> Icon:
    """A tyre seen from above, its hub beside it."""
    grooves: list[Item] = [line((x, -8), (x, 8), width=0.9) for x in (-15, -9, -3, 3, 9, 15)]
    items = [box(-24, -9, 24, 9, METAL, 4), *grooves, circle(0, 0, 3.5, INK)]
    return Icon(48, 30, "box", items, look.named("radius"), {"a": "top"})


def wheel_set(part: Component, look: Look) -> Icon:
    """Two wheels on an axle."""
    wheels = [box(-22, -26, 22, -16, METAL, 4), box(-22, 16, 22, 26, METAL, 4)]
    items: list[Item] = [
        line((0, -16), (0, 16), width=4.0),
        *wheels,
        circle(0, 0, 4, METAL),
        line((-22, 0), (0, 0), width=3.0),
    ]
    return Icon(
        44, 60, "box", items, look.named("radius", "track"), {"axle": "left", "left": "top", "right": "bottom"}, "axis"
    )


def spring(part: Component, look: Look) -> Icon:
    """A zigzag."""
    return Icon(
        62, 24, "box", zigzag(-31, 31, 0, 10), look.named("c", "free_length"), {"a": "left", "b": "right"}, "axis"
    )


def damper(part: Component, look: Look) -> Icon:
    """A piston in a cylinder."""
    return Icon(62, 24, "box", dashpot(-31, 31, 0, 9), look.named("d"), {"a": "left", "b": "right"}, "axis")


def spring_damper(part: Component, look: Look) -> Icon:
    """Spring and damper side by side."""
    ends: list[Item] = [line((-31, 0), (-25, 0)), line((25, 0), (31, 0))]
    ends += [line((x, -11), (x, 11)) for x in (-25, 25)]
    items = [*ends, *zigzag(-25, 25, -11, 7), *dashpot(-25, 25, 11, 7)]
    return Icon(62, 40, "box", items, look.named("c", "d"), {"a": "left", "b": "right"}, "axis")


def series_spring_damper(part: Component, look: Look) -> Icon:
    """Spring and damper one behind the other."""
    items = [*zigzag(-31, 0, 0, 8), *dashpot(0, 31, 0, 8)]
    return Icon(62, 24, "box", items, look.named("c", "d"), {"a": "left", "b": "right"}, "axis")


def line_force(part: Component, look: Look) -> Icon:
    """Two arrows towards each other on a line."""
    items: list[Item] = [line((-31, 0), (31, 0), width=1.2, dash="4 3")]
    items += [*arrow((-27, 0), (-7, 0), RED), *arrow((27, 0), (7, 0), RED)]
    return Icon(62, 20, "box", items, look.named("force"), {"a": "left", "b": "right"}, "axis")


def distance(part: Component, look: Look) -> Icon:
    """A thin bar with a ball at either end."""
    items: list[Item] = [box(-24, -2.5, 24, 2.5, METAL, 2.5), circle(-26, 0, 5, METAL), circle(26, 0, 5, METAL)]
    return Icon(62, 16, "box", items, look.named("distance"), {"a": "left", "b": "right"}, "axis")


def knot(part: Component, look: Look) -> Icon:
    """A dot."""
    return Icon(20, 20, "round", [circle(0, 0, 8, PAPER), circle(0, 0, 4, INK)], look.named(), {"b": "right"}, "arms")


def sample_hold(part: Component, look: Look) -> Icon:
    """A staircase."""
    stairs = line((-18, 10), (-10, 10), (-10, 3), (-2, 3), (-2, -5), (6, -5), (6, -11), (18, -11), color=SIGNAL)
    return Icon(44, 32, "box", [box(-22, -16, 22, 16, PAPER, 3), stairs], look.named("period"))


def state_machine(part: Component, look: Look) -> Icon:
    """Two states and the ways between them."""
    items: list[Item] = [box(-24, -17, 24, 17, PAPER, 3), box(-19, -5, -7, 5, BODY, 4), box(7, -5, 19, 5, BODY, 4)]
    items += [*bent_arrow(around(0, 3, 13, 215, 325), width=1.1, head=4.0)]
    items += [*bent_arrow(around(0, -3, 13, 35, 145), width=1.1, head=4.0)]
    return Icon(48, 34, "box", items, look.named("states"))


def bushing(part: Component, look: Look) -> Icon:
    """A ring of rubber about a pin."""
    items: list[Item] = [circle(0, 0, 19, METAL), circle(0, 0, 13, "#8d97a5", 1.0), circle(0, 0, 6, PAPER)]
    return Icon(50, 42, "box", items, look.named("c", "c_r"), {"a": "left", "b": "right"}, "arms")


def soft_sphere(part: Component, look: Look) -> Icon:
    """Two balls that touch, dented."""
    items: list[Item] = [circle(-12, 0, 12.5, BODY), circle(12, 0, 12.5, BODY), *zigzag(-13, 13, 0, 4, 3)]
    items += [line((-31, 0), (-24, 0)), line((24, 0), (31, 0))]
    return Icon(62, 28, "box", items, look.named("c"), {"a": "left", "b": "right"}, "axis")
