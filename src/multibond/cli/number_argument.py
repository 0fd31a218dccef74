"""Numbers on the command line."""

from __future__ import annotations

import argparse
import math


def number(text: str) -> float:
    """A finite number.

    >>> number("1e-3")
    0.001
    """
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number is expected, not '{text}'") from None
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"a finite number is expected, not '{text}'")
    return value


def count(text: str) -> int:
    """A whole number; 1e4 is one too."""
    value = number(text)
    if value != int(value):
        raise argparse.ArgumentTypeError(f"a whole number is expected, not '{text}'")
    return int(value)


__all__ = ["count", "number"]
