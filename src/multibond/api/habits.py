"""What modellers who come from other programs ask models, results and plots for: the name that it has here."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from ..argument import PICTURES
from ..errors import ModelError

LIKE = 0.75  # likeness of names that are the same word in another spelling
MODEL = {
    "run": "simulate(stop)", "solve": "simulate(stop)", "integrate": "simulate(stop)", "show": "draw()",
    "render": "draw()", "plot": "simulate(stop).plot()", "eigenvalues": "linearize().eigenvalues",
    "poles": "linearize().eigenvalues", "bode": "linearize().bode()", "transfer_function": "linearize()",
    "to_yaml": "save('model.yaml')", "write": "save('model.yaml')", "export": "save('model.yaml')",
    "states": "a table in notebooks, and equations(),",
    "parameters": "a table in notebooks", "optimise": "sweep(…) or mb.Study(…)",
    "optimize": "sweep(…) or mb.Study(…)",
}  # fmt: skip
RESULT = {
    "t": "time", "times": "time", "df": "to_pandas()", "to_dataframe": "to_pandas()", "dataframe": "to_pandas()",
    "export": "save('run.csv'), or to_csv, to_netcdf, …", "write": "save('run.csv'), or to_csv, to_netcdf, …",
    "y": "result['name']", "x": "result['name']", "values": "result['name']", "summary": "stats", "success": "message",
    "variables": "names", "keys": "names", "doubts": "stats.doubts",
    "animation": "animate()",
}  # fmt: skip


def habit(thing: object, name: str, known: dict[str, str], word: str, parts: Iterable[str] = ()) -> str:
    """The end of a sentence about a `name` that a thing does not have, or nothing where it is like one of its `parts`;
    `word` is what the thing is called.

    >>> import multibond as mb
    >>> habit(mb.Model("m"), "linearise", MODEL, "model")
    "; did you mean 'linearize'?"
    >>> habit(mb.Model("m"), "run", MODEL, "model")
    '; a model has simulate(stop) for that'
    """
    if get_close_matches(name, list(parts), 1, LIKE):
        return ""
    if name in known:
        return f"; a {word} has {known[name]} for that"
    verbs = [verb for verb in dir(type(thing)) if not verb.startswith("_")]
    alike = get_close_matches(name, verbs, 1, LIKE)
    return f"; did you mean '{alike[0]}'?" if alike else ""


def check_no_file(given: Any, verb: str) -> None:
    """Refuse the name of a file where a `verb` gives something that can be saved."""
    if isinstance(given, (str, os.PathLike)) and os.fspath(given).lower().endswith((*PICTURES, ".tex")):
        raise ModelError(f"{verb}() writes no file by itself; save what it gives: {verb}().save({os.fspath(given)!r})")
