"""The flattened graph of a wrapped model as one diagram: every element with its path, and every bond."""

from __future__ import annotations

from dataclasses import replace

from ...elements.frame import _Frame
from ...errors import ModelError
from ...graph.flat import FlatBond, Graph
from ...look.icon import Look
from ...look.usual import icon_of
from .diagram import MOST_PARTS, Diagram, Edge, Node, Strokes, given_strokes, junction_name


def flat_diagram(graph: Graph, strokes: Strokes | None, values: bool = True, names: bool | None = None) -> Diagram:
    """All elements that have bonds; frames, through which bonds only pass, are left out. `names` of junctions: of all,
    of none, or (None) of those that the user named."""
    given = given_strokes(strokes)
    bonds = {bond.index: replace(bond) for bond in graph.bonds}
    frames = {path for path, flat in graph.elements.items() if isinstance(flat.element, _Frame)}
    left = {path for path in frames if not _pass_through(graph, bonds, path)}
    shown = {path: flat for path, flat in graph.elements.items() if flat.attached and path not in frames - left}
    if len(shown) > MOST_PARTS:
        raise ModelError(
            f"{len(shown)} elements cannot be drawn in one picture, {MOST_PARTS} are the most; draw the inside of one "
            "component with --open",
            graph.title,
        )
    result = Diagram(f"{graph.title}, flattened")
    made = {path for join in graph.joins for path in join.nodes}  # junctions of joined frames, which nobody named
    for path, flat in shown.items():
        icon = icon_of(Look(flat.element, flat.domain, values, path))
        above = graph.models.get(path.rpartition(".")[0])
        wanted = False if names is None and path in made else names
        result.nodes[path] = Node(path, icon, f"{path}: {type(flat.element).__name__}", path, flat.element,
                                  flat.element.role or "",
                                  label=junction_name(above, flat.element, path, wanted))  # fmt: skip
    for bond in bonds.values():
        wide = f" ({bond.n})" if bond.n > 1 else ""
        title = f"bond {bond.label}{wide}: {bond.tail[0]} ⇀ {bond.head[0]}"
        placed = tuple(given.get(bond.index, ()))
        label = bond.label.rpartition(".")[2]
        result.edges.append(Edge(bond.tail[0], bond.head[0], bond.n, label, placed, title=title, index=bond.index))
    return result


def _pass_through(graph: Graph, bonds: dict[int, FlatBond], path: str) -> bool:
    """Make one bond of the two on either side of a frame, for each of its pairs; whether that was possible."""
    element = graph.elements[path].element
    assert isinstance(element, _Frame)
    pairs = []
    parts = dict(zip(element.whole_ports, element.parts, strict=True))
    for outer, inner in (
        both for stem in element.stems for both in zip(parts[f"outside{stem}"], parts[f"inside{stem}"])
    ):
        ends = [next((b for b in bonds.values() if (path, port) in (b.tail, b.head)), None) for port in (outer, inner)]
        if ends[0] is None or ends[1] is None or (ends[0].head[0] == path) == (ends[1].head[0] == path):
            return False
        pairs.append((ends[0], ends[1]) if ends[0].head[0] == path else (ends[1], ends[0]))
    for before, after in pairs:
        before.head = after.head
        del bonds[after.index]
    return True


__all__ = ["flat_diagram"]
