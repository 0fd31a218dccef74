"""The world, fixed points, rods and bodies of planar mechanics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..elements.element import Element, Equation
from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.junction import J1
from ..elements.source import Se, Wall
from ..elements.storage import I
from ..elements.transducer import TF
from ..expression import der
from ..expression.functions import cos, sin
from ..model.composite import Model
from ..model.declare import Input, Parameter


class World(Element):
    """The planar world: uniform gravity g [m/s²] along a direction in the inertial frame. One in every model."""

    symbol = "world"
    role = "world"
    g = Parameter(9.81, "m/s^2", description="acceleration of gravity")
    direction = Parameter([0.0, -1.0], "", "2", folds=True, description="direction of gravity in the inertial frame")

    def equations(self, s: Any) -> Iterator[Equation]:
        return iter(())


class Fixed(Model):
    """A frame that stands still at position r [m] and angle phi [rad] in the inertial frame."""

    library = "planar"
    rooted = ("b",)
    r = Parameter([0.0, 0.0], "m", "2", folds=True, description="position")
    phi = Parameter(0.0, "rad", folds=True, description="angle, counter-clockwise")

    def build(self) -> None:
        """A source of zero flow."""
        self.b, self.wall = PlanarFrameB(), Wall(n=3)
        self.wall >> self.b.inside
        self.connect(self.b.x, self.r)
        self.connect(self.b.phi, self.phi)


class Rod(Model):
    """A massless rod from frame a to frame b; r [m] is the vector from a to b in the frame of the rod."""

    library = "planar"
    branches = (("a", "b"),)
    r = Parameter([1.0, 0.0], "m", "2", folds=True, description="vector from a to b, resolved in the rod")

    def build(self) -> None:
        """A transformer: the velocity of b is that of a plus rotation times lever arm."""
        self.a, self.b = PlanarFrameA(), PlanarFrameB()
        x, y = rotated(self.r, self.a.phi)
        self.lever = TF(lever(x, y), n=3)
        self.a.inside >> self.lever >> self.b.inside
        self.connect(self.b.x, self.a.x + [x, y])
        self.connect(self.b.phi, self.a.phi)


class FreeMotion(Element):
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


class Body(Model):
    """A rigid body: mass m [kg] and moment of inertia J [kg m²] about its frame, under the gravity of the world."""

    library = "planar"
    floating = (("a", "motion"),)
    m = Parameter(1.0, "kg", minimum=0.0, folds=True, description="mass")
    J = Parameter(1.0, "kg*m^2", minimum=0.0, folds=True, description="moment of inertia about the frame")

    def build(self) -> None:
        """A 1-junction with the inertia and the weight."""
        self.a, self.point = PlanarFrameA(), J1(n=3)
        self.inertia = I([self.m, self.m, self.J], n=3)
        self.weight = Se(["m*world.g*world.direction[0]", "m*world.g*world.direction[1]", "0"], n=3)
        self.motion = FreeMotion(x=self.a.x, phi=self.a.phi, v=self.inertia.f)
        self.a.inside >> self.point
        self.weight >> self.point >> self.inertia


def rotated(vector: Any, phi: Any) -> tuple[Any, Any]:
    """A body-fixed vector in the inertial frame, for the angle phi."""
    c, s = cos(phi), sin(phi)
    return c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]


def lever(x: Any, y: Any) -> list[list[Any]]:
    """The matrix from the velocities (vx, vy, w) of one point to those of another at (x, y) from it."""
    return [[1.0, 0.0, -y], [0.0, 1.0, x], [0.0, 0.0, 1.0]]
