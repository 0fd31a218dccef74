"""The state equations in the model's own names, the mechanics form, or the result of one pass of the compiler."""

from __future__ import annotations

import argparse

from ..errors import NameNotFound, nearest
from .model_argument import add_bonds, add_model, open_model
from .output import check_ending, check_writable, print_or_write
from .setting import add_settings, settings
from .usage import UsageError

FORMATS = ("text", "latex")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond equations`."""
    add_model(parser)
    add_bonds(parser)
    add_settings(parser)
    parser.add_argument("--form", default="states", metavar="NAME",
                        help="states (default), or mechanics: M(q) q'' + h(q, q') = Q of a mechanism, with the mass "
                             "matrix, Coriolis terms, gravity, springs, dampers, applied efforts and constraints "
                             "apart")  # fmt: skip
    parser.add_argument("--format", default=None, metavar="NAME", help="text or latex (default text)")
    parser.add_argument("--pass", dest="stage", metavar="NAME",
                        help="print a pass instead: flat, modes, zeros, alias, structure (parts of Dulmage and "
                             "Mendelsohn), surplus, index, assembly, redundant, states, blocks, hidden, tearing, "
                             "watches or schedule")  # fmt: skip
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file (default: stdout)")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the equations."""
    if arguments.format is not None and arguments.format not in FORMATS:
        raise NameNotFound(f"there is no format '{arguments.format}'" + nearest(arguments.format, FORMATS))
    if arguments.stage is not None and arguments.format == "latex":
        raise UsageError("a pass is printed as text; leave out --format or --pass")
    if arguments.stage is not None and arguments.form != "states":
        raise UsageError("a pass has no other form; leave out --form or --pass")
    if arguments.output is not None:
        check_writable(arguments.output)
        check_ending(
            arguments.output, arguments.format or "text", FORMATS, "a list of equations", "set LaTeX, or print the text"
        )
    model = open_model(arguments.model, settings(arguments.settings), arguments.bonds)
    if arguments.stage is not None:
        text = show_pass(model, arguments.stage)
    else:
        found = model.equations(form=arguments.form)
        text = found.latex() if arguments.format == "latex" else found.text()
    print_or_write(text, arguments.output)
    return 0


def show_pass(model: object, name: str) -> str:
    """The result of the pass `name` as text."""
    from ..equations import pass_text
    from ..equations.formulation import formulation, model_wishes

    pass_text.check_pass(name)
    system = formulation(model).system()  # type: ignore[arg-type]
    return pass_text.show_pass(system, model_wishes(system), name)
