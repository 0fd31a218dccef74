"""Bodies: mass, moment of inertia and weight at a frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..elements.element import Element, Equation
from ..elements.frame import PlanarFrameA
from ..elements.junction import J1
from ..elements.source import Se
from ..elements.storage import I
from ..errors import ModelError
from ..expression import der
from ..look import part_icon
from ..model.composite import Composite
from ..model.declare import Input, Parameter
from ..model.demand import Numbers, demand
from . import look


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
    """A rigid body: mass m [kg] and moment of inertia J [kg m²] about its frame a, under the gravity of the world.

    The centre of mass is at the frame; put a `Rod` between where it is not. A body that nothing holds floats freely;
    it starts at x0, phi0 with v0, w0. The start values of a body that is held by joints are conditions on these.
    """

    library = "planar"
    icon = part_icon.body
    floating = (("a", "motion"),)
    m = Parameter(1.0, "kg", minimum=0.0, folds=True, description="mass")
    J = Parameter(1.0, "kg*m^2", minimum=0.0, folds=True, description="moment of inertia about the frame")
    x0 = Parameter([0.0, 0.0], "m", "2", description="position at the start")
    phi0 = Parameter(0.0, "rad", description="angle at the start, counter-clockwise")
    v0 = Parameter([0.0, 0.0], "m/s", "2", description="velocity at the start")
    w0 = Parameter(0.0, "rad/s", description="angular velocity at the start, counter-clockwise")

    def build(self) -> None:
        """A 1-junction with the inertia and the weight."""
        demand(self, check_mass)
        self.a, self.point = PlanarFrameA(), J1(n=3)
        self.inertia = I([self.m, self.m, self.J], n=3)
        central = "world.central/(a.x[0]**2 + a.x[1]**2)**1.5"
        self.weight = Se([f"m*(world.uniform[{i}] - {central}*a.x[{i}])" for i in (0, 1)] + [0.0], n=3)
        self.motion = PlanarMotion(x=self.a.x, phi=self.a.phi, v=self.inertia.f)
        self.a.inside >> self.point
        self.weight >> self.point >> self.inertia
        starts = {"x0": self.a.x, "phi0": self.a.phi, "v0": self.inertia.f[:2], "w0": self.inertia.f[2]}
        for name, variable in starts.items():
            if name in self.given:
                self.start(variable, getattr(self, name))
        self.output("x", self.a.x, "m", "position in the inertial frame")
        self.output("phi", self.a.phi, "rad", "angle, counter-clockwise")
        self.output("v", self.inertia.f[:2], "m/s", "velocity in the inertial frame")
        self.output("w", self.inertia.f[2], "rad/s", "angular velocity, counter-clockwise")

    def shapes(self) -> list[Any]:
        """A ball."""
        return [look.shape("sphere", self.a, radius=look.SCALE / 14)]


def check_mass(number: Numbers, path: str) -> None:
    """Refuse a body without mass."""
    mass, moment = number("m"), number("J")
    if mass is None or np.any(mass):
        return
    if moment is not None and not np.any(moment):
        raise ModelError("a body without mass and moment of inertia is no body; remove it or give it one", path)
    raise ModelError(
        "the mass of a body must be greater than 0; a moment of inertia alone belongs to the port `drive` of a joint "
        "with actuated=True, as I(J)",
        f"{path}.m",
    )
