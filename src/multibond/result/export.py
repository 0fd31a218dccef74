"""Results as files and tables."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError, MultibondError
from ..model.file.whole import as_path, replacing, write_text
from ..model.option import check_flag
from .modelica_file import to_mat

if TYPE_CHECKING:
    from .trajectories import Trajectories

MOST_WRITTEN = 50_000  # variables in one file: code is compiled for each of them


def _chosen(result: Trajectories, names: Sequence[str] | None) -> list[str]:
    """The names of what is to be written; the outputs where nothing is said."""
    if names is None:
        return result.outputs
    if isinstance(names, str) or not isinstance(names, (list, tuple)):
        raise ModelError(f"what to write is a list of names such as ['motor.w'], not {names!r}")
    if len(names) > MOST_WRITTEN:
        raise ModelError(
            f"{len(names):,} variables are more than the {MOST_WRITTEN:,} that fit in one file or table; name those "
            "that are wanted, as outputs of the model or in names=[…]"
        )
    return list(names)


def columns(result: Trajectories, names: Sequence[str] | None) -> dict[str, np.ndarray]:
    """The chosen variables as scalar columns; components of vectors get an index."""
    table: dict[str, np.ndarray] = {}
    chosen = _chosen(result, names)
    if all(isinstance(name, str) for name in chosen):
        result.compute(chosen)
    for name in chosen:
        values = result[name]
        if values.ndim == 1:
            table[name] = values
        else:
            for index in np.ndindex(*values.shape[1:]):
                table[f"{name}[{','.join(map(str, index))}]"] = values[(slice(None), *index)]
    return table


def to_csv(result: Trajectories, path: Any, names: Sequence[str] | None, units: bool = False) -> None:
    """Write a CSV file; an existing file is replaced only when all was written. `units`: in the names of columns."""
    check_flag(units, "'units'")
    table = {"time": result.time, **columns(result, names)}
    titles = [_with_unit(result, name) for name in table] if units else list(table)
    header = ",".join('"' + title.replace('"', '""') + '"' if set(title) & set(',"') else title for title in titles)
    # line by line: the text of a large run is many times its numbers
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.write(header + "\n")
        for row in zip(*table.values(), strict=True):
            file.write(",".join(repr(float(v)) for v in row) + "\n")


def write_events(result: Trajectories, path: Any) -> None:
    """Write the events of a run as a CSV file, a row for each component to which something happened and
    for each joint through which it passed."""
    rows = result.event_rows
    columns = list(rows[0]) if rows else ["time", "element", "kind", "impulse", "energy_before", "energy_after"]
    lines = [",".join(columns)]
    for row in rows:
        told = {**row, "kind": '"' + row["kind"].replace('"', '""') + '"'}
        lines.append(",".join("" if x is None else x if isinstance(x, str) else repr(x) for x in told.values()))
    write_text(path, "\n".join(lines) + "\n")


def _with_unit(result: Trajectories, name: str) -> str:
    unit = unit_of(result, _stem(result, name))
    return f"{name} [{unit}]" if unit else name


def _stem(result: Trajectories, column: str) -> str:
    """The variable of which a column is a component."""
    return column.rpartition("[")[0] if column.endswith("]") and column not in result.system.outputs else column


def to_json(result: Trajectories, path: Any, names: Sequence[str] | None) -> None:
    """Write a JSON file: the model, time [s], and for each variable its unit, description and values over time."""
    variables = {
        name: {"unit": unit_of(result, name), "description": description_of(result, name),
               "values": _finite(result[name].tolist())}
        for name in _chosen(result, names)
    }  # fmt: skip
    data = {"model": result.system.graph.title, "time": result.time.tolist(), "variables": variables}
    write_text(path, json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n")


def _finite(values: Any) -> Any:
    """Numbers that JSON does not have become null."""
    if isinstance(values, list):
        return [_finite(value) for value in values]
    return values if math.isfinite(values) else None


def to_netcdf(result: Trajectories, path: Any, names: Sequence[str] | None) -> None:
    """Write a netCDF file, which xarray and many other programs read; units and descriptions stand in it."""
    data = to_xarray(result, names)
    with replacing(path, "the result") as part:
        data.to_netcdf(part, engine="scipy")


def to_parquet(result: Trajectories, path: Any, names: Sequence[str] | None) -> None:
    """Write a Parquet file: a column for time and for each scalar, with units and descriptions in its schema."""
    arrow, parquet = _import("pyarrow", "data"), _import("pyarrow.parquet", "data")
    table = {"time": result.time, **columns(result, names)}
    fields = []
    for name in table:
        stem = _stem(result, name)
        about = {"unit": unit_of(result, stem), "description": description_of(result, stem)}
        fields.append(arrow.field(name, arrow.float64(), metadata=about))
    schema = arrow.schema(fields, metadata={"model": result.system.graph.title})
    data = arrow.table([np.ascontiguousarray(column, dtype=float) for column in table.values()], schema=schema)
    with replacing(path, "the result") as part:
        parquet.write_table(data, part)


Writer = Callable[..., None]  # of a result, a path and names
WRITERS: dict[str, Writer] = {
    ".csv": to_csv,
    ".json": to_json,
    ".nc": to_netcdf,
    ".parquet": to_parquet,
    ".mat": to_mat,
}
NEEDED = {".nc": "xarray", ".parquet": "pyarrow"}


def save(result: Trajectories, path: Any, names: Sequence[str] | None, units: bool) -> None:
    """Write a result by the suffix of `path`."""
    check_flag(units, "'units'")
    write = writer(as_path(path))
    write(result, path, names, **({"units": True} if units and write is to_csv else {}))


def writer(path: Any) -> Writer:
    """What writes a result to `path`, by its suffix; a name without one is CSV. Says what is missing for it."""
    suffix = Path(path).suffix.lower() or ".csv"
    if suffix not in WRITERS:
        raise ModelError(
            f"results are written as {', '.join(WRITERS)}, not as '{suffix}'; choose one of these", str(path)
        )
    if suffix in NEEDED:
        _import(NEEDED[suffix], "data")
    return WRITERS[suffix]


def to_pandas(result: Trajectories, names: Sequence[str] | None) -> Any:
    """A DataFrame indexed by time [s]."""
    pandas = _import("pandas", "data")
    return pandas.DataFrame(columns(result, names), index=pandas.Index(result.time, name="time"))


def to_xarray(result: Trajectories, names: Sequence[str] | None) -> Any:
    """A Dataset over time; vectors have their own dimensions."""
    xarray = _import("xarray", "data")
    data = {}
    for name in _chosen(result, names):
        values = result[name]
        dims = ["time", *(f"{name}_{k}" for k in range(values.ndim - 1))]
        data[name] = (dims, values, {"units": unit_of(result, name), "description": description_of(result, name)})
    attributes = {
        "model": result.system.graph.title,
        "solver": result.stats.solver,
        "tolerance": result.stats.tolerance,
    }
    return xarray.Dataset(data, {"time": ("time", result.time, {"units": "s"})}, attributes)


def _import(name: str, extra: str) -> Any:
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        raise MultibondError(f"{name} is not installed; install it with: pip install multibond[{extra}]") from None


def unit_of(result: Trajectories, name: str) -> str:
    """The unit of a variable, as far as it is known."""
    from ..graph.expression_units import unit_of_expression
    from ..graph.named_units import plain_name
    from ..graph.named_units import unit_of as declared
    from ..model.unit import pretty

    if not isinstance(name, str) or name in result.system.outputs or plain_name(name):
        return pretty(declared(result.system.graph, name))
    return unit_of_expression(result.system.graph, name, result.found)


def description_of(result: Trajectories, name: str) -> str:
    """The description of a variable, as far as there is one."""
    if name in result.system.outputs:
        return result.system.outputs[name].description
    owner, _, last = name.rpartition(".")
    graph = result.system.graph
    component: Any = graph.elements[owner].element if owner in graph.elements else graph.models.get(owner)
    declared = component.declarations.get(last) if component is not None else None
    return declared.description if declared is not None else ""
