"""Contacts between frames in the plane: they push, never pull, strike with restitution and rub with dry friction."""

from __future__ import annotations

from functools import partial, reduce
from itertools import product
from typing import Any

import numpy as np

from ..elements.contact import FRICTION, IMPACT, RESTITUTION, Contact, PoolBall
from ..elements.frame import PlanarFrameA, PlanarFrameB
from ..elements.junction import J0, J1
from ..elements.transducer import TF
from ..errors import ModelError
from ..expression import nodes
from ..expression.functions import maximum, minimum
from ..look import contact_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from ..model.demand import Numbers, demand
from . import shapes
from .geometry import TINY, length, rotated, toward, unit

NORMAL = Parameter([0.0, 1.0], "", "2", folds=True, constant=rigid.PLANE,
                   description="normal of the ground, out of it, resolved in frame b")  # fmt: skip
POINT = Parameter([0.0, 0.0], "m", "2", folds=True, constant=rigid.PLACE,
                  description="place of the point, resolved in frame a")  # fmt: skip

STANDS_BACK = 3e-7  # part of the depth by which a polygon lies behind another edge, by which an edge stands back
ROUNDED = 1e-7  # part of the edges of a polygon by which its corners are rounded
SQUARE = [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]]  # m

Vector = tuple[Any, Any]


class _Contact(Composite):
    """What all contacts in the plane share: the relative velocity of two points that may touch, and the contact."""

    library = "planar"

    def frames(self) -> None:
        """The two frames, with a 1-junction for the velocities of each."""
        self.a, self.b, self.moving_a, self.moving_b = PlanarFrameA(), PlanarFrameB(), J1(n=3), J1(n=3)
        self.a.inside >> self.moving_a
        self.moving_b >> self.b.inside

    def touch(self, arms: tuple[Vector, Vector], normal: Vector, gap: Any, place: str = "", sides: Any = None) -> Any:
        """Points of two frames, at `arms` [m, inertial frame] of them, may touch; the efforts of their contact [N].

        `sides` are the 1-junctions of their velocities, by default those of a and b. The normal points from the second
        to the first; `gap` [m] is the distance of the points. `place` ends the names of this contact, where there are
        several.
        """
        moving_a, moving_b = sides or (self.moving_a, self.moving_b)
        (xa, ya), (xb, yb) = arms
        point = self.add(f"point{place}", J0(n=2))
        arm_a = self.add(f"arm_a{place}", TF([[1.0, 0.0, -ya], [0.0, 1.0, xa]], na=3, nb=2))
        arm_b = self.add(f"arm_b{place}", TF([[-1.0, 0.0, yb], [0.0, -1.0, -xb]], na=3, nb=2))
        moving_a >> arm_a >> point
        moving_b >> arm_b >> point  # the 0-junction has the velocity of the first against the second
        x, y = normal
        rough = "friction" in self.given
        rows = [[-x, -y], [y, -x]] if rough else [[-x, -y]]
        law = {"restitution": self.restitution, "impact": self.option("impact"), "n": len(rows)}
        if rough:
            law["friction"] = self.friction
        resolve = self.add(f"axes{place}", TF(rows, na=2, nb=len(rows)))
        contact = self.add(f"contact{place}", Contact(gap, **law))
        point >> resolve >> contact
        return np.ravel(nodes(contact.e))

    def meet(self, arms: tuple[Vector, Vector], normal: Vector, gap: Any) -> None:
        """The one contact of a component, with its outputs."""
        efforts = self.touch(arms, normal, gap)
        x, y = normal
        force = [x * efforts[0], y * efforts[0]]
        if "friction" in self.given:
            force = [force[0] - y * efforts[1], force[1] + x * efforts[1]]
        self.output("gap", gap, "m", "distance of the points that may touch")
        self.output("load", efforts[0], "N", "force that pushes along the normal")
        self.output("force", force, "N", "force on frame a, in the inertial frame")

    def ground(self) -> Vector:
        """The normal of the ground at frame b, in the inertial frame."""
        return rotated(unit(self, "normal"), self.b.phi)

    def arm(self, place: Any) -> tuple[Vector, Vector]:
        """A point of frame a: from frame a, and from frame b, in the inertial frame."""
        x, y = rotated(place, self.a.phi)
        return (x, y), (self.a.x[0] + x - self.b.x[0], self.a.x[1] + y - self.b.x[1])


