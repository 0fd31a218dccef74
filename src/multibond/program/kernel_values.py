"""Values while a kernel is translated: their LLVM text, their type, and their number if it is known."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np

from .machine_types import Type, boolean, integer, real


@dataclass(frozen=True)
class Value:
    """`text` is a register or a literal of `type`; `constant` its number where it is known."""

    text: str
    type: Type
    constant: float | int | None = None


def hexadecimal(number: float) -> str:
    """The bits of a double as LLVM writes them.

    >>> hexadecimal(1.0)
    '0x3FF0000000000000'
    """
    return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"


def as_number(number: float | int | bool) -> Value:
    """A literal."""
    if isinstance(number, (bool, np.bool_)):
        return Value("true" if number else "false", boolean, int(number))
    if isinstance(number, (int, np.integer)):
        return Value(str(int(number)), integer, int(number))
    return Value(hexadecimal(float(number)), real, float(number))
