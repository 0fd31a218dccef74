"""Checks that components make when they are built, made again with the numbers of a run."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ModelError
from ..expression import Node, brief, evaluate, is_added, leaves, symbol, topological
from ..frozen import frozen
from ..model.declare import Parameter
from ..model.demand import demands

if TYPE_CHECKING:
    from .scope import Scopes

ARITHMETIC = {"symbol", "const", "add", "sub", "mul", "div", "neg"}  # what numpy computes for many numbers alike


def check_demands(scopes: Scopes, values: Mapping[str, float], paths: Iterable[str] | None = None) -> set[str]:
    """Refuse parameter values (by dotted path) that a component refuses; of all components, or those at `paths`.

    The result is the names of the parameters that were looked at.
    """
    seen: set[str] = set()
    for path in scopes.graph.models if paths is None else paths:
        for check in demands(scopes.graph.models[path]):

            def number(name: str, path: str = path) -> np.ndarray | None:
                array = np.asarray(scopes.parameter(path, name), dtype=object)
                entries = list(array.ravel())
                used = [] if any(entry is None for entry in entries) else leaves(*entries)
                names = {leaf: str(leaf.args[0]) for leaf in used if leaf.op == "symbol"}
                if any(entry is None for entry in entries) or not all(names.get(leaf) in values for leaf in used):
                    return None
                seen.update(names.values())
                known = {symbol(name): values[name] for name in names.values()}
                return np.reshape(np.asarray(evaluate(entries, known), dtype=float), array.shape)

            check(number, path)
    return seen


def check_shaped(scopes: Scopes) -> None:
    """Refuse other values of parameters whose zeros and ones shaped the graph."""
    shaped = [(path, *entry) for path, model in scopes.graph.models.items() for entry in model._shaped.items()]
    for path, name, number in shaped:
        found = scopes.lookup(name, path)
        if found.op != "const" or found.args[0] != number:
            raise ModelError(
                f"it was {number:g} when the graph was written with scalar bonds, and shaped it; transform the model "
                "with vector bonds again, to_scalar(model, {name: value}), or simulate it with bonds='scalar'",
                f"{path}.{name}" if path else name,
            )


def demanding(scopes: Scopes, changed: Collection[str]) -> list[str]:
    """The paths of the components whose checks may come out differently when the parameters `changed` change."""
    found = []
    for path, model in scopes.graph.models.items():
        if demands(model):
            names = [name for name, declared in model.declarations.items() if isinstance(declared, Parameter)]
            values = [np.ravel(np.asarray(scopes.parameter(path, name), dtype=object)) for name in names]
            used = leaves(*(x for array in values for x in array if x is not None))
            if any(leaf.op == "symbol" and leaf.args[0] in changed for leaf in used):
                found.append(path)
    return found


@frozen
class Judged:
    """What `check_values` looks at: parameters given by expressions of others, and pairs in a given order."""

    derived: list[tuple[str, Node, Parameter, list[tuple[Node, str]]]]
    ordered: list[tuple[str, tuple[str, str, str]]]


def judged(scopes: Scopes, known: Collection[str], changed: Collection[str] | None = None) -> Judged:
    """What is to be checked of parameters with numbers for the names `known`: all, or what depends on `changed`."""
    derived = []
    for key, (entry, declared) in scopes.derived.items():
        used = leaves(entry)
        names = [str(leaf.args[0]) for leaf in used if leaf.op == "symbol" and not is_added(leaf)]
        if len(names) < len(used) or any(name not in known for name in names):
            continue  # it changes in the run
        if changed is None or any(name in changed for name in names):
            derived.append((key, entry, declared, list(zip(used, names, strict=True))))
    paths = [*scopes.graph.models, *scopes.graph.elements]
    return Judged(derived, [(path, order) for path in paths for order in scopes.component(path).ordered])


def check_values(
    scopes: Scopes, values: Mapping[str, float], changed: Collection[str] | None = None, chosen: Judged | None = None
) -> None:
    """Refuse numbers of parameters with which one that is given by an expression has no finite value or one that is
    not allowed, or with which two are in the wrong order; of all, or of those that depend on `changed`. `chosen` is
    what `judged` found, where many sets of values are checked."""
    chosen = judged(scopes, values, changed) if chosen is None else chosen
    for key, entry, declared, used in chosen.derived:
        number = evaluate([entry], {leaf: values[name] for leaf, name in used})[0]
        if isinstance(number, bool):
            continue
        wrong = _wrong(float(number), declared)
        if wrong:
            check_demands(scopes, values)  # the component may say it better
            given = ", ".join(f"{name} = {values[name]:g}" for _, name in used[:4])
            raise ModelError(f"{brief(entry)} {wrong} with {given}; give them other values", key)
    for path, order in chosen.ordered:
        _check_order(scopes, values, path, order, changed)


def check_rows(scopes: Scopes, names: Sequence[str], table: np.ndarray, changed: Collection[str]) -> None:
    """`check_values` with one set of values of `names` in each row of `table`; what is mere arithmetic at once."""
    chosen = judged(scopes, names, changed)
    columns = dict(zip(names, table.T, strict=True))
    bulk = [one for one in chosen.derived if all(x.op in ARITHMETIC for x in topological([one[1]]))]
    wrong = np.full(len(table), bool(chosen.ordered) or len(bulk) < len(chosen.derived))
    with np.errstate(all="ignore"):
        for _, entry, declared, used in bulk if not wrong.all() else ():
            values = np.asarray(evaluate([entry], {leaf: columns[name] for leaf, name in used})[0], dtype=float)
            low = -math.inf if declared.minimum is None else declared.minimum
            wrong |= ~np.isfinite(values) | (values < low) | (declared.strict & (values == low))
    for row in table[wrong]:
        check_values(scopes, dict(zip(names, row.tolist(), strict=True)), changed, chosen)


def _wrong(number: float, declared: Parameter) -> str:
    if not math.isfinite(number):
        return "has no finite value"
    low = declared.minimum
    if low is not None and (number < low or (declared.strict and number == low)):
        return f"is {number:g}, which must be {'greater than' if declared.strict else 'at least'} {low:g},"
    return ""


def _check_order(
    scopes: Scopes, values: Mapping[str, float], path: str, order: tuple[str, str, str], changed: Collection[str] | None
) -> None:
    """Refuse a value of the first parameter above that of the other; with "<" also equal ones."""
    low, sign, high = order
    pair = [_numbers(scopes, values, path, name, changed) for name in (low, high)]
    if pair[0] is None or pair[1] is None or (changed is not None and not (pair[0][1] or pair[1][1])):
        return
    first, second = np.broadcast_arrays(pair[0][0], pair[1][0])
    wrong = first >= second if sign == "<" else first > second
    if np.any(wrong):
        k = np.unravel_index(int(np.argmax(wrong)), first.shape)
        described = [scopes.component(path).declarations[name].description.partition(" (")[0] for name in (low, high)]
        raise ModelError(
            f"{low} = {first[k]:g} ({described[0]}) must be {'below' if sign == '<' else 'at most'} "
            f"{high} = {second[k]:g} ({described[1]}); change one of the two",
            path,
        )


def _numbers(
    scopes: Scopes, values: Mapping[str, float], path: str, name: str, changed: Collection[str] | None
) -> tuple[np.ndarray, bool] | None:
    """The numbers of a parameter and whether they depend on `changed`; None if it has none or changes in the run."""
    array = np.asarray(scopes.parameter(path, name), dtype=object)
    entries = list(array.ravel())
    if any(entry is None for entry in entries):
        return None
    used = leaves(*entries)
    names = [str(leaf.args[0]) if leaf.op == "symbol" else "" for leaf in used]
    if any(name not in values for name in names):
        return None
    known = {leaf: values[name] for leaf, name in zip(used, names, strict=True)}
    found = np.reshape(np.asarray(evaluate(entries, known), dtype=float), array.shape)
    return found, any(name in (changed or ()) for name in names)


__all__ = ["check_demands", "check_rows", "check_shaped", "check_values", "demanding"]