def _along(normal: Vector, vector: Vector) -> Any:
    return normal[0] * vector[0] + normal[1] * vector[1]


class SpherePlane(_Contact):
    """A disc (centre: frame a) that may touch a straight ground through frame b.

    `normal` is that of the ground in frame b, out of the solid. The contact pushes only; it strikes with the given
    `restitution` and, where `friction` is given, rubs with Coulomb's dry friction.
    """

    icon = contact_icon.ball_on_plane
    radius = Parameter(0.1, "m", minimum=0.0, constant=rigid.RADIUS, description="radius of the disc")
    normal, restitution, friction, impact = NORMAL, RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The lowest point of the disc and the point of the ground below it."""
        self.frames()
        x, y = normal = self.ground()
        down = (-self.radius * x, -self.radius * y)
        between = (self.a.x[0] - self.b.x[0], self.a.x[1] - self.b.x[1])
        self.meet((down, (between[0] + down[0], between[1] + down[1])), normal, _along(normal, between) - self.radius)

    def shapes(self) -> list[Any]:
        """The disc and the ground."""
        return [shapes.shape("wheel", self.a, radius=self.radius), shapes.ground(self.b, self.normal)]


class PointPlane(_Contact):
    """A point of frame a that may touch a straight ground through frame b: a foot, the corner of a body."""

    icon = contact_icon.point_on_plane
    point_a = POINT
    normal, restitution, friction, impact = NORMAL, RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The point and that of the ground at the same place."""
        self.frames()
        normal = self.ground()
        own, other = self.arm(self.point_a)
        self.meet((own, other), normal, _along(normal, other))

    def shapes(self) -> list[Any]:
        """The ground."""
        return [shapes.ground(self.b, self.normal)]


class SphereSphere(_Contact):
    """Two discs with their centres at frame a and frame b that may touch."""

    icon = contact_icon.two_balls
    radius_a = Parameter(0.1, "m", minimum=0.0, constant=rigid.RADIUS, description="radius of the disc at a")
    radius_b = Parameter(0.1, "m", minimum=0.0, constant=rigid.RADIUS, description="radius of the disc at b")
    restitution, friction, impact = RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The points on the line of centres."""
        self.frames()
        between = (self.a.x[0] - self.b.x[0], self.a.x[1] - self.b.x[1])
        x, y = normal = toward(between, TINY)
        arms = ((-self.radius_a * x, -self.radius_a * y), (self.radius_b * x, self.radius_b * y))
        self.meet(arms, normal, length(between) - self.radius_a - self.radius_b)

    def shapes(self) -> list[Any]:
        """The two discs."""
        ends = ((self.a, self.radius_a), (self.b, self.radius_b))
        return [shapes.shape("wheel", frame, radius=radius) for frame, radius in ends]


class PointCylinder(_Contact):
    """A point of frame a that may touch a circle about frame b, from outside or from inside.

    It is a cylinder seen along its axis; `inside` is for a point in a bore. With `radius_a` the point is a disc.
    """

    icon = contact_icon.point_on_cylinder
    radius = Parameter(0.1, "m", minimum=0.0, strict=True, constant=rigid.RADIUS, description="radius of the circle")
    point_a = POINT
    radius_a = Parameter(0.0, "m", minimum=0.0, folds=True, constant=rigid.RADIUS,
                         description="radius of a disc about the point")  # fmt: skip
    inside = Option(False, choices=(True, False), description="whether the point is inside")
    restitution, friction, impact = RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The point and that of the wall nearest to it."""
        self.frames()
        own, other = self.arm(self.point_a)
        side = -1.0 if self.option("inside") else 1.0
        outward = toward(other, TINY)
        x, y = normal = (outward[0] * side, outward[1] * side)
        down = (-self.radius_a * x, -self.radius_a * y)
        arms = ((own[0] + down[0], own[1] + down[1]), (other[0] + down[0], other[1] + down[1]))
        self.meet(arms, normal, side * (length(other) - self.radius) - self.radius_a)


