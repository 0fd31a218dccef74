"""Planar mechanics: bodies, rods, joints, forces, wheels and sensors as wrapped multi-bond graphs in the x–y plane.

Every component is a composite of bond-graph elements with frames `a` (power in) and `b` (power out); `Model.join` joins
frames. Bonds carry (fx, fy, torque; vx, vy, w) in the inertial frame; angles count counter-clockwise.
"""

from ..errors import nearest
from ..model.former import former_class
from .body import Body
from .contact import (
    BoxPlane,
    ContactPool,
    PointCylinder,
    PointPlane,
    PolygonPolygon,
    SpherePlane,
    SphereSphere,
)
from .force import BodyForce, BodyTorque, RelativeForce, RelativeTorque, WorldForce, WorldTorque
from .gear import ExternalGear, InternalGear
from .injection import EnergyInjection
from .joint import FreeMovement, Prismatic, Revolute
from .pair import PointOnLine
from .part import Fixed, FixedRotation, Rod
from .rolling import DryFrictionRolling, IdealRolling
from .sensor import AbsoluteSensor, CutSensor, DistanceSensor, RelativeSensor
from .spring import Damper, Spring, SpringDamper
from .wheel import DryFrictionWheelJoint, IdealWheelJoint, SlipBasedWheelJoint
from .world import World

__all__ = [
    "AbsoluteSensor", "Body", "BodyForce", "BodyTorque", "BoxPlane", "ContactPool", "CutSensor", "Damper",
    "DistanceSensor", "DryFrictionRolling", "DryFrictionWheelJoint", "EnergyInjection", "ExternalGear", "Fixed",
    "FixedRotation", "FreeMovement", "IdealRolling", "IdealWheelJoint", "InternalGear", "PointCylinder", "PointOnLine",
    "PointPlane", "PolygonPolygon", "Prismatic", "RelativeForce", "RelativeSensor", "RelativeTorque", "Revolute", "Rod",
    "SlipBasedWheelJoint", "SpherePlane", "SphereSphere", "Spring", "SpringDamper", "World", "WorldForce",
    "WorldTorque",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Classes under their former names."""
    found = former_class("planar", name)
    if found is None:
        raise AttributeError(f"multibond.planar has no '{name}'" + nearest(name, __all__))
    return found
