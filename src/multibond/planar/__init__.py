"""Planar mechanics: bodies, rods, joints, forces, wheels and sensors as wrapped multi-bond graphs in the x–y plane.

Every component is a composite of bond-graph elements with frames `a` (power in) and `b` (power out); `Model.join` joins
frames. Bonds carry (fx, fy, torque; vx, vy, w) in the inertial frame; angles count counter-clockwise.
"""

from .body import Body
from .force import FrameForce, RelativeForce, WorldForce, WorldTorque
from .gear import ExternalGear, InternalGear
from .joint import FreeMovement, Prismatic, Revolute
from .part import Fixed, FixedRotation, Rod
from .rolling import DryFrictionRolling, IdealRolling
from .sensor import AbsoluteSensor, CutForceSensor, DistanceSensor, PlanarPowerSensor, RelativeSensor
from .spring import Damper, Spring, SpringDamper
from .wheel import DryFrictionWheelJoint, IdealWheelJoint, SlipBasedWheelJoint
from .world import World

__all__ = [
    "AbsoluteSensor", "Body", "CutForceSensor", "Damper", "DistanceSensor", "DryFrictionRolling",
    "DryFrictionWheelJoint", "ExternalGear", "Fixed", "FixedRotation", "FrameForce", "FreeMovement", "IdealRolling",
    "IdealWheelJoint", "InternalGear", "PlanarPowerSensor", "Prismatic", "RelativeForce", "RelativeSensor", "Revolute",
    "Rod", "SlipBasedWheelJoint", "Spring", "SpringDamper", "World", "WorldForce", "WorldTorque",
]  # fmt: skip