class BoxPlane(_Contact):
    """A rectangle with its centre at frame a that may touch a straight ground through frame b with its four corners."""

    icon = contact_icon.box_on_plane
    lengths = Parameter([0.2, 0.2], "m", "2", minimum=0.0, strict=True, constant=rigid.LENGTH,
                        description="edges along the axes of frame a")  # fmt: skip
    normal, restitution, friction, impact = NORMAL, RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """A contact for each corner."""
        self.frames()
        normal, loads = self.ground(), []
        for k, (x, y) in enumerate(product((-0.5, 0.5), repeat=2), 1):
            own, other = self.arm([x * self.lengths[0], y * self.lengths[1]])
            loads.append(self.touch((own, other), normal, _along(normal, other), str(k))[0])
        self.output("load", sum(loads[1:], loads[0]), "N", "force that pushes along the normal")

    def shapes(self) -> list[Any]:
        """The box and the ground."""
        lengths = [self.lengths[0], self.lengths[1], self.lengths[0] / 2]
        return [shapes.shape("box", self.a, lengths=lengths), shapes.ground(self.b, self.normal)]


class ContactPool(_Contact):
    """Discs with their centres at the frames `body1`, `body2`, …, any two of which may touch.

    Each two have a contact of their own. Of many discs, `pairs="near"` finds those that touch in the run, at a cost
    that grows with the contacts there are; it needs solver="timestepping".
    """

    icon = contact_icon.pool
    bodies = Option(2, description="number of bodies")
    radius = Parameter([0.1, 0.1], "m", "bodies", minimum=0.0, constant=rigid.RADIUS, description="radii of the discs")
    pairs = Option("all", choices=("all", "near"), description="contacts between every two, or found in the run")
    restitution, friction, impact = RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """The velocities of every body; between every two, a contact, or at every one what it feels of the others."""
        count, sides = self.size("bodies"), []
        for k in range(1, count + 1):
            frame, moving = self.add(f"body{k}", PlanarFrameA()), self.add(f"moving{k}", J1(n=3))
            frame.inside >> moving
            sides.append((frame, moving))
            if self.option("pairs") == "near":
                law = {"radius": self.radius[k - 1], "restitution": self.restitution, "friction": self.friction}
                moving >> self.add(f"ball{k}", PoolBall(x=frame.x[0], y=frame.x[1], n=3, **law))
        for i in range(count if self.option("pairs") == "all" else 0):
            for j in range(i + 1, count):
                (a, moving_a), (b, moving_b) = sides[i], sides[j]
                between = (a.x[0] - b.x[0], a.x[1] - b.x[1])
                x, y = normal = toward(between, TINY)
                arms = (-self.radius[i] * x, -self.radius[i] * y), (self.radius[j] * x, self.radius[j] * y)
                gap = length(between) - self.radius[i] - self.radius[j]
                self.touch(arms, normal, gap, f"_{i + 1}_{j + 1}", (moving_a, moving_b))

    def shapes(self) -> list[Any]:
        """The discs."""
        count = self.size("bodies")
        return [shapes.shape("wheel", self[f"body{k + 1}"], radius=self.radius[k]) for k in range(count)]


