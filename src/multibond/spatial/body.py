"""Rigid bodies: mass, inertia tensor and weight at a frame."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.element import matrix
from ..elements.frame import SpatialFrameA
from ..elements.junction import J0, J1
from ..elements.source import Se
from ..elements.storage import I
from ..elements.transducer import TF, EulerGyrator
from ..errors import ModelError
from ..expression import nodes
from ..look.drawn import part_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from ..model.demand import Numbers, demand
from . import shapes
from .motion import FreeMotion
from .rotation import cardan, check_sequence, skew
from .vector import length

X0 = Parameter([0.0, 0.0, 0.0], "m", "3", description="position of the frame at the start")
V0 = Parameter([0.0, 0.0, 0.0], "m/s", "3", description="velocity of the frame at the start, in the inertial frame")
PHI0 = Parameter([0.0, 0.0, 0.0], "rad", "3", description="angles at the start, about the axes of `sequence`")
W0 = Parameter([0.0, 0.0, 0.0], "rad/s", "3", description="angular velocity at the start, in the body frame")
QUATERNIONS = Option(True, choices=(True, False), description="quaternion instead of angles for free motion")
SEQUENCE = Option((1, 2, 3), description="axes of the angles")
OFFSET = Parameter(
    [0.0, 0.0, 0.0], "m", "3", folds=True, constant=rigid.CENTRE, description="centre of mass, resolved in the frame"
)


class _RigidBody(Composite):
    """What all bodies share: the bond graph of a rigid body at frame a."""

    library = "spatial"
    floating = (("a", "motion"),)

    def rigid_body(self, m: Any, inertia: Any) -> None:
        """Mass `m` [kg] and inertia tensor [kg m²] about the centre of mass at r_cm, under the gravity of the world.

        Frame a has the 1-junctions `point` and `rotation`; the centre of mass moves with `centre`, the sum of the
        velocity of the frame and the rotation times r_cm.
        """
        self.a, self.point, self.rotation, self.centre = SpatialFrameA(), J1(n=3), J1(n=3), J1(n=3)
        self.mass, self.inertia, self.gyrator = I(m, n=3), I(inertia, n=3), EulerGyrator(inertia)
        place = self.a.x + self.a.R.T @ self.r_cm
        self.weight = Se(weight(m, place, "x_cm"), n=3)
        self.arm, self.sum = TF(-(self.a.R.T @ skew(self.r_cm)), n=3), J0(n=3)
        self.a.inside_t >> self.point >> self.sum >> self.centre >> self.mass
        self.a.inside_r >> self.rotation >> [self.inertia, self.gyrator]
        self.rotation >> self.arm >> self.sum
        self.weight >> self.centre
        self._free_motion()
        self.output("x", self.a.x, "m", "position of the frame in the inertial frame")
        self.output("v", self.a.inside_t.f, "m/s", "velocity of the frame in the inertial frame")
        self.output("w", self.inertia.f, "rad/s", "angular velocity in the body frame")
        self.output("x_cm", place, "m", "position of the centre of mass in the inertial frame")
        self.output("v_cm", self.mass.f, "m/s", "velocity of the centre of mass in the inertial frame")

    def _free_motion(self) -> None:
        """Coordinates and start values of a body that nothing holds; on a held one, start values are conditions."""
        angles, sequence = not self.option("quaternions"), check_sequence(self.option("sequence"), self)
        orientation = {
            "quaternions": not angles,
            "sequence": sequence,
            "phi0": self.phi0,
            "fixed": "phi0" in self.given,
        }
        self.motion = FreeMotion(self.a.x, self.a.R, self.a.inside_t.f, self.inertia.f, **orientation)
        self.start_values()
        self.start(self.a.R, cardan(sequence, self.phi0), fixed=False)
        # velocities are better states than momenta, for they have the same size whatever the mass
        turning = self.motion.phi if angles else self.motion.Q
        for x in (*self.motion.place, *self.motion.speed, *turning, *self.motion.spin):
            self.state(x)

    def start_values(self) -> None:
        """Position, velocity and angular velocity of the frame."""
        self.start(self.a.x, self.x0, fixed="x0" in self.given)
        self.start(self.a.inside_t.f, self.v0, fixed="v0" in self.given)
        self.start(self.inertia.f, self.w0, fixed="w0" in self.given)


def weight(m: Any, place: np.ndarray, name: str) -> list[Any]:
    """The weight [N] of a mass at a place, in the gravity of the world; `name` is what the composite that asks calls
    this place, at which the world gives its field."""
    from ..expression import symbol

    central = symbol("world.central") / length(place) ** 3
    return [
        m * (symbol(f"world.uniform[{k}]") - central * place[k] + symbol(f"world.field_at.{name}[{k}]"))
        for k in range(3)
    ]


class Body(_RigidBody):
    """A rigid body: mass m [kg], inertia tensor I [kg m²] about its centre of mass, which is at r_cm [m] of frame a.

    `I` is 3 numbers (the diagonal) or a symmetric 3 × 3 matrix, resolved in the frame; zero for a point mass on a rod.
    A body that nothing holds floats freely; it starts at x0, phi0 with v0, w0. The start values of a body that is held
    by joints are conditions on these. In animations it is the solid that has this inertia: a ball for equal moments,
    a cylinder for two equal ones, otherwise a box.
    """

    icon = part_icon("body")
    m = Parameter(1.0, "kg", minimum=0.0, folds=True, constant=rigid.MASS, description="mass")
    I = Parameter([0.001, 0.001, 0.001], "kg*m^2", "field3", symmetric=True, folds=True,
                  constant=rigid.INERTIA, description="inertia tensor about the centre of mass")  # fmt: skip
    r_cm = OFFSET
    x0, v0, phi0, w0, quaternions, sequence = X0, V0, PHI0, W0, QUATERNIONS, SEQUENCE
    appearance = Option(
        "inertia", choices=("inertia", "ball", "box", "ellipsoid", "wheel", "none"), description="shape in animations"
    )

    def build(self) -> None:
        """Translation: a 1-junction with mass and weight. Rotation: a 1-junction with inertia and Euler's gyrator."""
        self.option("appearance")  # refuses what it cannot be
        demand(self, check_inertia)
        self.rigid_body(self.m, self.I)

    def shapes(self) -> list[Any]:
        """A solid at the centre of mass."""
        return shapes.bob(self.a, self.r_cm, "r_cm" in self.given, self.option("appearance"), self.m, self.I)


