"""Checks that components make when they are built, made again with the numbers of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..expression import evaluate, leaves, symbol
from ..model.demand import demands

if TYPE_CHECKING:
    from .scope import Scopes


def check_demands(scopes: Scopes, values: Mapping[str, float]) -> None:
    """Refuse parameter values (by dotted path) that a component refuses."""
    for path, model in scopes.graph.models.items():
        for check in demands(model):

            def number(name: str, path: str = path) -> np.ndarray | None:
                array = np.asarray(scopes.parameter(path, name), dtype=object)
                entries = list(array.ravel())
                used = [] if any(entry is None for entry in entries) else leaves(*entries)
                names = {leaf: str(leaf.args[0]) for leaf in used if leaf.op == "symbol"}
                if any(entry is None for entry in entries) or not all(names.get(leaf) in values for leaf in used):
                    return None
                known = {symbol(name): values[name] for name in names.values()}
                return np.reshape(np.asarray(evaluate(entries, known), dtype=float), array.shape)

            check(number, path)


__all__ = ["check_demands"]
