"""Write a self-contained 3D animation page of a model with bodies."""

from __future__ import annotations

import argparse

from ..errors import ModelError
from .model_argument import add_model, open_model
from .number import number
from .output import check_writable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond animate`."""
    add_model(parser)
    parser.add_argument("--stop", type=number, metavar="S", help="end of the run in s (default: the model's own)")
    parser.add_argument("-o", "--output", required=True, metavar="FILE.html", help="the page to write")


def run(arguments: argparse.Namespace) -> int:
    """Refuse: no element has a shape yet."""
    check_writable(arguments.output)
    model = open_model(arguments.model)
    raise ModelError(
        f"the model '{model.title}' has no bodies with shapes to animate; `multibond draw` shows its bond graph and "
        "`multibond simulate` its curves"
    )
