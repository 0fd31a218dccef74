"""Sensors: motions, forces and powers as outputs, without any effect on the motion."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.sensor import Df
from ..expression import der
from ..look.drawn import joint_icon
from ..model.composite import Composite
from ..model.declare import Option
from .geometry import TINY, length, lever, resolved, toward

FRAME = Option("world", choices=("world", "a"), description="frame in which vectors are resolved")


class AbsoluteSensor(Composite):
    """Position, velocity and acceleration of frame a in the inertial frame.

    Velocity v and acceleration are resolved in `frame`: "world" or "a". The acceleration is that of the point.
    """

    library = "planar"
    icon = joint_icon("gauge", "x", "a")
    frame = FRAME

    def build(self) -> None:
        """A flow sensor."""
        self.a, self.velocity = PlanarFrameA(), Df(n=3)
        self.a.inside >> self.velocity
        rates = [der(y) for y in self.velocity.y]
        self.output("x", self.a.x, "m", "position")
        self.output("phi", self.a.phi, "rad", "angle, counter-clockwise")
        self.output("v", _in_frame(self, self.velocity.y), "m/s", "velocity")
        self.output("w", self.velocity.y[2], "rad/s", "angular velocity")
        self.output("acceleration", _in_frame(self, rates), "m/s^2", "acceleration")
        self.output("angular_acceleration", rates[2], "rad/s^2", "angular acceleration")


class RelativeSensor(Composite):
    """Position and velocity of frame b against frame a.

    ``frame="a"`` resolves in frame a, and the velocity is that seen by an observer who turns with a; ``"world"``
    gives plain differences in the inertial frame.
    """

    library = "planar"
    icon = joint_icon("gauge", "Δ", "a", "b")
    frame = Option("a", choices=("world", "a"), description=FRAME.description)

    def build(self) -> None:
        """A flow sensor at each frame."""
        self.a, self.b = PlanarFrameA(), PlanarFrameA()
        self.velocity_a, self.velocity_b = Df(n=3), Df(n=3)
        self.a.inside >> self.velocity_a
        self.b.inside >> self.velocity_b
        apart = self.b.x - self.a.x
        first, second = self.velocity_a.y, self.velocity_b.y
        if self.option("frame") == "a":  # the velocity of the point of a that is at b
            first = np.array(lever(*apart), dtype=object) @ first
        self.output("x", _in_frame(self, apart), "m", "position of b against a")
        self.output("phi", self.b.phi - self.a.phi, "rad", "angle of b against a, counter-clockwise")
        self.output(
            "v", _in_frame(self, [second[0] - first[0], second[1] - first[1]]), "m/s", "velocity of b against a"
        )
        self.output("w", second[2] - first[2], "rad/s", "angular velocity of b against a")


class DistanceSensor(Composite):
    """The distance between frames a and b, and how fast it grows."""

    library = "planar"
    icon = joint_icon("gauge", "s", "a", "b")

    def build(self) -> None:
        """A flow sensor at each frame."""
        self.a, self.b = PlanarFrameA(), PlanarFrameA()
        self.velocity_a, self.velocity_b = Df(n=3), Df(n=3)
        self.a.inside >> self.velocity_a
        self.b.inside >> self.velocity_b
        apart, speed = self.b.x - self.a.x, self.velocity_b.y - self.velocity_a.y
        along = toward(apart, TINY)
        rate = along[0] * speed[0] + along[1] * speed[1]
        self.output("distance", length(apart), "m", "distance")
        self.output("speed", rate, "m/s", "rate of the distance; 0 where a and b meet")


class CutSensor(Composite):
    """Force and torque that pass from frame a to frame b, rigidly joined: what a exerts on b, resolved in `frame`; and
    the power [W] that passes with them."""

    library = "planar"
    icon = joint_icon("gauge", "f", "a", "b")
    branches = (("a", "b"),)
    frame = FRAME

    def build(self) -> None:
        """The bond passes through."""
        self.a, self.b = PlanarFrameA(), PlanarFrameB()
        self.a.inside >> self.b.inside
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.phi, self.a.phi)
        effort, flow = self.a.inside.e, self.a.inside.f
        self.output("force", _in_frame(self, effort), "N", "force of a on b")
        self.output("torque", effort[2], "N*m", "torque of a on b, counter-clockwise")
        self.output("power", effort @ flow, "W", "power from a to b")


def _in_frame(model: Any, vector: Any) -> list[Any]:
    """The first two components of an inertial vector, resolved as the option `frame` says."""
    return list(vector[:2]) if model.option("frame") == "world" else list(resolved(vector, model.a.phi))
