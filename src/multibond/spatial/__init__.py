"""Spatial mechanics: bodies, rods, joints, forces, wheels and sensors as wrapped multi-bond graphs in three dimensions.

Every component is a composite of bond-graph elements with frames `a` (power in) and `b` (power out); `Model.join` joins
frames. A frame has a translational bond in the inertial frame, a rotational bond in the body frame, and beside them
position x and orientation R (maps inertial to body coordinates).
"""

from typing import TYPE_CHECKING

from ..model.later import loaded_part, modules_of
from .ball import FreeMovement, Spherical
from .body import Body
from .hinge import GearConstraint, Revolute, Universal
from .part import Fixed, FixedRotation, PrescribedMotion, Rod
from .slider import Cylindrical, PlanarJoint, Prismatic, Screw
from .world import World

if TYPE_CHECKING:  # `__getattr__` gives these when they are first used
    from .bar import RoundBar, SolidBar
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
    from .injection import EnergyInjection
    from .line import Distance, LineForce, MassiveSpring, NonlinearSpring, SeriesSpringDamper
    from .pair import LineOnPlane, PointOnPlane, SphereInCylinder
    from .point import FreeTranslation, Knot
    from .rolling import Marble, MarbleJoint, Wheel, WheelJoint
    from .rotor import Rotor
    from .sensor import AbsoluteSensor, CutSensor, DistanceSensor, RelativeSensor
    from .solid import Box, Cylinder, PointMass, Sphere
    from .spring import Bushing, Damper, SoftSphere, Spring, SpringDamper
    from .wheel_set import WheelSet

__all__ = [
    "AbsoluteSensor", "Body", "BodyForce", "BodyTorque", "Box", "BoxPlane", "Bushing", "ContactPool", "CutSensor",
    "Cylinder", "Cylindrical", "Damper", "Distance", "DistanceSensor", "EllipsoidPlane", "EnergyInjection", "Fixed",
    "FixedRotation", "FreeMovement", "FreeTranslation", "GearConstraint", "GravityPool", "Knot", "LineForce",
    "LineOnPlane", "Marble", "MarbleJoint", "MassiveSpring", "NonlinearSpring", "PlanarJoint", "PointCylinder",
    "PointMass", "PointOnPlane", "PointPlane", "PrescribedMotion", "Prismatic", "RelativeForce", "RelativeSensor",
    "RelativeTorque", "Revolute", "Rod", "Rotor", "RoundBar", "Screw", "SeriesSpringDamper", "SoftSphere", "SolidBar",
    "Sphere", "SphereInCylinder", "SpherePlane", "SphereSphere", "Spherical", "Spring", "SpringDamper", "Universal",
    "Wheel", "WheelJoint", "WheelPlane", "WheelSet", "World", "WorldForce", "WorldTorque",
]  # fmt: skip

_LATER = modules_of({
    "bar": "RoundBar SolidBar",
    "contact": "BoxPlane ContactPool EllipsoidPlane PointCylinder PointPlane SpherePlane SphereSphere WheelPlane",
    "force": "BodyForce BodyTorque RelativeForce RelativeTorque WorldForce WorldTorque",
    "gravity": "GravityPool",
    "injection": "EnergyInjection",
    "line": "Distance LineForce MassiveSpring NonlinearSpring SeriesSpringDamper",
    "pair": "LineOnPlane PointOnPlane SphereInCylinder",
    "point": "FreeTranslation Knot",
    "rolling": "Marble MarbleJoint Wheel WheelJoint",
    "rotor": "Rotor",
    "sensor": "AbsoluteSensor CutSensor DistanceSensor RelativeSensor",
    "solid": "Box Cylinder PointMass Sphere",
    "spring": "Bushing Damper SoftSphere Spring SpringDamper",
    "wheel_set": "WheelSet",
})  # fmt: skip


def __getattr__(name: str) -> object:
    """Parts that are loaded when they are first used, and classes under their former names."""
    return loaded_part(__name__, name, _LATER, __all__)


def __dir__() -> list[str]:
    """All parts, loaded or not."""
    return sorted({*globals(), *__all__})
