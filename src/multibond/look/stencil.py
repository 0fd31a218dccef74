"""Pieces that the icons of mechanical parts are made of: circles, arcs, hatches, zigzags, arrows."""

from __future__ import annotations

import math

from .item import INK, PAPER, STEEL, Frame, Item, Point, Rectangle, Stroke

METAL, BODY, RED = "#d5dae1", "#dbe7f5", "#b4413c"


def box(left: float, top: float, right: float, bottom: float, fill: str = METAL, radius: float = 0.0) -> Frame:
    """A filled box."""
    return Frame(Rectangle(left, top, right, bottom), "part", INK, 1.3, radius, fill)


def circle(x: float, y: float, radius: float, fill: str = PAPER, width: float = 1.4, color: str = INK) -> Frame:
    """A filled circle."""
    return Frame(Rectangle(x - radius, y - radius, x + radius, y + radius), "part", color, width, radius, fill)


def line(*points: Point, color: str = INK, width: float = 1.4, dash: str = "") -> Stroke:
    """A line through points."""
    return Stroke(points, "part", color, width, dash)


def filled(*points: Point, fill: str = INK, color: str = INK, width: float = 1.2) -> Stroke:
    """A filled polygon."""
    return Stroke(points, "part", color, width, "", True, fill)


def around(x: float, y: float, radius: float, start: float, end: float, flat: float = 1.0) -> tuple[Point, ...]:
    """Points of an arc from one angle to another [degrees, clockwise on paper from the right]; `flat` squeezes it."""
    steps = max(3, int(abs(end - start) / 12))
    angles = [math.radians(start + (end - start) * k / steps) for k in range(steps + 1)]
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a) * flat) for a in angles)


def arrow(start: Point, end: Point, color: str = INK, width: float = 1.8, head: float = 7.0) -> list[Item]:
    """A straight arrow with a filled head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    left = (end[0] - head * dx - 0.45 * head * dy, end[1] - head * dy + 0.45 * head * dx)
    right = (end[0] - head * dx + 0.45 * head * dy, end[1] - head * dy - 0.45 * head * dx)
    neck = (end[0] - 0.7 * head * dx, end[1] - 0.7 * head * dy)
    return [line(start, neck, color=color, width=width), filled(end, left, right, fill=color, color=color, width=0.5)]


def bent_arrow(points: tuple[Point, ...], color: str = INK, width: float = 1.6, head: float = 6.5) -> list[Item]:
    """A line through points with a filled head at its end."""
    return [line(*points[:-1], color=color, width=width), *arrow(points[-2], points[-1], color, width, head)]


def hatch(start: Point, end: Point, side: Point, count: int = 6, depth: float = 7.0) -> list[Item]:
    """A wall from start to end with hatching towards `side`."""
    items: list[Item] = [line(start, end, width=1.8)]
    dx, dy = (end[0] - start[0]) / count, (end[1] - start[1]) / count
    for k in range(count):
        x, y = start[0] + dx * (k + 1), start[1] + dy * (k + 1)
        items.append(line((x, y), (x - dx + side[0] * depth, y - dy + side[1] * depth), width=1.0))
    return items


def zigzag(left: float, right: float, y: float, height: float, turns: int = 5) -> list[Item]:
    """A spring from left to right with straight ends."""
    first, last = left + 6, right - 6
    step = (last - first) / (2 * turns)
    peaks = [(first + step * (k + 0.5), y + (height if k % 2 else -height)) for k in range(2 * turns)]
    return [line((left, y), (first, y), *peaks, (last, y), (right, y), width=1.5)]


def dashpot(left: float, right: float, y: float, height: float) -> list[Item]:
    """A damper from left to right: a piston in a cylinder."""
    middle = (left + right) / 2
    return [
        line((left, y), (middle - 9, y)),
        line((middle + 10, y - height), (middle - 9, y - height), (middle - 9, y + height), (middle + 10, y + height)),
        line((middle + 2, y - height + 2.5), (middle + 2, y + height - 2.5), width=2.4),
        line((middle + 2, y), (right, y)),
    ]


def centre_of_mass(x: float, y: float, radius: float) -> list[Item]:
    """The mark of a centre of mass: a circle with two black quarters."""
    return [
        circle(x, y, radius, PAPER, 1.1),
        filled((x, y), *around(x, y, radius, -90, 0), width=0.2),
        filled((x, y), *around(x, y, radius, 90, 180), width=0.2),
    ]


def gear(x: float, y: float, radius: float, teeth: int, fill: str = METAL) -> list[Item]:
    """A toothed wheel."""
    points = []
    for k in range(4 * teeth):
        a = 2 * math.pi * k / (4 * teeth)
        r = radius * (1.14 if k % 4 < 2 else 0.9)
        points.append((x + r * math.cos(a), y + r * math.sin(a)))
    return [filled(*points, fill=fill, width=1.1), circle(x, y, 2.2, INK, 0.5)]


__all__ = ["BODY", "METAL", "PAPER", "RED", "STEEL", "around", "arrow", "bent_arrow", "box", "centre_of_mass", "circle",
           "dashpot", "filled", "gear", "hatch", "line", "zigzag"]  # fmt: skip
