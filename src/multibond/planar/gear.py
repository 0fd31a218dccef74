"""Gears: two wheels whose rims move together where they mesh."""

from __future__ import annotations

from typing import Any

from ..elements.frame import Constraint, PlanarFrameA, PlanarFrameB
from ..elements.junction import J0
from ..elements.transducer import TF
from ..errors import ModelError
from ..expression.functions import maximum
from ..look.drawn import joint_icon
from ..model import rigid
from ..model.composite import Composite
from ..model.declare import Parameter
from ..model.demand import Numbers, demand
from . import shapes
from .geometry import length

MESHING = 1e-3  # of the radii, by which the distance of the centres may miss
FORMER = {"r_a": "radius_a", "r_b": "radius_b"}
RADII = {
    "radius_a": Parameter(
        1.0, "m", minimum=0.0, strict=True, constant=rigid.RATIO, description="radius of the wheel at frame a"
    ),
    "radius_b": Parameter(
        1.0, "m", minimum=0.0, strict=True, constant=rigid.RATIO, description="radius of the wheel at frame b"
    ),
}


class ExternalGear(Composite):
    """Two gear wheels side by side, centres at frames a and b: their rims move together where they mesh.

    Something else (joints, a carrier) must hold the centres radius_a + radius_b apart. The mesh forbids one velocity.
    """

    library = "planar"
    icon = joint_icon("gears")
    former = FORMER
    radius_a, radius_b = RADII["radius_a"], RADII["radius_b"]

    def build(self) -> None:
        """The two velocities of the rims, across the line of centres, meet at a 0-junction."""
        _mesh(self, self.radius_a, -self.radius_b)
        self.output("force", self.mesh.e, "N", "force between the teeth, on wheel b, left of the line from a to b")

    def _limits(self) -> list[tuple[Any, str]]:
        return [_apart(self, self.radius_a + self.radius_b, "radius_a + radius_b")]

    def shapes(self) -> list[Any]:
        """Two gear wheels."""
        return [shapes.shape("gear", self.a, radius=self.radius_a), shapes.shape("gear", self.b, radius=self.radius_b)]


class InternalGear(Composite):
    """A gear wheel (centre: frame a, radius_a) inside a ring (centre: frame b, radius_b > radius_a).

    Something else (joints, a carrier) must hold the centres radius_b − radius_a apart. The mesh forbids one velocity.
    """

    library = "planar"
    icon = joint_icon("internal_gear")
    former = FORMER
    radius_a = RADII["radius_a"]
    radius_b = Parameter(
        2.0, "m", minimum=0.0, strict=True, constant=rigid.RATIO, description="radius of the ring at frame b"
    )

    def build(self) -> None:
        """The two velocities of the rims, across the line of centres, meet at a 0-junction."""
        demand(self, _check_ring)
        # the mesh lies beyond a, seen from b: left of the line from a to b, both rims move against their wheel's sense
        _mesh(self, -self.radius_a, -self.radius_b)
        self.output("force", self.mesh.e, "N", "force between the teeth, on the ring, left of the line from a to b")

    def _limits(self) -> list[tuple[Any, str]]:
        return [_apart(self, self.radius_b - self.radius_a, "radius_b − radius_a")]

    def shapes(self) -> list[Any]:
        """A gear wheel in a ring."""
        return [shapes.shape("gear", self.a, radius=self.radius_a), shapes.ring(self.b, self.radius_b)]


def _mesh(model: Any, arm_a: Any, arm_b: Any) -> None:
    """Forbid the relative velocity of the rims, `arm` times the direction from a to b away from each centre."""
    model.a, model.b, model.rims = PlanarFrameA(), PlanarFrameB(), J0(n=1)
    model.mesh = Constraint(n=1)
    apart = model.b.x - model.a.x
    size = length(apart)
    x, y = -apart[1] / size, apart[0] / size
    model.rim_a = TF([[x, y, arm_a]], na=3, nb=1)
    model.rim_b = TF([[x], [y], [arm_b]], na=1, nb=3, form="effort")
    model.a.inside >> model.rim_a >> model.rims >> model.rim_b >> model.b.inside
    model.rims >> model.mesh


def _apart(model: Any, wanted: Any, sum_of: str) -> tuple[Any, str]:
    """The wheels mesh only while their centres are as far apart as their radii say."""
    distance = length(model.b.x - model.a.x)
    miss = maximum(distance - wanted, wanted - distance)
    return MESHING * (model.radius_a + model.radius_b) - miss, (
        f"its wheels do not mesh: the centres, frames a and b, are not {sum_of} apart; set the radii or the places of "
        "the axles so that they are, and hold the centres there by joints or a carrier"
    )


def _check_ring(number: Numbers, path: str) -> None:
    wheel, ring = number("radius_a"), number("radius_b")
    if wheel is not None and ring is not None and wheel >= ring:
        raise ModelError(
            f"the ring must be larger than the wheel inside: radius_b = {float(ring):g}, radius_a = {float(wheel):g}; "
            "exchange the frames or change the radii",
            path,
        )
