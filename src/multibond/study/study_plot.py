"""Pictures of studies: families of curves, heat maps, points, and what moves a result most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import ModelError
from .study_result import StudyResult, chosen

COLORS = "viridis"
LOW, HIGH = "#3b6fb6", "#d1495b"  # of the ends of a tornado


def _figure(width: float = 7.0, height: float = 4.2) -> Any:
    from ..result.canvas import new_figure

    return new_figure(width, height)


def _label(result: StudyResult, name: str) -> str:
    unit = result.units.get(name, "")
    return f"{name} [{unit}]" if unit else name


def families(result: StudyResult, names: Sequence[str], color: str | None, most: int) -> Any:
    """One panel for each curve, a line for each run."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    if not result.curves:
        raise ModelError("the study has kept no curves; observe some, as in observe={'speed': 'curve(motor.w)'}")
    if most < 1:
        raise ModelError(f"at least one run must be drawn, not {most}")
    shown = [chosen(result, name, list(result.curves), "curve") for name in names] or list(result.curves)
    by = chosen(result, color, [*result.varied, *result.columns], "column")
    values = result.column(by)
    runs = np.unique(np.linspace(0, len(result) - 1, min(most, len(result))).astype(int))
    finite = values[np.isfinite(values)]
    scale = Normalize(float(np.min(finite)), float(np.max(finite))) if len(finite) else Normalize(0, 1)
    map_ = ScalarMappable(scale, COLORS)
    panels = [(name, k) for name in shown for k in np.ndindex(*result.curves[name].shape[2:])]
    figure = _figure(height=1.2 + 2.8 * len(panels))
    axes = np.atleast_1d(figure.subplots(len(panels), 1, sharex=True))
    for axis, (name, index) in zip(axes, panels, strict=True):
        for run in runs:
            line = result.curves[name][(run, slice(None), *index)]
            axis.plot(result.time, line, color=map_.to_rgba(values[run]), linewidth=1.0, alpha=0.8)
        axis.set_ylabel(_label(result, name) + (f" {list(index)}" if index else ""))
        axis.grid(alpha=0.3)
    axes[-1].set_xlabel("time [s]")
    figure.colorbar(map_, ax=list(axes), label=_label(result, by))
    few = f", {len(runs)} of {len(result):,} runs" if len(runs) < len(result) else ""
    figure.suptitle(result.title + few, fontsize="medium")
    return figure


def heat_map(result: StudyResult, value: str | None, x: str | None, y: str | None) -> Any:
    """Colours over two of the parameters of a grid."""
    if result.shape is None or len(result.shape) < 2:
        raise ModelError("a heat map needs a grid over two things or more; for other studies there is scatter")
    name = chosen(result, value, result.columns, "column")
    across = chosen(result, x, result.varied, "varied")
    others = [label for label in result.varied if label != across]
    up = chosen(result, y, others, "other varied")
    places = [result.varied.index(up), result.varied.index(across)]
    numbers = result.column(name).reshape(result.shape)
    rest = tuple(k for k in range(len(result.shape)) if k not in places)
    with np.errstate(all="ignore"):
        numbers = np.nanmean(numbers, axis=rest) if rest else numbers
    numbers = numbers if places[0] < places[1] else numbers.T
    (rows, columns) = (np.asarray(result.lists[place]) for place in places)
    order = np.argsort(rows), np.argsort(columns)
    figure = _figure()
    axis = figure.subplots()
    mesh = axis.pcolormesh(columns[order[1]], rows[order[0]], numbers[np.ix_(*order)], cmap=COLORS, shading="nearest")
    axis.set_xlabel(_label(result, across))
    axis.set_ylabel(_label(result, up))
    figure.colorbar(mesh, ax=axis, label=_label(result, name))
    more = f", mean over {', '.join(result.varied[k] for k in rest)}" if rest else ""
    figure.suptitle(f"{result.title}: {name}{more}", fontsize="medium")
    return figure


def scatter(result: StudyResult, x: str | None, y: str | None, color: str | None) -> Any:
    """A point for each run."""
    known = [*result.varied, *result.columns]
    across = chosen(result, x, known, "column")
    up = chosen(result, y, known if y is not None else result.columns, "column")
    figure = _figure()
    axis = figure.subplots()
    size = float(np.clip(3000.0 / max(1, len(result)), 4.0, 30.0))
    if color is None:
        axis.scatter(result.column(across), result.column(up), s=size, color=LOW, alpha=0.7, linewidths=0)
    else:
        by = chosen(result, color, known, "column")
        drawn = axis.scatter(result.column(across), result.column(up), s=size, c=result.column(by), cmap=COLORS,
                             linewidths=0)  # fmt: skip
        figure.colorbar(drawn, ax=axis, label=_label(result, by))
    axis.set_xlabel(_label(result, across))
    axis.set_ylabel(_label(result, up))
    axis.grid(alpha=0.3)
    figure.suptitle(result.title, fontsize="medium")
    return figure


def tornado(result: StudyResult, value: str | None) -> Any:
    """Bars from the mean over all runs to the means at the low and at the high end of each thing that varied."""
    name = chosen(result, value, result.columns, "column")
    effects = result.effects(name)
    numbers = result.column(name)
    middle = float(np.mean(numbers[np.isfinite(numbers)])) if np.isfinite(numbers).any() else 0.0
    figure = _figure(height=1.6 + 0.45 * len(effects))
    axis = figure.subplots()
    for place, (_, low, high) in enumerate(reversed(effects)):
        axis.barh(place, low - middle, left=middle, color=LOW, height=0.6, label="lowest fifth" if not place else None)
        axis.barh(place, high - middle, left=middle, color=HIGH, height=0.6,
                  label="highest fifth" if not place else None)  # fmt: skip
    axis.set_yticks(range(len(effects)), [_label(result, label) for label, *_ in reversed(effects)])
    axis.axvline(middle, color="0.3", linewidth=1.0)
    axis.set_xlabel(f"mean of {_label(result, name)}")
    axis.grid(alpha=0.3, axis="x")
    axis.legend(loc="best", fontsize="small", frameon=False)
    figure.suptitle(f"{result.title}: what moves {name}", fontsize="medium")
    return figure


__all__ = ["families", "heat_map", "scatter", "tornado"]
