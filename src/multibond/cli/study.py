"""Many runs of a model with different values, as a table: on this machine or on a cluster."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

from ..errors import SimulationError
from .model_argument import add_model, open_model
from .number_argument import count
from .output import check_writable, print_json, tell
from .run_options import add_run, method_of
from .setting import settings
from .usage import UsageError

if TYPE_CHECKING:
    from ..study import StudyResult

INTERRUPTED, FAILED = 130, 2
SHOWN = 40  # rows that are printed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond study`."""
    add_model(parser)
    parser.add_argument("--vary", action="append", default=[], metavar="PATH=VALUES",
                        help="PATH=from:to:count, PATH=1,2,3, PATH=1:100:9:log or PATH~normal(0.1,0.02); "
                        "repeatable")  # fmt: skip
    parser.add_argument("--observe", action="append", default=[], metavar="NAME=WHAT",
                        help="what is kept, such as peak=max(current), when(speed > 90), curve(speed); repeatable "
                        "(default: last values of the outputs)")  # fmt: skip
    parser.add_argument("--runs", type=count, metavar="N", help="how many runs, for distributions and samples")
    parser.add_argument("--sample", metavar="KIND", help="grid, list, random, lhs or sobol")
    parser.add_argument("--seed", type=count, default=0, metavar="N", help="of random values (default 0)")
    parser.add_argument("--truncate", action="store_true", help="cut distributions to what is allowed")
    parser.add_argument("--workers", type=count, default=1, metavar="N", help="at the same time on this machine")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a dask.distributed scheduler: tcp://host:8786")
    parser.add_argument("--folder", metavar="PATH", help="keep what is done there, and go on there when run again")
    add_run(parser)
    parser.add_argument("--out", metavar="FILE", help="write .csv, .parquet, .nc (netCDF) or .json (default: print)")
    parser.add_argument("--json", action="store_true", help="print the table as JSON and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Run all, write or print the table."""
    from ..study import Study
    from ..study.study_file import as_data, writer

    vary, observe = varied(arguments.vary), observed(arguments.observe)
    write: Any = None
    if arguments.out is not None:
        check_writable(arguments.out)
        write = writer(arguments.out)
    model = open_model(arguments.model)
    study = Study(
        model, vary, observe, runs=arguments.runs, sample=arguments.sample, truncate=arguments.truncate,
        stop=arguments.stop, start=arguments.start, points=arguments.points, tolerance=arguments.tolerance,
        solver=arguments.solver, step=arguments.step, method=method_of(arguments), bonds=arguments.bonds,
        steady=arguments.steady, impulses=arguments.impulses, impacts=arguments.impacts,
        parameters=settings(arguments.settings),
    )  # fmt: skip
    try:
        result = study.run(
            workers=arguments.workers, client=arguments.cluster, seed=arguments.seed, folder=arguments.folder
        )
    except SimulationError as error:
        if write is not None and error.result is not None:
            write(error.result, arguments.out)
            tell(f"multibond: what was computed until then is in {arguments.out}")
        raise
    if write is not None:
        write(result, arguments.out)
        tell(f"wrote {arguments.out}")
    if arguments.json:
        print_json(as_data(result))
    elif write is None:
        print(_text(result))
    return _told(result)


def _text(result: StudyResult) -> str:
    """The table; of a long one its beginning and end."""
    table = result.table.drop(columns=[name for name in ("message", "doubts") if not any(result.table[name])])
    return str(table.to_string(max_rows=SHOWN, line_width=None))


def _told(result: StudyResult) -> int:
    """Say which runs failed; the exit status."""
    failed = result.failed
    if result.message:
        tell(f"multibond: {result.message}")
        return INTERRUPTED
    if len(failed):
        first = failed.iloc[0]
        tell(f"multibond: {len(failed)} of {len(result)} runs failed, first run {failed.index[0]}: {first['message']}")
    doubtful = (result.table["doubts"] != "").sum()
    if doubtful:
        first = result.table["doubts"][result.table["doubts"] != ""]
        tell(f"multibond: {doubtful} runs are doubtful, first run {first.index[0]}: {first.iloc[0]}")
    return FAILED if len(failed) == len(result) else 0


def varied(texts: list[str]) -> dict[str, Any]:
    """What varies, by path.

    >>> varied(["load=1:20:40", "friction~normal(0.1,0.02)", "mass=1 kg, 2 kg"])
    {'load': '1:20:40', 'friction': 'normal(0.1,0.02)', 'mass': ['1 kg', '2 kg']}
    """
    found: dict[str, Any] = {}
    for text in texts:
        read = re.fullmatch(r"\s*([^=~]+?)\s*([=~])\s*(.+?)\s*", text, re.DOTALL)
        if read is None:
            raise UsageError(f"--vary takes PATH=1:20:40, PATH=1,2,3 or PATH~normal(0.1,0.02), not '{text}'")
        path, sign, values = read.groups()
        if path in found:
            raise UsageError(f"--vary gives '{path}' twice; keep one")
        whole = sign == "~" or "(" in values or ":" in values
        if sign == "~" and "(" not in values:
            raise UsageError(f"--vary {path}~… takes a distribution, such as {path}~normal(0.1,0.02), not '{values}'")
        found[path] = values if whole else [part.strip() for part in values.split(",")]
    if not found:
        raise UsageError("say what varies, as in --vary load=1:20:40")
    return found


def observed(texts: list[str]) -> dict[str, str] | None:
    """What is kept, by column; None where nothing is said.

    >>> observed(["peak=max(current)", "when(speed >= 90)"])
    {'peak': 'max(current)', 'when(speed >= 90)': 'when(speed >= 90)'}
    """
    found: dict[str, str] = {}
    for text in texts:
        named = re.fullmatch(r"\s*([\w .\[\]]+?)\s*=(?!=)\s*(.+)", text, re.DOTALL)
        name, what = named.groups() if named else (text.strip(), text)
        if name in found:
            raise UsageError(f"--observe gives '{name}' twice; keep one")
        found[name] = what
    return found or None
