"""Values while a kernel is translated: their LLVM text, their type, and their number if it is known."""

from __future__ import annotations

import numpy as np

from ..frozen import frozen
from .machine_types import Type, boolean, integer, real
from .number import Number


@frozen
class Value:
    """`text` is a register or a literal of `type`; `constant` its number where it is known."""

    text: str
    type: Type
    constant: float | int | None = None


def literal(value: float | int | bool, number: Number) -> Value:
    """A literal; a real one in the number type `number`."""
    if isinstance(value, (bool, np.bool_)):
        return Value("true" if value else "false", boolean, int(value))
    if isinstance(value, (int, np.integer)):
        return Value(str(int(value)), integer, int(value))
    return Value(number.constant(float(value)), real, float(value))
