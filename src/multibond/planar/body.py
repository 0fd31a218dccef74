"""Bodies: mass, moment of inertia and weight at a frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..elements import storage
from ..elements.element import Element, Equation
from ..elements.frame import PlanarFrameA
from ..elements.junction import J1
from ..elements.source import Se
from ..elements.transducer import TF
from ..errors import ModelError
from ..expression import der
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Input, Option, Parameter
from ..model.demand import Numbers, demand
from . import shapes
from .geometry import lever, rotated, weight

X0 = Parameter([0.0, 0.0], "m", "2", description="position of the frame at the start")
V0 = Parameter([0.0, 0.0], "m/s", "2", description="velocity of the frame at the start, in the inertial frame")
PHI0 = Parameter(0.0, "rad", description="angle at the start, counter-clockwise")
W0 = Parameter(0.0, "rad/s", description="angular velocity at the start, counter-clockwise")


class PlanarMotion(Element):
    """Defines position and angle of a part that nothing else holds, as integrals of its velocity."""

    symbol = "free"
    role = "sensor"
    x = Input("m", "2", description="position")
    phi = Input("rad", "", description="angle")
    v = Input("", "3", description="velocity and angular velocity")

    def equations(self, s: Any) -> Iterator[Equation]:
        if s.active:
            yield der(s.x), s.v[:2]
            yield der(s.phi), s.v[2]


class Body(Composite):
    """A rigid body: mass m [kg], moment of inertia I [kg m²] about its centre of mass, which is at r_cm [m] of frame a.

    It is under the gravity of the world. A body that nothing holds floats freely; it starts at x0, phi0 with v0, w0 (of
    frame a). The start values of a body that is held by joints are conditions on these. In animations it is the disc
    that has this inertia, or what `appearance` says.
    """

    library = "planar"
    icon = part_icon("body")
    floating = (("a", "motion"),)
    former = {"J": "I"}
    former_order = ("m", "I", "x0", "phi0", "v0", "w0")
    m = Parameter(1.0, "kg", minimum=0.0, folds=True, constant=rigid.MASS, description="mass")
    I = Parameter(
        1.0,
        "kg*m^2",
        minimum=0.0,
        folds=True,
        constant=rigid.INERTIA,
        description="moment of inertia about the centre of mass",
    )
    r_cm = Parameter(
        [0.0, 0.0], "m", "2", folds=True, constant=rigid.CENTRE, description="centre of mass, resolved in the frame"
    )
    x0, v0, phi0, w0 = X0, V0, PHI0, W0
    appearance = Option(
        "inertia", choices=("inertia", "ball", "box", "wheel", "none"), description="shape in animations"
    )

    def build(self) -> None:
        """A 1-junction with the inertia and the weight; behind the lever to the centre of mass where it is not at a."""
        self.option("appearance")  # refuses what it cannot be
        demand(self, check_mass)
        self.a, self.point = PlanarFrameA(), J1(n=3)
        self.inertia = storage.I([self.m, self.m, self.I], n=3)
        place, velocity = self.a.x, self.inertia.f
        if "r_cm" in self.given:
            x, y = rotated(self.r_cm, self.a.phi)
            self.arm = TF(lever(x, y), n=3)
            place, velocity = self.a.x + [x, y], self.a.inside.f
            self.a.inside >> self.arm >> self.point
        else:
            self.a.inside >> self.point
        self.weight = Se([*weight(self.m, place, "x_cm"), 0.0], n=3)
        self.motion = PlanarMotion(x=self.a.x, phi=self.a.phi, v=velocity)
        self.weight >> self.point >> self.inertia
        starts = {"x0": self.a.x, "phi0": self.a.phi, "v0": velocity[:2], "w0": velocity[2]}
        for name, variable in starts.items():
            write = self.start if name in self.given else self._start_if_asked
            write(variable, getattr(self, name))
        self.output("x", self.a.x, "m", "position of the frame in the inertial frame")
        self.output("phi", self.a.phi, "rad", "angle, counter-clockwise")
        self.output("v", velocity[:2], "m/s", "velocity of the frame in the inertial frame")
        self.output("w", velocity[2], "rad/s", "angular velocity, counter-clockwise")
        self.output("x_cm", place, "m", "position of the centre of mass in the inertial frame")
        self.output("v_cm", self.inertia.f[:2], "m/s", "velocity of the centre of mass in the inertial frame")

    def shapes(self) -> list[Any]:
        """A solid at the centre of mass."""
        return shapes.bob(self.a, self.r_cm, "r_cm" in self.given, self.option("appearance"), self.m, self.I)


def check_mass(number: Numbers, path: str) -> None:
    """Refuse a body without mass."""
    mass, moment = number("m"), number("I")
    if mass is None or np.any(mass):
        return
    if moment is not None and not np.any(moment):
        raise ModelError("a body without mass and moment of inertia is no body; remove it or give it one", path)
    raise ModelError(
        "the mass of a body must be greater than 0; a moment of inertia alone belongs to the port `drive` of a joint "
        "with actuated=True, as an element I",
        f"{path}.m",
    )
