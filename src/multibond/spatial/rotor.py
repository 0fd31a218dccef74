"""A rotor: what spins inside a carrier."""

from __future__ import annotations

from typing import Any

from ..elements.frame import SpatialFrameA
from ..elements.junction import J0, J1
from ..elements.resistor import Gyristor
from ..elements.sensor import Dq
from ..elements.source import Free
from ..elements.storage import I
from ..elements.transducer import TF
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite, Exposed
from ..model.declare import Parameter
from . import shapes
from .joint import ACTUATED, STATES
from .rotation import skew
from .vector import direction


class Rotor(Composite):
    """A balanced rotor that spins about an axis of frame a with the moment of inertia J [kg m²] about it: a flywheel,
    the armature of a motor. Start phi0 [rad], w0 [rad/s] against the frame.

    It has the gyroscopic torques of its spin. Its mass, and its inertia across the axis, belong to the body at frame a.
    With ``actuated=True`` the port `drive` (torque, angular velocity against the frame) drives it.
    """

    library = "spatial"
    icon = part_icon("rotor")
    J = Parameter(
        0.01, "kg*m^2", minimum=0.0, strict=True, constant=rigid.INERTIA, description="inertia about the axis"
    )
    axis = Parameter([0.0, 0.0, 1.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis, in frame a")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity against the frame at the start")
    actuated = ACTUATED
    states = STATES

    def build(self) -> None:
        """The spin is that of the frame about the axis plus the rotor's own; its momentum turns with the frame."""
        axis = direction(self, "axis")
        self.a, self.hold, self.rotation = SpatialFrameA(), Free(n=3), J1(n=3)
        self.about, self.sum, self.inertia = TF(axis.reshape(1, 3), na=3, nb=1), J0(n=1), I(self.J, n=1)
        self.relative, self.angle = J1(n=1, domain="rotational"), Dq(n=1)
        self.gyroscope = Gyristor(skew(-axis * self.inertia.p), n=3)
        self.hold >> self.a.inside_t
        self.a.inside_r >> self.rotation >> self.about >> self.sum >> self.inertia
        self.rotation >> self.gyroscope
        self.relative >> self.sum
        self.relative >> self.angle
        if self.option("actuated"):
            self.drive = Exposed(self.relative, "torque and angular velocity against the frame")
        else:
            self.free = Free(n=1)
            self.free >> self.relative
        self.start(self.angle.q, self.phi0, fixed="phi0" in self.given)
        self.start(self.angle.f, self.w0, fixed="w0" in self.given)
        for x in (self.angle.q, self.angle.f):
            self.state(x, self.option("states"))
        self.output("phi", self.angle.q, "rad", "angle against the frame")
        self.output("w", self.angle.f, "rad/s", "angular velocity against the frame")
        self.output("spin", self.inertia.f, "rad/s", "angular velocity about the axis in the inertial frame")

    def shapes(self) -> list[Any]:
        """A flat cylinder."""
        size = {"radius": shapes.SCALE / 8, "length": shapes.SCALE / 12}
        return [shapes.shape("cylinder", self.a, axis=self.axis, **size)]
