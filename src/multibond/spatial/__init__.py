"""Spatial mechanics: bodies, rods, joints, forces, wheels and sensors as wrapped multi-bond graphs in three dimensions.

Every component is a composite of bond-graph elements with frames `a` (power in) and `b` (power out); `Model.join` joins
frames. A frame has a translational bond in the inertial frame, a rotational bond in the body frame, and beside them
position x and orientation R (maps inertial to body coordinates).
"""

from .ball import FreeMovement, Spherical
from .body import Body
from .force import BodyForce, BodyTorque, Force, Torque, WorldForce, WorldTorque
from .gravity import GravityPool
from .hinge import GearConstraint, Revolute, Universal
from .part import Fixed, FixedRotation, Rod
from .rolling import Marble, MarbleJoint, Wheel, WheelJoint
from .sensor import (
    AbsoluteSensor,
    CutForceSensor,
    CutTorqueSensor,
    DistanceSensor,
    RelativeSensor,
    SpatialPowerSensor,
)
from .slider import Cylindrical, Planar, Prismatic, Screw
from .solid import Box, Cylinder, PointMass, Sphere
from .spring import Bushing, Damper, SoftSphere, Spring, SpringDamper
from .wheel_set import WheelSet
from .world import World

__all__ = [
    "AbsoluteSensor", "Body", "BodyForce", "BodyTorque", "Box", "Bushing", "CutForceSensor", "CutTorqueSensor",
    "Cylinder", "Cylindrical", "Damper", "DistanceSensor", "Fixed", "FixedRotation", "Force", "FreeMovement",
    "GearConstraint", "GravityPool", "Marble", "MarbleJoint", "Planar", "PointMass", "Prismatic", "RelativeSensor",
    "Revolute", "Rod", "Screw", "SoftSphere", "SpatialPowerSensor", "Sphere", "Spherical", "Spring", "SpringDamper",
    "Torque", "Universal", "Wheel", "WheelJoint", "WheelSet", "World", "WorldForce", "WorldTorque",
]  # fmt: skip
