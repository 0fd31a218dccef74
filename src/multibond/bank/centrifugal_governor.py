"""The centrifugal governor: flyballs on two pairs of arms lift a sleeve against a spring."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import C
from ..model.declare import Parameter
from ..spatial import Body, Fixed, Prismatic, Revolute, Rod, World


class CentrifugalGovernor(Model):
    """Centrifugal governor: a torque speeds up a shaft; two flyballs swing out and draw a sleeve down against a spring.

    Two planar loops turn with the shaft. Spring and damper of the sleeve are bond-graph elements at its drive.
    """

    library = "spatial"
    stop = 10.0
    torque = Parameter(10.0, "N*m", description="torque on the shaft")
    c = Parameter(160.0, "N/m", minimum=0.0, strict=True, description="stiffness of the spring of the sleeve")
    d = Parameter(16.0, "N*s/m", minimum=0.0, description="damping of the sleeve")
    s_relaxed = Parameter(1.6, "m", description="height of the sleeve without spring force")
    s0 = Parameter(1.45, "m", description="height of the sleeve at the start")

    def build(self) -> None:
        """Shaft, hub and sleeve; on both sides a lower arm from the hub and an upper one from the sleeve."""
        self.world, self.ground = World(), Fixed()
        self.shaft = Revolute([0.0, 1.0, 0.0], phi0=0.0, w0=0.0, actuated=True)
        self.hub = Body(4.0, [0.05, 0.05, 0.05])
        self.sleeve = Prismatic([0.0, 1.0, 0.0], s0=self.s0, v0=0.0, actuated=True)
        self.drive, self.motion = Se(self.torque, domain="rotational"), J1(domain="translational")
        self.spring, self.damper = C(1 / self.c, q0=self.s0 - self.s_relaxed), R(self.d)
        self.drive >> self.shaft.drive
        self.sleeve.drive >> self.motion >> [self.spring, self.damper]
        self.join(self.ground.b, self.shaft.a)
        sides = (("right", 1.3, 0.6), ("left", -1.3, -0.6))
        for side, reach, lift in sides:
            for name, guess in ((f"{side}_lower", lift), (f"{side}_upper", -lift)):
                self.add(name, Revolute(states="avoid"))
                self.add(f"{name}_arm", Rod([reach, 0.0, 0.0]))
                self.start(self[name].angle.q, guess, fixed=False)
            self.add(f"{side}_elbow", Revolute(states="avoid"))
            self.add(f"{side}_ball", Body(2.0, [0.05, 0.05, 0.05]))
        self.join(self.shaft.b, self.hub.a, self.sleeve.a, self.right_lower.a, self.left_lower.a)
        self.join(self.sleeve.b, self.right_upper.a, self.left_upper.a)
        for side, _, _ in sides:
            for name in (f"{side}_lower", f"{side}_upper"):
                self.join(self[name].b, self[f"{name}_arm"].a)
            self.join(self[f"{side}_lower_arm"].b, self[f"{side}_elbow"].a)
            self.join(self[f"{side}_elbow"].b, self[f"{side}_upper_arm"].b, self[f"{side}_ball"].a)
        self.output("w", self.shaft.angle.f, "rad/s", "angular velocity of the shaft")
        self.output("s", self.sleeve.travel.q, "m", "height of the sleeve")
        self.output("position", self.right_ball.a.x, "m", "position of the right flyball")
