"""The slider crank of a comparison of simulation methods, in absolute coordinates: as many constraints as it needs."""

from __future__ import annotations

from typing import Any

from ..absolute import Body, Prismatic, Revolute, Spherical, Universal
from ..api import Model
from ..elements.resistor import R
from ..elements.source import Se
from ..model.declare import Parameter
from ..spatial import Fixed, World


class BoudonSliderCrank(Model):
    """Crank, rod and piston in absolute coordinates: 18 coordinates, 17 constraints, no redundant one.

    After Boudon, Malburet and Carmona, Simulation methods of rigid holonomic multibody systems with bond graphs, table
    7; crank and rod start at rest along +x. Crank and rod meet in a universal joint, rod and piston in a ball joint.
    """

    library = "absolute"
    stop = 10.0
    r = Parameter(0.2, "m", minimum=0.0, strict=True, description="length of the crank")
    l = Parameter(1.0, "m", minimum=0.0, strict=True, description="length of the rod")
    m1 = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the crank")
    m2 = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the rod")
    m3 = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the piston")
    I1 = Parameter(1.0, "kg*m**2", minimum=0.0, strict=True, description="moment of inertia of the crank")
    I2 = Parameter(1.0, "kg*m**2", minimum=0.0, strict=True, description="moment of inertia of the rod")
    torque = Parameter(10.0, "N*m", description="torque on the crank")
    b = Parameter(2.0, "N*m*s/rad", minimum=0.0, description="damping of the joint between rod and piston")
    c = Parameter(5.0, "N*s/m", minimum=0.0, description="damping of the guide of the piston")
    stiffness = Parameter(1e7, "N/m", minimum=0.0, description="parasitic stiffness of the joints")
    damping = Parameter(200.0, "N*s/m", minimum=0.0, description="parasitic damping of the joints")

    def crank_joint(self, **parasitic: Any) -> Any:
        """The joint between crank and rod: four constraints."""
        return Universal([0.0, 0.0, 1.0], [0.0, 1.0, 0.0], **parasitic)

    def piston_joint(self, **parasitic: Any) -> Any:
        """The damped joint between rod and piston, three constraints, and its port about the axis of the crank."""
        self.add("C", Spherical(actuated=True, **parasitic))
        self.friction_x, self.friction_y = R("b"), R("b")
        self.C.drive_x >> self.friction_x
        self.C.drive_y >> self.friction_y
        return self.C.drive_z

    def build(self) -> None:
        """Three bodies and four joints in a loop."""
        parasitic: dict[str, Any] = {"stiffness": "stiffness", "damping": "damping"}
        self.world, self.ground = World(), Fixed()
        self.crank = Body("m1", ["I1", "I1", "I1"], points=[["-r/2", 0, 0], ["r/2", 0, 0]], x0=["r/2", 0, 0],
                          quaternions=False)  # fmt: skip
        self.rod = Body("m2", ["I2", "I2", "I2"], points=[["-l/2", 0, 0], ["l/2", 0, 0]], x0=["r + l/2", 0, 0],
                        quaternions=False)  # fmt: skip
        self.piston = Body("m3", [1.0, 1.0, 1.0], x0=["r + l", 0, 0], quaternions=False)
        self.A, self.B = Revolute(actuated=True, **parasitic), self.crank_joint(**parasitic)
        self.guide = Prismatic(actuated=True, appearance="piston", **parasitic)
        damped = self.piston_joint(**parasitic)
        self.motor, self.friction, self.drag = Se("torque"), R("b"), R("c")
        self.join(self.ground.b, self.A.a, self.guide.a)
        self.join(self.A.b, self.crank.h1)
        self.join(self.crank.h2, self.B.a)
        self.join(self.B.b, self.rod.h1)
        self.join(self.rod.h2, self.C.a)
        self.join(self.C.b, self.guide.b, self.piston.a)
        self.motor >> self.A.drive
        damped >> self.friction
        self.guide.drive >> self.drag
        self.output("gamma", "crank.motion.phi[2]", "rad", "angle of the crank, counter-clockwise from +x")
        self.output("w", "A.w", "rad/s", "angular velocity of the crank, counter-clockwise")
        self.output("x_piston", "piston.x[0]", "m", "position of the piston")
        self.output("v_piston", "guide.v", "m/s", "velocity of the piston")
