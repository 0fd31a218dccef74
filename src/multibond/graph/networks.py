"""Networks of scalar transformers and gyrators, whose sums at junctions are matrix products.

Where several scalar two-ports meet at a junction that adds up what they give, such as the flows at a 0-junction, each
of these terms is a product, m f. It needs no variable of its own: said by the product itself, the equations are those
of one transformer with a matrix, and as few.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..elements.junction import J0, J1
from ..elements.transducer import GY, TF
from ..expression import Node, leaves, mul, neg, node, unsigned
from .flat import Attachment, FlatElement, Graph

if TYPE_CHECKING:
    from .scope import Scopes

# what each port gives, by kind and form, as (effort or flow at a, at b); the other two come in
GIVES = {(TF, "flow"): "ef", (TF, "effort"): "fe", (GY, "flow"): "ee", (GY, "effort"): "ff"}
ADDS = {"f": J0, "e": J1}  # the junction that adds up flows, or efforts


def say_products(scopes: Scopes) -> None:
    """Put the products in the place of the variables of the bonds of such networks, in a graph in which elements with
    vector bonds were taken apart: their names are there as other names."""
    if not scopes.aliases:
        return
    terms: list[tuple[Attachment, str, Node, tuple[str, str]]] = []
    crowded = _crowded(scopes.graph)
    for path, flat in scopes.graph.elements.items():
        if not crowded or not _is_scalar_two_port(flat):
            continue
        gives = GIVES[type(flat.element), flat.element.option("form")]  # type: ignore[index]
        a, b = flat.attached
        for here, there, letter, taken in ((a, b, gives[0], gives[1]), (b, a, gives[1], gives[0])):
            junction = scopes.graph.other(path, here)
            if junction in crowded and type(scopes.graph.elements[junction].element) is ADDS[letter]:
                comes = {"e": "f", "f": "e"}[taken]  # at the other port, what it does not give
                ratio = node(np.ravel(np.asarray(scopes.parameter(path, "M"), dtype=object))[0])
                terms.append((here, letter, mul(ratio, _seen(scopes, flat, there, comes)), (path, junction)))
    used = set(leaves(*(x for known in scopes._known.values() for x in _nodes(known))))
    for here, letter, product, (path, _) in terms:
        flat = scopes.graph.elements[path]
        if unsigned(_seen(scopes, flat, here, letter)) not in used:  # by the name of the variable
            array = scopes.bond(here.bond)["ef".index(letter)]
            inward = letter == "e" or here.head == flat.element.ports[here.port].inward
            array[0] = product if inward else neg(product)


def _nodes(known: Any) -> list[Node]:
    return [x for x in np.ravel(np.asarray(known, dtype=object)) if isinstance(x, Node)]


def _seen(scopes: Scopes, flat: FlatElement, attachment: Attachment, letter: str) -> Node:
    """The effort or flow at a port, in the sense of the port."""
    found: Node = scopes.bond(attachment.bond)["ef".index(letter)][0]
    inward = letter == "e" or attachment.head == flat.element.ports[attachment.port].inward
    return found if inward else neg(found)


def _is_scalar_two_port(flat: FlatElement) -> bool:
    return type(flat.element) in (TF, GY) and all(
        flat.element.size(port.n) == 1 for port in flat.element.ports.values()
    )


def _crowded(graph: Graph) -> set[str]:
    """The junctions at which several scalar two-ports meet."""
    meet: dict[str, int] = {}
    for path, flat in graph.elements.items():
        if _is_scalar_two_port(flat):
            for attachment in flat.attached:
                other = graph.other(path, attachment)
                meet[other] = meet.get(other, 0) + 1
    return {path for path, count in meet.items() if count > 1 and graph.elements[path].element.junction}


__all__ = ["say_products"]
