"""Numbers on the command line."""

from __future__ import annotations

import argparse
import math
import re


def number(text: str) -> float:
    """A finite number.

    >>> number("1e-3")
    0.001
    """
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number is expected, not '{text}'{_hint(text)}") from None
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"a finite number is expected, not '{text}'")
    return value


def _hint(text: str) -> str:
    """What the writer of something else may have meant."""
    found = re.fullmatch(r"\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*[^\W\d_]+\s*", text)
    if found:
        return "; write the number alone, in the unit that the help says"
    found = re.fullmatch(r"\s*([-+]?\d+),(\d+)\s*", text)
    return f"; decimals have a point: {found[1]}.{found[2]}" if found else ""


def count(text: str) -> int:
    """A whole number; 1e4 is one too."""
    value = number(text)
    if value != int(value):
        raise argparse.ArgumentTypeError(f"a whole number is expected, not '{text}'")
    return int(value)


__all__ = ["count", "number"]
