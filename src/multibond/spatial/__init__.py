"""Spatial mechanics: bodies, rods, joints, forces, wheels and sensors as wrapped multi-bond graphs in three dimensions.

Every component is a composite of bond-graph elements with frames `a` (power in) and `b` (power out); `Model.join` joins
frames. A frame has a translational bond in the inertial frame, a rotational bond in the body frame, and beside them
position x and orientation R (maps inertial to body coordinates).
"""

from ..errors import nearest
from ..model.former import former_class
from .ball import FreeMovement, Spherical
from .body import Body
from .contact import (
    BoxPlane,
    ContactPool,
    EllipsoidPlane,
    PointCylinder,
    PointPlane,
    SpherePlane,
    SphereSphere,
    WheelPlane,
)
from .force import BodyForce, BodyTorque, RelativeForce, RelativeTorque, WorldForce, WorldTorque
from .gravity import GravityPool
from .hinge import GearConstraint, Revolute, Universal
from .injection import EnergyInjection
from .pair import LineOnPlane, PointOnPlane, SphereInCylinder
from .part import Fixed, FixedRotation, Rod
from .rolling import Marble, MarbleJoint, Wheel, WheelJoint
from .sensor import (
    AbsoluteSensor,
    CutSensor,
    DistanceSensor,
    RelativeSensor,
)
from .slider import Cylindrical, PlanarJoint, Prismatic, Screw
from .solid import Box, Cylinder, PointMass, Sphere
from .spring import Bushing, Damper, SoftSphere, Spring, SpringDamper
from .wheel_set import WheelSet
from .world import World

__all__ = [
    "AbsoluteSensor", "Body", "BodyForce", "BodyTorque", "Box", "BoxPlane", "Bushing", "ContactPool", "CutSensor",
    "Cylinder", "Cylindrical", "Damper", "DistanceSensor", "EllipsoidPlane", "EnergyInjection", "Fixed",
    "FixedRotation", "FreeMovement", "GearConstraint", "GravityPool", "LineOnPlane", "Marble", "MarbleJoint",
    "PlanarJoint", "PointCylinder", "PointMass", "PointOnPlane", "PointPlane", "Prismatic", "RelativeForce",
    "RelativeSensor", "RelativeTorque", "Revolute", "Rod", "Screw", "SoftSphere", "Sphere", "SphereInCylinder",
    "SpherePlane", "SphereSphere", "Spherical", "Spring", "SpringDamper", "Universal", "Wheel", "WheelJoint",
    "WheelPlane", "WheelSet", "World", "WorldForce", "WorldTorque",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Classes under their former names."""
    found = former_class("spatial", name)
    if found is None:
        raise AttributeError(f"multibond.spatial has no '{name}'" + nearest(name, __all__))
    return found
