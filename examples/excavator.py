"""An excavator lifts its boom and curls its stick: two hydraulic rams on one pump.

A `Ram` is a model of its own, mechanics and oil in one graph, used twice: its oil lines are exposed ports, its eyes are
frames that the excavator joins. The pump gives a constant flow; what nobody takes leaves through the relief valve.

    python examples/excavator.py
    multibond animate examples/excavator.py:Excavator -o excavator.html
"""

import multibond as mb
from multibond import planar


class Ram(mb.Model):
    """A hydraulic ram between two eyes; oil under the piston lengthens it, oil on the side of the rod shortens it."""

    bore = mb.Parameter("50 cm**2", "m**2", description="area of the piston")
    ring = mb.Parameter("30 cm**2", "m**2", description="area on the side of the rod")
    low = mb.Parameter(0.0, "Pa", description="pressure under the piston at the start")
    high = mb.Parameter(0.0, "Pa", description="pressure on the side of the rod at the start")

    def build(self):
        self.foot, self.eye = planar.Revolute(), planar.Revolute()
        self.slide = planar.Prismatic([1, 0], actuated=True)
        self.join(self.foot.b, self.slide.a)
        self.join(self.slide.b, self.eye.a)

        self.bottom, self.top = mb.J0(domain="hydraulic"), mb.J0(domain="hydraulic")
        self.oil, self.oil_top = (mb.Compliance("2 l", e0=p, vapour="-95 kPa") for p in ("low", "high"))
        self.piston, self.back = mb.HydraulicCylinder("bore"), mb.HydraulicCylinder("ring")
        self.rod, self.seal = mb.J1(domain="translational"), mb.R("60 kN*s/m")
        self.bottom >> [self.oil, self.piston]
        self.piston >> self.rod >> [self.slide.drive, self.seal, self.back.b]
        self.back.a >> self.top >> self.oil_top
        self.a, self.b = mb.Exposed(self.bottom, "oil under the piston"), mb.Exposed(self.top, "oil on the rod's side")


class Excavator(mb.Model):
    """Boom, stick and bucket in the plane, moved by two rams."""

    stop = 6.0

    def build(self):
        self.world, self.frame = planar.World(), planar.Fixed()
        self.shoulder, self.elbow = planar.Revolute(phi0="30 deg"), planar.Revolute(phi0="-80 deg")
        self.boom, self.stick = planar.SolidRod([4, 0], 600), planar.SolidRod([2.2, 0], 250)
        self.bucket = planar.Body(400, 60)
        self.join(self.frame.b, self.shoulder.a)
        self.join(self.shoulder.b, self.boom.a)
        self.join(self.boom.b, self.elbow.a)
        self.join(self.elbow.b, self.stick.a)
        self.join(self.stick.b, self.bucket.a)

        # where the rams are fastened: on the frame and under the boom; on the boom and behind the elbow
        self.toe, self.belly = planar.Rod([0.5, -0.6]), planar.Rod([2.0, -0.2])
        self.back, self.heel = planar.Rod([1.8, 0.5]), planar.Rod([-0.5, 0.2])
        self.lift, self.curl = Ram("90 cm**2", "60 cm**2", low="6.5 MPa"), Ram("70 cm**2", "45 cm**2", high="2.5 MPa")
        self.join(self.frame.b, self.toe.a)
        self.join(self.toe.b, self.lift.foot.a)
        self.join(self.shoulder.b, self.belly.a, self.back.a)
        self.join(self.belly.b, self.lift.eye.b)
        self.join(self.back.b, self.curl.foot.a)
        self.join(self.elbow.b, self.heel.a)
        self.join(self.heel.b, self.curl.eye.b)

        self.pump, self.line = mb.Sf("1.2 l/s", domain="hydraulic"), mb.J0()
        self.tank, self.sump = mb.Se(0, domain="hydraulic"), mb.J0()
        self.relief, self.hose = mb.ReliefValve("20 MPa"), mb.Compliance("3 l")
        self.lever = [
            mb.FourWayValve("15 mm**2", opening="trapezoid(1, 0.3, 1.5, 0.3, 10, 0, 0.5)", leak=1e-3),
            mb.FourWayValve("15 mm**2", opening="trapezoid(0.8, 0.3, 1.0, 0.3, 10, 0, 2.5)", leak=1e-3),
        ]
        self.pump >> self.line >> [self.hose, self.relief]
        self.tank >> self.sump
        for lever, ram in zip(self.lever, [self.lift, self.curl]):
            self.line >> lever.p
            self.sump >> lever.t
            lever.a >> ram.a
            lever.b >> ram.b
        self.output("boom", "shoulder.phi", "rad", "angle of the boom over the ground")
        self.output("stick", "elbow.phi", "rad", "angle of the stick against the boom")
        self.output("supply", "hose.e", "Pa", "pressure of the pump")


if __name__ == "__main__":
    result = Excavator().simulate()
    print(result.stats.final, result.energy, sep="\n")
    units = {"boom": "deg", "stick": "deg", "supply": "bar"}
    result.plot(["boom", "stick"], "supply", units=units).savefig("excavator.svg")
