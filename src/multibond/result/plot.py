"""Plots of results, with names and units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..argument import checked
from ..errors import ModelError

if TYPE_CHECKING:
    from .trajectories import Trajectories


@checked
def plot(result: Trajectories, names: Sequence[str], width: float = 8.0, height: float = 2.4) -> Any:
    """One panel for each unit, time below; `width` and `height` (of a panel) in inches. Returns a figure."""
    from matplotlib.figure import Figure

    if not 0.1 <= width <= 200 or not 0.1 <= height <= 200:
        raise ModelError(f"a figure is 0.1 to 200 inches wide and high, not {width} and {height}")
    names = list(names) or result.outputs
    panels: dict[str, list[str]] = {}
    for name in names:
        panels.setdefault(result.unit(name), []).append(name)
    figure = Figure(figsize=(width, height * len(panels)), layout="constrained")
    axes = np.atleast_1d(figure.subplots(len(panels), 1, sharex=True))
    for axis, (unit, group) in zip(axes, panels.items(), strict=True):
        for name in group:
            values = result[name]
            for index in np.ndindex(*values.shape[1:]):
                label = f"{name}[{','.join(map(str, index))}]" if index else name
                axis.plot(result.time, values[(slice(None), *index)], label=label, linewidth=1.4)
        axis.set_ylabel(f"{group[0] if len(group) == 1 else 'value'}" + (f" [{unit}]" if unit else ""))
        axis.grid(alpha=0.3)
        axis.legend(loc="best", fontsize="small", frameon=False)
    axes[-1].set_xlabel("time [s]")
    figure.suptitle(result.system.graph.title, fontsize="medium")
    _attach(figure)
    return figure


def _attach(figure: Any) -> None:
    """Give the figure a canvas, so that savefig works without a display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    FigureCanvasAgg(figure)
