"""A crane crab with its load started upwards, of planar parts."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..planar import Body, Fixed, Prismatic, Revolute, Rod, World


class CraneCrabWrapped(Model):
    """Crane crab of planar parts: a slider, a crab, a hinge and a rod with a load that starts pointing upwards."""

    library = "planar"
    m_crab = Parameter(2.0, "kg", minimum=0.0, strict=True, description="mass of the crab")
    m_load = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the load")
    r = Parameter([1.0, 3.0], "m", "2", folds=True, description="the rod at the angle zero")

    def build(self) -> None:
        """A chain from the ground to the load."""
        self.world, self.ground = World(), Fixed()
        self.slider, self.crab = Prismatic(s0=0.0, v0=0.0, appearance="cart"), Body("m_crab", 0.0)
        self.hinge, self.rod, self.load = Revolute(phi0=0.0, w0=0.0), Rod(self.r), Body("m_load", 0.0)
        self.join(self.ground.b, self.slider.a)
        self.join(self.slider.b, self.crab.a, self.hinge.a)
        self.join(self.hinge.b, self.rod.a)
        self.join(self.rod.b, self.load.a)
        self.output("s", "slider.s", "m", "position of the crab")
        self.output("phi", "hinge.phi", "rad", "angle of the rod, counter-clockwise")
