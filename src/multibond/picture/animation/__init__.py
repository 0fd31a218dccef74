"""Animation: shapes that move with a result, packed into one HTML page that works offline.

Coordinates are in metres in the inertial frame, right-handed, `up` is +y unless said otherwise. The orientation of a
body is the matrix R that maps inertial to body coordinates. The page is drawn by the code in ``page/``, which the build
of the package bundles.
"""

from typing import Any

from ... import look
from ...model.former import tell
from .page import Animation, animate, page
from .scene_data import scene

__all__ = ["Animation", "animate", "page", "scene"]

FORMER = {"KINDS": "KINDS", "Force": "Force", "Shape": "Shape", "Trace": "Trace", "planar": "about_z"}


def __getattr__(name: str) -> Any:
    """What shapes are made of under its former address, with a warning."""
    if name not in FORMER:
        raise AttributeError(f"multibond.picture.animation has no '{name}'")
    tell(f"picture.animation.{name}", f"look.{FORMER[name]}", " in multibond")
    return getattr(look, FORMER[name])
