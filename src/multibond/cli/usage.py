"""Command lines that cannot be understood: what was meant by an option or argument that there is not."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence

from ..errors import MultibondError, nearest

NEGATIVE = re.compile(r"-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$|-(inf|nan)$")
SHORTEST = 3  # letters from which on the beginning of a name may stand for it


class UsageError(MultibondError):
    """A command line that cannot be understood."""


def near(word: str, known: Iterable[str]) -> str:
    """A hint as `nearest` gives it, or the one name that begins with `word`.

    >>> near("--tol", ["--tolerance", "--stop"])
    "; did you mean '--tolerance'?"
    """
    known = list(known)
    longer = [name for name in known if name.startswith(word)] if len(word.lstrip("-")) >= SHORTEST else []
    return f"; did you mean '{longer[0]}'?" if len(longer) == 1 else nearest(word, known)


def unknown(parser: argparse.ArgumentParser, given: str) -> str:
    """What to say of an option or argument that a command does not know."""
    options = [option for action in parser._actions for option in action.option_strings]
    word = given.split("=")[0]
    if word.startswith("-"):
        instead = {"--format": "--json", "--json": "--format json"}.get(word, "")
        meant = f"; did you mean '{instead}'?" if instead.partition(" ")[0] in options else near(word, options)
        return f"{parser.prog} does not know the option '{given}'{meant}"
    places = [str(action.metavar) for action in parser._actions if not action.option_strings and action.metavar]
    takes = f"it takes {' and '.join(places)}, and" if places else "it takes"
    return (
        f"{parser.prog} does not know the argument '{given}'; {takes} values behind their options "
        f"(see {parser.prog} --help)"
    )


def check_twice(parser: argparse.ArgumentParser, given: Sequence[str]) -> None:
    """Refuse an option that is given twice: which of its values is meant?"""
    actions = {option: action for action in parser._actions for option in action.option_strings}
    seen: dict[int, str] = {}
    for word in given[: given.index("--")] if "--" in given else given:
        option = word.split("=")[0]
        action = actions.get(option)
        if action is None or isinstance(action, argparse._AppendAction):
            continue
        before = seen.setdefault(id(action), option)
        if before != option:
            raise UsageError(f"{parser.prog}: {before} and {option} say the same or its contrary; keep one")
        if action.nargs != 0 and [*(w.split("=")[0] for w in given)].count(option) > 1:
            raise UsageError(f"{parser.prog}: {option} is given twice, and only one value can hold; keep one")


__all__ = ["NEGATIVE", "UsageError", "check_twice", "near", "unknown"]
