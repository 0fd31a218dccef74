"""Straight-line operations and how they become LLVM functions of bounded length.

LLVM's time grows faster than linearly with the length of a function, so a long tape is cut into chunks. A value that
is used in a later chunk passes through the workspace; a value that was loaded from memory is loaded again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from . import context as places
from .number import Number

CHUNK = 2500  # operations per function; measured: 1000 to 4000 are equally good
Operand = int | str | tuple[str, int]
_POINTERS = {"p": places.PARAMETERS, "m": places.DISCRETE, "w": places.WORKSPACE, "v": places.DIRECTION}


class Tape:
    """A list of operations. A value is the number of the operation that makes it, or a literal (a string); an operand
    may also be an address, written (pointer, index). In templates {r} stands for the number type.

    Kinds of values: "d" number, "b" condition (i1), "s" status (i32), "" none.
    """

    def __init__(self, reserve: Callable[[int], int], number: Number):
        self.number = number
        self.reserve = reserve  # room in the workspace: reserve(n) gives the first of n places
        self.templates: list[str] = []
        self.operands: list[tuple[Operand, ...]] = []
        self.kinds: list[str] = []
        self.sources: dict[int, tuple[str, int]] = {}  # values that are loads: pointer and index
        self.stored: dict[int, int] = {}  # values that must also be in the workspace, and where

    def emit(self, template: str, *operands: Operand, kind: str = "d") -> int:
        """Append an operation; `template` has a {} for each operand."""
        self.templates.append(template)
        self.operands.append(operands)
        self.kinds.append(kind)
        return len(self.templates) - 1

    def load(self, pointer: str, index: int) -> int:
        """The number at pointer[index], pointer being x, p, m, w or v."""
        value = self.emit("")
        self.sources[value] = (pointer, index)
        return value

    def store(self, value: int | str, pointer: str, index: int) -> None:
        """pointer[index] := value."""
        self.emit("store {r} {}, ptr {}", value, (pointer, index), kind="")

    def place(self, value: int) -> int:
        """The place in the workspace where `value` (a number) is kept for other functions."""
        source = self.sources.get(value)
        if source is not None and source[0] == "w":
            return source[1]
        if value not in self.stored:
            self.stored[value] = self.reserve(1)
            if source is not None:
                self.store(value, "w", self.stored[value])
        return self.stored[value]

    def text(self, name: str) -> str:
        """The LLVM definition of the function `name`, and of its chunks if it is long."""
        count = len(self.templates)
        if count <= CHUNK * 1.5:
            return _Writer(self, 0, count).text(name)
        bounds = list(range(0, count, CHUNK)) + [count]
        for user, operands in enumerate(self.operands):
            for a in operands:
                if isinstance(a, int) and a not in self.sources and a // CHUNK != user // CHUNK:
                    if a not in self.stored:
                        self.stored[a] = self.reserve(1)
        parts = [
            _Writer(self, start, stop).text(f"{name}.{k}", "internal ")
            for k, (start, stop) in enumerate(zip(bounds, bounds[1:], strict=False))
        ]
        arguments = _arguments(self.number)
        lines = [f"define i32 @{name}{arguments} {{"]
        for k in range(len(parts)):
            lines.append(f"  %s{k} = call i32 @{name}.{k}{arguments}")
            lines.append(f"  %o{k} = or i32 {'0' if k == 0 else f'%o{k - 1}'}, %s{k}")
        lines.append(f"  ret i32 %o{len(parts) - 1}\n}}")
        return "\n".join([*parts, *lines])


def _arguments(number: Number) -> str:
    """The arguments of every model function: time, states, results, context."""
    return f"({number.llvm} %t, ptr %x, ptr %out, ptr %c)"


class _Writer:
    """One LLVM function: the operations from `start` to `stop`."""

    def __init__(self, tape: Tape, start: int, stop: int):
        self.tape, self.start, self.stop = tape, start, stop
        self.r = tape.number.llvm
        self.lines: list[str] = []
        self.names: dict[Operand, str] = {}
        self.used: set[str] = set()
        self.temporary = 0

    def address(self, pointer: str, index: int) -> str:
        """A register with the address of pointer[index]."""
        if pointer in _POINTERS:
            self.used.add(pointer)
        base = f"%{pointer}"
        if index == 0:
            return base
        self.temporary += 1
        self.lines.append(f"  %a{self.temporary} = getelementptr {self.r}, ptr {base}, i64 {index}")
        return f"%a{self.temporary}"

    def name(self, value: Operand) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, tuple):
            return self.address(*value)
        found = self.names.get(value)
        if found is None:
            source = self.tape.sources.get(value)
            pointer, index = source if source is not None else ("w", self.tape.stored[value])
            at = self.address(pointer, index)
            kind = self.tape.kinds[value]
            found = f"%v{value}"
            if source is None and kind == "b":
                self.lines.append(f"  %r{value} = load {self.r}, ptr {at}")
                self.lines.append(f"  {found} = fcmp une {self.r} %r{value}, 0.0")
            else:
                self.lines.append(f"  {found} = load {self.r}, ptr {at}")
            self.names[value] = found
        return found

    def text(self, name: str, linkage: str = "") -> str:
        tape, status = self.tape, "0"
        names, sources, templates, operands, kinds = self.names, tape.sources, tape.templates, tape.operands, tape.kinds
        lines, stored = self.lines, tape.stored
        for k in range(self.start, self.stop):
            if k in sources:
                continue  # loaded where it is first used
            pieces = _pieces(templates[k], self.r)
            line = pieces[0]
            for a, piece in zip(operands[k], pieces[1:], strict=True):
                line += (names.get(a) or self.name(a)) + piece
            kind = kinds[k]
            if not kind:
                lines.append("  " + line)
                continue
            value = names[k] = f"%v{k}"
            lines.append(f"  {value} = {line}")
            if kind == "s":
                lines.append(f"  %s{k} = or i32 {status}, {value}")
                status = f"%s{k}"
            elif k in stored:
                if kind == "b":
                    lines.append(f"  %z{k} = uitofp i1 {value} to {self.r}")
                    value = f"%z{k}"
                lines.append(f"  store {self.r} {value}, ptr {self.address('w', stored[k])}")
        head = [f"define {linkage}i32 @{name}{_arguments(tape.number)} {{"]
        for pointer in sorted(self.used):
            head.append(f"  %{pointer}.at = getelementptr ptr, ptr %c, i64 {_POINTERS[pointer]}")
            head.append(f"  %{pointer} = load ptr, ptr %{pointer}.at")
        return "\n".join([*head, *lines, f"  ret i32 {status}", "}"])


@lru_cache(maxsize=1000)
def _pieces(template: str, number: str) -> list[str]:
    """What stands before, between and behind the operands of a template."""
    return template.replace("{r}", number).split("{}")
