"""Options and values given to the calls that use a model: what is wrong is refused before anything is compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from ..argument import LARGEST
from ..errors import ModelError
from ..expression import Node


def mapping(given: Any) -> dict[str, Any]:
    """`given` if it maps names to values."""
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ModelError(f"values are given by name, such as {{'resistor.R': 5.0}}, not as {given!r}")
    return dict(given)


def check_value(name: str, value: Any) -> None:
    """Refuse what can be no value of a parameter."""
    if value is None:
        raise ModelError("a parameter needs a value, not None", name)
    if _is_empty(value):
        raise ModelError(f"a parameter needs a value, not {value!r}, which is empty", name)


def _is_empty(value: Any) -> bool:
    return not value.size if isinstance(value, np.ndarray) else isinstance(value, Sized) and not len(value)


def check_flag(value: Any, what: str, where: str | None = None) -> None:
    """Refuse what is neither true nor false."""
    if not isinstance(value, (bool, np.bool_)):
        raise ModelError(f"{what} must be True or False, not {value!r}", where)


def check_text(value: Any, what: str, where: str | None = None) -> None:
    """Refuse what is no text."""
    if not isinstance(value, str):
        raise ModelError(f"{what} a text, not {value!r}", where)


def names(given: Any, what: str) -> Any:
    """`given` if it is a list of names or expressions, or nothing."""
    if given is None or (isinstance(given, (list, tuple)) and all(isinstance(part, (str, Node)) for part in given)):
        return given
    raise ModelError(f"the {what} are a list of names such as ['motor.w'], not {given!r}")


def check_given(what: str, value: Any, option: bool = False) -> None:
    """Refuse numbers that are too large to be computed with, anywhere in `value`, and arrays where a choice is asked
    for."""
    if option and isinstance(value, np.ndarray):
        raise ModelError(f"{what} is one choice, not an array: {str(value)[:60]}")
    if np.ma.is_masked(value):
        raise ModelError(f"{what} is masked in places, where it has no value; fill these, as in values.filled(0.0)")
    if isinstance(value, (list, tuple)):
        for part in value:
            check_given(what, part)
        rows = {len(part) if isinstance(part, (list, tuple)) else -1 for part in value}
        if len(rows) > 1:
            raise ModelError(
                f"{what}: its rows differ in length, or numbers stand beside rows; give all rows one length"
            )
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise ModelError(f"{what} is a number too large to be computed with; give one below 1e300")


def check_written(value: Any, what: str, where: str) -> None:
    """Refuse what cannot be written into a model as an expression."""
    kinds = (Node, str, int, float, Real, Decimal, np.number, list, tuple, np.ndarray)
    if not isinstance(value, kinds) or isinstance(value, bool) or _is_empty(value):
        raise ModelError(f"{what} is a number, a variable or an expression, not {value!r}", where)
    if isinstance(value, (int, float, Real, Decimal, np.number)):
        try:
            finite = bool(np.isfinite(float(value)))
        except (OverflowError, TypeError):
            finite = False
        if not finite:
            raise ModelError(f"{what} is not a finite real number but {str(value)[:60]}; give one below 1e300", where)
