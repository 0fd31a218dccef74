"""Plots of results, with names and units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from .curves import Curve, check_keys, curves_of, pair, panels_of

if TYPE_CHECKING:
    from .canvas import Plot
    from .trajectories import Trajectories

OUTSIDE = 7  # curves from which on the legend stands beside the panel
COLUMN, LINE = 24, 0.19  # entries in a column of such a legend, and inches for each
SHORT = 34  # letters of a label that an axis has room for
Marks = Callable[[Any, "Trajectories"], None]  # draws into a panel over time what happened in the run


def plot(
    result: Trajectories,
    what: Sequence[Any],
    *,
    x: str | None = None,
    units: Mapping[str, str] | None = None,
    title: str | None = None,
    limits: Any = None,
    axis: Any = None,
    width: float = 8.0,
    height: float = 2.4,
    marks: Iterable[Marks] = (),
) -> Plot | None:
    """Draw curves into panels, and `marks` into those over time; the figure, or None where a given `axis` was used."""
    from .canvas import colours, new_figure

    names = [name for entry in what for name in ([entry] if isinstance(entry, str) else _listed(entry))]
    across = "time" if x is None else x
    wanted = check_keys(units, [*(names or result.outputs), across], "units")
    panels = panels_of(result, what, wanted)
    if not panels:
        raise ModelError(
            "the model has no outputs or states to draw; name variables or expressions, as in plot('motor.w')"
        )
    below = _across(result, across, wanted)
    if axis is None:
        heights = [max(height, LINE * min(len(panel), COLUMN)) if len(panel) >= OUTSIDE else height for panel in panels]
        figure = new_figure(width, sum(heights))
        axes = list(np.atleast_1d(figure.subplots(len(panels), 1, sharex=True, height_ratios=heights)))
        figure.suptitle(result.system.graph.title if title is None else str(title), fontsize="medium")
    else:
        axes, panels = [_existing(axis)], [[curve for panel in panels for curve in panel]]
        if title is not None:
            axis.set_title(str(title))
    palette = iter(
        colours(sum(map(len, panels)) + (0 if axis is None else len(axis.get_lines())))[
            0 if axis is None else len(axis.get_lines()) :
        ]
    )
    bounds = _limits(limits, [*names, *result.outputs, across])
    for each, curves in zip(axes, panels, strict=True):
        _panel(each, curves, below, palette, bounds, axis is not None)
        if across == "time":
            for mark in marks:
                mark(each, result)
    axes[-1].set_xlabel(_axis_label([below]))
    if across in bounds:
        axes[-1].set_xlim(*bounds[across])
    return figure if axis is None else None


def _listed(entry: Any) -> list[str]:
    return [name for name in entry if isinstance(name, str)] if isinstance(entry, (list, tuple)) else []


def _existing(axis: Any) -> Any:
    """An axis of matplotlib to draw into."""
    if not hasattr(axis, "plot") or not hasattr(axis, "twinx"):
        raise ModelError(f"an existing axis is one of matplotlib, as from figure.subplots(), not {axis!r:.60}")
    return axis


def _across(result: Trajectories, name: str, units: Mapping[str, str]) -> Curve:
    """What runs along the horizontal axis."""
    curves = curves_of(result, name, units)
    if len(curves) != 1:
        raise ModelError(f"'{name}' is a vector; the horizontal axis shows one component, such as {name}[0]")
    return curves[0]


def _limits(given: Any, names: Sequence[str]) -> dict[str, tuple[float | None, float | None]]:
    """The limits of axes by the names of their curves; "" are those of all vertical axes."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return {name: pair(value, f"'{name}'") for name, value in check_keys(given, names, "limits").items()}
    return {"": pair(given, "the plot")}


def _panel(
    axis: Any, curves: list[Curve], below: Curve, palette: Any, bounds: Mapping[str, Any], existing: bool
) -> None:
    """One panel: curves in further units have further axes on its right."""
    groups: dict[str, list[Curve]] = {}
    for curve in curves:
        groups.setdefault(curve.unit, []).append(curve)
    lines: list[Any] = list(axis.get_lines()) if existing else []
    for k, group in enumerate(groups.values()):
        own = axis if k == 0 else axis.twinx()
        if k > 1:
            own.spines["right"].set_position(("outward", 62 * (k - 1)))
        for curve in group:
            many = len(curve.values) > 20_000
            lines += own.plot(below.values, curve.values, label=curve.label, linewidth=1.5, color=next(palette),
                              rasterized=many)  # fmt: skip
            for name in ("", curve.name):
                if name in bounds:
                    own.set_ylim(*bounds[name])
        own.set_ylabel(_axis_label(group))
        if len(groups) > 1 and len(group) == 1:
            own.yaxis.label.set_color(lines[-1].get_color())
        own.spines["top"].set_visible(False)
        own.spines["right"].set_visible(k > 0)
        own.margins(x=0.01)
    axis.grid(alpha=0.25, linewidth=0.6)
    _legend(axis, lines)


def _axis_label(group: list[Curve]) -> str:
    """The name where there is one, and the unit."""
    name = group[0].label if len(group) == 1 and len(group[0].label) <= SHORT else ""
    unit = f"[{group[0].unit}]" if group[0].unit else ""
    return f"{name} {unit}".strip() or "value"


def _legend(axis: Any, lines: list[Any]) -> None:
    if len(lines) == 1 and len(str(lines[0].get_label())) <= SHORT:
        return  # its name stands at the axis
    twins = len(axis.figure.axes) > 1 and any(other is not axis and other.bbox.bounds == axis.bbox.bounds
                                              for other in axis.figure.axes)  # fmt: skip
    labels = [str(line.get_label()) for line in lines]
    if len(lines) < OUTSIDE:
        axis.legend(lines, labels, loc="best", fontsize="small", frameon=True, framealpha=0.6, edgecolor="none")
        return
    columns = 1 + (len(lines) - 1) // COLUMN
    axis.legend(lines, labels, loc="upper left", bbox_to_anchor=(1.14 if twins else 1.01, 1.0), fontsize="x-small",
                frameon=False, ncols=columns, borderaxespad=0.0)  # fmt: skip


__all__ = ["Marks", "plot"]
