"""The rigid body with its hinge points."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.frame import SpatialFrameB
from ..elements.junction import J0
from ..elements.transducer import TF
from ..look import part_icon
from ..model import rigid
from ..model.declare import Option, Parameter
from ..model.demand import demand
from ..spatial import shapes
from ..spatial.body import OFFSET, PHI0, QUATERNIONS, SEQUENCE, V0, W0, X0, _RigidBody, check_inertia
from ..spatial.rotation import skew


class Body(_RigidBody):
    """A rigid body with its own six degrees of freedom: mass m [kg], inertia tensor I [kg m²] about the centre of mass
    at frame a, and any number of hinge points.

    Each row of `points` [m] is a hinge point in the frame of the body; frame `h1` is at the first, `h2` at the
    second, and so on; without any, `h1` is at the centre of mass.
    The body starts at x0, phi0 with v0, w0; where its joints do not allow that, the start is corrected.
    """

    library = "absolute"
    # start values that the joints do not allow are projected, not refused: parameter, variable, inertia
    corrected = (("x0", "a.x", ""), ("v0", "mass.f", "mass.I"), ("w0", "inertia.f", "inertia.I"))
    icon = part_icon.body
    m = Parameter(1.0, "kg", minimum=0.0, folds=True, constant=rigid.MASS, description="mass")
    I = Parameter([0.001, 0.001, 0.001], "kg*m^2", "field3", symmetric=True, folds=True,
                  constant=rigid.INERTIA, description="inertia tensor about the centre of mass")  # fmt: skip
    points = Parameter(
        [[0.0, 0.0, 0.0]], "m", "hinges,3", folds=True, constant=rigid.LENGTH,
        description="hinge points in the frame of the body, a row for each",
    )  # fmt: skip
    r_cm = OFFSET
    x0, v0, phi0, w0, quaternions, sequence = X0, V0, PHI0, W0, QUATERNIONS, SEQUENCE
    appearance = Option(
        "inertia", choices=("inertia", "ball", "box", "ellipsoid", "wheel", "none"), description="shape in animations"
    )

    @property
    def branches(self) -> tuple[tuple[str, str], ...]:  # type: ignore[override]
        """Every hinge point hangs on the body."""
        return tuple(("a", f"h{k + 1}") for k in range(self.size("hinges")))

    def size(self, of: int | str) -> int:
        """A cardinality; that of `hinges` is the number of points."""
        if of != "hinges":
            return super().size(of)
        rows = np.shape(np.asarray(self.given.get("points", [0]), dtype=object))
        return int(rows[0]) if rows else 1

    def build(self) -> None:
        """The body at its centre of mass; the velocity of a hinge point is that of the body plus rotation times arm."""
        self.option("appearance")  # refuses what it cannot be
        demand(self, check_inertia)
        self.rigid_body(self.m, self.I)
        for k, point in enumerate(self.points):
            self._hinge(f"h{k + 1}", f"{k + 1}", point)

    def _hinge(self, name: str, number: str, r: Any) -> None:
        self.add(name, SpatialFrameB())
        self.add(f"arm{number}", TF(-(self.a.R.T @ skew(r)), n=3))
        self.add(f"velocity{number}", J0(n=3))
        frame, velocity = self[name], self[f"velocity{number}"]
        self.point >> velocity >> frame.inside_t
        self.rotation >> [self[f"arm{number}"], frame.inside_r]
        self[f"arm{number}"] >> velocity
        self.connect(frame.x, self.a.x + self.a.R.T @ r)
        self.connect(frame.R, self.a.R)

    def start_values(self) -> None:
        """Position, velocity and angular velocity of the frame: what the joints forbid of them is corrected."""
        for name, variable in (("x0", self.a.x), ("v0", self.mass.f), ("w0", self.inertia.f)):
            if name in self.given:
                self.start(variable, getattr(self, name), fixed=False)

    def shapes(self) -> list[Any]:
        """A solid at the centre of mass, with arms to the hinge points."""
        body = shapes.bob(self.a, self.r_cm, False, self.option("appearance"), self.m, self.I)
        arms = [shapes.shape("rod", self.a, end=self.points[k], radius=shapes.SCALE / 60, color=shapes.METAL)
                for k in range(self.size("hinges"))]  # fmt: skip
        return [*body, *arms]
