"""Four rods in a loop of four hinges, of planar parts."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..planar import Body, Fixed, Revolute, Rod, World


class KinematicLoop(Model):
    """Kinematic loop: a square of four rods and hinges falls as a parallelogram; one side is fixed.

    The loop is closed where the last rod meets the ground; the cut is found automatically. The parallelogram becomes
    flat when its arms hang down, a position in which it could go on as a kite.
    """

    library = "planar"
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of each of the four bodies")
    J = Parameter(1.0, "kg*m**2", minimum=0.0, description="moment of inertia of each of the four bodies")

    def build(self) -> None:
        """From the ground along one arm, the side across, and the other arm back to the ground."""
        self.world, self.ground = World(), Fixed()
        self.hinge1, self.hinge2, self.hinge3, self.hinge4 = (
            Revolute(phi0=0.0, w0=0.0),
            Revolute(),
            Revolute(),
            Revolute(),
        )
        self.rod1, self.rod2, self.rod3, self.rod4 = Rod([0.0, 1.0]), Rod([1.0, 0.0]), Rod([1.0, 0.0]), Rod([0.0, 1.0])
        self.body1, self.body2, self.body3, self.body4 = (Body("m", "J") for _ in range(4))
        self.join(self.hinge1.a, self.ground.b, self.rod1.b)
        self.join(self.hinge2.b, self.rod1.a)
        self.join(self.hinge1.b, self.rod3.a)
        self.join(self.hinge2.a, self.rod2.a)
        self.join(self.rod3.b, self.hinge3.b, self.body1.a)
        self.join(self.hinge3.a, self.rod4.b)
        self.join(self.hinge4.b, self.rod4.a, self.body3.a)
        self.join(self.body2.a, self.rod2.b, self.body4.a, self.hinge4.a)
        self.output("phi", "hinge1.phi", "rad", "angle of the upper arm, counter-clockwise")
        self.output("w", "hinge1.w", "rad/s", "angular velocity of the upper arm, counter-clockwise")
