"""Points: a mass without size, a knot without mass, and a joint that only shifts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..elements.element import Cell, Element, Equation
from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.joint_axis import FORCE, friction, rub, static_friction
from ..elements.junction import J1, Composition, J0Partial
from ..elements.sensor import Dq
from ..elements.source import Free, Se, Wall
from ..elements.storage import I
from ..elements.transducer import TF
from ..expression import ZERO, der
from ..look.drawn import joint_icon, part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Input, Parameter, Port
from . import shapes
from .body import V0, X0
from .geometry import lever, rotated, weight
from .joint import STATES, coordinate, reactions


class PlanarPointMotion(Element):
    """Defines the position of a point that nothing else holds; such a one keeps its angle. On something else it takes
    no torque."""

    symbol = "free"
    role = "sensor"
    a = Port(n=1, description="rotation of the frame, no power")
    x = Input("m", "2", description="position in the inertial frame")
    phi = Input("rad", "", description="angle")
    v = Input("m/s", "2", description="velocity in the inertial frame")

    def equations(self, s: Any) -> Iterator[Equation]:
        if s.active:
            yield der(s.x), s.v
            yield [s.phi], [ZERO]
            yield s.f, [ZERO]
        else:
            yield s.e, [ZERO]

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        yield Cell("flow" if s.active else "effort", ((0, 0),))


class PointMass(Composite):
    """A point mass m [kg] at frame a; it takes no torque.

    One that nothing holds floats freely from x0 with v0 and does not turn; in a floating part with rods or joints, one
    mass must be a `Body`.
    """

    library = "planar"
    icon = part_icon("point_mass")
    floating = (("a", "motion"),)
    turns = False  # has no angle of its own
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, constant=rigid.MASS, description="mass")
    x0, v0 = X0, V0

    def build(self) -> None:
        """A 1-junction with mass and weight."""
        self.a, self.split, self.point = PlanarFrameA(), Composition(na=2, nb=1), J1(n=2)
        self.mass = I(self.m, n=2)
        self.weight = Se(weight(self.m, self.a.x, "a.x"), n=2)
        self.motion = PlanarPointMotion(self.a.x, self.a.phi, self.mass.f)
        self.a.inside >> self.split.c
        self.split.a >> self.point >> self.mass
        self.weight >> self.point
        self.split.b >> self.motion
        self.start(self.a.x, self.x0, fixed="x0" in self.given)
        self.start(self.mass.f, self.v0, fixed="v0" in self.given)
        self.output("x", self.a.x, "m", "position in the inertial frame")
        self.output("v", self.mass.f, "m/s", "velocity in the inertial frame")

    def shapes(self) -> list[Any]:
        """A small ball."""
        return [shapes.shape("sphere", self.a, radius=shapes.SCALE / 14)]


class Knot(Composite):
    """A point without mass, such as a knot of springs or ropes: it is where the forces on it balance.

    It does not turn. Springs alone determine its place from their lengths, and x0 is where the search for it begins;
    with dampers it creeps from x0. Without either, nothing tells where it is, and the run is refused.
    """

    library = "planar"
    icon = part_icon("knot")
    rooted = ("b",)
    x0 = X0

    def build(self) -> None:
        """A 1-junction on which nothing else acts."""
        self.b, self.split = PlanarFrameB(), Composition(na=2, nb=1)
        self.point, self.position, self.free, self.upright = J1(n=2), Dq(n=2), Free(n=2), Wall(n=1)
        self.free >> self.point >> self.position
        self.point >> self.split.a
        self.upright >> self.split.b
        self.split.c >> self.b.inside
        self.connect(self.b.x, self.position.q)
        self.connect(self.b.phi, 0.0)
        self.start(self.position.q, self.x0, fixed=False)
        self.output("x", self.position.q, "m", "position in the inertial frame")
        self.output("v", self.position.f, "m/s", "velocity in the inertial frame")

    def shapes(self) -> list[Any]:
        """A small ball."""
        return [shapes.shape("sphere", self.b, radius=shapes.SCALE / 30)]


class FreeTranslation(Composite):
    """Two degrees of freedom: frame b moves freely against frame a by r [m], resolved in frame a, and does not turn
    against it. Start r0, v0 [m/s].

    With `friction` [N] it sticks while the force is smaller than `static_friction`, in whatever direction, and slides
    with a force of this size against its velocity."""

    library = "planar"
    icon = joint_icon("free_movement")
    branches = (("a", "b"),)
    r0 = Parameter([0.0, 0.0], "m", "2", description="position at the start, resolved in frame a")
    v0 = Parameter([0.0, 0.0], "m/s", "2", description="relative velocity at the start, as seen from frame a")
    states = STATES
    friction, static_friction = friction(FORCE), static_friction(FORCE)

    def build(self) -> None:
        """The velocities differ by those of a 1-junction, on which nothing but friction acts."""
        self.a, self.b, self.joint = PlanarFrameA(), PlanarFrameB(), J0Partial(n=3, taps=2)
        self.relative, self.position, self.free = J1(n=2), Dq(n=2), Free(n=2)
        x, y = rotated(self.position.q, self.a.phi)
        along, across = rotated([1.0, 0.0], self.a.phi), rotated([0.0, 1.0], self.a.phi)
        self.lever = TF(lever(x, y), n=3)
        self.turn = TF([[along[0], across[0]], [along[1], across[1]]], n=2)
        self.a.inside >> self.lever >> self.joint.a
        self.joint.b >> self.b.inside
        self.free >> self.relative >> self.position
        self.relative >> self.turn >> self.joint.t
        rub(self, self.relative, n=2)
        self.connect(self.b.x, self.a.x + [x, y])
        self.connect(self.b.phi, self.a.phi)
        coordinate(self, self.position.q, "r0")
        coordinate(self, self.position.f, "v0")
        self.output("r", self.position.q, "m", "position of b against a, resolved in frame a")
        self.output("v", self.position.f, "m/s", "velocity of b as seen from a, resolved in frame a")
        reactions(self)
