"""The planar pendulum of a comparison of simulation methods, in absolute coordinates."""

from __future__ import annotations

from ..absolute import Body, Revolute
from ..api import Model
from ..elements.resistor import R
from ..model.declare import Parameter
from ..spatial import Fixed, World


class BoudonPendulum(Model):
    """A bar on a damped hinge, written with Tiernego and Bos's rigid body and joint: one body of six coordinates and
    five constraints, for all simulation methods.

    After Boudon, Malburet and Carmona, Simulation methods of rigid holonomic multibody systems with bond graphs, table
    6; the bar starts at rest along +x.
    """

    library = "absolute"
    stop = 10.0
    length = Parameter(1.0, "m", minimum=0.0, strict=True, description="length of the bar")
    m = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the bar")
    I = Parameter(0.083, "kg*m**2", minimum=0.0, strict=True, description="moment of inertia about the centre of mass")
    d = Parameter(10.0, "N*m*s/rad", minimum=0.0, description="damping of the hinge")
    stiffness = Parameter(1e6, "N/m", minimum=0.0, description="parasitic stiffness of the hinge")
    damping = Parameter(200.0, "N*s/m", minimum=0.0, description="parasitic damping of the hinge")

    def build(self) -> None:
        """The bar hangs by its left end on the ground."""
        self.world, self.ground = World(), Fixed()
        self.hinge = Revolute(actuated=True, stiffness="stiffness", damping="damping")
        self.friction = R("d")
        self.bar = Body(
            "m", ["I", "I", "I"], points=[["-length/2", 0.0, 0.0]], x0=["length/2", 0.0, 0.0], quaternions=False
        )
        self.join(self.ground.b, self.hinge.a)
        self.join(self.hinge.b, self.bar.h1)
        self.hinge.drive >> self.friction
        self.output("gamma", "bar.motion.phi[2]", "rad", "angle of the bar, counter-clockwise from +x")
        self.output("w", "hinge.w", "rad/s", "angular velocity of the bar, counter-clockwise")
