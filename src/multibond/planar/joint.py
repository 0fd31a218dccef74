"""Planar joints: relative motion between two frames, on coordinates of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.joint_axis import (
    FORCE,
    RESTITUTION,
    TORQUE,
    TWO_KINDS,
    friction,
    furnish,
    motion,
    rub,
    static_friction,
    stops,
)
from ..elements.junction import J0, J1, J0Partial
from ..elements.sensor import Dq
from ..elements.source import Free
from ..elements.transducer import TF
from ..expression import nodes
from ..look.drawn import joint_icon
from ..model import rigid
from ..model.composite import Composite, Exposed
from ..model.declare import Option, Parameter
from ..model.transmitted import transmit
from . import shapes
from .geometry import lever, rotated, rotation, unit

ACTUATED = Option(False, choices=(False, True), description="whether the port `drive` drives the joint")
SLIDER = Option("rail", choices=("rail", "cart", "piston", "none"), description="shape in animations")
STATES = Option("prefer", choices=("prefer", "always", "avoid"), description="wish for the coordinates as states")


class Revolute(Composite):
    """A hinge: frame b turns against frame a by the angle phi [rad], counter-clockwise; start phi0, speed w0 [rad/s].

    With ``actuated=True`` the port `drive` (torque [N m], angular velocity w) drives it; otherwise the torque is zero,
    but for `friction` [N m], which sticks, and `stops` [rad]. With `motion` phi is what that says, by whatever torque.
    """

    library = "planar"
    _motion = "turn about"
    icon = joint_icon("revolute")
    branches = (("a", "b"),)
    former = {"axis": "drive"}
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")
    offset = Parameter(
        0.0, "rad", folds=True, constant=rigid.OFFSET, description="angle of b against a where phi is zero"
    )
    actuated = ACTUATED
    states = STATES
    friction, static_friction = friction(TORQUE), static_friction(TORQUE)
    stops, restitution, motion = stops("rad"), RESTITUTION, motion("rad")

    def build(self) -> None:
        """The angular velocities differ by that of the hinge, a 1-junction."""
        self.a, self.b = PlanarFrameA(), PlanarFrameB()
        self.joint, self.hinge = J0Partial(n=3, taps=1, order=[2, 0, 1]), J1(n=1, domain="rotational")
        self.angle = Dq(n=1)
        self.a.inside >> self.joint.a
        self.joint.b >> self.b.inside
        self.hinge >> self.joint.t
        self.hinge >> self.angle
        if self.option("actuated"):
            self.drive = Exposed(self.hinge, "torque and angular velocity of b against a")
        else:
            self.free = Free(n=1)
            self.free >> self.hinge
        furnish(self, self.hinge, self.angle.q)
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.phi, self.a.phi + self.angle.q + self.offset)
        coordinate(self, self.angle.q, "phi0")
        coordinate(self, self.angle.f, "w0")
        self.output("phi", self.angle.q, "rad", "angle of b against a, counter-clockwise")
        self.output("w", self.angle.f, "rad/s", "angular velocity of b against a, counter-clockwise")
        reactions(self)

    def shapes(self) -> list[Any]:
        """A pin."""
        return [shapes.pin(self.b)]


class Prismatic(Composite):
    """A slider: frame b moves against frame a along a direction of frame a by s [m]; start s0, speed v0 [m/s].

    With ``actuated=True`` the port `drive` (force [N], velocity) drives it; otherwise the force is zero, but for
    `friction` [N], which sticks, and `stops` [m]. With `motion` s is what that says, by whatever force.
    """

    library = "planar"
    _motion = "slide along"
    icon = joint_icon("prismatic")
    branches = (("a", "b"),)
    former = {"axis": "drive"}
    direction = Parameter(
        [1.0, 0.0], "", "2", folds=True, constant=rigid.DIRECTION, description="direction, resolved in frame a"
    )
    s0 = Parameter(0.0, "m", description="position at the start")
    v0 = Parameter(0.0, "m/s", description="velocity at the start")
    offset = Parameter(0.0, "m", folds=True, constant=rigid.OFFSET, description="distance of b from a where s is zero")
    actuated = ACTUATED
    states = STATES
    friction, static_friction = friction(FORCE), static_friction(FORCE)
    stops, restitution, motion = stops("m"), RESTITUTION, motion("m")
    appearance = SLIDER

    def build(self) -> None:
        """The velocities differ by that of the slider along its direction, seen from where b is now."""
        self.a, self.b = PlanarFrameA(), PlanarFrameB()
        self.travel, self.slider = Dq(n=1), J1(n=1, domain="translational")
        x, y = rotated(unit(self, "direction"), self.a.phi)
        distance = self.travel.q + self.offset
        self.lever = TF(lever(x * distance, y * distance), n=3)
        self.joint, self.along = J0Partial(n=3, taps=2), TF([[x], [y]], na=1, nb=2)
        self.a.inside >> self.lever >> self.joint.a
        self.joint.b >> self.b.inside
        self.slider >> self.along >> self.joint.t
        self.slider >> self.travel
        if self.option("actuated"):
            self.drive = Exposed(self.slider, "force and velocity of b against a")
        else:
            self.free = Free(n=1)
            self.free >> self.slider
        furnish(self, self.slider, self.travel.q)
        self.connect(self.b.x, self.a.x + [x * distance, y * distance])
        self.connect(self.b.phi, self.a.phi)
        coordinate(self, self.travel.q, "s0")
        coordinate(self, self.travel.f, "v0")
        self.output("s", self.travel.q, "m", "position of b against a")
        self.output("v", self.travel.f, "m/s", "velocity of b against a")
        reactions(self)

    def shapes(self) -> list[Any]:
        """A carriage on a rail, or what `appearance` says."""
        return shapes.slider(self.a, self.b, unit(self, "direction"), self.option("appearance"))


class FreeMovement(Composite):
    """Three degrees of freedom: frame b moves freely against frame a by r [m] and phi [rad], resolved in frame a.

    It takes no force. With frame a at a `Fixed` it gives a part coordinates and start values in the world. With
    `friction_r` [N] and `friction_phi` [N m] it sticks and slides, as a plate does that lies on the plane: a force of
    this size acts against its velocity, and a torque against its angular velocity, each by itself.
    """

    library = "planar"
    icon = joint_icon("free_movement")
    _absent = dict.fromkeys(("friction", "static_friction"), TWO_KINDS)
    branches = (("a", "b"),)
    former_order = ("r0", "phi0", "v0", "w0")
    r0 = Parameter([0.0, 0.0], "m", "2", description="position at the start, resolved in frame a")
    v0 = Parameter([0.0, 0.0], "m/s", "2", description="relative velocity at the start, as seen from frame a")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="relative angular velocity at the start")
    states = STATES
    friction_r, static_friction_r = friction(FORCE), static_friction(FORCE)
    friction_phi, static_friction_phi = friction(TORQUE), static_friction(TORQUE)

    def build(self) -> None:
        """The velocities differ by those of a 1-junction, on which nothing but friction acts."""
        free_movement(self)
        self._rub()
        coordinate(self, self.position.q[:2], "r0")
        coordinate(self, self.position.q[2], "phi0")
        coordinate(self, self.position.f[:2], "v0")
        coordinate(self, self.position.f[2], "w0")
        self.output("r", self.position.q[:2], "m", "position of b against a, resolved in frame a")
        self.output("phi", self.position.q[2], "rad", "angle of b against a, counter-clockwise")
        self.output("v", self.position.f[:2], "m/s", "velocity of b as seen from a, resolved in frame a")
        self.output("w", self.position.f[2], "rad/s", "angular velocity of b against a, counter-clockwise")
        reactions(self)

    def _rub(self) -> None:
        """Friction of the movement and of the turning, each on a part of the velocities."""
        for axis, part in (("_r", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), ("_phi", [[0.0, 0.0, 1.0]])):
            if f"friction{axis}" in self.given or f"static_friction{axis}" in self.given:
                self.add(f"part{axis}", TF(part, na=3, nb=len(part)))
                self.add(f"slip{axis}", J1(n=len(part)))
                self.relative >> self[f"part{axis}"] >> self[f"slip{axis}"]
                rub(self, self[f"slip{axis}"], axis, n=len(part))


def free_movement(model: Composite) -> None:
    """Frames a and b whose velocities differ by those of the 1-junction `relative` (along x and y of a, turning), with
    the `position` of b against a."""
    model.a, model.b, model.joint = PlanarFrameA(), PlanarFrameB(), J0(n=3)
    model.relative, model.position, model.free = J1(n=3), Dq(n=3), Free(n=3)
    x, y = rotated(model.position.q, model.a.phi)
    model.lever, model.turn = TF(lever(x, y), n=3), TF(rotation(model.a.phi), n=3)
    model.a.inside >> model.lever >> model.joint >> model.b.inside
    model.free >> model.relative >> model.position
    model.relative >> model.turn >> model.joint
    model.connect(model.b.x, model.a.x + [x, y])
    model.connect(model.b.phi, model.a.phi + model.position.q[2])


def coordinate(model: Composite, variable: Any, start: str) -> None:
    """A coordinate of a joint: wanted as a state; its start value holds if the user gave it, else it is a first guess.

    Only what the user gave must hold: in a loop the other joints follow.
    """
    model.start(variable, getattr(model, start), fixed=start in model.given)
    for x in np.ravel(nodes(variable)):
        model.state(x, model.option("states"))


def reactions(model: Composite) -> None:
    """Outputs `force` [N, in the inertial frame], `force_in_b` [N, in frame b] and `torque` [N m, about the origin of
    frame b]: what the joint, and by it the side of frame a, does to the side of frame b."""
    effort = model.b.inside.e
    model.output("force", effort[:2], "N", "force of a on b, in the inertial frame")
    model.output("force_in_b", rotated(effort[:2], -model.b.phi), "N", "force of a on b, resolved in b")
    model.output("torque", effort[2], "N*m", "torque of a on b about the origin of b, counter-clockwise")
    if not isinstance(model, FreeMovement):
        transmit(model, "b", "force", "torque")
