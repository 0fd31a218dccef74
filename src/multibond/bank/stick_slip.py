"""A block on a moving belt, held back by a spring."""

from __future__ import annotations

from ..api import Model
from ..elements.dry_friction import DryFriction
from ..elements.junction import J0, J1
from ..elements.sensor import Dq
from ..elements.source import Sf
from ..elements.storage import C, I
from ..model.declare import Parameter


class StickSlip(Model):
    """Stick-slip: a belt carries a block along until the spring tears it loose; it swings back and sticks again.

    Without more static than sliding friction the oscillation would not go on.
    """

    library = "mechanical"
    domain = "translational"
    stop = 10.0
    mass = Parameter(1.0, "kg", minimum=0.0, strict=True, description="mass of the block")
    stiffness = Parameter(100.0, "N/m", minimum=0.0, strict=True, description="stiffness of the spring")
    speed = Parameter(0.1, "m/s", description="speed of the belt")
    sliding = Parameter(6.0, "N", minimum=0.0, description="friction force while sliding")
    sticking = Parameter(9.0, "N", minimum=0.0, description="largest friction force while sticking")

    def build(self) -> None:
        """The friction sees the velocity of the block against the belt."""
        self.block, self.inertia, self.spring, self.position = J1(), I("mass"), C("1/stiffness"), Dq()
        self.contact, self.friction, self.belt = J0(), DryFriction("sliding", "sticking"), Sf("-speed")
        self.block >> [self.inertia, self.spring, self.position]
        self.block >> self.contact >> self.friction
        self.belt >> self.contact
        self.output("x", self.position.q, "m", "position of the block")
        self.output("v", self.inertia.f, "m/s", "velocity of the block")
        self.output("force", "-friction.e", "N", "force of the belt on the block")
