"""The number type that machine code computes with: its name in LLVM, in C and in NumPy, its constants, its functions.

This is the only place that says how real numbers look to the machine. Emitter, tape, kernels and the arrays that they
work on read it from here; `real` in the kernel language means the number type that a kernel is translated for.
"""

from __future__ import annotations

import ctypes
import struct
from functools import cached_property
from typing import Any

import numpy as np

from ..frozen import frozen

# Functions that are instructions of most processors; LLVM knows them by these names and the width of the number.
_INSTRUCTIONS = {"sqrt": "sqrt", "abs": "fabs", "fabs": "fabs", "floor": "floor", "copysign": "copysign"}


@frozen
class Number:
    """A real number of the machine.

    `llvm` is its type in LLVM's text, `width` its number of bits, `c` its type in ctypes, `dtype` the one of NumPy
    arrays, `suffix` what C's mathematical functions for it end in (``sin``, ``sinf``).

    >>> DOUBLE.function("sin"), SINGLE.function("sin"), SINGLE.function("sqrt")
    ('sin', 'sinf', 'llvm.sqrt.f32')
    """

    llvm: str
    width: int
    c: Any
    dtype: Any
    suffix: str

    @cached_property
    def size(self) -> int:
        """Bytes in memory."""
        return self.width // 8

    @cached_property
    def precision(self) -> float:
        """The distance from one to the next larger number."""
        return float(np.finfo(self.dtype).eps)

    def constant(self, value: float) -> str:
        """A constant as LLVM writes it: the bits of the double that is the nearest number of this type.

        >>> DOUBLE.constant(1.0), SINGLE.constant(0.1)
        ('0x3FF0000000000000', '0x3FB99999A0000000')
        """
        if self.width < 64:
            with np.errstate(over="ignore"):
                value = float(self.dtype(value))
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"

    def function(self, name: str) -> str:
        """What LLVM's text calls the mathematical function `name`: an instruction, or a function of C."""
        if name in _INSTRUCTIONS:
            return f"llvm.{_INSTRUCTIONS[name]}.f{self.width}"
        return f"{name}{self.suffix}"

    def own(self, name: str) -> str:
        """The symbol of a function of the package for this number type: doubles have the plain name."""
        return name if self is DOUBLE else f"{name}.{self.llvm}"

    def zeros(self, count: int) -> np.ndarray:
        """An array of `count` zeros."""
        return np.zeros(count, dtype=self.dtype)

    def scaled(self, value: float) -> float:
        """A small bound that suits doubles, raised for a less precise type: the same power of its precision."""
        if self is DOUBLE:
            return value
        return float(self.precision ** (np.log(value) / np.log(DOUBLE.precision)))


@frozen
class Bound:
    """A constant of a kernel that goes with the precision of numbers; `value` is the one for doubles."""

    value: float

    def of(self, number: Number) -> float:
        """The constant for a number type."""
        return number.scaled(self.value)


DOUBLE = Number("double", 64, ctypes.c_double, np.float64, "")
SINGLE = Number("float", 32, ctypes.c_float, np.float32, "f")

__all__ = ["DOUBLE", "SINGLE", "Bound", "Number"]
