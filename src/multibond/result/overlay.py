"""Runs drawn over each other, with what they differ by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..argument import checked, spelled
from ..errors import Asked, ModelError
from ..frozen import frozen
from ..notebook import framed, table_html
from ..simulation.continued import advance
from .trajectories import Trajectories

if TYPE_CHECKING:
    from .canvas import Plot


@frozen
class Difference:
    """How far a run lies from the first: the `largest` difference of a variable, in its unit, when it is [s], and as a
    part of the largest value of the first run."""

    name: str
    run: str
    largest: float
    time: float
    relative: float
    unit: str


class Overlay(Asked):
    """Runs over each other; what `overlay` gives. It shows its figure and table in notebooks, ``print`` the table.

    `figure`: the curves, a panel for each variable and a colour for each run; `differences`: the largest differences
    from the first run, the largest part first.
    """

    def __init__(self, runs: Sequence[Trajectories], names: Sequence[str], labels: Sequence[str]):
        self.runs, self.names, self.labels = list(runs), list(names), list(labels)

    @cached_property
    def time(self) -> np.ndarray:
        """The times of the first run that all runs have [s]."""
        first = max(float(run.time[0]) for run in self.runs)
        last = min(float(run.time[-1]) for run in self.runs)
        times = self.runs[0].time
        kept = times[(times >= first) & (times <= last)]
        if not len(kept):
            raise ModelError(
                f"the runs have no output time of the first in common: they share {first:g} to {last:g} s at most; "
                "simulate them over the same times"
            )
        return kept

    @cached_property
    def _together(self) -> list[Trajectories]:
        """The runs at the common times: those with other output times are followed again."""
        return [self._at_times(run) for run in self.runs]

    def _at_times(self, run: Trajectories) -> Trajectories:
        if np.array_equal(run.time, self.time):
            return run
        if np.isin(self.time, run.time).all() and self.time[-1] == run.time[-1] and len(self.time) == len(run.time):
            return run
        before = self.time[0] <= run.time[0]
        grid = self.time[1:] if before else self.time
        again = advance(run.run, run.shown.start, grid)
        again.shown = (0 if before else 1, None)
        return type(run)(again)

    @cached_property
    def differences(self) -> list[Difference]:
        """The largest difference of every variable of every run from the first, the largest part first."""
        found = []
        first = self._together[0]
        for name in self.names:
            expected, unit = first.values_of(name), first.unit(name)
            size = float(np.nanmax(np.abs(expected), initial=0.0))
            for run, label in zip(self._together[1:], self.labels[1:], strict=True):
                values = run.values_of(name)
                if values.shape != expected.shape:
                    raise ModelError(f"'{name}' has another number of components in {label} than in {self.labels[0]}")
                gap = np.abs(values - expected).reshape(len(expected), -1).max(axis=1)
                worst = int(np.nanargmax(gap)) if np.any(np.isfinite(gap)) else 0
                largest = float(gap[worst])
                part = largest / size if size else float(largest > 0)
                found.append(Difference(name, label, largest, float(self.time[worst]), part, unit))
        return sorted(found, key=lambda d: -d.relative)

    @cached_property
    def figure(self) -> Plot:
        """The curves."""
        from .canvas import colours, new_figure
        from .curves import curves_of

        panels = [[curves_of(run, name, {}) for run in self.runs] for name in self.names]
        rows = sum(len(runs[0]) for runs in panels)
        figure = new_figure(8.0, min(2.2 * rows + 0.3, 200.0))
        axes = iter(np.atleast_1d(figure.subplots(rows, 1, sharex=True)))
        palette = colours(len(self.runs))
        for runs in panels:
            for k, curve in enumerate(runs[0]):
                axis = next(axes)
                for run, curves, label, colour in zip(self.runs, runs, self.labels, palette, strict=True):
                    axis.plot(run.time, curves[k].values, color=colour, label=label, linewidth=1.5)
                axis.set_ylabel(f"{curve.label}" + (f" [{curve.unit}]" if curve.unit else ""))
                axis.grid(alpha=0.25, linewidth=0.6)
                axis.spines[["top", "right"]].set_visible(False)
        figure.axes[-1].set_xlabel("time [s]")
        figure.axes[0].legend(loc="best", fontsize="small", framealpha=0.6, edgecolor="none")
        return figure

    @spelled
    def show(self) -> None:
        """Show the figure, and print the table."""
        print(self)
        self.figure.show()

    def __str__(self) -> str:
        table = [("variable", "run", "largest difference", "at", "of the largest value")]
        for d in self.differences:
            table.append((d.name, d.run, f"{d.largest:.4g} {d.unit}".strip(), f"{d.time:.4g} s", f"{d.relative:.2g}"))
        widths = [max(map(len, column)) + 2 for column in zip(*table, strict=True)]
        rows = ["".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
        return "\n".join([f"differences from {self.labels[0]}", *rows])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [
            [escape(d.name), escape(d.run), f"{d.largest:.4g} {escape(d.unit)}", f"{d.time:.4g} s", f"{d.relative:.2g}"]
            for d in self.differences
        ]
        head = ["variable", "run", "largest difference", "at", "of the largest value"]
        title = f"<h5>differences from {escape(self.labels[0])}</h5>"
        return framed(self.figure._repr_html_(), title, table_html(head, rows))


@checked
def overlay(*results: Any, names: Sequence[str] | None = None, labels: Sequence[str] | None = None) -> Overlay:
    """Draw two or more results over each other and list the largest differences from the first.

    `names`: variables or expressions that all of them have (default: the outputs they share). `labels`: what the runs
    are called (default: what they differ by). Runs may end at different times; where their output times differ, they
    are followed again to those of the first, with their own solver and tolerance.

    >>> import multibond
    >>> model = multibond.load("rlc")
    >>> both = overlay(model.simulate(2.0), model.simulate(2.0, tolerance=1e-10))
    >>> both.labels, both.differences[0].relative < 1e-5
    (['tolerance 1e-06', 'tolerance 1e-10'], True)
    """
    for result in results:
        if not isinstance(result, Trajectories):
            raise ModelError(f"overlay takes results of simulations, not {result!r:.60}")
    if len(results) < 2:
        raise ModelError("overlay takes two or more results; to draw one, use result.plot()")
    shared = [name for name in results[0].outputs if all(name in other.names for other in results[1:])]
    if names is None and not shared:
        raise ModelError("the results have no output in common; give the names of what to compare: names=['speed']")
    if labels is not None and len(labels) != len(results):
        raise ModelError(f"there are {len(results)} results and {len(labels)} labels; give one for each")
    chosen = shared if names is None else list(names)
    for name in chosen:
        for result in results:
            result.found(name)
    return Overlay(results, chosen, _labels(results) if labels is None else labels)


def _labels(results: Sequence[Trajectories]) -> list[str]:
    """What tells the runs apart, in words."""
    told: list[dict[str, str]] = []
    for result in results:
        settings = result.run.settings
        about = {"": result.system.graph.title, "method": settings.method.name, "bonds": settings.bonds,
                 "solver": settings.solver.name, "tolerance": f"{settings.tolerance:g}"}  # fmt: skip
        told.append(about | {f"{name} =": str(value) for name, value in settings.given.items()})
    keys = list(dict.fromkeys(key for about in told for key in about))
    differing = [key for key in keys if len({about.get(key, "") for about in told}) > 1]
    found = [", ".join(f"{key} {about[key]}".strip() for key in differing if key in about) for about in told]
    short = [label if 0 < len(label) <= 60 else "as it stands" if differing and not label else "" for label in found]
    return [label if label and short.count(label) == 1 else f"run {k + 1}" for k, label in enumerate(short)]


__all__ = ["Difference", "Overlay", "overlay"]