class PolygonPolygon(_Contact):
    """Two convex polygons that move with frame a and frame b and may touch: corners of each with edges of the other.

    `corners_a` and `corners_b` are the corners [m] in their frames, counter-clockwise; there are `count_a` and
    `count_b` of them.
    """

    icon = contact_icon.two_polygons
    corners_a = Parameter(
        SQUARE, "m", "count_a,2", constant=rigid.LENGTH, description="corners at a, counter-clockwise"
    )
    corners_b = Parameter(
        SQUARE, "m", "count_b,2", constant=rigid.LENGTH, description="corners at b, counter-clockwise"
    )
    count_a = Option(4, description="number of corners at a")
    count_b = Option(4, description="number of corners at b")
    restitution, friction, impact = RESTITUTION, FRICTION, IMPACT

    def build(self) -> None:
        """A contact for each corner: its distance from the other polygon is that from the farthest edge's line."""
        self.frames()
        loads = []
        for name, own, other in (("a", "corners_a", "corners_b"), ("b", "corners_b", "corners_a")):
            demand(self, partial(check_polygon, own))
            corners = nodes(getattr(self, own))
            for k in range(len(corners)):
                loads.append(self._corner(name, k, corners, nodes(getattr(self, other)))[0])
        self.output("load", sum(loads[1:], loads[0]), "N", "force that pushes, of all corners")

    def _corner(self, frame: str, which: int, corners: np.ndarray, other: np.ndarray) -> Any:
        """A corner of one polygon, which moves with frame a or b, and the edges of the other."""
        side = 1.0 if frame == "a" else -1.0
        home, away = (self.a, self.b) if side > 0 else (self.b, self.a)
        own = [rotated(corner, home.phi) for corner in corners]
        x, y = own[which]
        all_from_away = [(home.x[0] + a - away.x[0], home.x[1] + b - away.x[1]) for a, b in own]
        from_away = all_from_away[which]
        normals, distances, sizes, nearest = [], [], [], []
        for start, end in zip(other, np.roll(other, -1, axis=0), strict=True):
            along = (end[0] - start[0], end[1] - start[1])
            size = length(along)
            normal = rotated([along[1] / size, -along[0] / size], away.phi)
            place = rotated(start, away.phi)
            each = [_along(normal, (a - place[0], b - place[1])) for a, b in all_from_away]
            sizes.append(size)
            normals.append(normal)
            distances.append(each[which])
            nearest.append(reduce(minimum, each))
        # An edge behind which the other polygon lies less than behind another one stands back a little: where corners
        # lie on each other, as those of equal boxes in a stack, the edge on which the whole polygon lies counts.
        best = reduce(maximum, nearest)
        distances = [distance - STANDS_BACK * (best - one) for distance, one in zip(distances, nearest, strict=True)]
        # The farthest edge counts. Corners are rounded by next to nothing: the normal is the gradient of the gap, never
        # jumps, and a corner that slides along an edge leaves its end, or comes upon it, without a blow.
        blend = ROUNDED * sum(sizes[1:], sizes[0]) / len(sizes)
        gap, (nx, ny) = distances[0], normals[0]
        for distance, normal in zip(distances[1:], normals[1:], strict=True):
            ahead = gap - distance
            overlap = maximum(blend - maximum(ahead, -ahead), 0.0)
            share = minimum(maximum((ahead / blend + 1.0) / 2.0, 0.0), 1.0)
            gap = maximum(gap, distance) + overlap * overlap / (4.0 * blend)
            nx, ny = (share * old + (1.0 - share) * new for old, new in zip((nx, ny), normal, strict=True))
        nx, ny = toward((nx, ny), TINY)
        arms = ((x, y), from_away) if side > 0 else (from_away, (x, y))
        return self.touch(arms, (side * nx, side * ny), gap, f"{frame}{which + 1}")

    def shapes(self) -> list[Any]:
        """Both polygons."""
        return [shapes.polygon(self.a, self.corners_a), shapes.polygon(self.b, self.corners_b)]


def check_polygon(name: str, number: Numbers, path: str) -> None:
    """Refuse corners that are not those of a convex polygon, counter-clockwise."""
    corners = number(name)
    if corners is None:
        return
    if corners.ndim != 2 or corners.shape[1:] != (2,) or len(corners) < 3:
        raise ModelError("a polygon has three or more corners; give [[x, y], ...] in m", f"{path}.{name}".lstrip("."))
    edges = np.roll(corners, -1, axis=0) - corners
    with np.errstate(over="ignore", invalid="ignore"):  # corners beyond all numbers make no polygon
        turns = edges[:, 0] * np.roll(edges, -1, axis=0)[:, 1] - edges[:, 1] * np.roll(edges, -1, axis=0)[:, 0]
    if not (turns > 0).all():
        raise ModelError(
            "the corners are not those of a convex polygon, counter-clockwise; turn their order round, or use several "
            "polygons for a hollow shape",
            f"{path}.{name}".lstrip("."),
        )
