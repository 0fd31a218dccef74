"""Wheels seen from the side, rolling along the x axis of a ground frame."""

from __future__ import annotations

from typing import Any

from ..elements.contact import IMPACT, Contact
from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.sensor import Dq
from ..elements.transducer import TF
from ..expression.functions import cos, maximum, sin
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Parameter
from . import shapes
from .friction import friction
from .geometry import lever, rotated
from .joint import STATES, coordinate, free_movement, reactions

RADIUS = Parameter(1.0, "m", minimum=0.0, strict=True, constant=rigid.RADIUS, description="radius of the wheel")
PULLS = (
    "its load is negative, so a real wheel would lift off there; this one cannot, and the ground pulls at it; "
    "a LiftingRolling can"
)


def pressing(model: Any) -> Any:
    """The force [N] of the ground (frame a) on a wheel (frame b) along its normal, the y axis of the ground."""
    force = model.b.inside.e
    return cos(model.a.phi) * force[1] - sin(model.a.phi) * force[0]


class IdealRolling(Composite):
    """A wheel (centre: frame b) rolls without sliding along the x axis of the ground frame a.

    Its centre is at height `radius`; the angle phi [rad] counts counter-clockwise, so the wheel moves by −radius·phi.
    One degree of freedom; the wheel cannot lift off.
    """

    library = "planar"
    icon = part_icon("rolling")
    branches = (("a", "b"),)
    former = {"s0": "offset"}
    former_order = ("radius", "offset", "phi0", "w0")
    radius = RADIUS
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start, counter-clockwise")
    offset = Parameter(0.0, "m", constant=rigid.GROUND, description="position along the ground where phi is zero")
    states = STATES

    def build(self) -> None:
        """One velocity of rolling moves the centre and turns the wheel."""
        self.a, self.b, self.contact = PlanarFrameA(), PlanarFrameB(), J0(n=3)
        self.rolling, self.angle = J1(n=1, domain="rotational"), Dq(n=1)
        s = self.offset - self.radius * self.angle.q
        x, y = rotated([s, self.radius], self.a.phi)
        self.lever = TF(lever(x, y), n=3)
        c, n = cos(self.a.phi), sin(self.a.phi)
        self.wheel = TF([[-self.radius * c], [-self.radius * n], [1.0]], na=1, nb=3)
        self.a.inside >> self.lever >> self.contact >> self.b.inside
        self.rolling >> self.wheel >> self.contact
        self.rolling >> self.angle
        self.connect(self.b.x, self.a.x + [x, y])
        self.connect(self.b.phi, self.a.phi + self.angle.q)
        coordinate(self, self.angle.q, "phi0")
        coordinate(self, self.angle.f, "w0")
        self.output("phi", self.angle.q, "rad", "angle against the ground, counter-clockwise")
        self.output("w", self.angle.f, "rad/s", "angular velocity against the ground, counter-clockwise")
        self.output("s", s, "m", "position along the ground")
        self.output("load", pressing(self), "N", "force of the ground along its normal")
        reactions(self)

    def _doubtful(self) -> list[tuple[Any, str]]:
        return [(pressing(self), PULLS)]

    def shapes(self) -> list[Any]:
        """A wheel."""
        return [shapes.shape("wheel", self.b, radius=self.radius)]


