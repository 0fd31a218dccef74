"""MODIN's example: three masses in a row, with springs and dampers, on a wall that moves."""

from __future__ import annotations

from ..api import Model
from ..elements.junction import J0, J1
from ..elements.resistor import R
from ..elements.source import Se, Sf
from ..elements.storage import C, I
from ..model.declare import Parameter


class ModinThreeMass(Model):
    """Three masses with springs and dampers between a moving wall and a force: the example of the MODIN paper.

    The bonds have the numbers of the paper's figure 2: masses 1 to 3, springs 4 to 6, dampers 7 to 9, wall 18, force
    19, junctions 10 to 17. Springs count extension. The paper's J gives e18 as the force that the wall exerts on the
    system, against that of spring and damper; the 1-junction of the wall (bond 20) says so.
    """

    library = "modin"
    domain = "translational"
    stop = 10.0
    m1 = Parameter(1.0, "kg", strict=True, minimum=0.0, description="first mass, next to the wall")
    m2 = Parameter(2.0, "kg", strict=True, minimum=0.0, description="second mass")
    m3 = Parameter(3.0, "kg", strict=True, minimum=0.0, description="third mass, where the force acts")
    k1 = Parameter(100.0, "N/m", strict=True, minimum=0.0, description="stiffness between wall and first mass")
    k2 = Parameter(200.0, "N/m", strict=True, minimum=0.0, description="stiffness between first and second mass")
    k3 = Parameter(300.0, "N/m", strict=True, minimum=0.0, description="stiffness between second and third mass")
    c1 = Parameter(1.0, "N*s/m", minimum=0.0, description="damping between wall and first mass")
    c2 = Parameter(2.0, "N*s/m", minimum=0.0, description="damping between first and second mass")
    c3 = Parameter(3.0, "N*s/m", minimum=0.0, description="damping between second and third mass")
    V0 = Parameter(0.0, "m/s", description="velocity of the wall")
    F = Parameter(10.0, "N", description="force on the third mass")

    def build(self) -> None:
        """Mass, coupling, mass, coupling, mass, coupling, wall: power counts positive towards the wall."""
        self.force, self.wall = Se("F"), Sf("V0")
        self.wall_velocity = J1()
        for i in (1, 2, 3):
            self.add(f"mass{i}", I(f"m{i}"))
            self.add(f"spring{i}", C(f"1/k{i}"))
            self.add(f"damper{i}", R(f"c{i}"))
            self.add(f"velocity{i}", J1())
            self.add(f"coupling{i}", J0())
            self.add(f"extension{i}", J1())
            self.bond(self[f"velocity{i}"], self[f"mass{i}"], label=str(i))
            self.bond(self[f"extension{i}"], self[f"spring{i}"], label=str(i + 3))
            self.bond(self[f"extension{i}"], self[f"damper{i}"], label=str(i + 6))
            self.bond(self[f"coupling{i}"], self[f"extension{i}"], label=str(14 + i))
        for label, (tail, head) in enumerate(
            [("velocity1", "coupling1"), ("coupling2", "velocity1"), ("velocity2", "coupling2"),
             ("coupling3", "velocity2"), ("velocity3", "coupling3")], 10):  # fmt: skip
            self.bond(self[tail], self[head], label=str(label))
        self.bond(self.wall, self.wall_velocity, label="18")
        self.bond(self.force, self.velocity3, label="19")
        self.bond(self.coupling1, self.wall_velocity, label="20")
        for i in (1, 2, 3):
            self.output(f"v{i}", f"mass{i}.f", "m/s", f"velocity of mass {i}")
            self.output(f"x{i}", f"spring{i}.q", "m", f"extension of spring {i}")
