"""Springs, dampers, bushings and soft contact between two frames."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Free
from ..elements.transducer import TF
from ..expression import nodes
from ..expression.functions import maximum, where
from ..look.drawn import part_icon
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from . import shapes
from .field import RELAXED, SMALL, STIFFNESS, LineSpring, PotentialField
from .rotation import skew
from .vector import length, toward

DAMPING = Parameter(1.0, "N*s/m", minimum=0.0, folds=True, description="damping")
BOTH = "what is damped: all relative motion (both), or only that along the line (line)"


class _Between(Composite):
    """A force between the origins of two frames; it takes no torque."""

    library = "spatial"

    def between_frames(self) -> None:
        """A 0-junction: `between` has the velocity of a against b."""
        self.a, self.b, self.between = SpatialFrameA(), SpatialFrameB(), J0(n=3)
        self.free_a, self.free_b = Free(n=3), Free(n=3)
        self.a.inside_t >> self.between >> self.b.inside_t
        self.free_a >> self.a.inside_r
        self.free_b >> self.b.inside_r

    def spring_at(self, junction: Any) -> None:
        """Force c r (1 − free_length/s) for the vector r of length s from b to a."""
        spring = LineSpring(self.a.x - self.b.x, self.c, self.free_length, self.s_small)
        self.spring: LineSpring | PotentialField = spring
        junction >> self.spring

    def damper_at(self, junction: Any) -> None:
        """A resistor for all of the relative velocity, or for its part along the line."""
        if self.option("damped") == "both":
            self.damper = R(self.d, n=3)
            junction >> self.damper
            return
        self.line = TF(toward(self.a.x - self.b.x, self.s_small).reshape(1, 3), na=3, nb=1)
        self.damper = R(self.d, n=1)
        junction >> self.line >> self.damper

    def tell_length(self) -> None:
        """The outputs of all components along a line."""
        self.output("s", length(self.b.x - self.a.x), "m", "distance of the frames")


class Spring(_Between):
    """A spring along the line from frame a to frame b: stiffness c [N/m], free_length [m] without force."""

    icon = part_icon("spring")
    former = {"s0": "free_length"}
    c, free_length, s_small = STIFFNESS, RELAXED, SMALL

    def build(self) -> None:
        """The spring has the relative velocity of the frames."""
        self.between_frames()
        self.spring_at(self.between)
        self.tell_length()

    def shapes(self) -> list[Any]:
        """A coil."""
        return [shapes.line("spring", self.a, self.b)]


class Damper(_Between):
    """A damper between frame a and frame b: force d [N s/m] times their relative velocity, no torque.

    ``damped="both"`` damps all relative motion alike; ``"line"`` only that along the line through the frames.
    """

    icon = part_icon("damper")
    former = {"direction": "damped"}
    d = DAMPING
    damped = Option("both", choices=("both", "line"), description=BOTH)
    s_small = SMALL

    def build(self) -> None:
        """The resistor has the relative velocity of the frames."""
        self.between_frames()
        self.damper_at(self.between)
        self.tell_length()

    def shapes(self) -> list[Any]:
        """A dashpot."""
        return [shapes.line("damper", self.a, self.b)]


class SpringDamper(_Between):
    """A line spring (c, free_length) and a damper (d) side by side between frame a and frame b."""

    icon = part_icon("spring_damper")
    former = {"s0": "free_length", "direction": "damped"}
    c, d, free_length = STIFFNESS, DAMPING, RELAXED
    damped = Option("line", choices=("both", "line"), description=BOTH)
    s_small = SMALL

    def build(self) -> None:
        """A 1-junction adds the two forces."""
        self.between_frames()
        self.motion = J1(n=3)
        self.between >> self.motion
        self.spring_at(self.motion)
        self.damper_at(self.motion)
        self.tell_length()

    def shapes(self) -> list[Any]:
        """A coil round a dashpot."""
        return [shapes.line("spring", self.a, self.b), shapes.line("damper", self.a, self.b)]


class SoftSphere(_Between):
    """Soft contact of two spheres with centres at frames a and b: while they overlap, stiffness c [N/m] pushes them
    apart and damping d [N s/m] resists the motion along the line of centres. They never stick together."""

    icon = part_icon("soft_sphere")
    c = Parameter(1e6, "N/m", minimum=0.0, description="stiffness of the contact")
    d = Parameter(0.0, "N*s/m", minimum=0.0, folds=True, description="damping of the contact")
    radius_a = Parameter(0.5, "m", minimum=0.0, strict=True, description="radius of the sphere at a")
    radius_b = Parameter(0.5, "m", minimum=0.0, strict=True, description="radius of the sphere at b")
    s_small = SMALL

    def build(self) -> None:
        """A transformer along the line of centres; there, spring and resistor act while the spheres touch."""
        self.between_frames()
        r = self.a.x - self.b.x
        overlap = self.radius_a + self.radius_b - length(r)
        touching = overlap > 0
        force = where(touching, self.c * overlap, 0.0)
        self.line, self.motion = TF(toward(r, self.s_small).reshape(1, 3), na=3, nb=1), J1(n=1)
        self.spring = PotentialField(effort=-force, energy=where(touching, 0.5 * self.c * overlap**2, 0.0), n=1)
        self.between >> self.line >> self.motion >> self.spring
        if "d" in self.given:
            # damping must not pull: it takes at most what the spring gives
            self.damper = R(law=lambda f: where(touching, -maximum(-self.d * f, -force), 0.0), n=1, causality="effort")
            self.motion >> self.damper
        self.output("overlap", overlap, "m", "how far the spheres overlap; negative when apart")
        self.output("force", force, "N", "elastic force between the spheres")

    def shapes(self) -> list[Any]:
        """The two spheres."""
        return [
            shapes.shape("sphere", self.a, radius=self.radius_a),
            shapes.shape("sphere", self.b, radius=self.radius_b),
        ]


class Bushing(Composite):
    """An elastic bearing: frame b is held at frame a by springs and dampers in all six directions.

    Stiffness c [N/m] and damping d [N s/m] along the axes of frame a, c_r [N m/rad] and d_r [N m s/rad] about the axes
    of frame b. The torque is that of a true potential, exact for small angles and lossless for large ones.
    """

    library = "spatial"
    icon = part_icon("bushing")
    c = Parameter([1e4, 1e4, 1e4], "N/m", "3", minimum=0.0, description="stiffness along the axes of a")
    d = Parameter([0.0, 0.0, 0.0], "N*s/m", "3", minimum=0.0, folds=True, description="damping along the axes of a")
    c_r = Parameter([1e2, 1e2, 1e2], "N*m/rad", "3", minimum=0.0, description="stiffness about the axes of b")
    d_r = Parameter(
        [0.0, 0.0, 0.0], "N*m*s/rad", "3", minimum=0.0, folds=True, description="damping about the axes of b"
    )

    def build(self) -> None:
        """Springs and resistors at the relative velocities, resolved in a (translation) and in b (rotation)."""
        self.a, self.b, self.rotation = SpatialFrameA(), SpatialFrameB(), J1(n=3)
        self.moving, self.turning, self.slide, self.spin = J0(n=3), J0(n=3), J1(n=3), J1(n=3)
        r = self.a.R @ (self.b.x - self.a.x)
        relative = self.b.R @ self.a.R.T
        self.arm, self.turn = TF(-(self.a.R.T @ skew(r)), n=3), TF(relative, n=3)
        self.resolve = TF(-self.a.R, n=3)  # the 0-junction has the velocity of a against b
        self.a.inside_t >> self.moving >> self.b.inside_t
        self.a.inside_r >> self.rotation >> self.turn >> self.turning >> self.b.inside_r
        self.rotation >> self.arm >> self.moving
        self.moving >> self.resolve >> self.slide
        self.reverse = TF(-1.0, n=3)
        self.turning >> self.reverse >> self.spin
        self.spring = PotentialField(effort=self.c * r, energy=0.5 * (self.c @ r**2), n=3)
        total = self.c_r[0] + self.c_r[1] + self.c_r[2]
        weights = [total / 2 - c for c in self.c_r]  # energy Σ weight (1 − cosine between equal axes)
        energy = sum(w * (1 - relative[k, k]) for k, w in enumerate(weights))
        mixed = relative @ np.diag(nodes(weights))
        torque = [mixed[1, 2] - mixed[2, 1], mixed[2, 0] - mixed[0, 2], mixed[0, 1] - mixed[1, 0]]
        self.spring_r = PotentialField(effort=torque, energy=energy, n=3)
        self.damper, self.damper_r = R(self.d, n=3), R(self.d_r, n=3)
        self.slide >> [self.spring, self.damper]
        self.spin >> [self.spring_r, self.damper_r]
        self.output("r", r, "m", "position of b against a, resolved in a")
        self.output("force", self.c * r, "N", "elastic force of b on a, resolved in a")

    def shapes(self) -> list[Any]:
        """A ball."""
        return [shapes.ball(self.b)]
