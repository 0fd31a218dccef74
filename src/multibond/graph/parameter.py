"""Values of parameters: what a number must fulfil, which shapes and units fit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from ..expression import ZERO, Node, evaluate, leaves, name_of, node, text
from ..frozen import frozen
from ..model.component import Component
from ..model.declare import Parameter
from ..model.domain import DOMAINS
from ..model.unit import ANY, compatible, is_quantity, pretty, split

if TYPE_CHECKING:
    from .flat import FlatElement

_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)  # in a text, as of a form
ROUNDING = 1e-14  # beside the largest component of a direction or matrix


@frozen
class ParameterValue:
    """An independent parameter: its number, unit and description."""

    value: float
    unit: str
    description: str
    minimum: float | None = None
    strict: bool = False
    folds: bool = False  # an exact zero changes the structure

    def check(self, number: float, name: str) -> float:
        """`number` if it is allowed for this parameter."""
        low = self.minimum
        if not math.isfinite(number):
            raise ModelError(f"the value {number} is not finite{self._means()}; give a number below 1e300", name)
        if self.unit == "rad" and abs(number) > MOST_TURNED:
            what = f" ({self.description})" if self.description else ""
            raise ModelError(
                f"the value {number:g} rad is too large for an angle{what}:"
                " no digits are left for its direction; take off whole turns of 2 pi",
                name,
            )
        if low is not None and (number < low or (self.strict and number == low)):
            unit = f" {pretty(self.unit)}" if self.unit else ""
            raise ModelError(
                f"the value {number:g} must be {'greater than' if self.strict else 'at least'} {low:g}{self._means()}; "
                f"give another one{', in' if unit else ''}{unit}",
                name,
            )
        return number

    def _means(self) -> str:
        return f", for it is the {self.description}" if self.description else ""


MOST_TURNED = 1e9  # rad; beyond, rounding alone turns by more than 1e-7 rad


def check_shape(component: Component, declared: Parameter, array: np.ndarray) -> None:
    """Refuse a value whose shape is not one that the parameter takes."""
    shape, size = declared.shape, array.shape
    if shape == "":
        good = size == ()
        wanted = "one number"
    elif shape == "n":
        good = size in ((), (1,), (component.n,))
        wanted = f"one number or {component.n}"
    elif shape.startswith("field"):
        n = 3 if shape == "field3" else component.n
        good = size in ((), (1,), (n,), (n, n))
        wanted = f"one number, {n} numbers or a {n} × {n} matrix"
    else:
        rows_columns = tuple(int(p) if p.isdigit() else component.size(p) for p in shape.split(","))
        good = size == rows_columns
        wanted = " × ".join(map(str, rows_columns)) + " numbers"
        if len(rows_columns) == 2 and rows_columns[0] == rows_columns[1] and not shape[0].isdigit():
            good = good or size in ((), (1,), rows_columns[:1])
            wanted = f"one number, {rows_columns[0]} numbers or a {wanted.replace(' numbers', '')} matrix"
    if not good:
        means = f" for the {declared.description}" if declared.description else ""
        raise ModelError(f"the shape {list(size)} does not fit; {wanted} expected{means}")


MOST_ENTRIES = 25_000  # of all matrices of a model: each is a coefficient that is compiled


def check_entries(raw: Any, before: int, full: str) -> int:
    """How many entries of matrices a model has with the value `raw`, after `before` others; refused if too many."""
    if isinstance(raw, np.ndarray):
        raw = raw.tolist()
    if not isinstance(raw, (list, tuple)) or not raw or not isinstance(raw[0], (list, tuple, np.ndarray)):
        return before
    count = before + sum(isinstance(x, str) or bool(np.any(x != 0)) for row in raw for x in row)
    if count > MOST_ENTRIES:
        raise ModelError(
            f"with this matrix of {len(raw)} × {len(raw[0])} the matrices of the model have {count} entries that are "
            f"not zero, more than can be compiled in reasonable time ({MOST_ENTRIES}); take fewer components (n), or "
            "couple them by elements between neighbours instead of each with all others",
            full,
        )
    return count


def check_constant(declared: Parameter, entry: Node, constant: Callable[[Node], bool], full: str) -> None:
    """Refuse a value that changes in a run where it must not; `constant` tells of leaves whether they do not change."""
    names = sorted({name_of(leaf) for leaf in leaves(entry) if not constant(leaf)}) if declared.constant else []
    if names:
        by = "" if entry.op in ("symbol", "der") else f" (with {', '.join(names)})"
        raise ModelError(
            f"{short(entry)} changes in a run{by}, but '{declared.description or declared.name}' must stay as it is: "
            f"{declared.constant}",
            full,
        )


def short(entry: Node) -> str:
    """An expression, cut to a length that fits into a message."""
    written = text(entry)
    return written if len(written) <= 60 else f"{written[:59]}…"


def ratio_unit(declared: Parameter, flat: FlatElement | None) -> str:
    """The unit that makes the two sides of a transducer fit, of a parameter that may be in any: between a shaft and a
    rope metres. "" where it is not known."""
    if declared.unit != ANY or flat is None or flat.element.ratio is None:
        return ""
    sides = [flat.domains.get(port, DOMAINS["generic"]).unit(x) for port, x in zip("ab", flat.element.ratio)]
    return f"{sides[1]}/{sides[0]}" if all(sides) else ""


def unit_for(raw: str, declared: Parameter, flat: FlatElement | None) -> str | None:
    """The unit that a quantity must be compatible with to be the value of a parameter; None when any will do."""
    domain = flat.domain if flat is not None else DOMAINS["generic"]
    if declared.unit == ANY:
        return ratio_unit(declared, flat) or None
    if domain.name == "generic" and ("effort" in declared.unit or "flow" in declared.unit):
        _check_fitting_unit(raw, declared)
        return None
    return domain.unit(declared.unit)


def _check_fitting_unit(raw: str, declared: Parameter) -> None:
    """Refuse a quantity for an element without domain whose unit is right in no domain."""
    given = (split(raw) or ("", ""))[1]
    units = [d.unit(declared.unit) for d in DOMAINS.values() if d.name != "generic"]
    try:
        fits = any(compatible(unit, given) for unit in units)
    except Exception:  # an unknown unit: to_si explains
        return
    if not fits:
        raise ModelError(
            f"'{raw}' does not fit: in no domain is this unit that of {declared.description or declared.name}"
        )


def is_expression(raw: Any, index: tuple[int, ...]) -> bool:
    """Whether the entry of a given value is an expression rather than a number."""
    if isinstance(raw, (list, tuple, np.ndarray)) and index:
        entries = np.empty(len(raw), dtype=object)
        entries[:] = list(raw)
        return is_expression(entries[index[0]], index[1:])
    return isinstance(raw, Node) or (isinstance(raw, str) and not is_quantity(raw) and not _NUMBER.fullmatch(raw))


def symmetric(array: np.ndarray, full: str) -> np.ndarray:
    """`array` if it is symmetric: in its numbers, but for what rounding made of a product such as R D Rᵀ, and in its
    expressions, which may be written in two ways."""
    largest = max((abs(x.args[0]) for x in array.flat if x.op == "const"), default=0.0)
    for i in range(len(array)):
        for j in range(i):
            a, b = array[i, j], array[j, i]
            if a is b:
                continue
            if a.op == b.op == "const" and abs(a.args[0] - b.args[0]) <= ROUNDING * largest:
                array[i, j] = b
            elif a.op == "const" or b.op == "const" or not _alike(a, b):
                raise ModelError(
                    f"the matrix is not symmetric: entry [{i},{j}] is {a} and [{j},{i}] is {b}; a field that stores "
                    "energy has equal entries there: make them equal",
                    full,
                )
    return array


def _alike(a: Node, b: Node) -> bool:
    """Whether two expressions mean the same, by their values at some points."""
    for seed in range(3):
        points = {x: 0.5 + (k * 0.618 + seed * 0.377) % 1.0 for k, x in enumerate(leaves(a, b))}
        first, second = evaluate([a, b], points)
        if not abs(first - second) <= 1e-9 * (abs(first) + abs(second)):
            return False
    return True


def without_rounding(array: np.ndarray) -> np.ndarray:
    """Directions are often computed: what is left of cos(π/2) beside ones is meant as zero, which shapes the structure,
    and must never be divided by."""
    numbers = [x.args[0] for x in map(node, array.flat) if x.op == "const"]
    sizes = [abs(x) for x in numbers if math.isfinite(x)]  # beside what is refused for being infinite, nothing is small
    least = ROUNDING * max(sizes, default=0.0)
    rounded = [ZERO if x.op == "const" and abs(x.args[0]) <= least else x for x in map(node, array.flat)]
    result = np.empty(len(rounded), dtype=object)
    result[:] = rounded
    return result.reshape(array.shape)


def expanded(element: Component, declared: Parameter, value: Any) -> Any:
    """A parameter in the shape that the laws expect."""
    if value is None:
        return None
    array = np.asarray(value, dtype=object)
    if declared.shape == "n":
        return np.array([array.item()] * element.n, dtype=object) if array.size == 1 else array
    if "," in declared.shape:
        rows, columns = (element.size(part) for part in declared.shape.split(","))
        if array.shape == (rows, columns):
            return array
        if array.size == 1 and rows == columns == 1:
            return array.reshape(1, 1)
        full = np.full((rows, columns), ZERO, dtype=object)
        for i in range(rows):
            full[i, i] = array.item() if array.ndim == 0 or array.size == 1 else array.reshape(-1)[i]
        return full
    if array.ndim == 1 and array.size == 1 and declared.shape.startswith("field"):
        return array[0]
    return value if array.ndim else array.item()


LONGEST = 12  # names of a circle that are told
Key = tuple[str, str]  # the path of a component and the name of its parameter


def _names(keys: list[Key], first: Key) -> list[str]:
    """The dotted names of a circle that begins and ends with `first`, the middle of a long one left out."""
    names = [".".join(filter(None, key)) for key in [*keys[keys.index(first) :], first]]
    return names if len(names) <= LONGEST else [*names[: LONGEST // 2], "…", *names[-LONGEST // 2 :]]


def circular_parameters(names: list[str]) -> ModelError:
    """The refusal of parameters that are given by each other."""
    return ModelError(
        f"the parameters depend on each other in a circle: {' → '.join(names)}; give one of them a number", names[0]
    )


def make_in_order(
    wanted: Key, referred: Callable[[Key], Iterable[Key]], known: dict[Key, Any], making: list[Key],
    make: Callable[[str, str], Any], circular: Callable[[list[str]], Exception] = circular_parameters,
) -> None:  # fmt: skip
    """Put the value of `wanted` into `known`, after those that it refers to, however long the chain is. `making` are
    those that are just being made, by a call further out too; the names of a circle are refused as `circular`."""
    stack, begun = [wanted], dict.fromkeys(making)
    if wanted in begun and wanted not in known:  # it comes to itself by quantities of another kind
        raise circular(_names(making, wanted))
    while stack:
        key = stack[-1]
        waiting = [k for k in referred(key) if k not in known] if key not in known and key not in begun else []
        circle = next((k for k in waiting if k in begun or k == key), None)
        if circle is not None:
            raise circular(_names([*begun, key], circle))
        if waiting:
            begun[key] = None
            stack += waiting
            continue
        stack.pop()
        begun.pop(key, None)
        if key not in known:
            making.append(key)
            try:
                known[key] = make(*key)
            finally:
                making.pop()


__all__ = ["Key", "ParameterValue", "check_constant", "check_entries", "check_shape", "expanded",
           "is_expression", "make_in_order", "ratio_unit", "symmetric", "unit_for", "without_rounding"]  # fmt: skip
