"""The two rules that vector bonds put on causality, and the elements that break them.

C1: the components of a vector bond have the same causality. C2: where the matrix of a transformer or gyrator cannot be
inverted, as in a cross product, flows go in where it takes them (efforts, in effort form), for they do not follow from
what comes out. A graph that breaks a rule still has a causality here, component by component; a tool that gives every
vector bond one stroke cannot simulate it as it is.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from ..expression import evaluate, leaves, name_of, nodes
from ..frozen import frozen

if TYPE_CHECKING:
    from .causality import Causality

SMALL = 1e-9  # of the largest singular value: what counts as none


@frozen
class Breach:
    """A rule that is broken: "C1" at a bond, "C2" at a two-port; `element` is the path of the element that does it, and
    `reason` a sentence."""

    rule: str
    element: str
    bond: str
    reason: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}"


def breaches(causality: Causality) -> tuple[Breach, ...]:
    """Where the causality breaks rule C1 or C2.

    >>> from multibond import J1, I, Sf, Se, Model, Composition
    >>> m = Model("held")
    >>> m.body, m.point, m.both, m.rail, m.free = I(1, n=2), J1(n=2), Composition(na=1, nb=1), Sf(0), Se(0)
    >>> _ = m.rail >> m.both.a, m.free >> m.both.b, m.both.c >> m.point >> m.body
    >>> from multibond.graph.causality import causality
    >>> from multibond.graph.flat import flatten
    >>> [(b.rule, b.element) for b in breaches(causality(flatten(m)))][:1]
    [('C1', 'rail')]
    """
    return (*_mixed_bonds(causality), *_turned_round(causality))


def _mixed_bonds(causality: Causality) -> list[Breach]:
    graph = causality.graph
    found = []
    for bond in graph.bonds:
        if not causality.is_mixed(bond.index):
            continue
        strokes = causality.strokes[bond.index]
        rare = min(("tail", "head"), key=strokes.count)
        odd = [i for i, stroke in enumerate(strokes) if stroke == rare]
        cause = next(iter(causality.causes(bond.index, odd[0])), bond.tail[0])
        which = f"component{'s' if len(odd) > 1 else ''} {', '.join(map(str, odd))}"
        found.append(Breach(
            "C1", cause, bond.label,
            f"bond {bond.label} from {bond.tail[0]} to {bond.head[0]} has other strokes in {which}, because of {cause}",
        ))  # fmt: skip
    return found


def _turned_round(causality: Causality) -> list[Breach]:
    """Two-ports with a matrix that cannot be inverted whose inputs are not all at the end they belong to."""
    found = []
    for path, flat in causality.graph.elements.items():
        if flat.element.role != "conserving" or len(flat.element.whole_ports) != 2:
            continue
        cell = next((c for c in flat.element.cells(causality.scopes.locals[path], 2) if c.matrix is not None), None)
        if cell is None or cell.matrix is None or _invertible(nodes(cell.matrix), causality):
            continue
        wants_flow = cell.form == "flow"
        attachment, columns = flat.attached[0], flat.element.size(next(iter(flat.element.whole_ports.values())).n)
        wrong = [i for i in range(columns) if causality.takes_effort(path, 0, i) == wants_flow]
        if wrong:
            found.append(Breach(
                "C2", path, causality.graph.bonds[attachment.bond].label,
                f"{path} cannot be inverted and must take {'flows' if wants_flow else 'efforts'} at "
                f"{flat.whole(attachment.port)}, but component{'s' if len(wrong) > 1 else ''} "
                f"{', '.join(map(str, wrong))} of it {'come' if len(wrong) > 1 else 'comes'} from the other side",
            ))  # fmt: skip
    return found


def _invertible(matrix: np.ndarray, causality: Causality) -> bool:
    """Whether a matrix of expressions has an inverse, with the model's parameters, for nearly all values of the
    variables that stand in it."""
    if matrix.shape[0] != matrix.shape[1]:
        return False
    entries = list(matrix.reshape(-1))
    draw = random.Random(5)
    values: dict[Any, float] = {}
    for leaf in sorted(leaves(*entries), key=str):
        known = causality.scopes.parameters.get(name_of(leaf))
        values[leaf] = draw.uniform(0.3, 1.2) if known is None else known.value
    numbers = np.array(evaluate(entries, values), dtype=float).reshape(matrix.shape)
    if not np.all(np.isfinite(numbers)):
        return True
    sizes = np.linalg.svd(numbers, compute_uv=False)
    return bool(sizes[-1] > SMALL * max(sizes[0], 1e-300))


__all__ = ["Breach", "breaches"]
