"""Wheels of vehicles seen from above: the plane is the road, the wheel stands upright on it."""

from __future__ import annotations

from typing import Any

from ..elements.element import Element
from ..elements.frame import Constraint, PlanarFrameA
from ..elements.junction import J1, J0Partial
from ..elements.resistor import R
from ..elements.sensor import Dq
from ..elements.source import Free
from ..elements.transducer import TF
from ..expression.functions import maximum, sqrt
from ..look.drawn import part_icon
from ..model.composite import Composite, Exposed
from ..model.declare import Option, Parameter
from . import shapes
from .friction import friction
from .geometry import rotated, unit
from .joint import STATES

REST = 1e-4  # m/s, keeps the direction of sliding defined at rest


class _WheelJoint(Composite):
    """What the wheel joints share: the velocities along and across the wheel, and that of its rim."""

    library = "planar"
    former = {"axis": "drive", "force": "contact_force"}
    radius = Parameter(0.3, "m", minimum=0.0, strict=True, description="radius of the wheel")
    direction = Parameter([1.0, 0.0], "", "2", folds=True, description="driving direction, resolved in frame a")
    actuated = Option(True, choices=(True, False), description="whether the port `drive` drives the wheel")

    def contact(self) -> Element:
        """The element that takes the sliding velocity, along and across."""
        raise TypeError(f"{type(self).__name__} has no contact")

    def build(self) -> None:
        """The sliding velocity is that of the hub, less the rim's along the wheel."""
        self.a, self.spin, self.angle = PlanarFrameA(), J1(n=1, domain="rotational"), Dq(n=1)
        x, y = rotated(unit(self, "direction"), self.a.phi)
        self.hub = TF([[x, y, 0.0], [-y, x, 0.0]], na=3, nb=2)
        self.rim, self.tread = TF(-self.radius, n=1), J0Partial(n=2, taps=1)
        self.road = self.contact()
        self.a.inside >> self.hub >> self.tread.a
        self.spin >> self.rim >> self.tread.t
        self.spin >> self.angle
        self.tread.b >> self.road
        if self.option("actuated"):
            self.drive = Exposed(self.spin, "torque and angular velocity of the wheel about its axle")
        else:
            self.free = Free(n=1)
            self.free >> self.spin
        # the spin tells the velocity whatever the heading, the components of the velocity in the world do not
        self.state(self.angle.q, self.option("states"))
        self.state(self.angle.f, self.option("states"))
        self.output("phi", self.angle.q, "rad", "angle of the wheel about its axle")
        self.output("w", self.angle.f, "rad/s", "angular velocity of the wheel about its axle")
        self.output("v", self.hub.b.f[0], "m/s", "velocity along the wheel")
        force = [-self.road.e[0], -self.road.e[1]]
        self.output("contact_force", force, "N", "force of the road on the wheel, along and across")

    def shapes(self) -> list[Any]:
        """A wheel that stands on the road."""
        heading = rotated(unit(self, "direction"), self.a.phi)
        return [shapes.upright_wheel(self.a, heading, self.angle.q, self.radius), shapes.road(self.radius)]


class IdealWheelJoint(_WheelJoint):
    """A wheel that rolls without sliding and does not move sideways; its hub is frame a.

    Two velocities are forbidden (a non-holonomic constraint): the wheel can still get anywhere.
    """

    icon = part_icon("wheel_from_above")
    states = STATES

    def contact(self) -> Element:
        """No sliding, whatever the force."""
        return Constraint(n=2)


class DryFrictionWheelJoint(_WheelJoint):
    """A wheel with dry friction on the road under the `load` [N]; its hub is frame a.

    The force is the load times the triple S of the sliding velocity, against the direction of sliding.
    """

    icon = part_icon("wheel_from_above")
    former = {"N": "load"}
    ordered = (("v_adhesion", "<", "v_slide"), ("mu_slide", "<=", "mu_adhesion"))
    load = Parameter(100.0, "N", minimum=0.0, description="load on the wheel")
    mu_adhesion = Parameter(0.8, "", minimum=0.0, description="highest coefficient of friction")
    mu_slide = Parameter(0.4, "", minimum=0.0, description="coefficient of friction of fast sliding")
    v_adhesion = Parameter(0.1, "m/s", minimum=0.0, strict=True, description="sliding velocity of the highest friction")
    v_slide = Parameter(
        0.3, "m/s", minimum=0.0, strict=True, description="sliding velocity from which friction is constant"
    )
    states = STATES

    def contact(self) -> Element:
        """A resistor field with the sliding velocity."""
        limits = (self.v_adhesion, self.v_slide, self.mu_adhesion, self.mu_slide)
        return R(law=lambda f: _against_sliding(f, self.load, limits), n=2, causality="effort")


class SlipBasedWheelJoint(_WheelJoint):
    """A wheel with friction that depends on slip, the sliding velocity in parts of the rim's; its hub is frame a.

    The load is `load` plus `dynamic_load` [N], but never negative. Slow wheels take the velocities v_adhesion_min and
    v_slide_min instead of the slips times the rim's velocity.
    """

    icon = part_icon("wheel_from_above")
    former = {"N": "load", "s_adhesion": "slip_adhesion", "s_slide": "slip_slide"}
    ordered = (("slip_adhesion", "<", "slip_slide"), ("v_adhesion_min", "<", "v_slide_min"),
               ("mu_slide", "<=", "mu_adhesion"))  # fmt: skip
    load = Parameter(100.0, "N", minimum=0.0, description="load on the wheel at rest")
    dynamic_load = Parameter(0.0, "N", description="further load: a number or an expression of signals")
    mu_adhesion = Parameter(0.8, "", minimum=0.0, description="highest coefficient of friction")
    mu_slide = Parameter(0.4, "", minimum=0.0, description="coefficient of friction of fast sliding")
    slip_adhesion = Parameter(0.04, "", minimum=0.0, strict=True, description="slip of the highest friction")
    slip_slide = Parameter(0.12, "", minimum=0.0, strict=True, description="slip from which friction is constant")
    v_adhesion_min = Parameter(
        0.05, "m/s", minimum=0.0, strict=True, description="least velocity of the highest friction"
    )
    v_slide_min = Parameter(0.15, "m/s", minimum=0.0, strict=True, description="least velocity of constant friction")
    states = STATES

    def contact(self) -> Element:
        """A resistor field with the sliding velocity, modulated by the velocity of the rim."""
        rim = self.radius * maximum(self.angle.f, 0.0 - self.angle.f)
        adhesion, slide = (
            maximum(self.slip_adhesion * rim, self.v_adhesion_min),
            maximum(self.slip_slide * rim, self.v_slide_min),
        )
        load = maximum(self.load + self.dynamic_load, 0.0)
        limits = (adhesion, slide, self.mu_adhesion, self.mu_slide)
        return R(law=lambda f: _against_sliding(f, load, limits), n=2, causality="effort")


def _against_sliding(velocity: Any, load: Any, limits: tuple[Any, ...]) -> list[Any]:
    """The friction force of a load at a sliding velocity of two components, as an effort of a resistor."""
    size = sqrt(velocity[0] ** 2 + velocity[1] ** 2 + REST**2)
    force = load * friction(size, *limits) / size
    return [force * velocity[0], force * velocity[1]]
