"""The types of the kernel language: what a parameter of a kernel may be, and how it looks in LLVM and in ctypes.

`real` is whatever number type a kernel is translated for (`number`).
"""

from __future__ import annotations

import ctypes
from typing import Any

from ..frozen import frozen
from .number import Number


@frozen
class Type:
    """A machine type. `element` is what a pointer points to; `arguments` and `result` belong to function pointers."""

    name: str
    written: str  # in LLVM's text; empty for numbers
    passed: Any  # the type of ctypes; None for numbers and for nothing
    element: Type | None = None
    result: Type | None = None
    arguments: tuple[Type, ...] = ()

    @property
    def is_pointer(self) -> bool:
        """Whether this is an address."""
        return self.written == "ptr"

    def llvm(self, number: Number) -> str:
        """The type in LLVM's text, where real numbers are of the type `number`."""
        return self.written or number.llvm

    def c(self, number: Number) -> Any:
        """The type of ctypes, where real numbers are of the type `number`."""
        return self.passed if self.written else number.c


real = Type("real", "", None)
integer = Type("integer", "i64", ctypes.c_int64)
int32 = Type("int32", "i32", ctypes.c_int32)  # only in memory and in signatures; computed with as integer
boolean = Type("boolean", "i1", ctypes.c_bool)
nothing = Type("nothing", "void", None)
pointer = Type("pointer", "ptr", ctypes.c_void_p)
reals = Type("reals", "ptr", ctypes.c_void_p, real)
integers = Type("integers", "ptr", ctypes.c_void_p, integer)
int32s = Type("int32s", "ptr", ctypes.c_void_p, int32)
pointers = Type("pointers", "ptr", ctypes.c_void_p, pointer)


def function(result: Type, *arguments: Type) -> Type:
    """The type of a pointer to a C function."""
    return Type("function", "ptr", ctypes.c_void_p, None, result, arguments)


# Every function of a model: status = f(time, x, out, context). Non-zero: no value here (1: a smaller step may help).
Callback = function(int32, real, reals, reals, pointers)
