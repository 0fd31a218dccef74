"""Simulate a model, sum up the run and its energy, and write its outputs to a file."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import SimulationError
from .model_argument import add_model, open_model
from .output import check_writable, print_json, tell
from .run_options import add_run, progress_of, simulated
from .setting import settings
from .usage import UsageError

if TYPE_CHECKING:
    from ..result import Trajectories

INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond simulate`."""
    add_model(parser)
    add_run(parser)
    parser.add_argument(
        "--out", metavar="FILE.csv", help="write time and outputs: .csv, .json, .nc (netCDF), .parquet or .mat (Dymola)"
    )
    parser.add_argument("--units", action="store_true", help="write units into the names of the columns of a .csv")
    parser.add_argument("--all", action="store_true", help="write every variable, not only the outputs")
    parser.add_argument("--events", metavar="FILE.csv", help="write the events: time, element, kind, impulse, energies")
    parser.add_argument("--json", action="store_true", help="print the run summary as JSON and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Simulate, write, sum up."""
    settings(arguments.settings)  # wrong ones are told before anything is done
    write: Any = None
    if arguments.out is not None:
        check_writable(arguments.out)
        from ..result.export import save, writer

        writer(arguments.out)  # a kind that there is not is told before the run
        write = partial(save, units=arguments.units)
    elif arguments.all:
        raise UsageError("--all chooses what --out writes; name a file with --out FILE.csv")
    elif arguments.units:
        raise UsageError("--units is about what --out writes; name a file with --out FILE.csv")
    if arguments.events is not None:
        check_writable(arguments.events)
        if arguments.out is not None and Path(arguments.out).resolve() == Path(arguments.events).resolve():
            raise UsageError(f"--out and --events are one file, '{arguments.events}', and one would replace the other; "
                             "name two")  # fmt: skip
    model = open_model(arguments.model)
    progress = progress_of(arguments, model)
    try:
        result = simulated(model, arguments, progress)
    except SimulationError as error:
        progress.clear()
        _keep(error.result, arguments, write)
        raise
    progress.clear()
    if arguments.out is not None:
        write(result, arguments.out, variables(result) if arguments.all else None)
    if arguments.events is not None:
        from ..result.export import write_events

        write_events(result, arguments.events)
    if arguments.json:
        print_json(result.stats.as_dict())
    else:
        from .run_text import summary

        print(summary(result))
    if result.message:
        kept = f"; the {len(result.time)} points until then are in {arguments.out}" if arguments.out else ""
        tell(f"multibond: {result.message}{kept or '; what is shown is what was computed until then'}")
        return INTERRUPTED
    return 0


def _keep(result: Any, arguments: argparse.Namespace, write: Any) -> None:
    """Write what a failed run computed, and say so."""
    if result is None or arguments.out is None:
        return
    write(result, arguments.out, variables(result) if arguments.all else None)
    tell(
        f"multibond: what was computed until {result.time[-1]:.6g} s ({len(result.time)} points) is in {arguments.out}"
    )


def variables(result: Trajectories) -> list[str]:
    """Every variable of the run by name, once; parameters are not variables."""
    from ..model.declare import Parameter

    system, graph = result.system, result.system.graph
    listed = []
    for name in result.names:
        owner, _, last = name.rpartition(".")
        component: Any = graph.elements[owner].element if owner in graph.elements else graph.models.get(owner)
        declared = component.declarations.get(last) if component is not None else None
        if name in system.outputs or not isinstance(declared, Parameter):
            listed.append(name)
    return listed
