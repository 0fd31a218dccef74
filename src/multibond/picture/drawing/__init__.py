"""Drawings of bond graphs: SVG with an automatic layout.

Notation:

* A bond is a line with a half arrow at its head, where power counts positive to; the half arrow is on the side of the
  flow: below the bond, or right of it where the bond is vertical. Its number is on the other side.
* The causal stroke is a short line across the bond at the end where the flow is computed.
* A multi-bond is a double line with its cardinality in the middle. When its components have different causality the
  strokes at both ends are split, and letters beside the bond tell for each component in order where its stroke is:
  t at the tail, h at the head (``thh``; long runs are counted: ``6t4h``).
* Elements are written ``R : name`` with the value or law beside; junctions are bold; modulated elements get an M
  (``MTF``). Sensors are circles, signal blocks rectangles, composites rounded boxes with name and type.
* Signals are thin dashed arrows with full heads.
* Mechanical components are icons of what they are. Their frames are small squares on the outline, filled where power
  counts positive into the component (a), empty where out of it (b). Joined frames are joined by lines; more than two
  meet at a dot.
* When the inside of a composite is drawn, its exposed ports are small filled squares with their names.
"""

from collections.abc import Callable
from typing import Any

from ... import look
from ...model.former import tell
from .diagram import Strokes
from .drawing import Drawing, draw
from .scene import Group, Scene

__all__ = ["Drawing", "Group", "Scene", "Strokes", "draw"]


def __getattr__(name: str) -> Any:
    """What icons are made of under its former address, with a warning."""
    if name == "icon":
        tell("icon", "icon(self, look)", " in multibond.picture.drawing, a decorator before and a method of the class,")
        return _registered
    if name not in ("Frame", "Icon", "Look", "Stroke", "Text"):
        raise AttributeError(f"multibond.picture.drawing has no '{name}'")
    tell(f"picture.drawing.{name}", f"look.{name}", " in multibond")
    return getattr(look, name)


def _registered(*classes: Any) -> Callable[[Callable[[look.Look], look.Icon]], Any]:
    def register(function: Callable[[look.Look], look.Icon]) -> Any:
        for kind in classes:
            kind.icon = lambda part, seen: function(seen)
        return function

    return register
