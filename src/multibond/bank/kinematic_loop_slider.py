"""A slider, two rods in a loop, and a pendulum below, of planar parts."""

from __future__ import annotations

from math import asin

from ..api import Model
from ..elements.junction import J1
from ..elements.resistor import R
from ..elements.storage import C
from ..model.declare import Parameter
from ..planar import Body, Fixed, Prismatic, Revolute, Rod, World


class KinematicLoopSlider(Model):
    """Kinematic loop with a slider: two rods hang from ground and slider and meet; a pendulum swings at their end.

    A spring and a damper, as bonds at the axis of the slider, hold it.
    """

    library = "planar"
    m = Parameter(2.0, "kg", minimum=0.0, strict=True, description="mass of the pendulum")
    J = Parameter(0.05, "kg*m**2", minimum=0.0, description="moment of inertia of the pendulum")
    c = Parameter(50.0, "N/m", minimum=0.0, strict=True, description="stiffness of the spring at the slider")
    d = Parameter(2.0, "N*s/m", minimum=0.0, description="damping at the slider")
    s_rest = Parameter(1.6, "m", description="position of the slider where the spring has no force")
    s0 = Parameter(2.0, "m", description="position of the slider at the start")

    def build(self) -> None:
        """The loop: ground, slider, second rod, first rod, ground."""
        self.world, self.ground = World(), Fixed()
        self.slider = Prismatic(s0="s0", v0=0.0, actuated=True)
        self.hinge1, self.hinge2, self.hinge3, self.hinge4 = (
            Revolute(),
            Revolute(),
            Revolute(),
            Revolute(phi0=0.0, w0=0.0),
        )
        self.rod1, self.rod2, self.rod3 = Rod([0.0, -3.0]), Rod([0.0, -3.0]), Rod([2.0, 0.0])
        self.body = Body("m", "J")
        self.join(self.hinge1.b, self.ground.b, self.slider.a)
        self.join(self.rod1.a, self.hinge1.a)
        self.join(self.slider.b, self.hinge2.a)
        self.join(self.rod2.a, self.hinge2.b)
        self.join(self.rod1.b, self.hinge3.a)
        self.join(self.hinge3.b, self.rod2.b, self.hinge4.a)
        self.join(self.hinge4.b, self.rod3.a)
        self.join(self.rod3.b, self.body.a)
        # rough guesses of the position in which the rods meet below
        lean = asin(1.0 / 3.0)
        for name, angle in (("hinge1", -lean), ("hinge2", -lean), ("hinge3", -2.0 * lean)):
            self.start(f"{name}.angle.q", angle, fixed=False)
        self.holder, self.spring, self.damper = J1(), C("1/c", q0="s0 - s_rest"), R("d")
        self.slider.drive >> self.holder >> [self.spring, self.damper]
        self.output("s", "slider.s", "m", "position of the slider")
        self.output("phi", "hinge4.phi", "rad", "angle of the pendulum against the second rod, counter-clockwise")
        self.output("x", "body.x[0]", "m", "horizontal position of the pendulum")
        self.output("y", "body.x[1]", "m", "vertical position of the pendulum")
