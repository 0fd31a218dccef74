"""Gravity between bodies."""

from __future__ import annotations

from ..elements.frame import SpatialFrameA
from ..elements.junction import J0, J1
from ..elements.source import Free
from ..elements.transducer import TF
from ..look.drawn import joint_icon
from ..model.composite import Composite
from ..model.declare import Option, Parameter
from .field import PotentialField
from .vector import length

G = 6.6742e-11  # m³/(kg s²), CODATA 2002: what the published examples use


class GravityPool(Composite):
    """Bodies that attract each other: masses m [kg] at the frames `body1`, `body2`, …

    The force between two of them is G m_i m_j / s² along the line between the frames.
    """

    library = "spatial"
    icon = joint_icon("gravity_pool")
    bodies = Option(2, description="number of bodies")
    m = Parameter([1.0, 1.0], "kg", "bodies", minimum=0.0, description="masses")
    G = Parameter(G, "m^3/(kg*s^2)", minimum=0.0, description="constant of gravitation")

    def build(self) -> None:
        """A 1-junction for the velocity of every body; between every two, a field at their relative velocity."""
        count = self.size("bodies")
        frames, points = [], []
        for k in range(1, count + 1):
            self.add(f"body{k}", SpatialFrameA())
            self.add(f"point{k}", J1(n=3))
            self.add(f"free{k}", Free(n=3))
            frames.append(self[f"body{k}"])
            points.append(self[f"point{k}"])
            frames[-1].inside_t >> points[-1]
            self[f"free{k}"] >> frames[-1].inside_r
        for i in range(count):
            for j in range(i):
                name = f"{j + 1}_{i + 1}"
                r = frames[i].x - frames[j].x
                product = self.G * self.m[i] * self.m[j]
                s = length(r)
                self.add(f"between_{name}", J0(n=3))
                self.add(f"reverse_{name}", TF(-1.0, n=3))
                self.add(f"field_{name}", PotentialField(effort=product * r / s**3, energy=-product / s, n=3))
                points[i] >> self[f"between_{name}"] >> self[f"field_{name}"]
                points[j] >> self[f"reverse_{name}"] >> self[f"between_{name}"]
