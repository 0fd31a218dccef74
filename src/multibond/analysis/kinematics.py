"""Which velocities a mechanism allows: what each component forbids between its frames, in numbers at one position.

The flows of a component's bonds obey linear equations: those of its junctions and transformers, and zero flow at its
walls and constraint elements. Seen from its frames, they leave some motions free and forbid others. Nothing is known of
kinds of joints: a hinge, a gear, a wheel that rolls and a component of the user's own are looked at alike. Frames that
are joined have one velocity (v in the inertial frame, w in the body frame), also where the graph is cut to a tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ..elements.element import Cell
from ..elements.frame import _Forbidden, _Frame
from ..equations.system import System
from ..errors import ModelError
from ..expression import ZERO, Node, evaluate, gradient, leaves, node, substitute
from ..frozen import frozen
from ..model.kind import Kind

SMALL = 1e-9  # of the largest singular value: what counts as none

Row = dict[Node, Node]  # coefficients of flows


@frozen
class Part:
    """A component with frames (or what lies between the drives of joints): its equations between flows, the flows of
    its `frames`, and those of the bonds by which it is driven."""

    path: str
    frames: tuple[str, ...]
    rows: tuple[Row, ...]
    ends: tuple[Node, ...]  # flows of all frames, one after the other
    drives: tuple[Node, ...]  # flows of bonds to elements outside


@frozen
class Held:
    """What a component forbids at one position: `rows` @ [flows of its frames, of its drives] = 0; `free` is the number
    of independent motions of its frames."""

    part: Part
    rows: np.ndarray
    free: int

    @property
    def constraints(self) -> int:
        """How many motions of its frames it forbids."""
        return len(self.part.ends) - self.free


def parts_of(system: System) -> list[Part]:
    """The components with frames, in the order of writing, and what stands between their drives."""
    graph = system.graph
    frames: dict[str, list[str]] = {}
    for path, flat in graph.elements.items():
        if isinstance(flat.element, _Frame):
            frames.setdefault(path.rpartition(".")[0], []).append(path)
    owner_of = {path: _owner(path, frames) for path in graph.elements}
    for join in graph.joins:  # junctions and cuts of joins belong to nobody
        owner_of.update(dict.fromkeys((*join.nodes, *(p for _, paths in join.cuts for p in paths)), "-"))
        owner_of.update(dict.fromkeys((p for gaps in join.gaps for p in gaps), "-"))
    rows: dict[str, list[Row]] = {}
    for equation in system.equations:
        if equation.origin in owner_of and not isinstance(graph.elements[equation.origin].element, _Forbidden):
            row = _flow_row(system, equation.residual)
            if row:
                rows.setdefault(owner_of[equation.origin], []).append(row)
    for path, flat in graph.elements.items():
        if isinstance(flat.element, _Forbidden) and owner_of[path] != "-":
            flows = [node(f) for f in system.scopes.locals[path].f]
            rows.setdefault(owner_of[path], []).extend(_linear(system, f) for f in flows)
    driven = _driven(system, owner_of)
    found = [
        Part(owner, tuple(own), tuple(rows.get(owner, ())), tuple(x for f in own for x in _flows(system, f)),
             tuple(driven.get(owner, ())))
        for owner, own in frames.items()
    ]  # fmt: skip
    if driven.get(""):
        found.append(Part("", (), tuple(rows.get("", ())), (), tuple(driven[""])))
    return found


def flow_rows(system: System) -> list[Row]:
    """All equations between flows alone, with zero flow at constraint elements and no other at sources of flow."""
    elements = system.graph.elements
    rows = [
        _flow_row(system, e.residual)
        for e in system.equations
        if e.origin in elements and not isinstance(elements[e.origin].element, _Forbidden)
    ]
    for path, flat in elements.items():
        imposed = flat.element.role == "source" and all(cell.kind == "flow" for cell in _cells(system, path))
        if imposed or isinstance(flat.element, _Forbidden):
            rows += [_linear(system, node(f)) for f in system.scopes.locals[path].f]
    return [row for row in rows if row]


def _cells(system: System, path: str) -> list[Cell]:
    flat = system.graph.elements[path]
    return list(flat.element.cells(system.scopes.locals[path], len(flat.attached)))


def _owner(path: str, frames: Mapping[str, list[str]]) -> str:
    """The component with frames that an element belongs to; "" for none."""
    while path:
        path = path.rpartition(".")[0]
        if path in frames:
            return path
    return ""


def _flows(system: System, frame: str) -> Iterator[Node]:
    element, scope = system.graph.elements[frame].element, system.scopes.locals[frame]
    assert isinstance(element, _Frame)
    for stem in element.stems:
        yield from (node(f) for f in getattr(scope, f"outside{stem}").f)


def _driven(system: System, owner_of: Mapping[str, str]) -> dict[str, list[Node]]:
    """The flows of the bonds between components with frames and other elements, by both owners."""
    found: dict[str, list[Node]] = {}
    for bond in system.graph.bonds:
        owners = owner_of[bond.tail[0]], owner_of[bond.head[0]]
        if owners[0] == owners[1] or "-" in owners:
            continue
        flows = [next(iter(leaves(node(f)))) for f in system.scopes.bond(bond.index)[1]]
        for owner in owners:
            found.setdefault(owner, []).extend(flows)
    return found


def _flow_row(system: System, residual: Node) -> Row:
    """The coefficients of an equation between flows alone; nothing for all others, those of sources among them."""
    flows = [x for x in leaves(residual) if system.kind(x) is Kind.FLOW]
    if not flows or substitute([residual], dict.fromkeys(flows, ZERO))[0] is not ZERO:
        return {}
    return _linear(system, residual)


def _linear(system: System, residual: Node) -> Row:
    slopes = {x: slope for x, slope in gradient(residual).items() if system.kind(x) is Kind.FLOW}
    if any(system.kind(x) is Kind.FLOW for slope in slopes.values() for x in leaves(slope)):
        return {}  # not linear in the flows: no constraint between them
    return slopes


def coefficients(parts: list[Part]) -> list[Node]:
    """What must be known of a position: the leaves of all coefficients."""
    return leaves(*(slope for part in parts for row in part.rows for slope in row.values()))


def held(part: Part, values: Mapping[Node, float]) -> Held:
    """What a component forbids at the position `values`."""
    columns: dict[Node, int] = {}
    signs: list[tuple[int, float]] = []
    for end in (*part.ends, *part.drives):
        ((symbol, slope),) = gradient(end).items()
        signs.append((columns.setdefault(symbol, len(columns)), float(evaluate([slope], {})[0])))
    for row in part.rows:
        for x in row:
            columns.setdefault(x, len(columns))
    matrix = np.zeros((len(part.rows), len(columns)))
    for i, row in enumerate(part.rows):
        numbers = evaluate(list(row.values()), values)
        for x, number in zip(row, numbers, strict=True):
            matrix[i, columns[x]] = number
    if not np.isfinite(matrix).all():
        raise ModelError(
            "what it forbids has no finite value where the mechanism stands: a length or a ratio is beyond all numbers "
            "or divides by zero; check its sizes and the start values",
            part.path,
        )
    select = np.zeros((len(signs), len(columns)))
    for i, (j, sign) in enumerate(signs):
        select[i, j] = sign
    seen = select @ null_space(matrix)
    rows = null_space(seen.T).T
    return Held(part, rows, rank(seen[: len(part.ends)]))


def null_space(matrix: np.ndarray, small: float = SMALL) -> np.ndarray:
    """Orthonormal columns that span what `matrix` takes to zero."""
    if not matrix.size:
        return np.eye(matrix.shape[1])
    _, sizes, ways = np.linalg.svd(matrix)
    return ways[int(np.sum(sizes > small * max(sizes[0], 1e-300))) :].T


def rank(matrix: np.ndarray, small: float = SMALL) -> int:
    """The number of independent rows."""
    if not matrix.size:
        return 0
    sizes = np.linalg.svd(matrix, compute_uv=False)
    return int(np.sum(sizes > small * max(sizes[0], 1e-300))) if sizes[0] > 1e-12 else 0


__all__ = ["Held", "Part", "coefficients", "flow_rows", "held", "null_space", "parts_of", "rank"]
