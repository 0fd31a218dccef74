"""The planar world and its gravity."""

from __future__ import annotations

from ..errors import ModelError
from ..look.drawn import part_icon
from ..model.composite import Composite
from ..model.declare import Law, Option, Parameter
from ..model.joining import place_of
from .geometry import unit


class World(Composite):
    """The planar world with its gravity; one in every model, under the name `world`.

    Gravity is uniform (g along a direction), that of a point (mue/r² towards the origin), none, or a "field": its
    acceleration [m/s²] as expressions of the place x, y [m], and of whatever else there is in the model,
    ``World(gravity="field", field=["0", "-9.81*exp(-y/8000)"])``, or as a function of x, y that gives them.
    Weights are sources, so that the books close in every field; in one that has no potential they deliver work on a
    closed way.
    """

    library = "planar"
    _surrounds = True
    icon = part_icon("world")
    g = Parameter(9.81, "m/s^2", description="acceleration of uniform gravity")
    direction = Parameter([0.0, -1.0], "", "2", folds=True, description="direction of uniform gravity")
    gravity = Option("uniform", choices=("uniform", "point", "none", "field"), description="kind of gravity")
    mue = Parameter(
        3.986e14, "m^3/s^2", minimum=0.0, description="field constant of the gravity of a point (the earth)"
    )

    field = Law(("x", "y"), description="accelerations of gravity by x, y, for a field")
    scale = Parameter(1.0, "m", minimum=0.0, strict=True, description="size of bodies and pins in animations")

    def build(self) -> None:
        """No elements: what bodies read is the uniform field and the constant of the central one."""
        kind = self.option("gravity")
        if (kind == "field") != (self.given.get("field") is not None):
            raise ModelError(
                "a gravity field is given by gravity='field' and its accelerations in field=[…]; give both or neither",
                place_of(self),
            )
        self._check_alone()
        x, y = unit(self, "direction")
        uniform = [self.g * x, self.g * y] if kind == "uniform" else [0.0, 0.0]
        self.output("uniform", uniform, "m/s^2", "acceleration of uniform gravity")
        self.output("central", self.mue if kind == "point" else 0.0, "m^3/s^2", "constant of central gravity")

    def _check_alone(self) -> None:
        if self.parent is None:
            return
        if self.name != "world":
            raise ModelError("the world must be called 'world': bodies look for it by this name", place_of(self))
        whole = self.parent
        while whole.parent is not None:
            whole = whole.parent
        parts = [whole]
        while parts:
            for part in parts.pop()._children.values():
                if isinstance(part, World) and part is not self:
                    raise ModelError(
                        f"there are two worlds, {place_of(self)} and {place_of(part)}; keep one", place_of(self)
                    )
                if isinstance(part, Composite):
                    parts.append(part)
