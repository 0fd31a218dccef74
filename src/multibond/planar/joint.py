"""Planar joints: relative motion between two frames, on a coordinate of their own."""

from __future__ import annotations

from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.junction import J1, J0Partial
from ..elements.sensor import Dq
from ..elements.source import Free
from ..elements.transducer import TF
from ..model.composite import Exposed, Model
from ..model.declare import Option, Parameter
from .body import lever, rotated


class Revolute(Model):
    """A hinge: frame b turns against frame a by the angle phi [rad], counter-clockwise; start phi0, speed w0 [rad/s].

    With ``actuated=True`` the port `axis` (torque [N m], w) drives it; otherwise the torque is zero.
    """

    library = "planar"
    branches = (("a", "b"),)
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")
    offset = Parameter(0.0, "rad", folds=True, description="angle of b against a where phi is zero")
    actuated = Option(False, choices=(False, True), description="whether the port `axis` drives the joint")

    def build(self) -> None:
        """The angular velocities differ by that of the hinge, a 1-junction."""
        self.a, self.b = PlanarFrameA(), PlanarFrameB()
        self.joint, self.hinge = J0Partial(n=3, taps=1, order=[2, 0, 1]), J1(n=1)
        self.angle = Dq(n=1)
        self.a.inside >> self.joint.a
        self.joint.b >> self.b.inside
        self.hinge >> self.joint.t
        self.hinge >> self.angle
        if self.option("actuated"):
            self.axis = Exposed(self.hinge, "torque and angular velocity of b against a")
        else:
            self.free = Free(n=1)
            self.free >> self.hinge
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.phi, self.a.phi + self.angle.q + self.offset)
        # only what the user gave must hold: in a loop the other joints follow, and their values are first guesses
        self.start(self.angle.q, self.phi0, fixed="phi0" in self.given)
        self.start(self.angle.f, self.w0, fixed="w0" in self.given)
        self.state(self.angle.q)
        self.state(self.angle.f)
        self.output("phi", self.angle.q, "rad", "angle")
        self.output("w", self.angle.f, "rad/s", "angular velocity")


class Prismatic(Model):
    """A slider: frame b moves against frame a along a direction of frame a by s [m]; start s0, speed v0 [m/s].

    With ``actuated=True`` the port `axis` (force [N], velocity) drives it; otherwise the force is zero.
    """

    library = "planar"
    branches = (("a", "b"),)
    direction = Parameter([1.0, 0.0], "", "2", folds=True, description="unit vector, resolved in frame a")
    s0 = Parameter(0.0, "m", description="position at the start")
    v0 = Parameter(0.0, "m/s", description="velocity at the start")
    offset = Parameter(0.0, "m", folds=True, description="distance of b from a where s is zero")
    actuated = Option(False, choices=(False, True), description="whether the port `axis` drives the joint")

    def build(self) -> None:
        """The velocities differ by that of the slider along its direction, seen from where b is now."""
        self.a, self.b = PlanarFrameA(), PlanarFrameB()
        self.travel, self.slider = Dq(n=1), J1(n=1)
        x, y = rotated(self.direction, self.a.phi)
        distance = self.travel.q + self.offset
        self.lever = TF(lever(x * distance, y * distance), n=3)
        self.joint, self.along = J0Partial(n=3, taps=2), TF([[x], [y]], na=1, nb=2)
        self.a.inside >> self.lever >> self.joint.a
        self.joint.b >> self.b.inside
        self.slider >> self.along >> self.joint.t
        self.slider >> self.travel
        if self.option("actuated"):
            self.axis = Exposed(self.slider, "force and velocity of b against a")
        else:
            self.free = Free(n=1)
            self.free >> self.slider
        self.connect(self.b.x, self.a.x + [x * distance, y * distance])
        self.connect(self.b.phi, self.a.phi)
        self.start(self.travel.q, self.s0, fixed="s0" in self.given)
        self.start(self.travel.f, self.v0, fixed="v0" in self.given)
        self.state(self.travel.q)
        self.state(self.travel.f)
        self.output("s", self.travel.q, "m", "position")
        self.output("v", self.travel.f, "m/s", "velocity")