class DryFrictionRolling(Composite):
    """A wheel (centre: frame b) rolls and slides along the x axis of the ground frame a, with dry friction.

    The friction is the normal force times the triple S of the sliding velocity v + radius·w; its heat is lost.
    Two degrees of freedom; the wheel cannot lift off, and without pressure there is no friction.
    """

    library = "planar"
    icon = part_icon("rolling")
    branches = (("a", "b"),)
    former = {"normal_force": "load", "slip": "v_slip"}
    ordered = (("v_adhesion", "<", "v_slide"), ("mu_slide", "<=", "mu_adhesion"))
    former_order = ("radius", "mu_adhesion", "mu_slide", "v_adhesion", "v_slide", "s0", "phi0", "v0", "w0")
    radius = RADIUS
    mu_adhesion = Parameter(0.8, "", minimum=0.0, description="highest coefficient of friction")
    mu_slide = Parameter(0.4, "", minimum=0.0, description="coefficient of friction of fast sliding")
    v_adhesion = Parameter(0.1, "m/s", minimum=0.0, strict=True, description="sliding velocity of the highest friction")
    v_slide = Parameter(
        0.3, "m/s", minimum=0.0, strict=True, description="sliding velocity from which friction is constant"
    )
    s0 = Parameter(0.0, "m", description="position along the ground at the start")
    v0 = Parameter(0.0, "m/s", description="velocity along the ground at the start")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start, counter-clockwise")
    states = STATES

    def build(self) -> None:
        """Two velocities, along the ground and of rotation; the resistor has that of sliding."""
        self.a, self.b, self.contact = PlanarFrameA(), PlanarFrameB(), J0(n=3)
        self.motion, self.position = J1(n=2), Dq(n=2)
        x, y = rotated([self.position.q[0], self.radius], self.a.phi)
        c, n = cos(self.a.phi), sin(self.a.phi)
        self.lever, self.wheel = TF(lever(x, y), n=3), TF([[c, 0.0], [n, 0.0], [0.0, 1.0]], na=2, nb=3)
        self.sliding = TF([[1.0, self.radius]], na=2, nb=1)
        normal = maximum(pressing(self), 0.0)
        limits = (self.v_adhesion, self.v_slide, self.mu_adhesion, self.mu_slide)
        self.friction = R(law=lambda f: normal * friction(f, *limits), n=1, causality="effort")
        self.a.inside >> self.lever >> self.contact >> self.b.inside
        self.motion >> self.wheel >> self.contact
        self.motion >> self.position
        self.motion >> self.sliding >> self.friction
        self.connect(self.b.x, self.a.x + [x, y])
        self.connect(self.b.phi, self.a.phi + self.position.q[1])
        starts = (("s0", self.position.q[0]), ("phi0", self.position.q[1]),
                  ("v0", self.position.f[0]), ("w0", self.position.f[1]))  # fmt: skip
        for name, variable in starts:
            coordinate(self, variable, name)
        self.output("s", self.position.q[0], "m", "position along the ground")
        self.output("phi", self.position.q[1], "rad", "angle against the ground, counter-clockwise")
        self.output("v", self.position.f[0], "m/s", "velocity along the ground")
        self.output("w", self.position.f[1], "rad/s", "angular velocity against the ground, counter-clockwise")
        self.output("v_slip", self.friction.f, "m/s", "sliding velocity")
        self.output("load", normal, "N", "force of the ground along its normal")
        reactions(self)

    def _doubtful(self) -> list[tuple[Any, str]]:
        return [(pressing(self), PULLS)]

    def shapes(self) -> list[Any]:
        """A wheel."""
        return [shapes.shape("wheel", self.b, radius=self.radius)]


class LiftingRolling(Composite):
    """A wheel (centre: frame b) that rolls, slides and lifts off along the x axis of the ground frame a.

    While it touches, it rolls as far as `friction` times the load can hold it, else it slides. It leaves the ground
    where that would have to pull, flies, and strikes with `restitution` where it lands. Three degrees of freedom; it
    starts at s0 [m] along the ground, y0 [m] above it, with v0 [m/s] along the ground and w0 [rad/s],
    counter-clockwise: rolling is w0 = −v0/radius.
    """

    library = "planar"
    icon = part_icon("rolling")
    branches = (("a", "b"),)
    radius = RADIUS
    friction = Parameter(0.8, "", minimum=0.0, description="coefficient of friction")
    restitution = Parameter(0.0, "", minimum=0.0, description="restitution where it lands: 0 plastic, 1 elastic")
    s0 = Parameter(0.0, "m", description="position along the ground at the start")
    y0 = Parameter(0.0, "m", minimum=0.0, description="height of its lowest point above the ground at the start")
    v0 = Parameter(0.0, "m/s", description="velocity along the ground at the start")
    phi0 = Parameter(0.0, "rad", description="angle at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start, counter-clockwise")
    impact = IMPACT
    states = STATES

    def build(self) -> None:
        """Free movement against the ground, and a contact on the velocities of the point that touches."""
        free_movement(self)
        s, y, angle = self.position.q
        self.at_rim, self.contact = (
            TF([[0.0, -1.0, 0.0], [1.0, 0.0, self.radius]], na=3, nb=2),
            Contact(
                y - self.radius, n=2, restitution=self.restitution, friction=self.friction, impact=self.option("impact")
            ),
        )
        self.relative >> self.at_rim >> self.contact
        for variable, start, value in (
            (s, "s0", self.s0), (y, "y0", self.radius + self.y0), (angle, "phi0", self.phi0),
            (self.position.f[0], "v0", self.v0), (self.position.f[2], "w0", self.w0),
        ):  # fmt: skip
            self.start(variable, value, fixed=start in self.given)
            self.state(variable, self.option("states"))
        self.start(self.position.f[1], 0.0, fixed=False)
        self.state(self.position.f[1], self.option("states"))
        self.output("s", s, "m", "position along the ground")
        self.output("gap", y - self.radius, "m", "height of its lowest point above the ground")
        self.output("phi", angle, "rad", "angle against the ground, counter-clockwise")
        self.output("v", self.position.f[0], "m/s", "velocity along the ground")
        self.output("w", self.position.f[2], "rad/s", "angular velocity against the ground, counter-clockwise")
        self.output("v_slip", self.at_rim.b.f[1], "m/s", "sliding velocity of the point that touches")
        self.output("load", self.contact.e[0], "N", "force of the ground along its normal")
        reactions(self)

    def shapes(self) -> list[Any]:
        """A wheel."""
        return [shapes.shape("wheel", self.b, radius=self.radius)]
