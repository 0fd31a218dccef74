"""Pairs with a point: a pin in a slot."""

from __future__ import annotations

from typing import Any

from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.joint_axis import FORCE, RESTITUTION, TORQUE, friction, furnish, motion, static_friction, stops
from ..elements.junction import J0, J1
from ..elements.sensor import Dq
from ..elements.source import Free
from ..elements.transducer import TF
from ..look import joint_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Parameter
from . import shapes
from .geometry import lever, rotated, unit
from .joint import STATES, coordinate, reactions


class PointOnLine(Composite):
    """A point on a line, as a pin in a slot: the origin of frame b moves by s [m] along a direction of frame a, and
    frame b turns against frame a by phi [rad]; two degrees of freedom. Start s0, v0 [m/s], phi0, w0 [rad/s].

    In the plane it is what point–plane, line–plane and sphere in cylinder are in space. The slide and the turn have
    friction, stops and a prescribed motion on request: `friction_s` [N], `stops_s` [m], `friction_phi` [N m], …
    """

    library = "planar"
    icon = joint_icon.ball_in_tube
    branches = (("a", "b"),)
    direction = Parameter(
        [1.0, 0.0], "", "2", folds=True, constant=rigid.DIRECTION, description="direction of the line, in frame a"
    )
    s0 = Parameter(0.0, "m", description="position at the start")
    v0 = Parameter(0.0, "m/s", description="velocity at the start")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start")
    states = STATES
    friction_s, static_friction_s, stops_s = friction(FORCE), static_friction(FORCE), stops("m")
    friction_phi, static_friction_phi, stops_phi = friction(TORQUE), static_friction(TORQUE), stops("rad")
    restitution, motion_s, motion_phi = RESTITUTION, motion("m"), motion("rad")
    _absent = dict.fromkeys(
        ("friction", "static_friction"),
        "it has friction_s, of its slide [N], and friction_phi, of its turning [N m], each with a static level",
    )

    def build(self) -> None:
        """The velocities differ by that along the line and by a turn, on each of which friction and stops may act."""
        self.a, self.b, self.joint = PlanarFrameA(), PlanarFrameB(), J0(n=3)
        self.relative, self.position, self.free = J1(n=2), Dq(n=2), Free(n=2)
        x, y = rotated(unit(self, "direction"), self.a.phi)
        s = self.position.q[0]
        self.lever = TF(lever(x * s, y * s), n=3)
        self.along = TF([[x, 0.0], [y, 0.0], [0.0, 1.0]], na=2, nb=3)
        self.a.inside >> self.lever >> self.joint >> self.b.inside
        self.free >> self.relative >> self.position
        self.relative >> self.along >> self.joint
        self._furnish()
        self.connect(self.b.x, self.a.x + [x * s, y * s])
        self.connect(self.b.phi, self.a.phi + self.position.q[1])
        starts = (("s0", self.position.q[0]), ("phi0", self.position.q[1]),
                  ("v0", self.position.f[0]), ("w0", self.position.f[1]))  # fmt: skip
        for name, variable in starts:
            coordinate(self, variable, name)
        self.output("s", self.position.q[0], "m", "position of b against a along the line")
        self.output("phi", self.position.q[1], "rad", "angle of b against a, counter-clockwise")
        self.output("v", self.position.f[0], "m/s", "velocity of b against a along the line")
        self.output("w", self.position.f[1], "rad/s", "angular velocity of b against a, counter-clockwise")
        reactions(self)

    def _furnish(self) -> None:
        """What the user asked for on the slide and on the turn, each with a 1-junction of its own."""
        parts = (("_s", "translational", [[1.0, 0.0]]), ("_phi", "rotational", [[0.0, 1.0]]))
        for k, (axis, domain, part) in enumerate(parts):
            if any(f"{name}{axis}" in self.given for name in ("friction", "static_friction", "stops", "motion")):
                self.add(f"part{axis}", TF(part, na=2, nb=1))
                self.add(f"speed{axis}", J1(n=1, domain=domain))
                self.relative >> self[f"part{axis}"] >> self[f"speed{axis}"]
                furnish(self, self[f"speed{axis}"], self.position.q[k], axis)

    def shapes(self) -> list[Any]:
        """A pin on a line."""
        return [shapes.shape("link", self.a, end=self.b), shapes.pin(self.b)]


__all__ = ["PointOnLine"]
