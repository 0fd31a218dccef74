"""Spatial mechanics: bodies, rods, joints, forces, wheels and sensors as wrapped multi-bond graphs in three dimensions.

Every component is a composite of bond-graph elements with frames `a` (power in) and `b` (power out); `Model.join` joins
frames. A frame has a translational bond in the inertial frame, a rotational bond in the body frame, and beside them
position x and orientation R (maps inertial to body coordinates).
"""

from .ball import FreeMovement, Spherical
from .body import Body
from .hinge import GearConstraint, Revolute, Universal
from .part import Fixed, FixedRotation, Rod
from .slider import Cylindrical, Planar, Prismatic, Screw
from .solid import Box, Cylinder, PointMass, Sphere
from .world import World

__all__ = [
    "Body", "Box", "Cylinder", "Cylindrical", "Fixed", "FixedRotation", "FreeMovement", "GearConstraint", "Planar",
    "PointMass", "Prismatic", "Revolute", "Rod", "Screw", "Sphere", "Spherical", "Universal", "World",
]  # fmt: skip
