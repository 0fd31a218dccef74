"""Planar mechanics: bodies, rods, joints, forces, wheels and sensors as wrapped multi-bond graphs in the x–y plane.

Every component is a composite of bond-graph elements with frames `a` (power in) and `b` (power out); `Model.join` joins
frames. Bonds carry (fx, fy, torque; vx, vy, w) in the inertial frame; angles count counter-clockwise.
"""

from typing import TYPE_CHECKING

from ..model.later import loaded_part, modules_of
from .body import Body
from .joint import FreeMovement, Prismatic, Revolute
from .part import Fixed, FixedRotation, PrescribedMotion, Rod
from .world import World

if TYPE_CHECKING:  # `__getattr__` gives these when they are first used
    from .contact import BoxPlane, ContactPool, PointCylinder, PointPlane, PolygonPolygon, SpherePlane, SphereSphere
    from .force import BodyForce, BodyTorque, RelativeForce, RelativeTorque, WorldForce, WorldTorque
    from .gear import ExternalGear, InternalGear
    from .injection import EnergyInjection
    from .line import Distance, LineForce, MassiveSpring, NonlinearSpring, SeriesSpringDamper
    from .pair import PointOnLine
    from .point import FreeTranslation, Knot, PointMass
    from .rolling import DryFrictionRolling, IdealRolling, LiftingRolling
    from .sensor import AbsoluteSensor, CutSensor, DistanceSensor, RelativeSensor
    from .solid import SolidRod
    from .spring import Damper, Spring, SpringDamper
    from .wheel import DryFrictionWheelJoint, IdealWheelJoint, SlipBasedWheelJoint

__all__ = [
    "AbsoluteSensor", "Body", "BodyForce", "BodyTorque", "BoxPlane", "ContactPool", "CutSensor", "Damper", "Distance",
    "DistanceSensor", "DryFrictionRolling", "DryFrictionWheelJoint", "EnergyInjection", "ExternalGear", "Fixed",
    "FixedRotation", "FreeMovement", "FreeTranslation", "IdealRolling", "IdealWheelJoint", "InternalGear", "Knot",
    "LiftingRolling", "LineForce", "MassiveSpring", "NonlinearSpring", "PointCylinder", "PointMass", "PointOnLine",
    "PointPlane", "PolygonPolygon", "PrescribedMotion", "Prismatic", "RelativeForce", "RelativeSensor",
    "RelativeTorque", "Revolute", "Rod", "SeriesSpringDamper", "SlipBasedWheelJoint", "SolidRod", "SpherePlane",
    "SphereSphere", "Spring", "SpringDamper", "World", "WorldForce", "WorldTorque",
]  # fmt: skip

_LATER = modules_of({
    "contact": "BoxPlane ContactPool PointCylinder PointPlane PolygonPolygon SpherePlane SphereSphere",
    "force": "BodyForce BodyTorque RelativeForce RelativeTorque WorldForce WorldTorque",
    "gear": "ExternalGear InternalGear",
    "injection": "EnergyInjection",
    "line": "Distance LineForce MassiveSpring NonlinearSpring SeriesSpringDamper",
    "pair": "PointOnLine",
    "point": "FreeTranslation Knot PointMass",
    "rolling": "DryFrictionRolling IdealRolling LiftingRolling",
    "sensor": "AbsoluteSensor CutSensor DistanceSensor RelativeSensor",
    "solid": "SolidRod",
    "spring": "Damper Spring SpringDamper",
    "wheel": "DryFrictionWheelJoint IdealWheelJoint SlipBasedWheelJoint",
})  # fmt: skip


def __getattr__(name: str) -> object:
    """Parts that are loaded when they are first used, and classes under their former names."""
    return loaded_part(__name__, name, _LATER, __all__)


def __dir__() -> list[str]:
    """All parts, loaded or not."""
    return sorted({*globals(), *__all__})
