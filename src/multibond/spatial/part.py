"""Parts without mass: fixed frames, rods and rotations."""

from __future__ import annotations

from typing import Any

from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.junction import J0, J1
from ..elements.source import Sq, Wall
from ..elements.transducer import TF
from ..errors import ModelError
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from ..model.joining import place_of
from . import shapes
from .rotation import about, cardan, cardan_rates, check_sequence, skew
from .vector import direction

ALONG = Parameter(
    [1.0, 0.0, 0.0], "m", "3", folds=True, constant=rigid.LENGTH, description="vector from a to b, resolved in the rod"
)


class Fixed(Composite):
    """A frame that stands still at position r [m] in the inertial frame, turned by the angles phi [rad] about the axes
    of `sequence`, or by one `angle` [rad] about an `axis`."""

    library = "spatial"
    icon = part_icon("fixed")
    rooted = ("b",)
    r = Parameter([0.0, 0.0, 0.0], "m", "3", folds=True, constant=rigid.PLACE, description="position")
    phi = Parameter([0.0, 0.0, 0.0], "rad", "3", folds=True, constant=rigid.ANGLE, description="angles of the frame")
    sequence = Option((1, 2, 3), description="axes of the angles")
    axis = Parameter(
        None, "", "3", folds=True, constant=rigid.DIRECTION, description="axis of one turn, instead of phi"
    )
    angle = Parameter(None, "rad", folds=True, constant=rigid.ANGLE, description="angle about this axis, right-handed")

    def build(self) -> None:
        """Two sources of zero flow."""
        turn = cardan(check_sequence(self.option("sequence"), self), self.phi)
        if "axis" in self.given or "angle" in self.given:
            if "phi" in self.given or "axis" not in self.given or "angle" not in self.given:
                raise ModelError(
                    "the orientation is given by phi, or by axis and angle together; give the one or the other",
                    place_of(self),
                )
            turn = about(direction(self, "axis"), self.angle)
        self.b, self.wall, self.grip = SpatialFrameB(), Wall(n=3), Wall(n=3)
        self.wall >> self.b.inside_t
        self.grip >> self.b.inside_r
        self.connect(self.b.x, self.r)
        self.connect(self.b.R, turn)

    def shapes(self) -> list[Any]:
        """A block."""
        return [shapes.block(self.b)]


class PrescribedMotion(Composite):
    """A frame that moves on a given path: position r [m] in the inertial frame and angles phi [rad] about the axes of
    `sequence`, as expressions of time and signals that do not jump; what moves it does the work that this takes.

    A shaking table: ``PrescribedMotion(["0.1*sin(20*time)", 0, 0])``. A joint is moved by its own `motion`.
    """

    library = "spatial"
    icon = part_icon("prescribed_motion")
    rooted = ("b",)
    r = Parameter([0.0, 0.0, 0.0], "m", "3", description="position, expressions of time and signals")
    phi = Parameter([0.0, 0.0, 0.0], "rad", "3", description="angles of the frame, expressions of time and signals")
    sequence = Option((1, 2, 3), description="axes of the angles")

    def build(self) -> None:
        """Two sources of displacement; a transformer from the rates of the angles to the angular velocity."""
        sequence = check_sequence(self.option("sequence"), self)
        self.b, self.path, self.turning = SpatialFrameB(), Sq(self.r, n=3), Sq(self.phi, n=3)
        self.rates = TF(cardan_rates(sequence, self.turning.q), n=3)
        self.path >> self.b.inside_t
        self.turning >> self.rates >> self.b.inside_r
        self.connect(self.b.x, self.path.q)
        self.connect(self.b.R, cardan(sequence, self.turning.q))
        self.output("force", self.b.inside_t.e, "N", "force on what moves with b, in the inertial frame")
        self.output("torque", self.b.inside_r.e, "N*m", "torque on what moves with b about its origin, resolved in b")

    def shapes(self) -> list[Any]:
        """A block."""
        return [shapes.block(self.b)]


class Rod(Composite):
    """A massless rod from frame a to frame b; r [m] is the vector from a to b in the frame of the rod."""

    library = "spatial"
    icon = part_icon("rod")
    branches = (("a", "b"),)
    r = ALONG
    appearance = Option("rod", choices=("rod", "arm", "none"), description="shape in animations")

    def build(self) -> None:
        """The velocity of b is that of a plus the angular velocity times the arm."""
        self.a, self.b = SpatialFrameA(), SpatialFrameB()
        self.arm = TF(-(self.a.R.T @ skew(self.r)), n=3)
        self.velocity, self.rotation = J0(n=3), J1(n=3)
        self.a.inside_t >> self.velocity >> self.b.inside_t
        self.a.inside_r >> self.rotation >> self.b.inside_r
        self.rotation >> self.arm >> self.velocity
        self.connect(self.b.x, self.a.x + self.a.R.T @ self.r)
        self.connect(self.b.R, self.a.R)

    def shapes(self) -> list[Any]:
        """A rod, or what `appearance` says."""
        kind = self.option("appearance")
        return [] if kind == "none" else [shapes.shape(kind, self.a, end=self.r)]


class FixedRotation(Composite):
    """A rigid rotation of frame b against frame a by the angle phi [rad] about an axis, resolved in a."""

    library = "spatial"
    icon = part_icon("fixed_rotation")
    branches = (("a", "b"),)
    former = {"angle": "phi"}
    axis = Parameter([1.0, 0.0, 0.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis of rotation")
    phi = Parameter(0.0, "rad", folds=True, constant=rigid.ANGLE, description="angle of b against a")

    def build(self) -> None:
        """A transformer between the two resolutions of the angular velocity."""
        self.a, self.b, self.point = SpatialFrameA(), SpatialFrameB(), J1(n=3)
        turn = about(direction(self, "axis"), self.phi)
        self.turn = TF(turn, n=3)
        self.a.inside_t >> self.point >> self.b.inside_t
        self.a.inside_r >> self.turn >> self.b.inside_r
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.R, turn @ self.a.R)
