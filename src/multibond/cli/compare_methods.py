"""Simulation methods side by side on one model: states, multipliers, index, steps, time, error against minimal."""

from __future__ import annotations

import argparse

from .model_argument import add_model, open_model
from .number_argument import count, number
from .output import check_writable, print_json, tell
from .setting import add_settings, settings
from .usage import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond compare-methods`."""
    add_model(parser)
    parser.add_argument("--methods", metavar="A,B", help="minimal, reduced, zcp, lagrange, parasitic (default: all)")
    parser.add_argument("--bonds", metavar="A,B", default="vector", help="vector, scalar or both (default vector)")
    parser.add_argument("--output", metavar="NAME", help="what to compare (default: the model's last output)")
    parser.add_argument("--stop", type=number, metavar="S", help="end of the runs in s (default: the model's own)")
    parser.add_argument("--points", type=count, metavar="N", default=501, help="output points (default 501)")
    parser.add_argument("--tolerance", type=number, metavar="T", default=1e-6, help="error per step (default 1e-6)")
    parser.add_argument("--repeat", type=count, metavar="N", default=3, help="runs, of which the fastest counts (3)")
    add_settings(parser)
    parser.add_argument("-o", "--out", metavar="FILE", help="write the differences over time as a picture")
    parser.add_argument("--json", action="store_true", help="print the table as JSON and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Compare, print, draw."""
    if arguments.out is not None:
        check_writable(arguments.out)
    found = open_model(arguments.model).compare_methods(
        arguments.stop, methods=_listed(arguments.methods, "methods"), bonds=_listed(arguments.bonds, "bonds"),
        output=arguments.output, points=arguments.points, tolerance=arguments.tolerance, repeat=arguments.repeat,
        parameters=settings(arguments.settings),
    )  # fmt: skip
    if arguments.out is not None:
        found.plot().savefig(arguments.out)
    if arguments.json:
        print_json(found.as_dict())
    else:
        print(found)
    if arguments.out is not None:
        tell(f"wrote {arguments.out}")
    return 0


def _listed(text: str | None, what: str) -> list[str] | None:
    """Names between commas."""
    if text is None:
        return None
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise UsageError(
            f"--{what} lists names between commas, such as {'minimal,zcp' if what == 'methods' else 'vector'}"
        )
    return names
