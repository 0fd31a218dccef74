"""What all spatial joints share: the bond graph of a relative motion between two frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ..elements.frame import SpatialFrameA, SpatialFrameB
from ..elements.joint_axis import furnish
from ..elements.junction import J0, J1
from ..elements.sensor import Dq
from ..elements.source import Free
from ..elements.transducer import TF
from ..expression import nodes
from ..model.composite import Composite, Exposed
from ..model.declare import Option
from ..model.transmitted import transmit
from .rotation import IDENTITY, skew

ACTUATED = Option(False, choices=(False, True), description="whether the joint has ports that drive it")
SLIDER = Option("rail", choices=("rail", "cart", "piston", "none"), description="shape in animations")
STATES = Option("prefer", choices=("prefer", "always", "avoid"), description="wish for the coordinates as states")

Part = tuple[Any, Any]  # a 1-junction of a relative velocity, and the matrix that it comes with


def reactions(model: Composite, frame: Any, number: str = "") -> None:
    """Outputs `force` [N] and `torque` [N m, about the origin of frame b]: what the joint, and by it the side of frame
    a, does to the side of frame b, in the inertial frame and in frame b. `number` tells several frames b apart."""
    force, torque, b = frame.inside_t.e, frame.inside_r.e, f"b{number}"
    of = f"of a on {b}"
    model.output(f"force{number}", force, "N", f"force {of}, in the inertial frame")
    model.output(f"force_in_{b}", frame.R @ force, "N", f"force {of}, resolved in {b}")
    model.output(f"torque{number}", torque, "N*m", f"torque {of} about the origin of {b}, resolved in {b}")
    world = f"torque{number}_in_world"
    model.output(world, frame.R.T @ torque, "N*m", f"torque {of} about the origin of {b}, in the inertial frame")
    if getattr(type(model), "carries", True):
        transmit(model, b, f"force{number}", world)


class _Joint(Composite):
    """Frame b moves against frame a on coordinates of its own."""

    library = "spatial"
    carries: ClassVar[bool] = True  # whether it can transmit a force or torque
    branches: ClassVar[tuple[tuple[str, str], ...]] = (("a", "b"),)

    def axis_motion(self, junction: str, sensor: str, domain: str, drive: str, what: str) -> tuple[Any, Any]:
        """A 1-junction of one relative velocity with the sensor of its coordinate, driven or free, and what rubs and
        stops there. The parameters of these end as the name of the port `drive` does."""
        self.add(junction, J1(n=1, domain=domain))
        self.add(sensor, Dq(n=1))
        self[junction] >> self[sensor]
        if self.option("actuated"):
            self.add(drive, Exposed(self[junction], what))
        else:
            free = f"{junction}_free"
            self.add(free, Free(n=1))
            self[free] >> self[junction]
        furnish(self, self[junction], self[sensor].q, drive.removeprefix("drive"))
        return self[junction], self[sensor]

    def motion_between(
        self, turn: Any = None, spins: Sequence[Part] = (), arm: Any = None, slides: Sequence[Part] = ()
    ) -> None:
        """The bonds from frame a to frame b.

        `turn` maps coordinates of a to those of b (None: they are parallel), `arm` [m] is the vector from a to b in a
        (None: they are at one point). `spins` are junctions with matrices to the relative angular velocity in b,
        `slides` those to the relative velocity in a.
        """
        self.a, self.b = SpatialFrameA(), SpatialFrameB()
        matrix = nodes(IDENTITY) if turn is None else turn
        self._rotation(turn, spins, arm is not None)
        self._translation(arm, slides)
        vector = nodes([0.0, 0.0, 0.0]) if arm is None else nodes(arm)
        self.connect(self.b.x, self.a.x + self.a.R.T @ vector)
        self.connect(self.b.R, matrix @ self.a.R)
        self.start(self.b.R, IDENTITY, fixed=False)  # where the search for a closed position begins
        reactions(self, self.b)

    def _rotation(self, turn: Any, spins: Sequence[Part], levers: bool) -> None:
        """The angular velocity of b: that of a, resolved in b, plus those of the spins."""
        at: Any = self.a.inside_r
        if levers:
            self.rotation = J1(n=3)
            at >> self.rotation
            at = self.rotation
        if turn is not None:
            self.turn = TF(turn, n=3)
            at = at >> self.turn
        if spins:
            self.turning = J0(n=3)
            at = at >> self.turning
        for junction, rates in spins:
            self._through(junction, "spin", rates, self.turning)
        at >> self.b.inside_r

    def _translation(self, arm: Any, slides: Sequence[Part]) -> None:
        """The velocity of b: that of a, plus rotation times arm, plus those of the slides."""
        if arm is None:
            self.point = J1(n=3)
            self.a.inside_t >> self.point >> self.b.inside_t
            return
        self.moving, self.arm = J0(n=3), TF(-(self.a.R.T @ skew(arm)), n=3)
        self.a.inside_t >> self.moving >> self.b.inside_t
        self.rotation >> self.arm >> self.moving
        for junction, directions in slides:
            self._through(junction, "slide", self.a.R.T @ nodes(directions), self.moving)

    def _through(self, junction: Any, kind: str, matrix: Any, target: Any) -> None:
        columns = nodes(matrix).reshape(3, -1)
        name = f"{kind}_{junction.name}"
        self.add(name, TF(columns, na=columns.shape[1], nb=3))
        junction >> self[name] >> target

    def coordinate(self, variable: Any, start: str, value: Any = None) -> None:
        """A coordinate: wanted as a state; its start value holds if the user gave it, else it is a first guess."""
        self.start(variable, getattr(self, start) if value is None else value, fixed=start in self.given)
        for x in np.ravel(nodes(variable)):
            self.state(x, self.option("states"))
