"""The one table of all expressions that are alive, and the place of each among the terms of a sum."""

from __future__ import annotations

import sys
import threading
from typing import Any, TypeVar
from zlib import adler32, crc32


class Term:
    """What an expression is made of: an operation `op` on `args`. Terms are immutable and unique."""

    __slots__ = ("args", "id", "leaves", "op", "place", "turned")
    op: str
    args: tuple[Any, ...]
    id: int
    leaves: tuple[Any, ...] | None  # what it depends on, once somebody has asked (`walk.leaves`)
    place: tuple[int, str, int]  # in sums and products: depth, first name, and a number for all that it is made of
    turned: bool  # a sum or product that was first written the other way round, and is shown so


T = TypeVar("T", bound=Term)

# A plain dictionary is three times faster than a weak one; it is swept when it has grown. Threads read it without a
# lock; new terms are made, and old ones forgotten, by one thread at a time.
_interned: dict[tuple[Any, ...], Any] = {}
_numbers: dict[str, int] = {}  # of every operation
_lock = threading.RLock()
_count = 0
_sweep_at = 600_000
_grown_from = 5_000


def make(kind: type[T], op: str, args: tuple[Any, ...], turned: bool = False) -> T:
    """The one term that is `op` of `args`."""
    key = (op, *args)
    found = _interned.get(key)
    if found is not None:
        return found
    global _count
    with _lock:
        found = _interned.get(key)
        if found is not None:  # another thread was faster
            return found
        _count += 1
        term = object.__new__(kind)
        term.op, term.args, term.id, term.leaves = op, args, _count, None
        term.place, term.turned = _place(op, args), turned
        _interned[key] = term
        if len(_interned) > _sweep_at:
            _sweep()
    return term


def _place(op: str, args: tuple[Any, ...]) -> tuple[int, str, int]:
    """What orders the terms of a sum and the factors of a product: the expression itself, never what a process has
    built before, so that every process builds the same. (Python's hashes of texts differ between processes.)"""
    if op == "symbol":
        name = "'".join(args)
        return 1, name, crc32(name.encode()) << 32 | adler32(name.encode())
    depth, name = 0, ""
    parts: list[int] = [_numbers.get(op) or _numbers.setdefault(op, crc32(op.encode()))]
    for a in args:
        if isinstance(a, Term):
            below, first, part = a.place
            if below > depth:
                depth = below
            name = name or first
            parts.append(part)
        else:
            parts.append(hash(a))
    return depth + 1 if depth else 0, name, hash(tuple(parts))


def _sweep() -> None:
    """Forget terms that nobody holds any more, newest first so that their arguments become free in turn."""
    global _sweep_at
    keys = list(_interned)
    while keys:
        key = keys.pop()  # popped, so that a forgotten key lets go of its arguments
        if sys.getrefcount(_interned[key]) <= 2:  # the table's own reference and the argument of getrefcount
            term = _interned.pop(key)
            if sys.getrefcount(term) > 2:  # another thread has found it in the table between the two lines
                _interned[key] = term
            del term
    _sweep_at = max(600_000, 2 * len(_interned))


def forget_unused() -> None:
    """Forget the terms that nobody holds, if there may be many: where much that was built has just been let go."""
    global _grown_from
    with _lock:
        if len(_interned) > 2 * _grown_from:
            _sweep()
            _grown_from = max(5_000, len(_interned))
