"""Studies as files and labelled arrays."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import ModelError, MultibondError
from ..model.file.whole import replacing, write_text
from .study_result import StudyResult, imported


def to_xarray(result: StudyResult) -> Any:
    """A Dataset with units: of a grid the coordinates are what varied, otherwise the number of the run, with what
    varied beside it. Curves have a time [s] too."""
    xarray = imported("xarray")
    grid = result.shape is not None and not any(_repeats(values) for values in result.lists)
    dims = list(result.varied) if grid else ["run"]
    shape: tuple[int, ...] = result.shape if grid and result.shape is not None else (len(result),)
    coordinates: dict[str, Any] = {}
    for name, values in zip(result.varied, result.lists, strict=True):
        column = values if grid else result.column(name)
        coordinates[name] = ([name] if grid else dims, column, {"units": result.units[name]})
    if not grid:
        coordinates["run"] = np.arange(len(result))
    data: dict[str, Any] = {}
    for name in result.columns:
        data[name] = (dims, result.column(name).reshape(shape), {"units": result.units[name]})
    if result.curves:
        coordinates["time"] = ("time", result.time, {"units": "s"})
    for name, values in result.curves.items():
        own = [f"{name}_{k}" for k in range(values.ndim - 2)]
        data[name] = ([*dims, "time", *own], values.reshape(*shape, *values.shape[1:]), {"units": result.units[name]})
    for name in ("message", "doubts"):
        data[name] = (dims, np.array(result.table[name].tolist(), dtype=np.str_).reshape(shape))
    return xarray.Dataset(data, coordinates, {"model": result.title})


def _repeats(values: np.ndarray | None) -> bool:
    return values is None or len(np.unique(values)) < len(values)


def to_csv(result: StudyResult, path: Any) -> None:
    """A table with a line for each run; every digit of the numbers is there."""
    _without_curves(result, ".csv")
    write_text(path, result.table.to_csv(lineterminator="\n"), "the study")


def as_data(result: StudyResult) -> dict[str, Any]:
    """The study as plain data: the model, units, columns (lists) and curves with their time [s]."""
    columns = {name: _plain(result.column(name)) for name in (*result.varied, *result.columns)}
    columns |= {name: result.table[name].tolist() for name in ("message", "doubts")}
    data: dict[str, Any] = {"model": result.title, "runs": len(result), "units": result.units, "columns": columns}
    if result.curves:
        data |= {"time": result.time.tolist(), "curves": {name: _plain(x) for name, x in result.curves.items()}}
    return data


def to_json(result: StudyResult, path: Any) -> None:
    """A JSON file with the data of the study."""
    write_text(path, json.dumps(as_data(result), ensure_ascii=False, allow_nan=False) + "\n", "the study")


def _plain(values: np.ndarray) -> Any:
    """Lists, with null for numbers that JSON does not have."""

    def plain(x: Any) -> Any:
        return [plain(one) for one in x] if isinstance(x, list) else x if math.isfinite(x) else None

    return plain(values.tolist())


def to_parquet(result: StudyResult, path: Any) -> None:
    """A Parquet file; curves are lists in columns of their own."""
    imported("pyarrow")
    table = result.table.copy()
    for name, values in result.curves.items():
        table[name] = [row.tolist() for row in values]
    with replacing(path, "the study") as part:
        table.to_parquet(part)


def to_netcdf(result: StudyResult, path: Any) -> None:
    """A netCDF file, with units and curves."""
    content = to_xarray(result).to_netcdf(None, engine="h5netcdf")  # in memory: HDF5 ends the process on a full disk
    with replacing(path, "the study") as part:
        part.write_bytes(content)


def _without_curves(result: StudyResult, suffix: str) -> None:
    if result.curves:
        raise MultibondError(
            f"curves ({', '.join(result.curves)}) do not fit into the lines of a {suffix} file; write .nc, .parquet or "
            ".json"
        )


WRITERS: dict[str, Callable[[StudyResult, Any], None]] = {
    ".csv": to_csv, ".json": to_json, ".parquet": to_parquet, ".nc": to_netcdf,
}  # fmt: skip
NEEDED = {".csv": "pandas", ".json": "pandas", ".parquet": "pyarrow", ".nc": "xarray"}


def writer(path: Any) -> Callable[[StudyResult, Any], None]:
    """What writes a study to `path`, by its suffix; says what is missing for it."""
    try:
        suffix = Path(path).suffix.lower()
    except TypeError:
        raise ModelError(f"a file is named by a path, not by {path!r:.60}") from None
    if suffix not in WRITERS:
        raise ModelError(f"a study is written as {', '.join(WRITERS)}, not as '{suffix}'; choose one of these",
                         str(path)[:200])  # fmt: skip
    imported(NEEDED[suffix])
    return WRITERS[suffix]


__all__ = ["as_data", "to_xarray", "writer"]
