"""Methods side by side on one model: states, multipliers, index, steps, time and error against minimal coordinates."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.methods import METHODS, Method, method_of
from ..errors import Asked, ModelError, MultibondError, NameNotFound, nearest
from ..frozen import frozen
from ..simulation.settings import Settings
from ..simulation.simulate import simulate

if TYPE_CHECKING:
    from ..model.composite import Composite
    from ..result import Trajectories
    from ..simulation.record import Run

REFERENCES = ("minimal", "reduced")  # what others are compared with: the first of these that runs
ORDER = ("minimal", "reduced", "zcp", "lagrange", "parasitic")


@frozen
class Compared:
    """One method on one model. `seconds` is the shortest time that the processor took for a run without compilation,
    `relative_time` that beside minimal coordinates, `error` the largest difference of the chosen output from them.
    `refused` says why it cannot, `doubts` what speaks against its result."""

    method: str
    bonds: str
    states: int | None = None
    constraints: int | None = None
    multipliers: int | None = None
    index: int | None = None
    steps: int | None = None
    evaluations: int | None = None
    seconds: float | None = None
    relative_time: float | None = None
    error: float | None = None
    refused: str = ""
    doubts: tuple[str, ...] = ()


class Comparison(Asked):
    """The table of a comparison; `print` shows it, `plot` the differences over time, `rows` has the numbers."""

    def __init__(
        self, model: str, output: str, unit: str, reference: str, rows: list[Compared], time: np.ndarray,
        differences: dict[str, np.ndarray],
    ):  # fmt: skip
        self.model, self.output, self.unit, self.reference = model, output, unit, reference
        self.rows, self.time, self.differences = rows, time, differences

    def as_dict(self) -> dict[str, Any]:
        """Everything but the curves."""
        return {
            "model": self.model, "output": self.output, "unit": self.unit, "reference": self.reference,
            "methods": [asdict(row) for row in self.rows],
        }  # fmt: skip

    def __str__(self) -> str:
        unit = f" [{self.unit}]" if self.unit else ""
        heads = ["method", "bonds", "states", "constraints", "multipliers", "index", "steps", "time", "relative",
                 f"error of {self.output}{unit}"]  # fmt: skip
        table = [heads, *([*_cells(row)] for row in self.rows)]
        widths = [max(len(row[k]) for row in table) for k in range(len(heads))]
        lines = [f"{self.model}: differences from the method {self.reference}"]
        lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
                  for row in table]  # fmt: skip
        lines += [f"{row.method} ({row.bonds} bonds): {row.refused}" for row in self.rows if row.refused]
        told: dict[str, list[str]] = {}  # methods that give rise to the same doubt share a line
        for row in self.rows:
            for doubt in row.doubts:
                told.setdefault(doubt, []).append(row.method)
        lines += [f"doubt ({', '.join(dict.fromkeys(methods))}): {doubt}" for doubt, methods in told.items()]
        return "\n".join(lines)

    __repr__ = __str__

    def plot(self, width: float = 8.0, height: float = 3.2) -> Any:
        """The differences of the output over time, a curve for each method; returns a figure."""
        from ..result.canvas import colours, new_figure

        figure = new_figure(width, height)
        axis = figure.subplots()
        for (name, values), colour in zip(self.differences.items(), colours(len(self.differences)), strict=True):
            axis.plot(self.time, values, label=name, linewidth=1.4, color=colour)
        axis.set_ylabel(f"difference of {self.output}" + (f" [{self.unit}]" if self.unit else ""))
        axis.set_xlabel("time [s]")
        axis.grid(alpha=0.3)
        axis.legend(loc="best", fontsize="small", frameon=False)
        figure.suptitle(f"{self.model}: against the method {self.reference}", fontsize="medium")
        return figure


def _cells(row: Compared) -> list[str]:
    if row.refused:
        return [row.method, row.bonds, *["–"] * 8]
    counts = [row.states, row.constraints, row.multipliers, row.index, row.steps]
    return [
        row.method, row.bonds, *map(str, counts), f"{1e3 * (row.seconds or 0.0):.3g} ms",
        "–" if row.relative_time is None else f"{row.relative_time:.2f}",
        "–" if row.error is None else f"{row.error:.2g}",
    ]  # fmt: skip


MOST_REPETITIONS = 10_000


def compare_methods(
    model: Composite, settings: Settings, methods: Sequence[str | Method] | None,
    bonds: Mapping[str, Callable[[], tuple[Composite, Mapping[str, Any] | None]]], output: str | None, repeat: int,
) -> Comparison:  # fmt: skip
    """Run `model` with each of the methods and kinds of bonds, `repeat` times each, and hold the runs together.

    `bonds` gives for each kind the model with such bonds and the values of its parameters.
    """
    from ..result import Trajectories

    if methods is not None and not isinstance(methods, (list, tuple)):
        raise ModelError(f"the methods are a list such as ['reduced', 'lagrange'], not {methods!r}")
    wanted = [method_of(m) for m in (ORDER if methods is None else methods)]
    if isinstance(repeat, bool) or not isinstance(repeat, int) or not 1 <= repeat <= MOST_REPETITIONS:
        raise ModelError(
            f"the number of repetitions must be a whole number from 1 to {MOST_REPETITIONS}, not {repeat!r:.60}"
        )
    chosen = _output(model, output)
    runs: dict[tuple[str, str], Trajectories | str] = {}

    def run(method: Method, kind: str) -> Trajectories | str:
        """The fastest run, or why there is none."""
        try:
            tried = replace(settings, method=method, bonds=kind)
            other, parameters = bonds[kind]()
            found = [_timed(other, parameters, tried) for _ in range(repeat + 1)][1:]  # the first one compiles
        except MultibondError as error:
            return str(error)
        return Trajectories(min(found, key=lambda one: one.seconds[1]))

    for kind in bonds:
        for method in wanted:
            runs[method.name, kind] = run(method, kind)
    name, reference = _reference(runs, run, next(iter(bonds)))
    return _held_together(model.title, chosen, name, reference, runs)


def _timed(model: Composite, parameters: Mapping[str, Any] | None, settings: Settings) -> Run:
    """A run with the time [s] that the processor worked on it: what else the machine does makes no difference."""
    began = time.thread_time()
    found = simulate(model, parameters, settings)
    found.seconds = found.seconds[0], time.thread_time() - began
    return found


def _reference(runs: Any, run: Any, kind: str) -> tuple[str, Any]:
    """The run that the others are compared with."""
    for name in REFERENCES:
        found = runs[name, kind] if (name, kind) in runs else run(METHODS[name], kind)
        if not isinstance(found, str):
            return name, found
    raise ModelError(f"neither the method 'minimal' nor 'reduced' runs here: {found}")


def _held_together(title: str, output: str, name: str, reference: Trajectories, runs: Any) -> Comparison:
    rows, differences = [], {}
    base = np.asarray(reference.values_of(output))
    kinds = {kind for _, kind in runs}
    for (method, kind), found in runs.items():
        if isinstance(found, str):
            rows.append(Compared(method, kind, refused=found))
            continue
        stats = found.stats
        difference = np.asarray(found.values_of(output)) - base
        label = method if len(kinds) == 1 else f"{method}, {kind} bonds"
        if found is not reference:
            differences[label] = difference.reshape(len(difference), -1)[:, 0]
        seconds, error = stats.simulate_seconds, float(np.max(np.abs(difference)))
        relative = seconds / reference.stats.simulate_seconds
        counts = len(stats.states), stats.constraints, stats.multipliers, stats.index, stats.steps
        rows.append(Compared(method, kind, *counts, stats.rhs_evaluations, seconds, relative, error,
                             doubts=tuple(stats.doubts)))  # fmt: skip
    return Comparison(title, output, reference.unit(output), name, rows, reference.time, differences)


def _output(model: Composite, given: str | None) -> str:
    """The output to compare: the last one of the model unless one is named."""
    names = list(model.outputs)
    if given is None:
        if not names:
            raise ModelError(
                "the model has no output to compare; name a variable, as in output='coil.f' (--output coil.f)",
                model.title,
            )
        return names[-1]
    if not isinstance(given, str):
        raise NameNotFound(f"the output is named by a text, not {given!r}" + nearest(str(given), names))
    return given


__all__ = ["Compared", "Comparison", "compare_methods"]