def check_inertia(number: Numbers, where: str) -> None:
    """Refuse numbers that no mass distribution has."""
    mass, given = number("m"), number("I")
    if mass is not None and mass.shape == () and float(mass) < 0:
        raise ModelError(f"a mass cannot be negative: m = {float(mass):g}; give a positive one in kg", f"{where}.m")
    if given is None or given.shape not in ((), (3,), (3, 3)):
        return  # expressions; a wrong shape is refused with all other parameters
    tensor = np.array([[float(x.args[0]) for x in row] for row in matrix(nodes(given), 3)])
    if mass is not None and not np.any(mass) and not np.any(tensor):
        raise ModelError("a body without mass and inertia is no body; remove it or give it one", where)
    if mass is not None and not np.any(mass):
        raise ModelError(
            "the mass of a body must be greater than 0; an inertia alone belongs to the port `drive` of a joint with "
            "actuated=True, as an element I",
            f"{where}.m",
        )
    if not np.allclose(tensor, tensor.T):
        raise ModelError(
            f"an inertia tensor is symmetric, not {tensor.tolist()}; write the same product of inertia on both sides "
            "of the diagonal",
            f"{where}.I",
        )
    small, middle, large = np.linalg.eigvalsh(tensor)
    shown = ", ".join(f"{x:.4g}" for x in (small, middle, large))
    if small < -1e-9 * max(1.0, large):
        raise ModelError(f"principal moments of inertia cannot be negative; those of I are {shown} kg m²", f"{where}.I")
    if large > (small + middle) * (1 + 1e-9) + 1e-12:
        raise ModelError(
            f"no mass distribution has this inertia: the principal moments {shown} kg m² break the triangle inequality "
            "(each is at most the sum of the other two); check the numbers and their unit",
            f"{where}.I",
        )
