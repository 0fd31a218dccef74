"""Draw the bond graph of a model, or the inside of one of its components."""

from __future__ import annotations

import argparse

from .model_argument import add_bonds, add_model, open_model
from .output import check_writable, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond draw`."""
    add_model(parser)
    add_bonds(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE.svg", help="an .svg, .png, .pdf or .tex (TikZ) file (default: SVG to stdout)"
    )
    parser.add_argument(
        "--open", dest="path", default="", metavar="PATH", help="draw the inside of the component at PATH"
    )
    parser.add_argument("--paths", action="store_true", help="tint the zero-order causal paths by their class")
    parser.add_argument("--flat", action="store_true", help="all elements inside the components in one picture")
    parser.add_argument(
        "--names", action=argparse.BooleanOptionalAction, default=None,
        help="write the names of all junctions, or of none (default: of those that the model's author named)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Draw."""
    if arguments.output is not None:
        check_writable(arguments.output)
    model = open_model(arguments.model, bonds=arguments.bonds)
    names = arguments.names
    if names is None and arguments.bonds != "vector":
        names = False  # what the transformation made nobody named
    drawing = model.draw(arguments.path, paths=arguments.paths, flat=arguments.flat, names=names)
    if arguments.output is None:
        print(drawing.svg)
    else:
        tell(f"wrote {drawing.save(arguments.output)}")
    return 0
