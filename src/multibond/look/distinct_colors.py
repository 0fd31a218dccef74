"""Colours that do not repeat: as many as are asked for, each unlike the others."""

from __future__ import annotations

import math
from functools import cache

# chosen by eye for the first few, so that they are told apart in both themes and by most eyes
FIRST = ("#3b7dd8", "#f08a24", "#17a589", "#d64f5e", "#8560d0", "#d9a514", "#4fb3d9", "#7c8a2e", "#c5569f", "#6b7788")
LEVELS = ((0.50, 0.13), (0.72, 0.12), (0.60, 0.17), (0.82, 0.10), (0.42, 0.10))  # lightness and chroma, in turns
GOLDEN = 137.50776405003785  # degrees: turns by it never come near an earlier one soon
APART = 0.045  # least distance in OKLab of two colours, while there is room


@cache
def distinct(count: int) -> tuple[str, ...]:
    """`count` different colours, ``#rrggbb``; the first ones are the same for every count.

    >>> len(set(distinct(60)))
    60
    """
    chosen = list(FIRST[:count])
    places = [_lab(color) for color in chosen]
    turn, apart = 0, APART
    while len(chosen) < count:
        lightness, chroma = LEVELS[(turn // 12) % len(LEVELS)]
        hue = math.radians(GOLDEN * turn)
        color = _hexadecimal(lightness, chroma * math.cos(hue), chroma * math.sin(hue))
        place = _lab(color)
        if color not in chosen and all(math.dist(place, other) > apart for other in places):
            chosen.append(color)
            places.append(place)
        turn += 1
        if turn % 300 == 0:  # the space is full at this distance
            apart *= 0.7
    return tuple(chosen)


def _hexadecimal(lightness: float, a: float, b: float) -> str:
    """A colour of OKLab as the nearest one that screens have."""
    l, m, s = (
        (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
        (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
        (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3,
    )
    linear = (
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    )
    return "#" + "".join(f"{round(255 * _encoded(min(1.0, max(0.0, x)))):02x}" for x in linear)


def _encoded(x: float) -> float:
    return 12.92 * x if x <= 0.0031308 else 1.055 * x ** (1 / 2.4) - 0.055


def _decoded(x: float) -> float:
    return x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4


def _lab(color: str) -> tuple[float, float, float]:
    """The place of a colour in OKLab, in which distances are what eyes see."""
    r, g, b = (_decoded(int(color[k : k + 2], 16) / 255) for k in (1, 3, 5))
    l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    )


__all__ = ["distinct"]
