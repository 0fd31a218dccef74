"""Pictures of models with scalar bonds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..bank import load
from ..transform import simplify, to_scalar


def scalar_pictures(folder: Path) -> Iterator[tuple[Path, str]]:
    """The pendulum with scalar bonds, as it is transformed and simplified, and the inside of a rotor."""
    pendulum = to_scalar(load("planar_pendulum"))
    rotor = simplify(to_scalar(load("gyroscope")))
    drawings = {
        "scalar_pendulum": pendulum.draw(),
        "scalar_pendulum_simplified": simplify(pendulum).draw(),
        "scalar_rotor": rotor.draw("rotor"),
    }
    for name, drawing in drawings.items():
        text = drawing.svg
        yield folder / f"{name}.svg", text if text.endswith("\n") else text + "\n"


__all__ = ["scalar_pictures"]
