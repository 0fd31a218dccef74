"""The options of commands that simulate, and the run that they ask for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..progress import Progress
from .model_argument import add_bonds
from .number_argument import count, number
from .setting import add_settings, settings
from .usage import UsageError

if TYPE_CHECKING:
    from ..api import Model
    from ..api.result import Result


def add_run(parser: argparse.ArgumentParser) -> None:
    """How to run."""
    parser.add_argument("--stop", type=number, metavar="S", help="end of the run in s (default: the model's own)")
    parser.add_argument("--start", type=number, metavar="S", default=0.0, help="start of the run in s (default 0)")
    parser.add_argument("--points", type=count, metavar="N", default=501, help="output points (default 501)")
    parser.add_argument("--tolerance", type=number, metavar="T", default=1e-6, help="error per step (default 1e-6)")
    parser.add_argument(
        "--solver",
        metavar="NAME",
        default="auto",
        help="auto, dop853, rk4, bdf, adams, ida, propagator, esdirk or timestepping",
    )
    parser.add_argument("--step", type=number, metavar="S", help="fixed step of rk4 and timestepping in s")
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


def progress_of(arguments: argparse.Namespace, model: Model) -> Progress:
    """The progress bar of the run."""
    return Progress(arguments.start, model.stop if arguments.stop is None else arguments.stop)


def simulated(model: Model, arguments: argparse.Namespace, progress: Progress) -> Result:
    """The result of the run."""
    return model.simulate(
        arguments.stop, start=arguments.start, points=arguments.points, tolerance=arguments.tolerance,
        solver=arguments.solver, step=arguments.step, method=method_of(arguments), bonds=arguments.bonds,
        steady=arguments.steady, impulses=arguments.impulses, impacts=arguments.impacts,
        parameters=settings(arguments.settings), progress=progress if progress.wanted else None,
    )  # fmt: skip


def method_of(arguments: argparse.Namespace) -> Any:
    """The method, with the springs that were given."""
    given = {name: getattr(arguments, name) for name in ("stiffness", "damping", "frequency")}
    given = {name: value for name, value in given.items() if value is not None}
    if not given:
        return arguments.method
    if arguments.method != "parasitic":
        raise UsageError(f"--{next(iter(given))} is for springs; add --method parasitic")
    from ..equations.methods import Parasitic

    return Parasitic(**given)


__all__ = ["add_run", "method_of", "progress_of", "simulated"]
