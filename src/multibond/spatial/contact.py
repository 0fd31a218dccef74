"""Contacts between frames in space: they push, never pull, strike with restitution and rub with dry friction."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ..elements.contact import FRICTION, IMPACT, RESTITUTION, Contact, PoolBall
from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.junction import J0, J1
from ..elements.source import Free
from ..elements.transducer import TF
from ..expression import nodes
from ..expression.functions import sqrt
from ..look import contact_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from . import shapes
from .rotation import skew
from .vector import TINY, across, direction, length, toward

NORMAL = Parameter([0.0, 1.0, 0.0], "", "3", folds=True, constant=rigid.PLANE,
                   description="normal of the plane, out of it, resolved in frame b")  # fmt: skip
POINT = Parameter([0.0, 0.0, 0.0], "m", "3", folds=True, constant=rigid.PLACE,
                  description="place of the point, resolved in frame a")  # fmt: skip


class _Contact(Composite):
    """What all contacts in space share: the relative velocity of two points that may touch, and the contact there."""

    library = "spatial"

    def frames(self) -> None:
        """The two frames, with a 1-junction for the velocity and one for the rotation of each."""
        self.a, self.b = SpatialFrameA(), SpatialFrameB()
        self.moving_a, self.turning_a, self.moving_b, self.turning_b = J1(n=3), J1(n=3), J1(n=3), J1(n=3)
        self.a.inside_t >> self.moving_a
        self.a.inside_r >> self.turning_a
        self.moving_b >> self.b.inside_t
        self.turning_b >> self.b.inside_r
        self.free_a, self.free_b = Free(n=3), Free(n=3)  # what has no lever takes no torque
        self.free_a >> self.turning_a
        self.free_b >> self.turning_b

    def sides(self) -> Any:
        """The two frames with the 1-junctions of their velocity and rotation."""
        return (self.a, self.moving_a, self.turning_a), (self.b, self.moving_b, self.turning_b)

    def touch(self, sides: Any, arms: tuple[Any, Any], axes: tuple[Any, Any, Any], gap: Any, place: str = "") -> Any:
        """Points of two frames, at `arms` [m, inertial frame] of them, may touch; the efforts of their contact [N].

        `sides` are the two frames with the 1-junctions of their velocity and rotation. The first of the `axes` is the
        normal, from the second to the first, the others span the plane of contact; `gap` [m] is the distance of the
        points. `place` ends the names of this contact, where there are several. An arm of None has no lever.
        """
        (a, moving_a, turning_a), (b, moving_b, turning_b) = sides
        point = self.add(f"point{place}", J0(n=3))
        moving_a >> point >> moving_b
        for side, frame, turning, arm, sign in (("a", a, turning_a, arms[0], -1.0), ("b", b, turning_b, arms[1], 1.0)):
            if arm is not None:  # the 0-junction has the velocity of the first against the second
                lever = self.add(f"arm_{side}{place}", TF(sign * (skew(nodes(arm)) @ frame.R.T), n=3))
                turning >> lever >> point
        normal, *across = (nodes(axis) for axis in axes)
        rough = "friction" in self.given
        rows = [-normal, *across] if rough else [-normal]
        law = {"restitution": self.restitution, "impact": self.option("impact"), "n": len(rows)}
        if rough:
            law["friction"] = self.friction
        resolve = self.add(f"axes{place}", TF(nodes([list(row) for row in rows]), na=3, nb=len(rows)))
        contact = self.add(f"contact{place}", Contact(gap, **law))
        point >> resolve >> contact
        return np.ravel(nodes(contact.e))

    def tell(self, efforts: Any, axes: tuple[Any, Any, Any], gap: Any) -> None:
        """The outputs of a contact."""
        force = nodes(axes[0]) * efforts[0]
        if "friction" in self.given:
            force = force - nodes(axes[1]) * efforts[1] - nodes(axes[2]) * efforts[2]
        self.output("gap", gap, "m", "distance of the points that may touch")
        self.output("load", efforts[0], "N", "force that pushes along the normal")
        self.output("force", force, "N", "force on frame a, in the inertial frame")

    def meet(self, arms: tuple[Any, Any], axes: tuple[Any, Any, Any], gap: Any) -> None:
        """The one contact of a component, with its outputs."""
        self.tell(self.touch(self.sides(), arms, axes, gap), axes, gap)

    def round(self, arm: Any) -> Any:
        """The arm from the centre of a ball to its surface, which counts only where there is friction."""
        return arm if "friction" in self.given else None

    def plane(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The normal of the plane at frame b and two directions in it, in the inertial frame."""
        normal, first, second = across(self, "normal")
        return self.b.R.T @ normal, self.b.R.T @ first, self.b.R.T @ second


