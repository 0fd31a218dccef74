"""Loops written in a small typed subset of Python, compiled to machine code once per process.

A kernel is a function with annotated parameters (`machine_types`). It may use numbers, pointers with ``x[i]`` and
``x + i``, ``while``, ``for .. in range``, ``if``, other kernels, function pointers and the usual functions. Loops over
``unroll(...)`` are written out; numbers and tuples of the module are constants. Nothing else is allowed.

>>> import numpy as np
>>> @kernel
... def total(n: integer, x: reals) -> real:
...     s = 0.0
...     for i in range(n):
...         s += x[i]
...     return s
>>> total(3, np.array([1.0, 2.0, 4.0]))
7.0
"""

from __future__ import annotations

import ast
import ctypes
import inspect
import textwrap
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from . import cache
from .machine_types import (
    Callback,
    Type,
    boolean,
    int32,
    int32s,
    integer,
    integers,
    nothing,
    pointer,
    pointers,
    real,
    reals,
)  # fmt: skip
from .native import MachineCode, load_object, object_code
from .number import DOUBLE, Bound, Number

__all__ = [
    "Bound", "Callback", "Kernel", "boolean", "int32", "int32s", "integer", "integers", "kernel", "nothing", "pointer",
    "pointers", "real", "reals", "unroll",
]  # fmt: skip


_lock = threading.RLock()  # one thread at a time compiles: code in use must never be replaced by other code


def unroll(*bounds: int) -> range:
    """As `range`, but the loop is written out when compiled, with the loop variable a constant."""
    return range(*bounds)


def address_of(array: np.ndarray) -> int:
    """Where the numbers of an array are: as ``array.ctypes.data``, in a third of its time."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]
    except (TypeError, ValueError):  # it is empty, only for reading, or a part of another array
        return int(array.ctypes.data)


class Kernel:
    """A function of the kernel language, for one `number` type. Calling it compiles it on first use; arrays are passed
    by address."""

    def __init__(self, python: Callable[..., Any], vectors: bool = False, symbol: str = "", number: Number = DOUBLE):
        self.python, self.vectors, self.number = python, vectors, number
        self.name = python.__name__
        self.symbol = symbol or f"{python.__module__}.{python.__qualname__}".replace("<locals>.", "")
        self._code: MachineCode | None = None
        self._call: Any = None
        self._others: dict[Number, Kernel] = {}

    def of(self, number: Number) -> Kernel:
        """The same kernel for another number type."""
        if number is self.number:
            return self
        with _lock:
            if number not in self._others:
                self._others[number] = Kernel(self.python, self.vectors, number.own(self.symbol), number)
            return self._others[number]

    @property
    def scope(self) -> dict[str, Any]:
        """The names that the source may refer to: the module's, and those of enclosing functions."""
        closure = inspect.getclosurevars(self.python).nonlocals if self.python.__closure__ else {}
        return {**self.python.__globals__, **closure}

    @property
    def signature(self) -> tuple[tuple[str, ...], tuple[Type, ...], Type]:
        """Names and types of the parameters, and the result's type."""
        scope = self.scope

        def resolve(annotation: Any) -> Any:
            return eval(annotation, scope) if isinstance(annotation, str) else annotation

        annotations = {name: resolve(value) for name, value in self.python.__annotations__.items()}
        result = annotations.pop("return", None) or nothing
        return tuple(annotations), tuple(annotations.values()), result

    @property
    def tree(self) -> ast.FunctionDef:
        """The parsed source."""
        return _source(self.python)

    @property
    def address(self) -> int:
        """Where the machine code is; compiles it if need be."""
        code = self._code
        if code is None:
            with _lock:
                code = self._code = self._code or self._compiled()
        return code.addresses[self.symbol]

    def _compiled(self) -> MachineCode:
        file = cache.file_for(self.symbol, self.python.__code__.co_filename)
        data = cache.read(file)
        if data is None:
            from .kernel_text import module_text

            data = object_code(module_text(self), self.vectors)
            cache.write(file, data)
        return load_object(data, (self.symbol,))

    def __call__(self, *arguments: Any) -> Any:
        if self._call is None:
            _, types, result = self.signature
            prototype = ctypes.CFUNCTYPE(result.c(self.number), *(t.c(self.number) for t in types))
            self._call = prototype(self.address)
        return self._call(*[address_of(a) if isinstance(a, np.ndarray) else a for a in arguments])


def kernel(python: Callable[..., Any]) -> Kernel:
    """Make a kernel of a Python function (decorator)."""
    return Kernel(python)


@lru_cache(maxsize=64)
def _functions(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    # One parse of the whole file is much faster than inspect.getsource for each function.
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return {(x.name, x.lineno): x for x in ast.walk(tree) if isinstance(x, ast.FunctionDef)}


def _source(python: Callable[..., Any]) -> ast.FunctionDef:
    code = python.__code__
    try:
        found = _functions(code.co_filename)
    except OSError:  # typed at a prompt
        return ast.parse(textwrap.dedent(inspect.getsource(python))).body[0]  # type: ignore[return-value]
    first = code.co_firstlineno  # the line of the first decorator
    match = min((line for name, line in found if name == code.co_name and line >= first), default=None)
    if match is None:
        return ast.parse(textwrap.dedent(inspect.getsource(python))).body[0]  # type: ignore[return-value]
    return found[code.co_name, match]
