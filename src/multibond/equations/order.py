"""The order of variables: that in which their components are written; names and other parts do not bear on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..expression import Node, nodes, unsigned
from ..model.declare import Input, Variable
from .alias import base, order

if TYPE_CHECKING:
    from ..graph.flat import Graph
    from ..graph.scope import Scopes


def written(graph: Graph) -> Iterator[str]:
    """The paths of all components in the order of writing, a composite before its parts; then what joins added."""
    waiting = [""]
    while waiting:
        path = waiting.pop()
        yield path
        model = graph.models.get(path)
        names = model.children if model is not None else ()
        parts = [f"{path}.{name}" if path else name for name in names]
        waiting += reversed([part for part in parts if part in graph.models or part in graph.elements])


def places(graph: Graph, scopes: Scopes) -> dict[Node, int]:
    """A number for every variable: by component as written, there by declaration and component of vectors, then the
    efforts and flows of its bonds."""
    found: dict[Node, int] = {}
    for path in dict.fromkeys((*written(graph), *graph.elements)):
        flat = graph.elements.get(path)
        component = graph.models[path] if flat is None else flat.element
        for name, declared in component.declarations.items():
            if isinstance(declared, (Variable, Input)):
                for x in np.ravel(nodes(scopes.variable(path, name))):
                    found.setdefault(x, len(found))
        for attachment in flat.attached if flat is not None else ():
            for x in np.ravel(scopes.bond(attachment.bond)):
                found.setdefault(unsigned(x), len(found))
    return found


def place_in(found: dict[Node, int], variable: Node) -> tuple[int, int, str]:
    """Where a variable or a derivative of one stands; what nobody wrote comes last, by name."""
    place = found.get(base(variable), len(found))
    return place, order(variable), str(variable) if place == len(found) else ""


__all__ = ["place_in", "places", "written"]
