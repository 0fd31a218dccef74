"""Elements of one kind that share their effort or their flow, as one element."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..elements.element import Element
from ..elements.junction import J0, J1
from ..elements.resistor import G, R
from ..elements.source import Se, Sf
from ..elements.storage import C, I
from .editing import Editing, same
from .taken_apart import is_plain_number

# kind of junction and of element, the parameter, and whether it is the sum that counts or that of the inverses
SUMS: tuple[tuple[type[Element], type[Element], str, bool], ...] = (
    (J1, R, "R", True), (J0, R, "R", False), (J0, G, "G", True), (J1, G, "G", False), (J1, I, "I", True),
    (J0, C, "C", True), (J1, Se, "effort", True), (J0, Sf, "flow", True),
)  # fmt: skip
STARTS = {I: "p0", C: "q0"}  # what is stored adds up


def combine(level: Editing) -> bool:
    """Put one element in the place of two that stand side by side at a junction."""
    mentioned = level.mentioned()
    for place, kind, name, adds in SUMS:
        for junction in [key for key, child in level.children.items() if type(child) is place and child.n == 1]:
            beside = [
                key
                for key, child in level.children.items()
                if type(child) is kind and _stands_at(level, key, junction) and _is_linear(child, name)
            ]
            free = [key for key in beside if key not in mentioned]  # others may mean its value by its name
            if len(free) > 1:
                _combine(level, free[0], free[1], name, adds)
                return True
    return False


def _stands_at(level: Editing, name: str, junction: str) -> bool:
    """Whether an element has its one bond, with the half arrow in its own sense, at this junction."""
    child = level.children[name]
    if level.is_exposed(name) or child.n != 1:
        return False
    bond = level.bonds[level.at(name)[0]]
    inward = next(iter(child.ports.values())).inward
    outer, own = (bond.tail, bond.head) if inward else (bond.head, bond.tail)
    return own[0] == name and outer[0] == junction and not bond.label and bond.stroke is None


def _is_linear(child: Any, name: str) -> bool:
    """Whether nothing but its parameter, and what it has stored at the start, is said of an element."""
    start = STARTS.get(type(child))
    return set(child.given) <= {name, start}


def _combine(level: Editing, kept: str, gone: str, name: str, adds: bool) -> None:
    one, other = level.children[kept], level.children[gone]
    total = same(one)
    values = [x.given.get(name, x.declarations[name].default) for x in (one, other)]  # type: ignore[attr-defined]
    total.given[name] = _sum(values, adds)
    start = STARTS.get(type(one))  # type: ignore[arg-type]
    if start is not None and (start in one.given or start in other.given):
        total.given[start] = _sum([x.given.get(start, 0.0) for x in (one, other)], True)
    level.children[kept] = total
    level.remove(gone, *level.at(gone))


def _sum(values: list[Any], adds: bool) -> Any:
    """The sum of two values, or the inverse of the sum of their inverses."""
    values = [np.ravel(np.asarray(value, dtype=object)).item() for value in values]
    if all(is_plain_number(value) and not isinstance(value, str) for value in values):
        first, second = map(float, values)
        return first + second if adds else first * second / (first + second)
    one, other = (f"({value})" for value in values)
    return f"{one} + {other}" if adds else f"{one}*{other}/({one} + {other})"


__all__ = ["combine"]
