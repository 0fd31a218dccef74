"""Parts without mass: fixed frames, rods and rotations."""

from __future__ import annotations

from typing import Any

from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.source import Sq, Wall
from ..elements.transducer import TF
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from . import shapes
from .geometry import lever, rotated


class Fixed(Composite):
    """A frame that stands still at position r [m] and angle phi [rad] in the inertial frame."""

    library = "planar"
    icon = part_icon("fixed")
    rooted = ("b",)
    r = Parameter([0.0, 0.0], "m", "2", folds=True, constant=rigid.PLACE, description="position")
    phi = Parameter(0.0, "rad", folds=True, constant=rigid.ANGLE, description="angle, counter-clockwise")

    def build(self) -> None:
        """A source of zero flow."""
        self.b, self.wall = PlanarFrameB(), Wall(n=3)
        self.wall >> self.b.inside
        self.connect(self.b.x, self.r)
        self.connect(self.b.phi, self.phi)

    def shapes(self) -> list[Any]:
        """A block."""
        return [shapes.block(self.b)]


class PrescribedMotion(Composite):
    """A frame that moves on a given path: position r [m] and angle phi [rad] in the inertial frame, as expressions of
    time and signals that do not jump; what moves it does the work that this takes.

    A shaken support: ``PrescribedMotion(["0.1*sin(20*time)", 0])``. A joint is moved by its own `motion`.
    """

    library = "planar"
    icon = part_icon("prescribed_motion")
    rooted = ("b",)
    r = Parameter([0.0, 0.0], "m", "2", description="position, expressions of time and signals")
    phi = Parameter(0.0, "rad", description="angle, counter-clockwise, an expression of time and signals")

    def build(self) -> None:
        """A source of displacement."""
        self.b, self.path = PlanarFrameB(), Sq([*self.r, self.phi], n=3)
        self.path >> self.b.inside
        self.connect(self.b.x, self.path.q[:2])
        self.connect(self.b.phi, self.path.q[2])
        self.output("force", self.b.inside.e[:2], "N", "force on what moves with b, in the inertial frame")
        self.output("torque", self.b.inside.e[2], "N*m", "torque on what moves with b, about its origin")

    def shapes(self) -> list[Any]:
        """A block."""
        return [shapes.block(self.b)]


class Rod(Composite):
    """A massless rod from frame a to frame b; r [m] is the vector from a to b in the frame of the rod."""

    library = "planar"
    icon = part_icon("rod")
    branches = (("a", "b"),)
    r = Parameter(
        [1.0, 0.0], "m", "2", folds=True, constant=rigid.LENGTH, description="vector from a to b, resolved in the rod"
    )
    appearance = Option("rod", choices=("rod", "arm", "none"), description="shape in animations")

    def build(self) -> None:
        """A transformer: the velocity of b is that of a plus rotation times lever arm."""
        self.a, self.b = PlanarFrameA(), PlanarFrameB()
        x, y = rotated(self.r, self.a.phi)
        self.lever = TF(lever(x, y), n=3)
        self.a.inside >> self.lever >> self.b.inside
        self.connect(self.b.x, self.a.x + [x, y])
        self.connect(self.b.phi, self.a.phi)

    def shapes(self) -> list[Any]:
        """A rod, or what `appearance` says."""
        return shapes.link(self.a, self.r, self.option("appearance"))


class FixedRotation(Composite):
    """A rigid bend: frame b is at frame a, turned against it by the constant angle phi [rad]."""

    library = "planar"
    icon = part_icon("fixed_rotation")
    branches = (("a", "b"),)
    phi = Parameter(0.0, "rad", folds=True, constant=rigid.ANGLE, description="angle of b against a, counter-clockwise")

    def build(self) -> None:
        """The bond passes through: it is resolved in the inertial frame."""
        self.a, self.b = PlanarFrameA(), PlanarFrameB()
        self.a.inside >> self.b.inside
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.phi, self.a.phi + self.phi)
