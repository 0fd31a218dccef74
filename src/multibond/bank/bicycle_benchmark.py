"""The benchmark bicycle of Meijaard, Papadopoulos, Ruina and Schwab (2007)."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Revolute, Rod, Wheel, World

TILT = math.pi / 10  # of the steering axis
WHEELBASE, TRAIL, HEAD = 1.02, 0.08, 0.9  # m; HEAD: height of the point where the frames meet
REAR, FRONT = 0.3, 0.35  # m, radii of the wheels


class BicycleBenchmark(Model):
    """Benchmark bicycle (Meijaard et al. 2007): the uncontrolled bicycle with a stiff rider at forward speed v.

    x is forward, y up, z to the right; lean is positive to the right, steer to the left (about the upward axis).
    Between about 4.3 and 6.0 m/s it rights itself from a lean.
    """

    library = "spatial"
    stop = 10.0
    v = Parameter(5.0, "m/s", description="forward speed at the start")
    lean0 = Parameter(math.radians(5.0), "rad", description="lean at the start")

    def build(self) -> None:
        """From the rear wheel over the rear frame, the steering axis and the front frame to the front wheel."""
        head = WHEELBASE + TRAIL - HEAD * math.tan(TILT)
        self.world = World()
        self.rider = Body(85.0, [[9.2, -2.4, 0.0], [-2.4, 2.8, 0.0], [0.0, 0.0, 11.0]], [0.3, 0.9 - REAR, 0.0],
                          quaternions=False, sequence=(2, 1, 3))  # fmt: skip
        self.rear_wheel = Wheel(REAR, 2.0, [0.0603, 0.0603, 0.12], x0=[0.0, REAR, 0.0], w0=[0.0, 0.0, -self.v / REAR])
        self.front_wheel = Wheel(FRONT, 3.0, [0.1405, 0.1405, 0.28])
        self.rear_hub, self.front_hub = Revolute(phi0=0.0), Revolute(phi0=0.0)
        self.steering = Revolute([-math.sin(TILT), math.cos(TILT), 0.0], phi0=0.0)
        self.rear_frame = Rod([head, HEAD - REAR, 0.0])
        self.front_frame = Rod([WHEELBASE - head, FRONT - HEAD, 0.0])
        self.fork = Body(4.0, [[0.05892, 0.00756, 0.0], [0.00756, 0.00708, 0.0], [0.0, 0.0, 0.06]],
                         [0.9 - WHEELBASE, 0.7 - FRONT, 0.0])  # fmt: skip
        self.join(self.rider.a, self.rear_hub.a, self.rear_frame.a)
        self.join(self.rear_hub.b, self.rear_wheel.a)
        self.join(self.rear_frame.b, self.steering.a)
        self.join(self.steering.b, self.front_frame.a)
        self.join(self.front_frame.b, self.front_hub.a, self.fork.a)
        self.join(self.front_hub.b, self.front_wheel.a)
        # lean and steer, with the spin of the rear wheel, are the coordinates of the published equations
        self.state(self.rider.motion.rate[0], "avoid")
        self.start(self.rider.motion.phi[:2], [0.0, self.lean0])
        self.output("lean", self.rider.motion.phi[1], "rad", "lean, positive to the right")
        self.output("steer", self.steering.angle.q, "rad", "steering angle, positive to the left")
        self.output("yaw", self.rider.motion.phi[0], "rad", "heading, positive to the left")
        self.output("position", self.rear_wheel.a.x, "m", "position of the rear hub")
