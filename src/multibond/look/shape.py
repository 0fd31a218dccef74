"""Shapes: what a component looks like, as expressions of the model's variables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

import numpy as np

from ..errors import ModelError, nearest
from ..expression import Node, nodes
from ..expression.functions import cos, sin
from ..frozen import frozen

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)

# The sizes of each kind with their defaults [m]; None is chosen by the page to suit the scene. All are in the frame of
# the shape, whose origin is at `offset` and whose axes are turned by `rotation` in the frame of the body.
KINDS: dict[str, dict[str, Any]] = {
    "box": {"lengths": (1.0, 1.0, 1.0)},  # centred
    "cylinder": {"radius": 0.5, "length": 1.0, "axis": Z},  # centred
    "sphere": {"radius": 0.5},
    "ellipsoid": {"lengths": (1.0, 1.0, 1.0)},  # its axes, centred
    "body": {"m": 1.0, "I": np.eye(3), "radius": 0.5, "like": ""},  # the solid with this mass and inertia; centred
    "cone": {"radius": 0.5, "length": 1.0, "axis": Z},  # base at the origin, tip at length · axis
    "arrow": {"vector": X, "radius": None},  # from the origin
    "rod": {"start": ORIGIN, "end": X, "radius": None},  # from point to point, with round ends
    "wheel": {"radius": 0.5, "width": None, "axis": Z, "spokes": 12},  # axis: the axle
    "gear": {"radius": 0.5, "width": None, "axis": Z, "teeth": 20},  # radius of the pitch circle
    "plane": {"axis": Y, "lengths": (None, None)},  # axis: the normal
    "path": {"points": (ORIGIN, X), "radius": None},  # a polyline
    "frame": {"length": None},  # x red, y green, z blue
    "text": {"text": ""},
    "prism": {"points": ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)), "width": None},  # a polygon of x, y; thick along z
    "arm": {"start": ORIGIN, "end": X, "radius": None},  # the link of a robot, from hub to hub
    "rail": {"axis": X, "travel": 0.0, "radius": None, "below": 0.0},  # as far as `travel` goes during the run
    "tube": {"axis": X, "travel": 0.0, "radius": 0.5, "length": 1.0},  # of a piston of this length that travels
    "piston": {"axis": X, "radius": 0.5, "length": 1.0},  # centred
    "cart": {"lengths": (1.0, 0.4, 0.6), "axis": X},  # long in the axis, upright, on wheels; centred
    "mesh": {"vertices": (), "faces": ()},  # triangles, from a file
    "spring": {"radius": None, "coils": 8},  # from `position` to `end`
    "damper": {"radius": None},  # from `position` to `end`
    "link": {"radius": None},  # a straight line from `position` to `end`
}
TWO_ENDS = ("spring", "damper", "link")
ROLES = ("part", "joint", "stand-in")  # a stand-in is left out where a true shape of the same body is in its place
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")


@frozen(eq=False)
class Shape:
    """One shape that moves with a body.

    `kind` is one of `KINDS`, `size` its sizes [m] by name. `position` is the origin of the body frame in the inertial
    frame [m]; `orientation` the matrix R that maps inertial to body coordinates (None: the inertial axes). `offset` [m]
    and `rotation` place the shape in the body frame: `rotation` maps coordinates of the shape to those of the body. All
    are numbers or expressions; sizes, offset and rotation count as constant and are taken at the start of the run.
    `end` is the other end of a spring, damper or link in the inertial frame. `color` is ``#rrggbb`` (None: the page
    chooses one for each component). `component` is the dotted path of the owner, `label` the name that people read.
    `opacity` is 1 for a solid look, `hidden` keeps it out of sight at first; `role` is one of `ROLES`.

    >>> Shape("sphere", (0, 1, 0), size={"radius": 0.1}, component="ball").size["radius"]
    0.1
    """

    kind: str
    position: Any = ORIGIN
    orientation: Any = None
    size: Mapping[str, Any] = field(default_factory=dict)
    color: str | None = None
    offset: Any = ORIGIN
    rotation: Any = None
    end: Any = None
    label: str = ""
    component: str = ""
    opacity: float = 1.0
    hidden: bool = False
    role: str = "part"

    def __post_init__(self) -> None:
        where = self.component or None
        if self.kind not in KINDS:
            raise ModelError(f"there is no shape of kind '{self.kind}'" + nearest(self.kind, KINDS), where)
        sizes = KINDS[self.kind]
        for name in self.size:
            if name not in sizes:
                raise ModelError(f"a {self.kind} has no size '{name}'" + nearest(name, sizes), where)
        if (self.end is not None) != (self.kind in TWO_ENDS):
            ends = "needs the position of its other end: end=(x, y, z)"
            wrong = f"a {self.kind} has one position and no `end`; {', '.join(TWO_ENDS)} have two"
            raise ModelError(f"a {self.kind} {ends}" if self.end is None else wrong, where)
        check_color(self.color, where)
        if self.role not in ROLES:
            raise ModelError(f"the role of a shape is one of {', '.join(ROLES)}, not {self.role!r}", where)
        vectors, matrices = ("position", "offset", "end"), ("orientation", "rotation")
        for name, shape in [*((name, (3,)) for name in vectors), *((name, (3, 3)) for name in matrices)]:
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, expressions(value, shape, name, where))
        object.__setattr__(self, "size", {**sizes, **self.size})

    @property
    def name(self) -> str:
        """What people read: the label, or the path of the component, or the kind."""
        return self.label or self.component or self.kind


@frozen(eq=False)
class Force:
    """An arrow for a force [N], torque [N·m] or velocity [m/s]: `vector`, in the inertial frame, is drawn at `position`
    [m]."""

    position: Any
    vector: Any
    kind: str = "force"
    color: str | None = None
    label: str = ""
    component: str = ""

    def __post_init__(self) -> None:
        where = self.component or None
        if self.kind not in ("force", "torque", "velocity"):
            raise ModelError(f"an arrow stands for a force, a torque or a velocity, not for '{self.kind}'", where)
        check_color(self.color, where)
        for name in ("position", "vector"):
            object.__setattr__(self, name, expressions(getattr(self, name), (3,), name, where))


@frozen(eq=False)
class Trace:
    """The line that a point draws while it moves: `position` in the inertial frame [m]."""

    position: Any
    color: str | None = None
    label: str = ""
    component: str = ""

    def __post_init__(self) -> None:
        check_color(self.color, self.component or None)
        object.__setattr__(self, "position", expressions(self.position, (3,), "position", self.component or None))


def expressions(value: Any, shape: tuple[int, ...], name: str, where: str | None) -> np.ndarray:
    """`value` as an array of expressions of the given shape, or an error that says what was given."""
    array = nodes(value)
    if array.shape != shape:
        wanted = " × ".join(map(str, shape))
        raise ModelError(f"the {name} of a shape has {wanted} components, not the shape {array.shape}", where)
    return array


def check_color(color: str | None, where: str | None) -> None:
    """Refuse a colour that is not written ``#rrggbb``."""
    if color is not None and not (isinstance(color, str) and _COLOR.fullmatch(color)):
        raise ModelError(f"a colour is written #rrggbb, such as '#3b7dd8', not {color!r}", where)


def about_z(angle: Any) -> list[list[Any]]:
    """R of a body turned by `angle` [rad] about z, counter-clockwise: maps inertial to body coordinates.

    >>> about_z(0.0)[0][0]
    1.0
    """
    c, s = (cos(angle), sin(angle)) if isinstance(angle, Node) else (float(np.cos(angle)), float(np.sin(angle)))
    return [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]
