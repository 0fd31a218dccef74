"""Write a self-contained 3D animation page of a model with bodies."""

from __future__ import annotations

import argparse

from ..progress import Progress
from .model_argument import add_model, open_model
from .number_argument import number
from .output import check_writable, tell
from .setting import add_settings, settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond animate`."""
    add_model(parser)
    parser.add_argument("--stop", type=number, metavar="S", help="end of the run in s (default: the model's own)")
    add_settings(parser)
    parser.add_argument("-o", "--output", required=True, metavar="FILE.html", help="the page to write")


def run(arguments: argparse.Namespace) -> int:
    """Simulate and write the page; a model without shapes is refused."""
    parameters = settings(arguments.settings)
    check_writable(arguments.output)
    model = open_model(arguments.model)
    progress = Progress(0.0, model.stop if arguments.stop is None else arguments.stop)
    result = model.simulate(arguments.stop, parameters=parameters, progress=progress if progress.wanted else None)
    progress.clear()
    result.animate().save(arguments.output)
    tell(f"wrote {arguments.output}")
    for doubt in result.stats.doubts:
        tell(f"doubt: {doubt}")
    return 0
