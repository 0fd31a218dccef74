"""Sensors: motions, forces and powers as outputs, without any effect on the motion."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.sensor import Df
from ..expression import der, nodes
from ..look.drawn import joint_icon
from ..model.composite import Composite
from ..model.declare import Option
from .vector import TINY, length, toward

FRAME = Option("world", choices=("world", "a"), description="frame in which vectors are resolved")


class _Sensor(Composite):
    """A component that only looks."""

    library = "spatial"

    def look_at(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """A frame with flow sensors: its velocity (inertial) and angular velocity (in the frame)."""
        self.add(name, SpatialFrameA())
        self.add(f"velocity_{name}", Df(n=3))
        self.add(f"rotation_{name}", Df(n=3))
        self[name].inside_t >> self[f"velocity_{name}"]
        self[name].inside_r >> self[f"rotation_{name}"]
        return self[f"velocity_{name}"].y, self[f"rotation_{name}"].y

    def pass_through(self) -> None:
        """Frames a and b, rigidly joined."""
        self.a, self.b = SpatialFrameA(), SpatialFrameB()
        self.a.inside_t >> self.b.inside_t
        self.a.inside_r >> self.b.inside_r
        self.connect(self.b.x, self.a.x)
        self.connect(self.b.R, self.a.R)

    def resolved(self, vector: Any) -> np.ndarray:
        """An inertial vector, resolved as the option `frame` says."""
        return nodes(vector) if self.option("frame") == "world" else self.a.R @ nodes(vector)


class AbsoluteSensor(_Sensor):
    """Position, orientation, velocity and acceleration of frame a in the inertial frame, resolved in `frame`."""

    icon = joint_icon("gauge", "x", "a")
    frame = FRAME

    def build(self) -> None:
        """Flow sensors."""
        v, w = self.look_at("a")
        turn = nodes(np.eye(3)) if self.option("frame") == "a" else self.a.R.T
        self.output("x", self.a.x, "m", "position in the inertial frame")
        self.output("R", self.a.R, "", "orientation: maps inertial to frame coordinates")
        self.output("v", self.resolved(v), "m/s", "velocity")
        self.output("w", turn @ w, "rad/s", "angular velocity")
        self.output("acceleration", self.resolved([der(x) for x in v]), "m/s^2", "acceleration")
        self.output("angular_acceleration", turn @ nodes([der(x) for x in w]), "rad/s^2", "angular acceleration")


class RelativeSensor(_Sensor):
    """Position, orientation and velocity of frame b against frame a.

    ``frame="a"`` resolves in frame a, and the velocity is that seen by an observer who turns with a; ``"world"``
    gives plain differences in the inertial frame.
    """

    icon = joint_icon("gauge", "Δ", "a", "b")
    frame = Option("a", choices=("world", "a"), description=FRAME.description)

    def build(self) -> None:
        """Flow sensors at both frames."""
        (v_a, w_a), (v_b, w_b) = self.look_at("a"), self.look_at("b")
        apart, speed = self.b.x - self.a.x, v_b - v_a
        if self.option("frame") == "a":
            speed = speed - self.a.R.T @ np.cross(w_a, self.a.R @ apart)
        self.output("x", self.resolved(apart), "m", "position of b against a")
        self.output("R", self.b.R @ self.a.R.T, "", "orientation: maps coordinates of a to those of b")
        self.output("v", self.resolved(speed), "m/s", "velocity of b against a")
        self.output("w", self.resolved(self.b.R.T @ w_b - self.a.R.T @ w_a), "rad/s", "angular velocity of b against a")


class DistanceSensor(_Sensor):
    """The distance between frames a and b, and how fast it grows."""

    icon = joint_icon("gauge", "s", "a", "b")

    def build(self) -> None:
        """Flow sensors at both frames."""
        (v_a, _), (v_b, _) = self.look_at("a"), self.look_at("b")
        apart = self.b.x - self.a.x
        size = length(apart)
        self.output("distance", size, "m", "distance")
        self.output("speed", toward(apart, TINY) @ (v_b - v_a), "m/s", "rate of the distance; 0 where a and b meet")


class CutSensor(_Sensor):
    """Force and torque that pass from frame a to frame b, rigidly joined: what a exerts on b, resolved in `frame`; and
    the power [W] that passes with them."""

    icon = joint_icon("gauge", "f", "a", "b")
    branches = (("a", "b"),)
    frame = FRAME

    def build(self) -> None:
        """The bonds pass through."""
        self.pass_through()
        t, r = self.a.inside_t, self.a.inside_r
        torque = r.e if self.option("frame") == "a" else self.a.R.T @ r.e
        self.output("force", self.resolved(t.e), "N", "force of a on b")
        self.output("torque", torque, "N*m", "torque of a on b")
        self.output("power", t.e @ t.f + r.e @ r.f, "W", "power from a to b")
