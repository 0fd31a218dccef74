"""`--set PATH=VALUE`: parameters on the command line."""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterable
from typing import Any

from .usage import UsageError


def add_settings(parser: argparse.ArgumentParser) -> None:
    """The option --set."""
    parser.add_argument("--set", dest="settings", action="append", default=[], metavar="PATH=VALUE",
                        help='a parameter: resistor.R=5, resistor.R="5 ohm", field.R=[1,2,3]; repeatable')  # fmt: skip


def settings(texts: Iterable[str]) -> dict[str, Any]:
    """The values of parameters by path.

    A value is a number, a list of numbers (``[1, 2]`` or ``1,2``; rows for a matrix), a text with a unit, or an
    expression of the model's parameters.

    >>> settings(["R.R=5", "C.C = 2 mF", "field.R=1,2"])
    {'R.R': 5.0, 'C.C': '2 mF', 'field.R': [1.0, 2.0]}
    """
    found: dict[str, Any] = {}
    for text in texts:
        path, equals, value = (part.strip() for part in text.partition("="))
        if not (path and equals and value):
            raise UsageError(f"--set takes PATH=VALUE, such as resistor.R=5, not '{text}'")
        if path in found:
            raise UsageError(f"--set gives '{path}' twice; keep one")
        found[path] = _value(value, path)
    return found


def _value(text: str, path: str) -> Any:
    try:
        return float(text)
    except ValueError:
        pass
    if text.startswith("["):
        return _list(text, path)
    parts = text.split(",")
    if len(parts) > 1 and "(" not in text:
        return _list(f"[{text}]", path)
    return text


def _list(text: str, path: str) -> list[Any]:
    try:
        found = ast.literal_eval(text)
        if not found:
            raise ValueError(found)
        return _numbers(found)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise UsageError(f"the list for '{path}' must hold numbers, such as [1, 2, 3], not {text}") from None


def _numbers(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_numbers(entry) for entry in value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(value)
    return float(value)


__all__ = ["add_settings", "settings"]
