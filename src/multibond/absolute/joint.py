"""The general joint: the relative velocities of two frames, each free, driven or forbidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.holonomic import Holonomic
from ..elements.junction import J0, J1
from ..elements.source import Free
from ..elements.transducer import TF
from ..errors import ModelError
from ..expression import node, nodes
from ..expression.functions import atan2
from ..look import joint_icon
from ..model.composite import Composite, Exposed
from ..model.declare import Option, Parameter
from ..spatial import shapes
from ..spatial.joint import ACTUATED, reactions
from ..spatial.rotation import IDENTITY, skew

STIFFNESS = Parameter(
    0.0, "N/m", minimum=0.0, folds=True,
    description="stiffness [N/m, N m/rad] of the springs that stand for it in the method parasitic; 0: chosen",
)  # fmt: skip
DAMPING = Parameter(
    0.0, "N*s/m", minimum=0.0, folds=True,
    description="damping [N s/m, N m s/rad] of the dampers that stand for it in the method parasitic; 0: chosen",
)  # fmt: skip
Way = tuple[str, Any]  # the name of a direction and its unit vector, resolved in frame a


class _Joint(Composite):
    """The bond graph of all joints in absolute coordinates: 0-junctions form the relative angular velocity and the
    relative velocity of frame b against frame a, resolved in frame a; 1-junctions hold their components."""

    library = "absolute"

    def frames(self) -> None:
        """The two frames."""
        self.a, self.b = SpatialFrameA(), SpatialFrameB()
        reactions(self, self.b)

    @property
    def _turn(self) -> Any:
        """The matrix that maps coordinates of b to those of a."""
        return self.a.R @ self.b.R.T

    @property
    def _gap(self) -> Any:
        """The vector from a to b [m], in a."""
        return self.a.R @ (self.b.x - self.a.x)

    def motion_between(self, spins: Sequence[Way], slides: Sequence[Way]) -> None:
        """The bonds from frame a to frame b, with a 1-junction for each direction of `spins` and `slides`."""
        self.rotation, self.turning, self.turn = J1(n=3), J0(n=3), TF(self._turn.T, n=3)
        self.moving, self.arm = J0(n=3), TF(-(self.a.R.T @ skew(self._gap)), n=3)
        self.a.inside_r >> self.rotation >> self.turning >> self.turn >> self.b.inside_r
        self.a.inside_t >> self.moving >> self.b.inside_t
        self.rotation >> self.arm >> self.moving
        for ways, domain, frame, target in (
            (spins, "rotational", nodes(IDENTITY), self.turning),
            (slides, "translational", self.a.R.T, self.moving),
        ):
            for name, way in ways:
                self.add(name, J1(n=1, domain=domain))
                self.add(f"along_{name}", TF((frame @ nodes(way)).reshape(3, 1), na=1, nb=3))
                self[name] >> self[f"along_{name}"] >> target

    def forbid(self, name: str, residual: Any) -> None:
        """Hold the velocity `name` at zero, and with it `residual` [m or rad], whose rate it is."""
        self.add(f"hold_{name}", Holonomic(residuals=[residual], n=1, **self._parasitic()))
        self[name] >> self[f"hold_{name}"]

    def _parasitic(self) -> dict[str, Any]:
        return {key: getattr(self, key) for key in ("stiffness", "damping") if key in self.given}

    def release(self, name: str, drive: str, what: str) -> None:
        """Let the velocity `name` be free, or driven at the port `drive`."""
        if self.option("actuated"):
            self.add(drive, Exposed(self[name], what))
        else:
            self.add(f"{name}_free", Free(n=1))
            self[f"{name}_free"] >> self[name]

    # ------------------------------------------------------------ what joints forbid
    def in_line(self, names: Sequence[str], axis: Any, first: Any, second: Any) -> None:
        """The axis, fixed in both frames, stays one: two components of the turn across it are forbidden."""
        turned = self._turn @ axis
        self.forbid(names[0], -(second @ turned))
        self.forbid(names[1], first @ turned)

    def parallel(self, names: Sequence[str]) -> None:
        """The frames keep one orientation: all three components of the turn are forbidden."""
        turn = self._turn
        for name, residual in zip(names, (turn[2, 1], -turn[2, 0], turn[1, 0]), strict=True):
            self.forbid(name, residual)

    def at_point(self, ways: Sequence[Way]) -> None:
        """The components of the way from a to b along `ways` stay zero."""
        for name, way in ways:
            self.forbid(name, nodes(way) @ self._gap)

    def rate(self, name: str) -> Any:
        """The velocity of the 1-junction `name`."""
        return self[f"along_{name}"].a.f

    def angle(self, name: str, junction: str, first: Any, second: Any) -> None:
        """Outputs of a turn: its angle between −π and π, and its angular velocity."""
        turned = self._turn @ first
        self.output(f"phi{name}", atan2(node(second @ turned), node(first @ turned)), "rad",
                    "angle of b against a, between -pi and pi")  # fmt: skip
        self.output(f"w{name}", self.rate(junction), "rad/s", "angular velocity of b against a")

    def travel(self, name: str, junction: str, way: Any) -> None:
        """Outputs of a slide: its way and its velocity."""
        self.output(f"s{name}", nodes(way) @ self._gap, "m", "way from a to b, resolved in a")
        self.output(f"v{name}", self.rate(junction), "m/s", "velocity of b against a, resolved in a")


AXES = tuple((name, np.array(row)) for name, row in zip("xyz", IDENTITY, strict=True))


class GeneralJoint(_Joint):
    """A joint that forbids any of the six motions of frame b against frame a, along and about the axes of frame a.

    `forbidden` names them: "x", "y", "z" are translations along, "rx", "ry", "rz" rotations about the axes. Of the
    rotations none, all, or all but one may be forbidden; other pairs have classes of their own.
    """

    icon = joint_icon.spherical
    forbidden = Option(("x", "y", "z"), description="what is forbidden: of x, y, z, rx, ry, rz")
    actuated = ACTUATED
    stiffness, damping = STIFFNESS, DAMPING

    def build(self) -> None:
        """A constraint element for each forbidden direction, a port for each free one."""
        self.frames()
        stopped = checked(self)
        self.motion_between([(f"turn_{k}", way) for k, way in AXES], [(f"slide_{k}", way) for k, way in AXES])
        free = [k for k, _ in AXES if f"r{k}" not in stopped]
        if not free:
            self.parallel([f"turn_{k}" for k, _ in AXES])
        elif len(free) == 1:
            at = "xyz".index(free[0])
            order = [AXES[(at + j) % 3] for j in range(3)]
            self.in_line([f"turn_{order[1][0]}", f"turn_{order[2][0]}"], *(nodes(way) for _, way in order))
        self.at_point([(f"slide_{k}", way) for k, way in AXES if k in stopped])
        for k, _ in AXES:
            if k not in stopped:
                self.release(f"slide_{k}", f"drive_{k}", f"force and velocity along {k}")
            if k in free:
                self.release(f"turn_{k}", f"drive_r{k}", f"torque and angular velocity about {k}")

    def shapes(self) -> list[Any]:
        """A ball."""
        return [shapes.ball(self.b)]


def checked(joint: GeneralJoint) -> set[str]:
    """What a general joint forbids; refuses what is no motion, and one rotation alone."""
    given = joint.option("forbidden")
    stopped = set(given) if isinstance(given, (list, tuple)) else {given}
    known = {*"xyz", "rx", "ry", "rz"}
    if not stopped <= known:
        raise ModelError(
            f"forbidden lists motions out of x, y, z, rx, ry, rz, not {sorted(map(str, stopped - known))}", joint.name
        )
    if len([k for k in stopped if k.startswith("r")]) == 1:
        raise ModelError(
            "to forbid one rotation alone says nothing about the order of the other two; use a Universal joint, which "
            "names its two axes",
            joint.name,
        )
    return stopped


__all__ = ["DAMPING", "STIFFNESS", "GeneralJoint", "Way", "_Joint"]
