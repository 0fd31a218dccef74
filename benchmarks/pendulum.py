"""The double pendulum compiled from its bond graph, beside hand-written C with the same integrators."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable

import numpy as np

from multibond.integrate import Tolerances, integrate
from multibond.integrate.sundials import ADAMS, BDF
from multibond.simulation import engine

from . import measure
from .hand_written import GRID, HandWritten
from .machine_code import COUNT, operations, repeated
from .measure import Table, best, milliseconds
from .models import double_pendulum

TOLERANCE = 1e-8
BOTH = Tolerances(TOLERANCE, TOLERANCE)  # relative and absolute


def table() -> Table:
    """Right-hand side, whole runs, and a sweep."""
    page = Table(
        "Double pendulum beside hand-written C -O2",
        ("10 s, 501 outputs, tolerance 1e-8", "C, ms", "multibond, ms", "ratio"),
    )
    if shutil.which("gcc") is None:
        page.notes.append("no gcc here: the hand-written side cannot be built")
        return page
    model = double_pendulum()
    made = engine(model)
    system, p = made.parameters(None)
    bare = made.machine(system, audit=False).program
    start = np.zeros(4)

    def row(
        what: str, target: float | None, c: Callable[[], object], own: Callable[[], object], repeats: int = 30
    ) -> None:
        by_hand, ours = best(c, own, repeats=repeats)
        page.add(what, milliseconds(by_hand), milliseconds(ours), f"{ours / by_hand:.2f}")
        if target is not None:
            page.judge(what, ours / by_hand, target)

    with tempfile.TemporaryDirectory() as folder:
        hand = HandWritten(folder, TOLERANCE)
        many, out = hand.code.many, hand.out.ctypes.data
        here = np.array([1.0, -2.0, 0.5, -0.2])  # a position where sines take their usual time, the same for both
        names = made.machine(system, audit=False).state_names
        same = {"hinge1.angle.q": 1.0, "hinge2.angle.q": -3.0, "hinge1.free.f": 0.5, "hinge2.free.f": -0.7}
        there = np.array([same[name] for name in names])
        row("right-hand side, 100,000 times", 2.0, lambda: many(COUNT, here.copy().ctypes.data, out),
            repeated(bare, p, there), 10)  # fmt: skip
        page.notes.append(f"operations of the compiled right-hand side: {operations(bare)}")
        page.notes.append(
            "the figure for whole runs is set with CVODE on both sides; DOP853 in C has its equations inlined, with "
            "all lengths and masses as constants, and stands there for comparison"
        )
        for solver, by_hand in (("dop853", hand.dop853), ("adams", hand.cvode(ADAMS)), ("bdf", hand.cvode(BDF))):
            how = {"solver": solver}
            row(f"{solver}, the run itself", None if solver == "dop853" else 1.5, by_hand,
                lambda how=how: integrate(bare, 0.0, start, GRID, p, tolerance=BOTH, **how))  # fmt: skip
            row(f"{solver}, model.simulate with start values and energy audit", None, by_hand,
                lambda how=how: model.simulate(10.0, tolerance=TOLERANCE, **how))  # fmt: skip
        runs = 200 if measure.QUICK else 1000
        gravity = np.linspace(9.0, 10.0, runs)
        row(f"sweep of {runs} runs, dop853, last values", 1.5, lambda: hand.sweep(gravity),
            lambda: model.sweep({"world.g": gravity}, 10.0, tolerance=TOLERANCE), 3)  # fmt: skip
    return page
