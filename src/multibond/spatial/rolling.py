"""Rolling on a plane without sliding: wheels and marbles."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.frame import Constraint, SpatialFrameA
from ..elements.holonomic import Holonomic
from ..elements.junction import J0, J1
from ..elements.transducer import TF
from ..expression import nodes
from ..expression.functions import sqrt
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from ..model.demand import demand
from . import shapes
from .body import OFFSET, PHI0, QUATERNIONS, V0, W0, X0, _RigidBody, check_inertia
from .rolling_start import check_start
from .rotation import IDENTITY, skew
from .vector import across, length

RADIUS = Parameter(1.0, "m", minimum=0.0, strict=True, constant=rigid.RADIUS, description="radius")
NORMAL = Parameter([0.0, 1.0, 0.0], "", "3", folds=True, constant=rigid.PLANE, description="normal of the plane, up")
FORMER = {"d": "height"}
HEIGHT = Parameter(
    0.0, "m", folds=True, constant=rigid.PLANE, description="distance of the plane from the origin along its normal"
)
FLAT = 0.02  # sine of the angle between a wheel and the plane below which it lies on its side
PULLS = (
    "its load is negative, so it would lift off there in reality; here it cannot, and the plane pulls at it; "
    "a Body with a WheelPlane or a SpherePlane and friction can"
)


def upright(model: Any) -> tuple[Any, str]:
    """A wheel rolls on its rim only while it does not lie on its side."""
    normal = nodes(model.normal)
    up = model.a.R @ (normal / length(normal))
    return sqrt(up[0] ** 2 + up[1] ** 2) - FLAT, (
        "it has fallen over and lies flat on the plane, where it no longer rolls on its rim; end the run before, start "
        "faster or upright, or hold its axle"
    )


def rim(model: Any, normal: np.ndarray) -> tuple[np.ndarray, Any]:
    """Of a wheel with the axle along z of frame a: the arm to its lowest point, in the frame, and its height."""
    up = model.a.R @ normal
    size = sqrt(up[0] ** 2 + up[1] ** 2)
    return nodes([-up[0], -up[1], 0.0]) * (model.radius / size), model.radius * size


def roll(model: Any, point: Any, rotation: Any, arm: np.ndarray, height: Any, axes: Any) -> None:
    """No sliding and no lifting off at the contact: the point of the body at `arm` [m] stands still.

    `point` and `rotation` are the 1-junctions of the frame, `height` that of its origin above the plane with the normal
    and the two directions `axes`. The velocity along the normal is the rate of a position, the other two are not.
    """
    normal, first, second = axes
    model.lever, model.slip, model.patch = TF(-(model.a.R.T @ skew(arm)), n=3), J0(n=3), J1(n=3)
    model.upward, model.sideways = TF(normal.reshape(1, 3), na=3, nb=1), TF(nodes([first, second]), na=3, nb=2)
    model.press = Holonomic(residuals=normal @ model.a.x - height - model.height, n=1)
    model.grip = Constraint(n=2)
    point >> model.slip >> model.patch
    rotation >> model.lever >> model.slip
    model.patch >> model.upward >> model.press
    model.patch >> model.sideways >> model.grip
    model.output("x_contact", model.a.x + model.a.R.T @ arm, "m", "point of contact in the inertial frame")
    force = [-model.press.e * normal[k] - model.grip.e[0] * first[k] - model.grip.e[1] * second[k] for k in range(3)]
    model.output("load", -model.press.e, "N", "force of the plane along its normal")
    model.output("contact_force", force, "N", "force of the plane, in the inertial frame")


class WheelJoint(Composite):
    """A wheel that rolls without sliding on a plane; its hub is frame a, its axle along z of frame a.

    The plane has the `normal` (up) and the distance `height` [m] from the origin along it. One position and two
    velocities are forbidden: a free wheel has 5 degrees of freedom in position and 3 in velocity. It cannot lift off.
    """

    library = "spatial"
    icon = part_icon("wheel")
    former = FORMER
    radius, normal, height = RADIUS, NORMAL, HEIGHT

    def build(self) -> None:
        """The velocity of the lowest point of the rim is zero."""
        self.a, self.point, self.rotation = SpatialFrameA(), J1(n=3), J1(n=3)
        self.a.inside_t >> self.point
        self.a.inside_r >> self.rotation
        self.start(self.a.R, IDENTITY, fixed=False)
        axes = across(self, "normal")
        roll(self, self.point, self.rotation, *rim(self, axes[0]), axes)

    def _limits(self) -> list[tuple[Any, str]]:
        return [upright(self)]

    def _doubtful(self) -> list[tuple[Any, str]]:
        return [(-self.press.e, PULLS)]

    def shapes(self) -> list[Any]:
        """A wheel."""
        return [shapes.shape("wheel", self.a, radius=self.radius), *shapes.ground(self)]


class MarbleJoint(Composite):
    """A ball that rolls without sliding on a plane; its centre is frame a. Plane and freedom as for `WheelJoint`."""

    library = "spatial"
    icon = part_icon("marble_joint")
    former = FORMER
    radius, normal, height = RADIUS, NORMAL, HEIGHT

    def build(self) -> None:
        """The velocity of the lowest point is zero."""
        self.a, self.point, self.rotation = SpatialFrameA(), J1(n=3), J1(n=3)
        self.a.inside_t >> self.point
        self.a.inside_r >> self.rotation
        self.start(self.a.R, IDENTITY, fixed=False)
        axes = across(self, "normal")
        roll(self, self.point, self.rotation, -self.radius * (self.a.R @ axes[0]), self.radius, axes)

    def _doubtful(self) -> list[tuple[Any, str]]:
        return [(-self.press.e, PULLS)]

    def shapes(self) -> list[Any]:
        """A ball."""
        return [shapes.shape("sphere", self.a, radius=self.radius), *shapes.ground(self)]


class _Rolling(_RigidBody):
    """A body that rolls on a plane."""

    former = FORMER

    def rolling_body(self, marble: bool) -> None:
        """The bond graph of the body, and the contact at its frame."""
        demand(self, check_inertia)
        demand(self, lambda number, path: check_start(self, marble, number, path))
        self.rigid_body(self.m, self.I)
        axes = across(self, "normal")
        arm, height = (-self.radius * (self.a.R @ axes[0]), self.radius) if marble else rim(self, axes[0])
        roll(self, self.point, self.rotation, arm, height, axes)
        for speed in self.motion.speed:  # it follows from the spin in every orientation, but not the other way round
            self.state(speed, "avoid")

    def _doubtful(self) -> list[tuple[Any, str]]:
        return [(-self.press.e, PULLS)]

    def start_values(self) -> None:
        """Position and velocity count in the plane; with a velocity v0, only the part of w0 about the normal counts."""
        normal, *axes = across(self, "normal")
        velocity, turning = self.a.inside_t.f, self.a.R.T @ self.inertia.f
        for axis in axes:
            self.start(axis @ self.a.x, axis @ self.x0, fixed="x0" in self.given)
            self.start(axis @ velocity, axis @ self.v0, fixed="v0" in self.given)
        if "v0" in self.given:
            self.start(normal @ turning, normal @ (self.a.R.T @ self.w0), fixed="w0" in self.given)
        else:
            self.start(self.inertia.f, self.w0, fixed="w0" in self.given)


class Wheel(_Rolling):
    """A wheel with mass that rolls without sliding on a plane: `WheelJoint` and `Body` in one; axle along z of frame a.

    At the start x0 and v0 count in the plane only, and either v0 or w0 is given. The angles phi0 are those about the
    axes of `sequence`: by default yaw about y, lean about x, roll about z, for a plane with the normal y.
    """

    icon = part_icon("wheel")
    radius = RADIUS
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, constant=rigid.MASS, description="mass")
    I = Parameter([0.001, 0.001, 0.002], "kg*m^2", "field3", symmetric=True, folds=True,
                  constant=rigid.INERTIA, description="inertia tensor about the centre of mass")  # fmt: skip
    normal, height, r_cm = NORMAL, HEIGHT, OFFSET
    x0, v0, phi0, w0 = X0, V0, PHI0, W0
    quaternions = Option(False, choices=(True, False), description="quaternion instead of angles")
    sequence = Option((2, 1, 3), description="axes of the angles")

    def build(self) -> None:
        """A rigid body whose lowest point stands still."""
        self.rolling_body(marble=False)

    def _limits(self) -> list[tuple[Any, str]]:
        return [upright(self)]

    def shapes(self) -> list[Any]:
        """A wheel."""
        return [shapes.shape("wheel", self.a, radius=self.radius), *shapes.ground(self)]


class Marble(_Rolling):
    """A ball with mass that rolls without sliding on a plane: `MarbleJoint` and `Body` in one; start as for `Wheel`."""

    icon = part_icon("marble")
    radius = RADIUS
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, constant=rigid.MASS, description="mass")
    I = Parameter([0.001, 0.001, 0.001], "kg*m^2", "field3", symmetric=True, folds=True,
                  constant=rigid.INERTIA, description="inertia tensor about the centre of mass")  # fmt: skip
    normal, height, r_cm = NORMAL, HEIGHT, OFFSET
    x0, v0, phi0, w0, quaternions = X0, V0, PHI0, W0, QUATERNIONS
    sequence = Option((2, 1, 3), description="axes of the angles")

    def build(self) -> None:
        """A rigid body whose lowest point stands still."""
        self.rolling_body(marble=True)

    def shapes(self) -> list[Any]:
        """A ball."""
        return [shapes.shape("sphere", self.a, radius=self.radius), *shapes.ground(self)]
