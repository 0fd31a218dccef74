"""One model to every other program: its run, its linear form, its equations, its pictures and its text.

A crane swings a load on two ropes; what comes out of it is written into the folder `out`, or another that is named:

    python examples/exports.py out
"""

import sys
from pathlib import Path

import multibond as mb
from multibond import planar


class Crane(mb.Model):
    """A crab on a rail, pushed for a moment, with a hook and a load under it."""

    stop = 5.0
    load = mb.Parameter(500.0, "kg", description="mass of the load")

    def build(self):
        self.world, self.bridge = planar.World(), planar.Fixed([0, 10])
        self.rail = planar.Prismatic([1, 0], actuated=True)
        self.upper, self.lower = planar.Revolute(), planar.Revolute()
        self.crab, self.hook, self.freight = planar.Body(300.0, 10.0), planar.PointMass(50.0), planar.Body("load", 40.0)
        self.rope, self.sling = planar.Rod([0, -6]), planar.Rod([0, -2])
        self.drive, self.way = mb.Se("2000*(time < 1)", domain="translational"), mb.J1()
        self.friction = mb.R("200 N*s/m")
        self.join(self.bridge.b, self.rail.a)
        self.join(self.rail.b, self.crab.a, self.upper.a)
        self.join(self.upper.b, self.rope.a)
        self.join(self.rope.b, self.hook.a, self.lower.a)
        self.join(self.lower.b, self.sling.a)
        self.join(self.sling.b, self.freight.a)
        self.drive >> self.way >> [self.rail.drive, self.friction]
        self.output("position", "rail.s", "m", "place of the crab")
        self.output("freight", "freight.x", "m", "place of the load")
        self.output("force", "upper.force", "N", "force of the rope on the crab's hinge")


def export(folder):
    """Write everything into the folder; gives the model, its run and its linear form."""
    folder.mkdir(exist_ok=True)
    crane = Crane()
    result = crane.simulate(tolerance=1e-8)
    for ending in ("csv", "json", "nc", "parquet", "mat"):  # time and the outputs, by name
        result.save(folder / f"run.{ending}")
    result.save(folder / "power.csv", ["rail.v", "drive.e*drive.f"], units=True)  # any expressions, with their units
    result.plot().savefig(folder / "run.pdf")

    crane.save(folder / "crane.yaml")  # the model as text, also .json
    for ending in ("svg", "png", "pdf", "tex"):
        crane.draw().save(folder / f"crane.{ending}")
    result.animate().save(folder / "crane.html")  # one page that needs no network; also .gif and .mp4
    (folder / "report.html").write_text(crane.report(format="html"), encoding="utf-8")
    (folder / "motion.tex").write_text(crane.equations(form="mechanics").latex(), encoding="utf-8")

    study = mb.Study(crane, vary={"load": "100:900:5"}, observe={"sway": "max(abs(upper.phi))"})
    study.run().save(folder / "loads.parquet")
    return crane, result, crane.linearize(inputs=["drive"], outputs=["position"])


if __name__ == "__main__":
    crane, result, linear = export(Path(sys.argv[1] if len(sys.argv) > 1 else "out"))
    print(linear.to_control())  # a system of python-control
