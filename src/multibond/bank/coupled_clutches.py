"""Four flywheels in a row that three clutches couple one after the other."""

from __future__ import annotations

from ..api import Model
from ..elements.dry_friction import Clutch
from ..elements.junction import J1
from ..elements.source import Se
from ..elements.storage import I
from ..model.declare import Parameter


class CoupledClutches(Model):
    """Coupled clutches: an oscillating torque drives the first of four flywheels; three clutches close one by one.

    The first clutch is pressed by a force that slowly fades, the second and the third close at set times. Each slips
    until both sides turn alike, then sticks, and may be torn loose again.
    """

    library = "mechanical"
    domain = "rotational"
    stop = 1.2
    inertia = Parameter(1.0, "kg*m**2", minimum=0.0, strict=True, description="moment of inertia of each flywheel")
    torque = Parameter(10.0, "N*m", description="amplitude of the driving torque")
    frequency = Parameter(5.0, "Hz", minimum=0.0, description="frequency of the driving torque")
    capacity = Parameter(10.0, "N*m", minimum=0.0, description="torque of a clutch that slips, fully engaged")
    peak = Parameter(1.1, "", minimum=1.0, description="what a clutch holds over what it slips with")
    w0 = Parameter(10.0, "rad/s", description="angular velocity of the first flywheel at the start")

    def build(self) -> None:
        """Flywheels are inertias on 1-junctions, clutches the two-ports between them."""
        self.drive = Se("torque*sin(2*pi*frequency*time)")
        for k in range(1, 5):
            self.add(f"shaft{k}", J1())
            self.add(f"flywheel{k}", I("inertia", f0="w0" if k == 1 else 0.0))
            self[f"shaft{k}"] >> self[f"flywheel{k}"]
        self.drive >> self.shaft1
        for k, engaged in enumerate(("max(cos(0.4*pi*time), 0)", "step(0.4)", "step(0.9)"), 1):
            self.add(f"clutch{k}", Clutch("capacity", engaged, "peak"))
            self[f"shaft{k}"] >> self[f"clutch{k}"] >> self[f"shaft{k + 1}"]
        for k in range(1, 5):
            self.output(f"w{k}", f"flywheel{k}.f", "rad/s", f"angular velocity of flywheel {k}")
