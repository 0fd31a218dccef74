"""Simulate a model, sum up the run and its energy, and write its outputs to a file."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import SimulationError
from .main import UsageError
from .model_argument import add_bonds, add_model, open_model
from .number_argument import count, number
from .output import check_writable, print_json, tell
from .progress import Progress
from .setting import add_settings, settings

if TYPE_CHECKING:
    from ..result import Trajectories

INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond simulate`."""
    add_model(parser)
    parser.add_argument("--stop", type=number, metavar="S", help="end of the run in s (default: the model's own)")
    parser.add_argument("--start", type=number, metavar="S", default=0.0, help="start of the run in s (default 0)")
    parser.add_argument("--points", type=count, metavar="N", default=501, help="output points (default 501)")
    parser.add_argument("--tolerance", type=number, metavar="T", default=1e-6, help="error per step (default 1e-6)")
    parser.add_argument("--solver", metavar="NAME", default="auto", help="auto, dop853, rk4, bdf, adams or ida")
    parser.add_argument("--step", type=number, metavar="S", help="fixed step of rk4 in s")
    parser.add_argument(
        "--method", metavar="NAME", default="reduced", help="reduced, minimal, zcp, lagrange or parasitic"
    )
    for name, unit in (("stiffness", "N/m"), ("damping", "N s/m"), ("frequency", "Hz")):
        parser.add_argument(f"--{name}", type=number, metavar="X", help=f"of the springs of parasitic, in {unit}")
    add_bonds(parser)
    parser.add_argument("--steady", action="store_true", help="start where nothing changes")
    parser.add_argument("--impulses", action="store_true", help="let stores jump where switches and diodes ask for it")
    parser.add_argument(
        "--impacts", metavar="HOW", default="sequential", help="contacts that touch: sequential or simultaneous"
    )
    add_settings(parser)
    parser.add_argument("--out", metavar="FILE.csv", help="write time and outputs, as .csv, .json or .nc (netCDF)")
    parser.add_argument("--all", action="store_true", help="write every variable, not only the outputs")
    parser.add_argument("--json", action="store_true", help="print the run summary as JSON and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Simulate, write, sum up."""
    parameters = settings(arguments.settings)
    write: Any = None
    if arguments.out is not None:
        check_writable(arguments.out)
        from ..result.export import writer

        write = writer(arguments.out)
    elif arguments.all:
        raise UsageError("--all chooses what --out writes; name a file with --out FILE.csv")
    model = open_model(arguments.model)
    progress = Progress(arguments.start, model.stop if arguments.stop is None else arguments.stop)
    try:
        result = model.simulate(
            arguments.stop, start=arguments.start, points=arguments.points, tolerance=arguments.tolerance,
            solver=arguments.solver, step=arguments.step, method=_method(arguments), bonds=arguments.bonds,
            steady=arguments.steady, impulses=arguments.impulses,
            impacts=arguments.impacts, parameters=parameters,
            progress=progress if progress.wanted else None,
        )  # fmt: skip
    except SimulationError as error:
        progress.clear()
        _keep(error.result, arguments, write)
        raise
    progress.clear()
    if arguments.out is not None:
        write(result, arguments.out, variables(result) if arguments.all else None)
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


def _method(arguments: argparse.Namespace) -> Any:
    """The method, with the springs that were given."""
    given = {name: getattr(arguments, name) for name in ("stiffness", "damping", "frequency")}
    given = {name: value for name, value in given.items() if value is not None}
    if not given:
        return arguments.method
    if arguments.method != "parasitic":
        raise UsageError(f"--{next(iter(given))} is for springs; add --method parasitic")
    from ..equations.methods import Parasitic

    return Parasitic(**given)


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
