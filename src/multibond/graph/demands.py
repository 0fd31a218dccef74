"""Checks that components make when they are built, made again with the numbers of a run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..expression import evaluate, leaves, symbol
from ..model.declare import Parameter
from ..model.demand import demands

if TYPE_CHECKING:
    from .scope import Scopes


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


__all__ = ["check_demands", "demanding"]
