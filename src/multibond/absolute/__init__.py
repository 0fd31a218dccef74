"""Rigid bodies and joints in absolute coordinates, after Tiernego and Bos: every body moves freely, and a joint is what
it forbids.

A body has its own position and orientation, whatever it is joined to; a joint forms the relative velocities of its two
frames and holds each forbidden one at zero by a constraint element of its own. World, fixed frames, rods, forces and
sensors are those of `spatial`, and `Model.join` joins them all. The method chosen for a run decides how the constraint
elements are realised.
"""

from .body import Body
from .joint import GeneralJoint
from .pair import (
    Cylindrical,
    PlanarJoint,
    Prismatic,
    Revolute,
    Rigid,
    Screw,
    Spherical,
    Universal,
)

__all__ = [
    "Body", "Cylindrical", "GeneralJoint", "PlanarJoint", "Prismatic", "Revolute", "Rigid", "Screw", "Spherical",
    "Universal",
]  # fmt: skip
