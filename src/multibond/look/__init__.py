"""How components look, as plain data: icons for drawings and shapes for animations. Pictures turn them into pages.

A component class says it by two methods: ``icon(self, look)`` gives an `Icon` of items around (0, 0), ``shapes(self)``
a list of `Shape` that move with its frames. `item` and `stencil` have what icons are made of, `part_icon` and
`joint_icon` the icons of mechanical components, `usual` those of every component that has none of its own.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .icon import Door, Icon, Look
    from .item import GREY, INK, PAPER, SIGNAL, STEEL, Frame, Item, Point, Rectangle, Stroke, Text
    from .shape import KINDS, Force, Shape, Trace, about_z
    from .stencil import (
        BODY,
        METAL,
        RED,
        around,
        arrow,
        bent_arrow,
        box,
        centre_of_mass,
        circle,
        dashpot,
        filled,
        gear,
        hatch,
        line,
        zigzag,
    )

__all__ = [
    "BODY", "Door", "Force", "Frame", "GREY", "INK", "Icon", "Item", "KINDS", "Look", "METAL", "PAPER", "Point", "RED",
    "Rectangle", "SIGNAL", "STEEL", "Shape", "Stroke", "Text", "Trace", "about_z", "around", "arrow", "bent_arrow",
    "box", "centre_of_mass", "circle", "dashpot", "filled", "gear", "hatch", "line", "zigzag",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """What things are drawn with is loaded when something is drawn."""
    for module in ("icon", "item", "shape", "stencil") if name in __all__ else ():
        found = vars(import_module(f".{module}", __name__))
        if name in found:
            value = globals()[name] = found[name]
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
