"""Animation: shapes that move with a result, packed into one HTML page that works offline.

Coordinates are in metres in the inertial frame, right-handed, `up` is +y unless said otherwise. The orientation of a
body is the matrix R that maps inertial to body coordinates. The page is drawn by the code in ``page/``, which the build
of the package bundles.
"""

from .page import Animation, animate, page
from .scene import scene

__all__ = ["Animation", "animate", "page", "scene"]
