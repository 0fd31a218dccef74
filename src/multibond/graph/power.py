"""Power directions for bonds that the user left undirected, by MODIN's convention.

Power counts positive out of sources and into storage, dissipation and sensors; through two-ports from a to b; and
between junctions away from the sources, in the order in which the graph is reached from them.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .flat import Graph


def direct(graph: Graph) -> None:
    """Give every undirected bond its direction by turning it round where needed; directed ones are kept."""
    if all(bond.directed for bond in graph.bonds):
        return
    distance = _distance(graph)
    for bond in graph.bonds:
        if bond.directed:
            continue
        turn = False
        votes = []
        for (path, port), at_head in ((bond.tail, False), (bond.head, True)):
            declared = graph.elements[path].element.ports[port]
            if not declared.many:
                votes.append(declared.inward != at_head)
        if votes:
            turn = votes[0] if len(votes) == 1 or votes[0] == votes[1] else False
        else:
            turn = distance[bond.tail[0]] > distance[bond.head[0]]
        if turn:
            _turn(graph, bond.index)


def against(graph: Graph) -> list[str]:
    """Two-ports into which both half arrows point, or out of which both do, in sentences.

    Their laws say how what enters at one port leaves at the other: with one half arrow turned, the sign of the flow
    there, and so the sense of the motion, is turned too. Heat that flows from hot to cold does not ask for it; and the
    parts of libraries mean what they do.
    """
    found = []
    for path, flat in graph.elements.items():
        ports = flat.element.ports
        senses = {name: port.inward for name, port in ports.items() if not port.many and port.domain != "thermal"}
        if len(ports) != 2 or len(set(senses.values())) != 2:
            continue
        if graph.models[path.rpartition(".")[0]].library != "user":
            continue
        if len({attachment.head for attachment in flat.attached}) == 1:
            turned = next(a for a in flat.attached if a.head != senses[a.port])
            other, (first, last) = graph.other(path, turned), (name for name, _ in sorted(senses.items()))
            name = f"{path}.{turned.port}"
            remedy = f"{other} >> {name}" if senses[turned.port] else f"{name} >> {other}"
            found.append(
                f"{path}: both half arrows point {'into' if turned.head else 'out of'} it, but its law passes power on "
                f"from one port to the other: a positive flow at {first} goes with a negative one on the bond at "
                f"{last}; write {remedy} if that is not meant"
            )
    return found


def _distance(graph: Graph) -> dict[str, int]:
    """How many bonds each element is away from the nearest source (order of writing decides among unreached parts)."""
    far = len(graph.elements) + 1
    distance = dict.fromkeys(graph.elements, far)
    queue: deque[str] = deque()
    for path, flat in graph.elements.items():
        if flat.element.role == "source":
            distance[path] = 0
            queue.append(path)
    while queue:
        path = queue.popleft()
        for attachment in graph.elements[path].attached:
            other = graph.other(path, attachment)
            if distance[other] == far:
                distance[other] = distance[path] + 1
                queue.append(other)
    return distance


def _turn(graph: Graph, index: int) -> None:
    from dataclasses import replace

    bond = graph.bonds[index]
    bond.tail, bond.head = bond.head, bond.tail
    swap = {"tail": "head", "head": "tail", None: None}
    bond.stroke = tuple(swap[s] for s in bond.stroke)
    for path in {bond.tail[0], bond.head[0]}:
        flat = graph.elements[path]
        flat.attached = [replace(a, head=not a.head) if a.bond == index else a for a in flat.attached]
