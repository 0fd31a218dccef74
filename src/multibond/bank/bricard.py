"""Bricard's linkage of six hinges: by Grübler's count rigid, yet it moves."""

from __future__ import annotations

import math

import numpy as np

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Fixed, Revolute, Rod, World

FIRST = 1.3  # rad: angle of the first hinge at the start; the next one follows from closing the loop
SECOND = -math.acos(-math.cos(FIRST) / (1.0 + math.cos(FIRST)))


def linkage(first: float, second: float) -> tuple[np.ndarray, np.ndarray]:
    """Points (7 × 3) and axes (7 × 3) of the hinges for their two angles by turns [rad]; the last are the first again
    where cos first + cos second + cos first · cos second = 0. Links have length 1, neighbouring axes right angles."""
    pose, points, axes = np.eye(4), [np.zeros(3)], [np.array([0.0, 0.0, 1.0])]
    for k in range(6):
        angle, side = (first, 1.0) if k % 2 == 0 else (second, -1.0)
        c, s = math.cos(angle), math.sin(angle)
        pose = pose @ np.array([[c, 0, s * side, c], [s, 0, -c * side, s], [0, side, 0, 0], [0, 0, 0, 1]])
        points.append(pose[:3, 3].copy())
        axes.append(pose[:3, 2].copy())
    return np.array(points), np.array(axes)


class Bricard(Model):
    """Bricard's linkage with threefold symmetry: six equal links in a loop, neighbouring hinges at right angles.

    Five moving links and six hinges have 30 coordinates and 30 constraints, of which one follows from the others: it
    moves. All frames are parallel to the world at the start, and angles count from there.
    """

    library = "spatial"
    stop = 2.0
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of each link, in its middle")
    I = Parameter(
        0.05, "kg*m^2", minimum=0.0, strict=True, description="moment of inertia of each link, about any axis"
    )
    w0 = Parameter(0.5, "rad/s", description="angular velocity of the first hinge at the start")

    def build(self) -> None:
        """The sixth link is the ground."""
        points, axes = linkage(FIRST, SECOND)
        self.world, self.ground, self.end = World(), Fixed(), Fixed([float(x) for x in points[5]])
        for k in range(6):
            start = {"phi0": 0.0, "w0": self.w0} if k == 0 else {}
            self.add(f"hinge{k + 1}", Revolute([float(x) for x in axes[k]], **start))
        self.join(self.ground.b, self.hinge1.a)
        for k in range(1, 6):
            link = [float(x) for x in points[k] - points[k - 1]]
            self.add(f"link{k}", Rod(link))
            self.add(f"body{k}", Body(self.m, [self.I, self.I, self.I], [0.5 * x for x in link]))
            self.join(self[f"hinge{k}.b"], self[f"link{k}.a"], self[f"body{k}.a"])
            self.join(self[f"link{k}.b"], self[f"hinge{k + 1}.a"])
        self.join(self.hinge6.b, self.end.b)
        self.output("phi1", self.hinge1.phi, "rad", "angle of the first hinge")
        self.output("phi2", self.hinge2.phi, "rad", "angle of the second hinge")
        self.output("x", self.body3.x_cm, "m", "middle of the third link")
