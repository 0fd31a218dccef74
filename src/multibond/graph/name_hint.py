"""What may be meant by a name that a model does not have."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import nearest
from ..expression.misread import no_name
from ..expression.parse import CALLS
from .flat import Graph

PLANAR_WORLD = (
    "this part is one of space, but the world is planar, whose gravity has no third direction; take model.world = "
    "spatial.World(), or all parts from planar"
)


def name_hint(graph: Graph, name: str, known: Iterable[str], scope: str = "") -> str:
    """The end of a sentence about an unknown `name`, written in the composite at `scope`: what it may stand for among
    the `known` names, as they are written there."""
    known = list(known)
    return no_name(name, known, CALLS) or _of_junction(graph, name, scope) or nearest(name, known)


def _of_junction(graph: Graph, name: str, scope: str) -> str:
    """That a junction has no variables of its own, with the element on it at which they are read."""
    owner, _, last = name.rpartition(".")
    stem = f"{scope}." if scope else ""
    for path, wanted in ((stem + owner, last), (stem + name, "f")):
        flat = graph.elements.get(path)
        if flat is None or not any(port.many for port in flat.element.ports.values()):
            continue
        here = {attachment.bond for attachment in flat.attached}
        on_it = (
            other.path.removeprefix(stem)
            for other in graph.elements.values()
            if len(other.element.whole_ports) == 1 and other is not flat and any(a.bond in here for a in other.attached)
        )
        one = next(on_it, None)
        at = f", such as {one}.{wanted if wanted in ('e', 'f') else 'f'}" if one is not None else ""
        return f"; a junction has no variables of its own: read them at an element on it{at}"
    return ""


__all__ = ["name_hint"]
