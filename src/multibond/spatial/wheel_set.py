"""Two wheels on one axle, rolling on a plane without sliding."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.frame import SpatialFrameB
from ..elements.junction import J0, J1
from ..elements.sensor import Dq
from ..elements.source import Free
from ..elements.transducer import TF
from ..expression import nodes
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite, Exposed
from ..model.declare import Option, Parameter
from . import shapes
from .joint import STATES
from .rolling import FORMER, HEIGHT, NORMAL, PULLS, RADIUS
from .rotation import about
from .vector import across

Z = [0.0, 0.0, 1.0]


class WheelSet(Composite):
    """Two wheels on one axle that stays parallel to a plane, on which they roll without sliding; massless.

    Frame `axle` is at the middle: x forward, y along the normal, z along the axle. `left` (z = −track/2) and `right`
    (z = +track/2) are the frames of the wheels, turned about the axle by the angles theta [rad]; positive ones roll
    backwards. Join bodies to all three. The set has 5 degrees of freedom in position and 2 in velocity. With
    ``actuated=True`` the ports `drive_left` and `drive_right` (torque, angular velocity against the axle) drive it.
    """

    library = "spatial"
    icon = part_icon("wheel_set")
    rooted = ("axle",)
    branches = (("axle", "left"), ("axle", "right"))
    former = FORMER
    radius = RADIUS
    track = Parameter(1.0, "m", minimum=0.0, strict=True, constant=rigid.RADIUS, description="distance of the wheels")
    normal, height = NORMAL, HEIGHT
    s0 = Parameter([0.0, 0.0], "m", "2", description="position in the plane at the start")
    psi0 = Parameter(0.0, "rad", description="heading at the start, about the normal")
    theta0 = Parameter([0.0, 0.0], "rad", "2", description="angles of the left and right wheel at the start")
    w0 = Parameter([0.0, 0.0], "rad/s", "2", description="angular velocities of the wheels at the start")
    actuated = Option(False, choices=(False, True), description="whether the wheels have ports that drive them")
    states = STATES

    def build(self) -> None:
        """The spins of the wheels move the axle in the plane: rolling leaves no other velocity."""
        normal, first, second = across(self, "normal")
        self.axle, self.motion, self.position, self.sum = SpatialFrameB(), J1(n=3), Dq(n=3), J0(n=3)
        s1, s2, psi = self.position.q
        turn = nodes([first, normal, np.cross(first, normal)]) @ about(normal, psi)
        forward, along = turn[0], turn[2]
        none = nodes([0.0, 0.0, 0.0])
        half = self.track / 2
        self.move = TF(nodes([first, second, none]).T, n=3)
        self.swing = TF([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], n=3)
        self.motion >> self.position
        self.motion >> self.move >> self.axle.inside_t
        self.motion >> self.swing >> self.axle.inside_r
        self.connect(self.axle.x, first * s1 + second * s2 + normal * (self.radius + self.height))
        self.connect(self.axle.R, turn)
        spins = []
        for side, sign in (("left", -1.0), ("right", 1.0)):
            arm = nodes([first, second, forward * (sign * half)]).T
            spins.append(self._wheel(side, turn, self.axle.x + along * (sign * half), arm))
        # each wheel moves the axle by half of its own way and swings it about the other wheel
        way, swing = forward * (-self.radius / 2), self.radius / self.track
        self.roll_left = TF([[way @ first], [way @ second], [swing]], na=1, nb=3)
        self.roll_right = TF([[way @ first], [way @ second], [-swing]], na=1, nb=3)
        self.spin_left >> self.roll_left >> self.sum >> self.motion
        self.spin_right >> self.roll_right >> self.sum
        self._start(spins)
        self._loads(turn, half)

    def _loads(self, turn: Any, half: Any) -> None:
        """The forces of the plane on the wheels: what the frames pass on, by balance of forces and of moments."""
        _, normal, along = turn
        force = self.axle.inside_t.e + self.left.inside_t.e + self.right.inside_t.e
        moment = self.axle.inside_r.e[0]
        for frame, angle, sign in ((self.left, self.angle_left, -1.0), (self.right, self.angle_right, 1.0)):
            moment = moment + (about(Z, angle.q).T @ frame.inside_r.e)[0]
            moment = moment - sign * half * (normal @ frame.inside_t.e)
        # about the axis forward through the middle; the plane also pushes along the axle, a radius below it
        more = (moment + self.radius * (along @ force)) / half
        load = [(normal @ force + more) / 2, (normal @ force - more) / 2]
        self.output("load", load, "N", "forces of the plane on the left and right wheel along its normal")

    def _doubtful(self) -> list[tuple[Any, str]]:
        return [(load, f"its {side} wheel: {PULLS}") for load, side in zip(self.load, ("left", "right"), strict=True)]

    def _wheel(self, side: str, turn: Any, place: Any, arm: Any) -> Any:
        """One wheel: its frame moves with the axle and spins about it; the angle of its spin."""
        spin, angle, frame = f"spin_{side}", f"angle_{side}", SpatialFrameB()
        self.add(side, frame)
        self.add(spin, J1(n=1, domain="rotational"))
        self.add(angle, Dq(n=1))
        theta = self[angle].q
        relative = about(Z, theta)
        self.add(f"hub_{side}", TF(arm, n=3))
        self.add(f"carry_{side}", TF(nodes([[0.0] * 3, [0.0] * 3, relative[:, 1]]).T, n=3))
        self.add(f"axis_{side}", TF([[0.0], [0.0], [1.0]], na=1, nb=3))
        self.add(f"turning_{side}", J0(n=3))
        self.motion >> self[f"hub_{side}"] >> frame.inside_t
        self.motion >> self[f"carry_{side}"] >> self[f"turning_{side}"] >> frame.inside_r
        self[spin] >> self[f"axis_{side}"] >> self[f"turning_{side}"]
        self[spin] >> self[angle]
        if self.option("actuated"):
            self.add(f"drive_{side}", Exposed(self[spin], f"torque and angular velocity of the {side} wheel"))
        else:
            self.add(f"free_{side}", Free(n=1))
            self[f"free_{side}"] >> self[spin]
        self.connect(frame.x, place)
        self.connect(frame.R, relative @ turn)
        return self[angle]

    def _start(self, spins: list[Any]) -> None:
        left, right = spins
        self.start(self.position.q[:2], self.s0, fixed="s0" in self.given)
        self.start(self.position.q[2], self.psi0, fixed="psi0" in self.given)
        self.start([left.q, right.q], self.theta0, fixed="theta0" in self.given)
        self.start([left.f, right.f], self.w0, fixed="w0" in self.given)
        for variable in (*self.position.q, left.q, right.q, left.f, right.f):
            self.state(variable, self.option("states"))
        self.output("s", self.position.q[:2], "m", "position in the plane")
        self.output("psi", self.position.q[2], "rad", "heading, about the normal")
        self.output("theta", [left.q, right.q], "rad", "angles of the wheels")
        self.output("w", [left.f, right.f], "rad/s", "angular velocities of the wheels against the axle")

    def shapes(self) -> list[Any]:
        """Two wheels and the axle."""
        return [
            shapes.shape("wheel", self.left, radius=self.radius),
            shapes.shape("wheel", self.right, radius=self.radius),
            shapes.shape(
                "cylinder", self.axle, axis=Z, length=self.track, radius=shapes.SCALE / 40, color=shapes.METAL
            ),
            *shapes.ground(self),
        ]
