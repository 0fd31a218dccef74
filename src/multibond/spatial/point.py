"""Points without mass: a knot of springs, and a joint that only shifts."""

from __future__ import annotations

from typing import Any

from ..elements.frame import SpatialFrameB
from ..elements.joint_axis import FORCE, friction, rub, static_friction
from ..elements.junction import J1
from ..elements.sensor import Dq
from ..elements.source import Free, Wall
from ..expression import nodes
from ..look.drawn import joint_icon, part_icon
from ..model.composite import Composite
from ..model.declare import Parameter
from . import shapes
from .body import X0
from .joint import STATES, _Joint
from .rotation import IDENTITY


class Knot(Composite):
    """A point without mass, such as a knot of springs or ropes: it is where the forces on it balance.

    It does not turn. Springs alone determine its place from their lengths, and x0 is where the search for it begins;
    with dampers it creeps from x0. Without either, nothing tells where it is, and the run is refused.
    """

    library = "spatial"
    icon = part_icon("knot")
    rooted = ("b",)
    x0 = X0

    def build(self) -> None:
        """A 1-junction on which nothing else acts."""
        self.b, self.point, self.position = SpatialFrameB(), J1(n=3), Dq(n=3)
        self.free, self.upright = Free(n=3), Wall(n=3)
        self.free >> self.point >> self.position
        self.point >> self.b.inside_t
        self.upright >> self.b.inside_r
        self.connect(self.b.x, self.position.q)
        self.connect(self.b.R, IDENTITY)
        self.start(self.position.q, self.x0, fixed=False)
        self.output("x", self.position.q, "m", "position in the inertial frame")
        self.output("v", self.position.f, "m/s", "velocity in the inertial frame")

    def shapes(self) -> list[Any]:
        """A small ball."""
        return [shapes.shape("sphere", self.b, radius=shapes.SCALE / 30)]


class FreeTranslation(_Joint):
    """Three degrees of freedom: frame b moves freely against frame a by r [m], resolved in frame a, and does not turn
    against it. Start r0, v0 [m/s].

    With `friction` [N] it sticks while the force is smaller than `static_friction`, in whatever direction, and slides
    with a force of this size against its velocity."""

    icon = joint_icon("free_movement")
    r0 = Parameter([0.0, 0.0, 0.0], "m", "3", description="position at the start, resolved in frame a")
    v0 = Parameter([0.0, 0.0, 0.0], "m/s", "3", description="relative velocity at the start, as seen from frame a")
    states = STATES
    friction, static_friction = friction(FORCE), static_friction(FORCE)

    def build(self) -> None:
        """The velocities differ by those of a 1-junction, on which nothing but friction acts."""
        self.relative, self.position, self.free = J1(n=3), Dq(n=3), Free(n=3)
        self.free >> self.relative >> self.position
        rub(self, self.relative, n=3)
        self.motion_between(arm=nodes(self.position.q), slides=[(self.relative, IDENTITY)])
        self.coordinate(self.position.q, "r0")
        self.coordinate(self.position.f, "v0")
        self.output("r", self.position.q, "m", "position of b against a, resolved in frame a")
        self.output("v", self.position.f, "m/s", "velocity of b as seen from a, resolved in frame a")
