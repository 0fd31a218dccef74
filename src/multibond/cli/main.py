"""Entry of the command line: finds the command, runs it, and turns every error into a short message."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from ..errors import KernelsNotKept, MultibondDeprecationWarning, MultibondError
from .usage import NEGATIVE, UsageError, check_twice, near, unknown

COMMANDS = {
    "bank": "list the bundled models",
    "simulate": "simulate a model and sum up the run",
    "plot": "curves of a run as a picture",
    "analyse": "causality, structure, degrees of freedom, causal paths, redundancy",
    "report": "the six-part report: structure, power, causality, bonds, vectors, matrices",
    "equations": "the state equations in the model's own names",
    "draw": "draw the bond graph as SVG, PNG or PDF",
    "animate": "write a 3D animation page",
    "study": "many runs with different values, as a table",
    "studio": "draw, run and watch models in the browser",
    "compare-methods": "simulation methods side by side: states, index, steps, time, error",
}
EPILOG = """\
MODEL is a name in the bank (see `multibond bank`), a model file (.yaml, .yml, .json), or file.py:NAME with the name
of a class or function; only the last form executes code.

examples:
  multibond simulate rlc --set resistor.R="5 ohm" --stop 3 --out run.csv
  multibond analyse modin_three_mass
  multibond draw rlc -o rlc.svg
"""
WRONG_INPUT, INTERRUPTED = 2, 130
LONGEST = 2000  # characters of a message; names of any length may stand in it


ELSEWHERE = {
    "help": "multibond --help shows all, multibond COMMAND --help one", "run": "did you mean 'simulate'?",
    "list": "did you mean 'bank'?", "models": "did you mean 'bank'?", "sweep": "did you mean 'study'?",
    "show": "did you mean 'draw'?", "gui": "did you mean 'studio'?", "open": "did you mean 'studio'?",
    "version": "multibond --version shows it",
}  # fmt: skip


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of printing its usage and leaving, and takes -1e-3 for a number."""

    def __init__(self, *given: Any, **named: Any):
        super().__init__(*given, **named)
        self._negative_number_matcher = NEGATIVE

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line `arguments` (default: those of the process); returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    for stream in (sys.stdout, sys.stderr):  # a terminal that has no ⇀ shows ? instead of failing
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        with warnings.catch_warnings():
            if not debug:
                warnings.simplefilter("ignore")
                for kind in (MultibondDeprecationWarning, KernelsNotKept):
                    warnings.simplefilter("always", kind)
                warnings.showwarning = _show
            status = _run(given)
            sys.stdout.flush()
            return status
    except SystemExit as leaving:  # --help and --version
        return int(leaving.code or 0)
    except BrokenPipeError:  # the reader has seen enough, as in `multibond bank | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        if debug:
            raise
        return _say("interrupted", INTERRUPTED)
    except MultibondError as error:
        if debug:
            raise
        return _say(str(error), WRONG_INPUT)
    except Exception as error:  # a fault of ours, or of the user's own Python file
        if debug:
            raise
        return _say(f"unexpected {type(error).__name__}: {error}; --debug shows where it came from", WRONG_INPUT)


def _run(given: list[str]) -> int:
    name = next((word for word in given if not word.startswith("-")), None)
    if name is not None and name not in COMMANDS:
        here = ELSEWHERE.get(name)
        raise UsageError(f"there is no command '{name}'" + (f"; {here}" if here else near(name, COMMANDS)))
    if name is None:
        overview = _overview()
        overview.parse_args(given)
        overview.print_help()
        return 0
    given.remove(name)
    command: Any = import_module(f".{name.replace('-', '_')}", __package__)
    parser = Parser(
        prog=f"multibond {name}", description=command.__doc__, allow_abbrev=False, epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    command.add_arguments(parser)
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return command.run(_parsed(parser, given))


def _overview() -> Parser:
    """The parser of `multibond` without a command."""
    listed = "\n".join(f"  {name:<17}{does}" for name, does in COMMANDS.items())
    parser = Parser(
        prog="multibond",
        description="Bond graphs and multi-bond graphs: analyse, simulate, draw.\n\ncommands:\n" + listed,
        usage="multibond COMMAND [MODEL] [options]", allow_abbrev=False, epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    from .. import __version__

    parser.add_argument("--version", action="version", version=f"multibond {__version__}")
    parser.add_argument("--debug", action="store_true", help="show the traceback of an error")
    return parser


def _parsed(parser: Parser, given: list[str]) -> argparse.Namespace:
    arguments, rest = parser.parse_known_intermixed_args(given)  # names may stand behind options
    if rest:
        raise UsageError(unknown(parser, rest[0]))
    check_twice(parser, given)
    return arguments


def _show(message: Warning | str, *_: object, **named: object) -> None:
    """A warning as a line, without the place in the code, which is none of the user's."""
    _say(str(message), 0)


def _say(message: str, status: int) -> int:
    if len(message) > LONGEST:
        message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 2 :]}"
    print(f"multibond: {message}", file=sys.stderr)
    return status


__all__ = ["COMMANDS", "Parser", "UsageError", "main"]
