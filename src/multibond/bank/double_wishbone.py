"""A car's front suspension: two wishbones, an upright and a tie rod in two closed loops."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Fixed, Revolute, Rod, Spherical, SpringDamper, Universal, World, WorldForce

LOWER, LOWER_BALL = [0.0, 0.20, 0.35], [0.0, 0.18, 0.70]
UPPER, UPPER_BALL = [-0.02, 0.50, 0.40], [-0.03, 0.48, 0.66]
UPPER_AXIS = [0.98, 0.0, 0.199]  # leans, so that the upright turns a little as it rises
RACK, STEERING_ARM = [-0.12, 0.25, 0.38], [-0.13, 0.24, 0.69]
WHEEL = [0.0, 0.31, 0.76]
SEAT, TOWER = [0.0, 0.19, 0.55], [0.0, 0.62, 0.46]  # of the spring: on the lower arm and on the car


class DoubleWishbone(Model):
    """Double wishbone suspension of a front wheel on a fixed car: the road pushes the wheel up and down.

    Lower and upper arm on hinges, the upright between them on ball joints, a tie rod that holds its steering angle, a
    spring with a damper on the lower arm: two loops, one degree of freedom. x is forward, y up, z to the right.
    """

    library = "spatial"
    stop = 2.0
    m = Parameter(32.0, "kg", minimum=0.0, strict=True, description="mass of wheel and upright")
    c = Parameter(45e3, "N/m", minimum=0.0, strict=True, description="stiffness of the spring")
    d = Parameter(3e3, "N*s/m", minimum=0.0, description="damping beside the spring")
    free_length = Parameter(0.58, "m", minimum=0.0, strict=True, description="length of the relaxed spring")
    load = Parameter(3500.0, "N", description="mean force of the road on the wheel")
    swing = Parameter(1500.0, "N", description="amplitude of the road's force")
    frequency = Parameter(1.5, "Hz", minimum=0.0, description="frequency of the road's force")

    def build(self) -> None:
        """All frames are parallel to the car at the start."""
        self.world = World()
        for name, point in (("lower", LOWER), ("upper", UPPER), ("rack", RACK), ("tower", TOWER)):
            self.add(f"{name}_mount", Fixed(point))
        self.lower_hinge, self.upper_hinge = Revolute([1.0, 0.0, 0.0], phi0=0.0, w0=0.0), Revolute(UPPER_AXIS)
        self.lower_ball, self.upper_ball, self.tie_ball = (Spherical(quaternions=False) for _ in range(3))
        self.tie_joint = Universal([1.0, 0.0, 0.0], [0.0, 1.0, 0.0])  # a ball here would let the rod spin
        self.lower_arm, self.upper_arm = Rod(_from(LOWER, LOWER_BALL)), Rod(_from(UPPER, UPPER_BALL))
        self.tie_rod, self.seat = Rod(_from(RACK, STEERING_ARM)), Rod(_from(LOWER, SEAT))
        self.pillar, self.steering_arm = Rod(_from(LOWER_BALL, UPPER_BALL)), Rod(_from(LOWER_BALL, STEERING_ARM))
        self.hub = Rod(_from(LOWER_BALL, WHEEL))
        self.lower_body = Body(4.0, [0.05, 0.08, 0.05], [0.5 * x for x in _from(LOWER, LOWER_BALL)])
        self.upper_body = Body(2.5, [0.02, 0.04, 0.03], [0.5 * x for x in _from(UPPER, UPPER_BALL)])
        self.wheel_body = Body(self.m, [0.9, 0.9, 1.3], _from(LOWER_BALL, WHEEL), appearance="wheel")
        self.strut = SpringDamper(self.c, self.d, self.free_length)
        push = "load + swing*sin(2*pi*frequency*time)"
        self.road = WorldForce([0.0, push, 0.0])
        self._join()
        self.output("phi", self.lower_hinge.phi, "rad", "angle of the lower arm")
        self.output("rise", self.road.b.x[1] - WHEEL[1], "m", "height of the wheel's centre above the start")
        self.output("camber", self.hub.b.R[2, 1], "", "sine of the angle by which the axle leans")
        self.output("toe", self.hub.b.R[2, 0], "", "sine of the angle by which the wheel is steered")
        self.output("strut_length", self.strut.s, "m", "length of the spring")

    def _join(self) -> None:
        """Both arms and the tie rod end on the upright."""
        self.join(self.lower_mount.b, self.lower_hinge.a)
        self.join(self.lower_hinge.b, self.lower_arm.a, self.seat.a, self.lower_body.a)
        self.join(self.lower_arm.b, self.lower_ball.a)
        self.join(self.lower_ball.b, self.pillar.a, self.steering_arm.a, self.hub.a, self.wheel_body.a)
        self.join(self.upper_mount.b, self.upper_hinge.a)
        self.join(self.upper_hinge.b, self.upper_arm.a, self.upper_body.a)
        self.join(self.upper_arm.b, self.upper_ball.a)
        self.join(self.upper_ball.b, self.pillar.b)
        self.join(self.rack_mount.b, self.tie_joint.a)
        self.join(self.tie_joint.b, self.tie_rod.a)
        self.join(self.tie_rod.b, self.tie_ball.a)
        self.join(self.tie_ball.b, self.steering_arm.b)
        self.join(self.tower_mount.b, self.strut.a)
        self.join(self.strut.b, self.seat.b)
        self.join(self.hub.b, self.road.b)


def _from(start: list[float], end: list[float]) -> list[float]:
    return [round(b - a, 12) for a, b in zip(start, end, strict=True)]
