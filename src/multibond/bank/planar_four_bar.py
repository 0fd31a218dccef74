"""A planar four-bar linkage whose crank makes full turns, of planar parts."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..planar import Body, Fixed, Revolute, Rod, World


class PlanarFourBar(Model):
    """Planar four-bar: a crank of length 1 m turns fully while its rocker swings; without losses.

    Ground 3 m, crank 1 m, coupler 3 m, rocker 2.5 m; each bar has its mass at mid-length.
    """

    library = "planar"
    m_crank = Parameter(2.0, "kg", minimum=0.0, strict=True, description="mass of the crank")
    m_coupler = Parameter(3.0, "kg", minimum=0.0, strict=True, description="mass of the coupler")
    m_rocker = Parameter(2.5, "kg", minimum=0.0, strict=True, description="mass of the rocker")
    w0 = Parameter(8.0, "rad/s", description="angular velocity of the crank at the start, counter-clockwise")

    def build(self) -> None:
        """Two fixed points; crank, coupler and rocker between them."""
        self.world, self.left, self.right = World(scale=2.0), Fixed(), Fixed([3.0, 0.0])
        self.hinge1, self.hinge2 = Revolute(phi0=1.0, w0="w0"), Revolute()
        self.hinge3, self.hinge4 = Revolute(), Revolute()
        for name, length in (("crank", 1.0), ("coupler", 3.0), ("rocker", 2.5)):
            self.add(f"{name}_half", Rod([length / 2, 0.0]))
            self.add(name, Rod([length / 2, 0.0]))
            self.add(f"{name}_body", Body(f"m_{name}", f"m_{name}*{length}**2/12"))
        self.join(self.left.b, self.hinge1.a)
        self.join(self.hinge1.b, self.crank_half.a)
        self.join(self.crank_half.b, self.crank_body.a, self.crank.a)
        self.join(self.crank.b, self.hinge2.a)
        self.join(self.hinge2.b, self.coupler_half.a)
        self.join(self.coupler_half.b, self.coupler_body.a, self.coupler.a)
        self.join(self.coupler.b, self.hinge3.a)
        self.join(self.hinge3.b, self.rocker.b)
        self.join(self.rocker.a, self.rocker_body.a, self.rocker_half.b)
        self.join(self.rocker_half.a, self.hinge4.b)
        self.join(self.hinge4.a, self.right.b)
        for name, angle in (("hinge2", -0.6), ("hinge3", 1.2), ("hinge4", 1.8)):  # rough guesses of the position
            self.start(f"{name}.angle.q", angle, fixed=False)
        self.output("phi", "hinge1.phi", "rad", "angle of the crank, counter-clockwise")
        self.output("w", "hinge1.w", "rad/s", "angular velocity of the crank, counter-clockwise")
        self.output("psi", "hinge4.phi", "rad", "angle of the rocker, counter-clockwise")
