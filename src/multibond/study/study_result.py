"""What a study gave: a table with a row for each run, curves, pictures, files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..argument import checked
from ..errors import Asked, MultibondError, NameNotFound, nearest
from ..model.unit import pretty
from .design import Design
from .drive import Whole
from .rows import Rows

SHOWN = 20  # rows of the table that a study shows of itself
RESERVED = ("message", "doubts", "run", "time")  # columns and coordinates of every study


class StudyResult(Asked):
    """`table` has a row for each run: what varied, what was observed, why it failed (`message`) and what speaks against
    it (`doubts`). `curves` holds arrays (runs, times) by name, `time` their times [s]; `message` says why a study
    stopped early."""

    def __init__(self, title: str, drawn: Design, whole: Whole, rows: Rows):
        self.title = title
        self.varied: list[str] = [axis.label for axis in drawn.axes]  # the names of what varied
        self.shape = drawn.shape  # of the grid, if it is one
        self.lists: list[np.ndarray | None] = [axis.values for axis in drawn.axes]
        self._values, self._whole = drawn.table, whole
        self.time: np.ndarray = rows.grid
        self.message = ""
        self.columns: list[str] = [column.label for column in rows.observations.columns]
        self.units: dict[str, str] = {
            **{axis.label: pretty(axis.unit) for axis in drawn.axes},
            **{column.label: column.unit for column in rows.observations.columns},
            **rows.observations.units,
        }

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "table"}

    def __len__(self) -> int:
        return len(self._values)

    @property
    def curves(self) -> dict[str, np.ndarray]:
        """The curves that were asked for, each (runs, times) or (runs, times, components)."""
        return self._whole.curves

    @cached_property
    def table(self) -> Any:
        """A pandas DataFrame; its index is the number of the run, from 0 on."""
        pandas = imported("pandas")
        values = {name: self._values[:, k] for k, name in enumerate(self.varied)}
        found = {name: self._whole.numbers[:, k] for k, name in enumerate(self.columns)}
        told = {"message": self._whole.messages, "doubts": self._whole.doubts}
        return pandas.DataFrame({**values, **found, **told}, index=pandas.RangeIndex(len(self), name="run"))

    @property
    def failed(self) -> Any:
        """The rows of the table whose runs failed or were not made."""
        return self.table[self.table["message"] != ""]

    def __contains__(self, name: object) -> bool:
        return name in self.curves or name in (*self.varied, *self.columns)

    @checked
    def __getitem__(self, name: str) -> np.ndarray:
        """A column of the table, or a curve, by name."""
        if name in self.curves:
            return self.curves[name]
        return self.column(name)

    @checked
    def column(self, name: str) -> np.ndarray:
        """The numbers of one column."""
        known = [*self.varied, *self.columns]
        if name not in known:
            raise NameNotFound(f"the study has no column '{name}'" + nearest(name, known))
        if name in self.varied:
            return self._values[:, self.varied.index(name)]
        return self._whole.numbers[:, self.columns.index(name)]

    def to_xarray(self) -> Any:
        """An xarray Dataset: of a grid with what varied as its coordinates, otherwise over the runs."""
        from .study_file import to_xarray

        return to_xarray(self)

    @checked
    def save(self, path: Any) -> None:
        """Write the table to a file: .csv, .json, .parquet, or .nc (netCDF, with curves)."""
        from .study_file import writer

        writer(path)(self, path)

    # ------------------------------------------------------------ pictures
    @checked
    def plot(self, *names: str, color: str | None = None, most: int = 200) -> Any:
        """The curves of all runs over each other, coloured by what varied (`color`: by which); at most `most` runs.

        Returns a matplotlib figure.
        """
        from .study_plot import families

        return families(self, names, color, most)

    @checked
    def heat_map(self, value: str | None = None, x: str | None = None, y: str | None = None) -> Any:
        """A column over a grid of two things that varied; others are averaged. Returns a matplotlib figure."""
        from .study_plot import heat_map

        return heat_map(self, value, x, y)

    @checked
    def scatter(self, x: str | None = None, y: str | None = None, color: str | None = None) -> Any:
        """One column over another, each run a point. Returns a matplotlib figure."""
        from .study_plot import scatter

        return scatter(self, x, y, color)

    @checked
    def tornado(self, value: str | None = None) -> Any:
        """What moves a column most: its mean where each thing that varied is low and where it is high (the lowest and
        the highest fifth of the runs), largest effect on top. Returns a matplotlib figure."""
        from .study_plot import tornado

        return tornado(self, value)

    @checked
    def effects(self, value: str) -> list[tuple[str, float, float]]:
        """For each thing that varied the mean of a column in the lowest and in the highest fifth of its values, the
        largest difference first."""
        numbers = self.column(value)
        found: list[tuple[str, float, float]] = []
        for name in self.varied:
            values = self.column(name)
            low, high = np.quantile(values, 0.2), np.quantile(values, 0.8)
            with np.errstate(all="ignore"):
                found.append((name, _mean(numbers[values <= low]), _mean(numbers[values >= high])))
        return sorted(found, key=lambda entry: -abs(np.nan_to_num(entry[2] - entry[1])))

    def __repr__(self) -> str:
        bad = sum(bool(message) for message in self._whole.messages)
        words = [f"{len(self):,} runs", *([f"{bad:,} without a result"] if bad else [])]
        return f"<StudyResult of {self.title}: {', '.join(words)}{'; ' + self.message if self.message else ''}>"

    def __str__(self) -> str:
        head, rows = self._shown()
        widths = [max(map(len, column)) + 2 for column in zip(head, *rows, strict=True)]
        lines = ["".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
                 for row in (head, *rows)]  # fmt: skip
        return "\n".join([self._said(), *lines])

    def _repr_html_(self) -> str:
        from html import escape

        from ..notebook import framed, table_html

        head, rows = self._shown()
        cells = [[escape(cell) for cell in row] for row in rows]
        return framed(f"<h5>{escape(self._said())}</h5>", table_html([escape(name) for name in head], cells))

    def _said(self) -> str:
        """How many runs there are, how many failed, and how many of them are shown."""
        bad = sum(bool(message) for message in self._whole.messages)
        said = f"{self.title}: {len(self):,} runs" + (f", {bad:,} without a result" if bad else "")
        more = f", of which the first {SHOWN} are shown" if len(self) > SHOWN else ""
        return said + more + (f"; {self.message}" if self.message else "")

    def _shown(self) -> tuple[list[str], list[list[str]]]:
        """The head and the first rows of the table as people read it; reasons stand where there are any."""
        names = [*self.varied, *self.columns]
        told = [str(message) for message in self._whole.messages[:SHOWN]]
        numbers = np.column_stack([self.column(name)[:SHOWN] for name in names])
        rows = [
            [str(k), *(f"{x:.6g}" for x in row), *([told[k]] if any(told) else [])] for k, row in enumerate(numbers)
        ]
        units = [f" [{self.units[name]}]" if self.units.get(name) else "" for name in names]
        return ["run", *map("".join, zip(names, units, strict=True)), *(["message"] if any(told) else [])], rows


def _mean(values: np.ndarray) -> float:
    finite = values[np.isfinite(values)]
    return float(np.mean(finite)) if len(finite) else float("nan")


def imported(name: str) -> Any:
    """A package of the extra `data`."""
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        raise MultibondError(f"{name} is not installed; install it with: pip install multibond[data]") from None


def chosen(result: StudyResult, name: str | None, known: Sequence[str], what: str) -> str:
    """The name that is meant, or the first of those there are."""
    if name is None:
        if not known:
            raise NameNotFound(f"the study has no {what}; observe one")
        return known[0]
    if name not in known:
        raise NameNotFound(f"the study has no {what} '{name}'" + nearest(name, known))
    return name


__all__ = ["RESERVED", "StudyResult", "chosen", "imported"]
