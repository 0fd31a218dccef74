"""The pictures of docs/studies.md: a family of curves, a heat map, points and a tornado of a quarter car."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..bank import load
from ..study import Study

DPI = 66


def write_study_pictures(folder: Path, new: bool = False) -> Iterator[Path]:
    """Write the pictures (`new`: those that are missing); yields their paths."""
    for name, make in (("curves", _curves), ("heat_map", _heat_map), ("scatter", _scatter), ("tornado", _tornado)):
        path = folder / f"study_{name}.png"
        if not (new and path.exists()):
            make().savefig(path, dpi=DPI, metadata={"Software": None})
            yield path


def _curves() -> Any:
    study = Study(load("quarter_car"), {"damping": "300:3000:10"}, {"height": "curve(body_height)"}, points=301)
    return study.run().plot()


def _heat_map() -> Any:
    vary = {"stiffness": "8000:30000:24", "damping": "300:4000:24"}
    return Study(load("quarter_car"), vary, {"shaking": "rms(body_acceleration)"}).run().heat_map()


def _sampled() -> Any:
    vary = {
        "body_mass": "normal(300 kg, 30 kg)", "damping": "uniform(800, 2500)", "stiffness": "uniform(14000, 24000)",
        "speed": "triangular(3, 5, 8)", "tyre_stiffness": "lognormal(180000, 0.1)",
    }  # fmt: skip
    observe = {"shaking": "rms(body_acceleration)", "travel": "max(abs(suspension_travel))"}
    return Study(load("quarter_car"), vary, observe, runs=400, sample="lhs").run(seed=1)


def _scatter() -> Any:
    return _sampled().scatter("shaking", "travel", color="damping")


def _tornado() -> Any:
    return _sampled().tornado("shaking")


__all__ = ["write_study_pictures"]