class SpherePlane(_Contact):
    """A sphere (centre: frame a) that may touch a plane through frame b.

    `normal` is that of the plane in frame b, out of the solid. The contact pushes only; it strikes with the given
    `restitution` and, where `friction` is given, rubs with Coulomb's dry friction in the plane.
    """

    icon = contact_icon.ball_on_plane
    radius = Parameter(0.1, "m", minimum=0.0, constant=rigid.RADIUS, description="radius of the sphere")
    normal, restitution, friction, impact = NORMAL, RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The lowest point of the sphere and the point of the plane below it."""
        self.frames()
        normal, first, second = self.plane()
        between = self.a.x - self.b.x
        gap = normal @ between - self.radius
        self.meet((self.round(-self.radius * normal), between - self.radius * normal), (normal, first, second), gap)

    def shapes(self) -> list[Any]:
        """The sphere and the plane."""
        return [shapes.shape("sphere", self.a, radius=self.radius), *shapes.sheet(self.b, self.normal)]


class PointPlane(_Contact):
    """A point of frame a that may touch a plane through frame b: a foot, the corner of a body."""

    icon = contact_icon.point_on_plane
    point_a = POINT
    normal, restitution, friction, impact = NORMAL, RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The point and that of the plane at the same place."""
        self.frames()
        normal, first, second = self.plane()
        arm = self.a.R.T @ nodes(self.point_a)
        between = self.a.x + arm - self.b.x
        self.meet((arm, between), (normal, first, second), normal @ between)

    def shapes(self) -> list[Any]:
        """The plane."""
        return shapes.sheet(self.b, self.normal)


class SphereSphere(_Contact):
    """Two spheres with their centres at frame a and frame b that may touch."""

    icon = contact_icon.two_balls
    radius_a = Parameter(0.1, "m", minimum=0.0, constant=rigid.RADIUS, description="radius of the sphere at a")
    radius_b = Parameter(0.1, "m", minimum=0.0, constant=rigid.RADIUS, description="radius of the sphere at b")
    restitution, friction, impact = RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The points on the line of centres."""
        self.frames()
        between = self.a.x - self.b.x
        normal = toward(between, TINY)
        first, second = tangents(normal)
        gap = length(between) - self.radius_a - self.radius_b
        arms = self.round(-self.radius_a * normal), self.round(self.radius_b * normal)
        self.meet(arms, (normal, first, second), gap)

    def shapes(self) -> list[Any]:
        """The two spheres."""
        ends = ((self.a, self.radius_a), (self.b, self.radius_b))
        return [shapes.shape("sphere", frame, radius=radius) for frame, radius in ends]


class PointCylinder(_Contact):
    """A point of frame a that may touch a round cylinder through frame b, from outside or from inside.

    The axis of the cylinder is a direction of frame b; `inside` is for a point in a bore. With `radius_a` the point is
    a ball.
    """

    icon = contact_icon.point_on_cylinder
    radius = Parameter(0.1, "m", minimum=0.0, strict=True, constant=rigid.RADIUS, description="radius of the cylinder")
    axis = Parameter(
        [0.0, 0.0, 1.0], "", "3", folds=True, constant=rigid.DIRECTION, description="axis, resolved in frame b"
    )
    point_a = POINT
    radius_a = Parameter(0.0, "m", minimum=0.0, folds=True, constant=rigid.RADIUS,
                         description="radius of a ball about the point")  # fmt: skip
    inside = Option(False, choices=(True, False), description="whether the point is inside")
    restitution, friction, impact = RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The point and that of the wall nearest to it."""
        self.frames()
        axis = self.b.R.T @ direction(self, "axis")
        arm = self.a.R.T @ nodes(self.point_a)
        between = self.a.x + arm - self.b.x
        radial = between - axis * (axis @ between)
        outward = toward(radial, TINY)
        side = -1.0 if self.option("inside") else 1.0
        normal = outward * side
        gap = side * (length(radial) - self.radius) - self.radius_a
        touching = -self.radius_a * normal
        self.meet((arm + touching, between + touching), (normal, axis, np.cross(normal, axis)), gap)


