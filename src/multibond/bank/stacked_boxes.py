"""Boxes that fall on each other and come to rest as a stack."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..planar import Body, BoxPlane, Fixed, PolygonPolygon, World

SIZES = ((0.6, 0.3), (0.5, 0.25), (0.4, 0.2))  # m, width and height from below
MASSES = (2.0, 1.5, 1.0)  # kg


class StackedBoxes(Model):
    """Stack of boxes: three boxes fall on the floor and on each other and come to rest, one carrying the next."""

    library = "impacts"
    stop = 2.0
    restitution = Parameter(0.3, "", minimum=0.0, description="coefficient of restitution")
    friction = Parameter(0.5, "", minimum=0.0, description="coefficient of friction")

    def build(self) -> None:
        """A box on the floor, and each further one on the one below."""
        self.world, self.floor = World(), Fixed()
        height, below = 0.0, None
        for k, ((w, h), m) in enumerate(zip(SIZES, MASSES, strict=True), 1):
            height += 0.05
            inertia = m * (w**2 + h**2) / 12
            box = self.add(f"box{k}", Body(m, inertia, x0=[0.03 * (k - 1), height + h / 2], phi0=0.0))
            law = {"restitution": self.restitution, "friction": self.friction}
            if below is None:
                contact = self.add("contact1", BoxPlane([w, h], **law))
                self.join(contact.b, self.floor.b)
            else:
                (under, (uw, uh)) = below
                contact = self.add(f"contact{k}", PolygonPolygon(corners(w, h), corners(uw, uh), **law))
                self.join(contact.b, under.a)
            self.join(box.a, contact.a)
            below = (box, (w, h))
            height += h
            self.output(f"y{k}", box.a.x[1], "m", f"height of the centre of box {k}")


def corners(width: float, height: float) -> list[list[float]]:
    """The corners of a rectangle about its centre, counter-clockwise."""
    x, y = width / 2, height / 2
    return [[-x, -y], [x, -y], [x, y], [-x, y]]
