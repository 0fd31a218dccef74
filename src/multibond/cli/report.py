"""The six-part report: structure, power and causality, classes of bonds, vectors, matrices of graph and model."""

from __future__ import annotations

import argparse

from ..errors import NameNotFound, nearest
from .model_argument import add_bonds, add_model, open_model
from .output import check_ending, check_writable, print_or_write
from .setting import add_settings, settings

FORMATS = ("text", "markdown", "latex", "html", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond report`."""
    add_model(parser)
    add_bonds(parser)
    add_settings(parser)
    parser.add_argument("--symbolic", action="store_true", help="matrices in the names of the parameters")
    parser.add_argument("--format", default="text", metavar="NAME", help=f"{', '.join(FORMATS)} (default text)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file (default: stdout)")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the report."""
    if arguments.format not in FORMATS:
        raise NameNotFound(f"there is no format '{arguments.format}'" + nearest(arguments.format, FORMATS))
    if arguments.output is not None:
        check_writable(arguments.output)
        check_ending(arguments.output, arguments.format, FORMATS, "a report", "print the HTML page, or set LaTeX")
    model = open_model(arguments.model, settings(arguments.settings), arguments.bonds)
    from ..picture.report import report

    print_or_write(report(model, symbolic=arguments.symbolic, format=arguments.format), arguments.output)
    return 0
