"""Plots of a run as SVG text to stand in a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..result import Trajectories

COLORS = ("#1b5e9b", "#c4501b", "#2e7d4f", "#7b4fa0", "#9a7b12", "#6f7680")


def output_plots(result: Trajectories) -> list[str]:
    """One plot for each unit among the outputs."""
    groups: dict[str, list[str]] = {}
    for name in result.outputs:
        groups.setdefault(result.unit(name), []).append(name)
    return [_outputs(result, unit, names) for unit, names in groups.items()]


def _outputs(result: Trajectories, unit: str, names: list[str]) -> str:
    figure, axes = _figure(1)
    curves = 0
    for name in names:
        values = result[name]
        for index in np.ndindex(*values.shape[1:]):
            label = f"{name}[{','.join(map(str, index))}]" if index else name
            _curve(axes[0], result.time, values[(slice(None), *index)], label, curves)
            curves += 1
    _finish(axes, unit)
    return _svg(figure, "-".join(names))


def energy_plot(result: Trajectories) -> str:
    """Delivered, dissipated and stored energy, and below what the books are out by."""
    return _svg(energy_figure(result), "energy")


def energy_figure(result: Trajectories) -> Any:
    """The same as a figure."""
    figure, axes = _figure(2)
    energy = result.energy
    rows = [
        ("delivered", energy.delivered),
        ("dissipated", energy.dissipated),
        ("stored, since the start", energy.stored - energy.stored[0]),
    ]
    if np.any(energy.jumps):
        rows.append(("put in by events", energy.jumps))
    for k, (label, values) in enumerate(rows):
        _curve(axes[0], result.time, values, label, k)
    _curve(axes[1], result.time, energy.residual, "residual", 5)
    _finish(axes, "J")
    return figure


def _figure(panels: int) -> tuple[Any, list[Any]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.6, 2.3 if panels == 1 else 3.6), layout="constrained")
    axes = figure.subplots(panels, 1, sharex=True, height_ratios=[3, 1][:panels])
    return figure, list(np.atleast_1d(axes))


def _curve(axis: Any, time: np.ndarray, values: np.ndarray, label: str, place: int) -> None:
    axis.plot(time, values, color=COLORS[place % len(COLORS)], linewidth=1.3, label=label)


def _finish(axes: list[Any], unit: str) -> None:
    for axis in axes:
        axis.set_ylabel(unit or "–")
        axis.grid(alpha=0.25, linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
        axis.legend(loc="best", fontsize=8, frameon=False)
        axis.tick_params(labelsize=8)
        axis.ticklabel_format(axis="y", style="sci", scilimits=(-3, 5))
        axis.margins(x=0)
    axes[-1].set_xlabel("time [s]", fontsize=9)


def _svg(figure: Any, salt: str) -> str:
    from ..result.canvas import svg_text

    return svg_text(figure, salt)


__all__ = ["energy_figure", "energy_plot", "output_plots"]
