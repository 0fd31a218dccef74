"""Write an animation of a model with bodies: a self-contained page, a film or a picture."""

from __future__ import annotations

import argparse
import re

from ..errors import MultibondError
from ..progress import Progress
from .model_argument import add_model, open_model
from .number_argument import number
from .output import check_writable, tell
from .setting import add_settings, settings

VIEWS = ("front", "side", "top", "corner", "planar")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond animate`."""
    add_model(parser)
    parser.add_argument("--stop", type=number, metavar="S", help="end of the run in s (default: the model's own)")
    add_settings(parser)
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the page (.html), film (.gif, .mp4) or picture (.png) to write",
    )
    parser.add_argument(
        "--size", metavar="WxH", default="640x400", help="pixels of a film or picture (default 640x400)"
    )
    parser.add_argument("--seconds", type=number, metavar="S", help="length of a film (default: that of the run)")
    parser.add_argument(
        "--rate", type=number, metavar="N", default=20.0, help="pictures a second of a film (default 20)"
    )
    parser.add_argument(
        "--at", type=number, metavar="S", help="time of the run that a picture shows (default: its start)"
    )
    parser.add_argument("--view", choices=VIEWS, help="direction that a film or picture is seen from")
    parser.add_argument("--dark", action="store_true", help="dark background of a film or picture")


def run(arguments: argparse.Namespace) -> int:
    """Simulate and write the page, film or picture; a model without shapes is refused."""
    parameters = settings(arguments.settings)
    check_writable(arguments.output)
    from ..picture.animation.film import RATE, SIZE, check_choices, check_ending  # loaded when they are made

    check_ending(arguments.output)
    size = _size(arguments.size)
    check_choices(arguments.output, size=size != SIZE, seconds=arguments.seconds is not None,
                  rate=arguments.rate != RATE, at=arguments.at is not None, view=arguments.view is not None,
                  dark=arguments.dark)  # fmt: skip
    model = open_model(arguments.model)
    progress = Progress(0.0, model.stop if arguments.stop is None else arguments.stop)
    result = model.simulate(arguments.stop, parameters=parameters, progress=progress if progress.wanted else None)
    progress.clear()
    choices = {name: getattr(arguments, name) for name in ("seconds", "rate", "at", "view", "dark")}
    result.animate().save(arguments.output, size=size, **choices)
    tell(f"wrote {arguments.output}")
    for doubt in result.stats.doubts:
        tell(f"doubt: {doubt}")
    return 0


def _size(text: str) -> tuple[int, int]:
    """Width and height in pixels."""
    found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text.strip())
    if found is None:
        raise MultibondError(f"--size is width and height in pixels, such as 640x400, not '{text[:40]}'")
    return int(found[1]), int(found[2])
