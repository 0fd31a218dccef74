"""Simulate a model and write curves of the run as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..errors import FileError, SimulationError
from .model_argument import add_model, open_model
from .number_argument import number
from .output import check_writable, tell
from .run_options import add_run, progress_of, simulated
from .setting import settings
from .usage import UsageError

if TYPE_CHECKING:
    from ..api.result import Result

FORMATS = (".svg", ".png", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond plot`."""
    add_model(parser)
    parser.add_argument(
        "names", metavar="NAME", nargs="*",
        help="a variable or expression, or several with commas between them that share a panel (default: the outputs)",
    )  # fmt: skip
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the picture: .svg, .png or .pdf")
    parser.add_argument("--x", metavar="NAME", help="what runs along the horizontal axis, for phase portraits")
    parser.add_argument("--unit", action="append", default=[], metavar="NAME=UNIT", help="speed=rpm; repeatable")
    parser.add_argument("--limits", action="append", default=[], metavar="NAME=LOW:HIGH",
                        help="ends of an axis, time too: time=0:2; repeatable")  # fmt: skip
    parser.add_argument("--title", metavar="TEXT", help="above the curves (default: the model's name)")
    parser.add_argument("--width", type=number, default=8.0, metavar="W", help="of the picture, in inches (default 8)")
    parser.add_argument("--height", type=number, default=2.4, metavar="H", help="of a panel, in inches (default 2.4)")
    add_run(parser)


def run(arguments: argparse.Namespace) -> int:
    """Simulate and draw."""
    settings(arguments.settings)  # wrong ones are told before anything is done
    units, limits = _units(arguments.unit), _limits(arguments.limits)
    check_writable(arguments.output)
    if Path(arguments.output).suffix.lower() not in FORMATS:
        raise FileError(f"a plot is written as {', '.join(FORMATS)}, not as '{arguments.output}'; change the ending")
    model = open_model(arguments.model)
    progress = progress_of(arguments, model)
    stopped: SimulationError | None = None
    try:
        result = simulated(model, arguments, progress)
    except SimulationError as error:  # what was computed is drawn
        progress.clear()
        if error.result is None:
            raise
        result, stopped = cast("Result", error.result), error
    progress.clear()
    figure = result.plot(
        *map(panel, arguments.names), x=arguments.x, units=units, limits=limits, title=arguments.title,
        width=arguments.width, height=arguments.height,
    )  # fmt: skip
    assert figure is not None  # there is no axis to draw into
    figure.savefig(arguments.output, dpi=150)
    tell(f"wrote {arguments.output}")
    for doubt in result.stats.doubts:
        tell(f"doubt: {doubt}")
    if stopped is not None:
        tell(f"multibond: the curves end at {result.time[-1]:.6g} s")
        raise stopped
    return 0


def panel(text: str) -> str | list[str]:
    """One name, or several that share a panel: commas outside of brackets separate them.

    >>> panel("speed"), panel("current, max(a, b)")
    ('speed', ['current', 'max(a, b)'])
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    names = [part.strip() for part in parts]
    if not all(names):
        raise UsageError(f"a name is missing in '{text}'; write names with commas between them, as in speed,current")
    return names[0] if len(names) == 1 else names


def _units(texts: list[str]) -> dict[str, str]:
    found = {}
    for text in texts:
        name, equals, unit = (part.strip() for part in text.rpartition("="))
        if not (name and equals and unit):
            raise UsageError(f"--unit takes NAME=UNIT, such as speed=rpm, not '{text}'")
        found[name] = unit
    return found


def _limits(texts: list[str]) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, ends = (part.strip() for part in text.rpartition("="))
        low, colon, high = (part.strip() for part in ends.partition(":"))
        try:
            if not (name and equals and colon):
                raise ValueError(text)
            found[name] = (float(low) if low else None, float(high) if high else None)
        except ValueError:
            raise UsageError(f"--limits takes NAME=LOW:HIGH, such as speed=0:100, not '{text}'") from None
    return found or None