class EllipsoidPlane(_Contact):
    """An ellipsoid with its centre at frame a and its axes along those of the frame that may touch a plane through
    frame b."""

    icon = contact_icon.ball_on_plane
    lengths = Parameter([0.2, 0.1, 0.1], "m", "3", minimum=0.0, strict=True, constant=rigid.RADIUS,
                        description="axes of the ellipsoid, whole lengths")  # fmt: skip
    normal, restitution, friction, impact = NORMAL, RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The lowest point of the ellipsoid and the point of the plane there."""
        self.frames()
        normal, first, second = self.plane()
        up = self.a.R @ normal
        scaled = nodes([(self.lengths[k] / 2) ** 2 * up[k] for k in range(3)])
        reach = sqrt(scaled @ up)
        arm = self.a.R.T @ (scaled * (-1.0 / reach))
        between = self.a.x - self.b.x
        self.meet((arm, between + arm), (normal, first, second), normal @ between - reach)

    def shapes(self) -> list[Any]:
        """The ellipsoid and the plane."""
        return [shapes.shape("ellipsoid", self.a, lengths=self.lengths), *shapes.sheet(self.b, self.normal)]


class WheelPlane(_Contact):
    """A thin wheel (hub: frame a, axle along z of frame a) that may touch a plane through frame b with its rim.

    It may slide and lift off; `friction` holds it as far as it can. Where it lies flat, it has no lowest point.
    """

    icon = contact_icon.ball_on_plane
    radius = Parameter(0.3, "m", minimum=0.0, strict=True, constant=rigid.RADIUS, description="radius of the wheel")
    normal, restitution, friction, impact = NORMAL, RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The lowest point of the rim and the point of the plane there."""
        self.frames()
        normal, first, second = self.plane()
        up = self.a.R @ normal
        size = sqrt(up[0] ** 2 + up[1] ** 2)
        arm = self.a.R.T @ (nodes([-up[0], -up[1], 0.0]) * (self.radius / size))
        between = self.a.x + arm - self.b.x
        self.meet((arm, between), (normal, first, second), normal @ between)

    def shapes(self) -> list[Any]:
        """The wheel and the plane."""
        return [shapes.shape("wheel", self.a, radius=self.radius), *shapes.sheet(self.b, self.normal)]


class BoxPlane(_Contact):
    """A box with its centre at frame a that may touch a plane through frame b with any of its eight corners."""

    icon = contact_icon.box_on_plane
    lengths = Parameter([0.2, 0.2, 0.2], "m", "3", minimum=0.0, strict=True, constant=rigid.LENGTH,
                        description="edges of the box along the axes of frame a")  # fmt: skip
    normal, restitution, friction, impact = NORMAL, RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """A contact for each corner."""
        self.frames()
        axes = self.plane()
        loads = []
        for k, signs in enumerate(product((-0.5, 0.5), repeat=3), 1):
            arm = self.a.R.T @ nodes([sign * self.lengths[i] for i, sign in enumerate(signs)])
            between = self.a.x + arm - self.b.x
            loads.append(self.touch(self.sides(), (arm, between), axes, axes[0] @ between, str(k))[0])
        self.output("load", sum(loads[1:], loads[0]), "N", "force that pushes along the normal")

    def shapes(self) -> list[Any]:
        """The box and the plane."""
        return [shapes.shape("box", self.a, lengths=self.lengths), *shapes.sheet(self.b, self.normal)]


