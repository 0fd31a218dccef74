"""A piston engine without fire: crank, connecting rod and piston, of planar parts."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..planar import Body, Fixed, Prismatic, Revolute, Rod, World


class PlanarSliderCrank(Model):
    """Planar slider-crank: crank, connecting rod and piston turn without losses from a dead centre."""

    library = "planar"
    crank_length = Parameter(0.3, "m", minimum=0.0, strict=True, description="length of the crank")
    rod_length = Parameter(0.8, "m", minimum=0.0, strict=True, description="length of the connecting rod")
    m_drive = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass at the crank pin")
    J_drive = Parameter(0.1, "kg*m**2", minimum=0.0, description="moment of inertia at the crank pin")
    m_piston = Parameter(3.0, "kg", minimum=0.0, strict=True, description="mass of the piston")
    w0 = Parameter(-2.5, "rad/s", description="angular velocity of the crank at the start, counter-clockwise")

    def build(self) -> None:
        """Crank and connecting rod from the ground; the piston slides on the ground too."""
        self.world, self.ground = World(), Fixed()
        self.bearing, self.crank, self.drive = (
            Revolute(phi0=0.0, w0="w0"),
            Rod(["crank_length", 0.0]),
            Body("m_drive", "J_drive"),
        )
        self.crank_pin, self.connecting_rod, self.piston_pin = Revolute(), Rod(["rod_length", 0.0]), Revolute()
        self.guide, self.piston = Prismatic(appearance="piston"), Body("m_piston", 0.1)
        self.join(self.ground.b, self.bearing.a, self.guide.a)
        self.join(self.bearing.b, self.crank.a)
        self.join(self.crank.b, self.drive.a, self.crank_pin.a)
        self.join(self.crank_pin.b, self.connecting_rod.a)
        self.join(self.connecting_rod.b, self.piston_pin.a)
        self.join(self.piston_pin.b, self.guide.b, self.piston.a)
        self.start("guide.travel.q", "crank_length + rod_length", fixed=False)
        self.output("phi", "bearing.phi", "rad", "angle of the crank, counter-clockwise")
        self.output("w", "bearing.w", "rad/s", "angular velocity of the crank, counter-clockwise")
        self.output("x", "guide.s", "m", "position of the piston")
