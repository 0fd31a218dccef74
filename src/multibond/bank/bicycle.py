"""The uncontrolled bicycle of MultiBondLib's example."""

from __future__ import annotations

import math

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Revolute, Rod, Wheel, World


class Bicycle(Model):
    """Uncontrolled bicycle with a stiff rider: two rolling wheels, two frames and a steering axis; it starts leaning.

    Seven degrees of freedom in position, three in velocity. It rolls towards −x; y is up.

    The paper of the library that it comes from finds it self-stabilising between 4.3 and 6.1 m/s and plots its lean
    over 10 s. It starts here as there, leaning 5° at 4.15 m/s: a little below that range, so that the lean sways to and
    fro by some 10° and does not die out.
    """

    library = "spatial"
    stop = 10.0
    lean0 = Parameter(math.radians(5.0), "rad", description="lean of the rear wheel at the start")
    spin0 = Parameter(4.4 * math.pi, "rad/s", description="angular velocity of the rear wheel at the start")

    def build(self) -> None:
        """From the rear wheel over the rear frame, the steering axis and the front frame to the front wheel."""
        self.world = World()
        self.rider = Body(85.0, [[9.2, 2.4, 0.0], [2.4, 2.8, 0.0], [0.0, 0.0, 11.0]], [-0.3, 0.9, 0.0],
                          quaternions=False, sequence=(2, 1, 3))  # fmt: skip
        self.rear_wheel = Wheel(0.3, 2.0, [0.06, 0.06, 0.12], x0=[0.0, 0.0, 0.0], w0=[0.0, 0.0, self.spin0])
        self.front_wheel = Wheel(0.35, 3.0, [0.14, 0.14, 0.28])
        self.rear_hub, self.front_hub = Revolute(phi0=0.0), Revolute(phi0=0.0)
        self.steering = Revolute([0.258, 0.965, 0.0], phi0=0.0)
        self.rear_frame, self.front_frame = Rod([-1.02, 0.48, 0.0]), Rod([-0.18, -0.48, 0.0])
        self.fork = Body(4.0, [[0.0546, -0.0162, 0.0], [-0.0162, 0.0114, 0.0], [0.0, 0.0, 0.06]], [0.12, 0.7, 0.0])
        self.join(self.rider.a, self.rear_hub.a, self.rear_frame.a)
        self.join(self.rear_hub.b, self.rear_wheel.a)
        self.join(self.rear_frame.b, self.steering.a)
        self.join(self.steering.b, self.front_frame.a)
        self.join(self.front_frame.b, self.front_hub.a, self.fork.a)
        self.join(self.front_hub.b, self.front_wheel.a)
        self.start(self.rider.motion.phi[:2], [0.0, self.lean0])
        self.output("lean", self.rider.motion.phi[1], "rad", "lean of the frame")
        self.output("steer", self.steering.angle.q, "rad", "steering angle")
        self.output("yaw", self.rider.motion.phi[0], "rad", "heading")
        self.output("position", self.rear_wheel.a.x, "m", "position of the rear hub")
