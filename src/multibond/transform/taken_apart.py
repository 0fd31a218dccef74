"""Values that were given to components, taken apart into those of their components."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MultibondError
from ..expression import TIME, Node, leaves, node, parse, substitute, symbol, text
from ..model.component import Component, symbols
from ..model.declare import Law
from ..model.law import call_law
from ..model.mention import names_in
from ..model.unit import is_quantity

if TYPE_CHECKING:
    from ..graph.scope import Scopes


def components(raw: Any, scopes: Scopes, scope: str) -> np.ndarray:
    """What was given, `raw`, as an array of values for single components, in the names of the composite at `scope`;
    without dimensions for one value."""
    if isinstance(raw, str):
        return np.array(raw, dtype=object) if is_quantity(raw) else _parsed(raw, scopes, scope)
    if isinstance(raw, (list, tuple, np.ndarray)):
        parts = [components(part, scopes, scope) for part in raw]
        result = np.empty((len(parts), *parts[0].shape), dtype=object)
        for k, part in enumerate(parts):
            result[k] = part if part.ndim else part.item()
        return result
    return np.array(raw, dtype=object)


def _parsed(raw: str, scopes: Scopes, scope: str) -> np.ndarray:
    """A text as expressions of the names that it has; one that gives one value stays as it is written."""
    found = np.asarray(parse(raw, lambda name: relative(name, scopes, scope)), dtype=object)
    return found if found.ndim else np.array(raw, dtype=object)


def relative(name: str, scopes: Scopes, scope: str) -> Any:
    """The name itself as symbols, in the shape of what it stands for in the composite at `scope`."""
    return TIME if name == "time" else symbols(name, np.shape(np.asarray(scopes.lookup(name, scope), dtype=object)))


def is_plain_number(raw: Any) -> bool:
    """Whether a value is a number of its own, with or without a unit, rather than an expression."""
    return not isinstance(raw, Node) and (not isinstance(raw, str) or is_quantity(raw))


def law_parts(element: Component, declared: Law, raw: Any, n: int, scopes: Scopes, path: str) -> list[str] | None:
    """The law of each component as text of its own variables; None where one depends on the others."""
    scope = path.rpartition(".")[0]
    marks = {name: symbols(f"<{name}>", (n,)) for name in declared.variables}
    if set(names_in(raw)) & set(_parameters(scopes, scope)) & set(marks):
        return None
    try:
        found = np.asarray(_called(raw, marks, scopes, scope), dtype=object)
    except (MultibondError, ValueError):
        return None
    if found.shape != (n,):
        return None
    parts = []
    for i, x in enumerate(map(node, found)):
        own = {array[i]: symbol(f"<{name}>") for name, array in marks.items()}
        others = [leaf for leaf in leaves(x) if leaf not in own]
        if any(re.split(r"[.\[]", str(leaf))[0].strip("<>") in marks for leaf in others):
            return None
        parts.append(re.sub(r"<(\w+)>", r"\1", text(substitute([x], own)[0])))
    return parts


def _called(raw: Any, marks: dict[str, Any], scopes: Scopes, scope: str) -> Any:
    if callable(raw) and not isinstance(raw, Node):
        return call_law(raw, list(marks.values()), scopes.graph.models[scope])
    if isinstance(raw, (list, tuple)):
        return [np.asarray(_called(part, marks, scopes, scope), dtype=object).item() for part in raw]
    if isinstance(raw, str):
        return parse(raw, lambda name: marks[name] if name in marks else relative(name, scopes, scope))
    return raw


def _parameters(scopes: Scopes, scope: str) -> list[str]:
    return list(scopes.component(scope).declarations)


__all__ = ["components", "is_plain_number", "law_parts", "relative"]