class ContactPool(_Contact):
    """Balls with their centres at the frames `body1`, `body2`, …, any two of which may touch.

    Each two have a contact of their own. Of many balls, `pairs="near"` finds those that touch in the run, at a cost
    that grows with the contacts there are; it needs solver="timestepping".
    """

    icon = contact_icon.pool
    bodies = Option(2, description="number of bodies")
    radius = Parameter([0.1, 0.1], "m", "bodies", minimum=0.0, constant=rigid.RADIUS, description="radii of the balls")
    pairs = Option("all", choices=("all", "near"), description="contacts between every two, or found in the run")
    restitution, friction, impact = RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The velocities of every body; between every two, a contact, or at every one what it feels of the others."""
        count = self.size("bodies")
        sides = []
        for k in range(1, count + 1):
            frame, moving = self.add(f"body{k}", SpatialFrameA()), self.add(f"moving{k}", J1(n=3))
            turning = self.add(f"turning{k}", J1(n=3))
            frame.inside_t >> moving
            frame.inside_r >> turning
            self.add(f"free{k}", Free(n=3)) >> turning
            sides.append((frame, moving, turning))
            if self.option("pairs") == "near":
                self._feel(k, frame, moving, turning)
        for i in range(count if self.option("pairs") == "all" else 0):
            for j in range(i + 1, count):
                between = sides[i][0].x - sides[j][0].x
                normal = toward(between, TINY)
                gap = length(between) - self.radius[i] - self.radius[j]
                arms = self.round(-self.radius[i] * normal), self.round(self.radius[j] * normal)
                self.touch((sides[i], sides[j]), arms, (normal, *tangents(normal)), gap, f"_{i + 1}_{j + 1}")

    def _feel(self, k: int, frame: Any, moving: Any, turning: Any) -> None:
        """What ball k feels of the others: a force at its centre, and a torque where there is friction."""
        x, y, z = frame.x
        law = {"radius": self.radius[k - 1], "restitution": self.restitution, "friction": self.friction}
        rough = "friction" in self.given
        ball = self.add(f"ball{k}", PoolBall(x=x, y=y, z=z, n=6 if rough else 3, **law))
        upper = [[1.0 if i == j else 0.0 for j in range(3)] for i in range(6 if rough else 3)]
        motion = self.add(f"motion{k}", J0(n=6 if rough else 3)) if rough else None
        if motion is None:
            moving >> ball
            return
        shift = self.add(f"shift{k}", TF(upper, na=3, nb=6))
        lower = nodes([[0.0] * 3] * 3)
        spin = self.add(f"spin{k}", TF(np.vstack([lower, nodes(frame.R.T)]), na=3, nb=6))
        moving >> shift >> motion
        turning >> spin >> motion
        motion >> ball

    def shapes(self) -> list[Any]:
        """The balls."""
        count = self.size("bodies")
        return [shapes.shape("sphere", self[f"body{k + 1}"], radius=self.radius[k]) for k in range(count)]


def tangents(normal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two directions across a unit vector that varies, without a place where they are undefined but one: −z.

    The rotation that takes z to the vector by the shortest way, applied to x and y.
    """
    x, y, z = normal
    share = 1.0 / (1.0 + z)
    first = nodes([1.0 - x * x * share, -x * y * share, -x])
    return first, nodes([-x * y * share, 1.0 - y * y * share, -y])
