"""Table 3 of the paper on multi-bond mechanics: nonlinear systems after tearing, and steps, over 10 s."""

from __future__ import annotations

from typing import Any

import numpy as np

import multibond
from multibond.bank import names

from .measure import Table

PAPER: dict[str, tuple[list[int], int]] = {
    "double_pendulum": ([], 549),
    "crane_crab_wrapped": ([], 205),
    "gyroscope": ([], 25574),
    "planar_loop": ([2], 372),
    "centrifugal_governor": ([2, 2], 70),
    "four_bar": ([5], 625),
    "bicycle": ([1], 84),
}
STOP, TOLERANCE = 10.0, 1e-4


def table() -> Table:
    """A row for each model of the paper that the bank has."""
    page = Table(
        "Table 3 of the paper: 10 s at tolerance 1e-4",
        ("model", "nonlinear: paper", "ours", "steps: paper, DASSL", "auto", "IDA", "error of auto", "error of IDA"),
    )
    page.notes.append(
        "errors: largest difference of the outputs to a run at 1e-10, relative to the largest value of each"
    )
    for name, (sizes, steps) in PAPER.items():
        if name not in names():
            page.notes.append(f"{name} is not in the bank yet")
            continue
        try:
            _row(page, name, sizes, steps)
        except Exception as error:
            page.notes.append(f"{name}: {type(error).__name__}: {error}")
    return page


def _row(page: Table, name: str, sizes: list[int], steps: int) -> None:
    model = multibond.load(name)
    exact = model.simulate(STOP, tolerance=1e-10)
    auto = model.simulate(STOP, tolerance=TOLERANCE)
    try:
        ida = model.simulate(STOP, tolerance=TOLERANCE, solver="ida")
        beside, far = str(ida.stats.steps), f"{distance(ida, exact):.1e}"
    except multibond.MultibondError as error:
        beside, far = "failed", str(error)[:40]
    own = auto.stats.nonlinear_systems
    page.add(name, str(sizes or 0), str(own or 0), str(steps), f"{auto.stats.steps} ({auto.stats.solver})", beside,
             f"{distance(auto, exact):.1e}", far)  # fmt: skip
    page.judge(f"{name}, steps", auto.stats.steps, steps)
    page.judge(f"{name}, unknowns of nonlinear systems", sum(own), sum(sizes))


def distance(run: Any, exact: Any) -> float:
    """The largest difference of an output, relative to its own largest value."""
    worst = 0.0
    for output in exact.outputs:
        values, true = np.asarray(run[output], float), np.asarray(exact[output], float)
        if values.shape == true.shape and np.max(np.abs(true), initial=0.0) > 0:
            worst = max(worst, float(np.max(np.abs(values - true)) / np.max(np.abs(true))))
    return worst
