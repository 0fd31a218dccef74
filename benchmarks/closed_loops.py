"""Closed loops beside other programs: each at the loosest setting whose final crank angle is right to 1e-4."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from multibond import Model, planar

from . import loop_peers, mechanisms
from .measure import Table, best, loosest, milliseconds, peer

TOLERANCES = tuple(10.0 ** (-k / 2) for k in range(6, 21))
STEPS = tuple(round(10 ** (2 + k / 10)) for k in range(0, 23))  # of MuJoCo
LONG = tuple(round(10 ** (3 + k / 5)) for k in range(0, 8))  # of Exudyn


def table() -> Table:
    """Both mechanisms, each beside three programs."""
    page = Table(
        "Closed loops, final crank angle within 1e-4 after 10 s",
        ("mechanism", "program", "setting", "error, rad", "time, ms", "times multibond"),
    )
    mujoco, pinocchio = peer("mujoco", page, "MuJoCo"), peer("pinocchio", page, "Pinocchio")
    exudyn = peer("exudyn", page, "Exudyn")
    for slider, name, reference in (
        (True, "slider crank, 3D", mechanisms.slider_crank_reference()),
        (False, "four-bar, 3D", mechanisms.four_bar_reference()),
    ):
        model = mechanisms.slider_crank() if slider else mechanisms.four_bar()
        contestants = [("multibond", ours(model), TOLERANCES)]
        if not slider:
            contestants.append(("multibond, planar parts", ours(mechanisms.four_bar(planar)), TOLERANCES))
        if mujoco:
            build = loop_peers.mujoco_slider_crank if slider else loop_peers.mujoco_four_bar
            contestants.append(("MuJoCo RK4", build(mujoco), STEPS))
        if pinocchio:
            build = loop_peers.pinocchio_slider_crank if slider else loop_peers.pinocchio_four_bar
            contestants.append(("Pinocchio and SciPy DOP853", build(pinocchio), TOLERANCES))
        if exudyn:
            contestants.append(("Exudyn, trapezoidal", loop_peers.exudyn(exudyn, slider, reference), LONG))
        _rows(page, name, reference, contestants)
    return page


def ours(model: Model) -> loop_peers.Prepare:
    """The whole call: start values, run, energy audit, result."""
    return lambda tolerance: lambda: float(model.simulate(mechanisms.STOP, tolerance=tolerance, points=2)["phi"][-1])


def _rows(
    page: Table, name: str, reference: float, contestants: Sequence[tuple[str, loop_peers.Prepare, Sequence[float]]]
) -> None:
    chosen: list[tuple[str, str, float, Callable[[], float]]] = []
    for program, prepare, settings in contestants:
        setting = loosest(lambda s, prepare=prepare: abs(prepare(s)() - reference), settings)
        if setting is None:
            tightest = settings[-1]
            error = abs(prepare(tightest)() - reference)
            page.notes.append(f"{name}, {program}: still {error:.1e} rad off at {tightest:.3g}; timed there")
            setting = tightest
        run = prepare(setting)
        chosen.append(
            (program, f"{setting:.3g} {'steps' if setting > 1 else 'tolerance'}", abs(run() - reference), run)
        )
    times = best(*(run for *_, run in chosen), repeats=10)
    for (program, setting, error, _), elapsed in zip(chosen, times):
        page.add(name, program, setting, f"{error:.1e}", milliseconds(elapsed), f"{elapsed / times[0]:.2f}")
        if not program.startswith("multibond"):
            page.judge(f"{name}: {program} over multibond", elapsed / times[0], 1.0, most=False)
