"""The causal demands of a graph as one network of counting rules over scalar strokes.

Every scalar component of every bond is one variable: 1 when its stroke is at the head, 0 when it is at the tail.
Every demand of an element is a rule "exactly `count` of these literals are true", and each variable stands in at most
two rules, one for each end of the bond. So all of sequential causality assignment is counting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..elements.element import Cell
from ..errors import ModelError
from ..expression import ZERO
from ..frozen import frozen
from .flat import Graph
from .scope import Scopes

Literal = tuple[int, int]  # variable and the value that makes it true


@dataclass
class Rule:
    """Exactly `count` of the `literals` are true. `pattern` is kept where not every such choice can be solved."""

    path: str
    kind: str  # "effort", "flow", "0", "1" or "tf"
    literals: tuple[Literal, ...]
    count: int
    pattern: Pattern | None = None


@frozen
class Wish:
    """A variable that is to be chosen: by a storage (with its integral value), by a resistor, or by nobody."""

    variable: int
    value: int
    path: str
    place: int
    component: int


class Network:
    """Variables, rules and wishes of a graph."""

    def __init__(self, graph: Graph, scopes: Scopes):
        self.graph = graph
        self.first: list[int] = []  # first variable of every bond
        self.bond_of: list[tuple[int, int]] = []  # bond and component of every variable
        for bond in graph.bonds:
            self.first.append(len(self.bond_of))
            self.bond_of += [(bond.index, i) for i in range(bond.n)]
        self.rules: list[Rule] = []
        self.storage: list[Wish] = []
        self.free: list[Wish] = []
        for path, flat in graph.elements.items():
            s = scopes.locals[path]
            for cell in flat.element.cells(s, len(flat.attached)):
                self._add(path, cell, s)
        self.at: list[list[tuple[int, int]]] = [[] for _ in self.bond_of]  # rules of every variable, and its literal
        for index, rule in enumerate(self.rules):
            for variable, want in rule.literals:
                self.at[variable].append((index, want))

    def variable(self, path: str, place: int, component: int) -> tuple[int, int]:
        """The variable of one end of an element, and the value at which the element takes in the effort there."""
        attachment, component = self.graph.elements[path].end(place, component)
        return self.first[attachment.bond] + component, 1 if attachment.head else 0

    def _add(self, path: str, cell: Cell, s: Any) -> None:
        kind = cell.kind
        if kind not in ("effort", "flow", "0", "1", "tf"):
            (place, component) = cell.ends[0]
            variable, effort_in = self.variable(path, place, component)
            if kind == "prefer effort":
                self.storage.append(Wish(variable, 1 - effort_in, path, place, component))
            elif kind == "prefer flow":
                self.storage.append(Wish(variable, effort_in, path, place, component))
            elif kind == "free":
                # a conductor is taken at its word: it computes a flow
                wish = effort_in if self.graph.elements[path].element.computes == "flow" else 1 - effort_in
                self.free.append(Wish(variable, wish, path, place, component))
            else:
                raise ModelError(f"there is no causal demand '{kind}'", path)
            return
        literals = []
        for end in cell.ends:
            variable, effort_in = self.variable(path, *end)
            takes_effort = kind in ("flow", "0") or (kind == "tf" and end in cell.dual)
            literals.append((variable, effort_in if takes_effort else 1 - effort_in))
        rule = Rule(path, kind, tuple(literals), cell.count)
        if cell.matrix is not None and len(cell.ends) > 2:
            rule.pattern = Pattern.of(cell, cell.matrix, cell.form == "flow")
        self.rules.append(rule)


class Pattern:
    """Which ends of a transformer with zeros in its matrix may together be its inputs.

    The ends whose variable is known must determine the others: every column j of the matrix is covered either by its
    own end or by a known end of a row i with M[i, j] ≠ 0, each end once. These sets are the bases of a transversal
    matroid, so that a partial choice can be completed exactly when the chosen ends match into the columns and the ends
    not yet refused cover all columns.
    """

    def __init__(self, reach: list[list[int]], columns: int, known_when: bool):
        self.reach, self.columns, self.known_when = reach, columns, known_when

    @classmethod
    def of(cls, cell: Cell, m: np.ndarray, flow_form: bool) -> Pattern | None:
        """The pattern of a cell, or None when the block has no zeros and counting is enough."""
        columns = [j for place, j in cell.ends if place == 0]
        reach = []
        for place, k in cell.ends:
            if place == 0:
                reach.append([columns.index(k)])
            else:
                reach.append([c for c, j in enumerate(columns) if m[k, j] is not ZERO])
        full = all(len(r) == len(columns) for r, (place, _) in zip(reach, cell.ends, strict=True) if place == 1)
        return None if full else cls(reach, len(columns), flow_form)

    def forced(self, truth: list[bool | None]) -> list[bool | None] | None:
        """What the undecided literals must be, given the decided ones; None if there is no way to go on."""
        known = [t if t is None else t == self.known_when for t in truth]
        chosen = self._match([k for k, t in enumerate(known) if t])
        offered = [k for k, t in enumerate(known) if t is not False]
        cover = self._match(offered)
        if len(chosen) < sum(t is True for t in known) or len(cover) < self.columns:
            return None
        result = list(known)
        for k, t in enumerate(known):
            if t is not None:
                continue
            if not self._augment(k, dict(chosen), set()):
                result[k] = False
            elif k in cover.values() and len(self._match([o for o in offered if o != k])) < self.columns:
                result[k] = True
        return [t if t is None else t == self.known_when for t in result]

    def _match(self, ends: list[int]) -> dict[int, int]:
        """A largest matching of `ends` into the columns: column → end."""
        matched: dict[int, int] = {}
        for k in ends:
            self._augment(k, matched, set())
        return matched

    def _augment(self, k: int, matched: dict[int, int], seen: set[int]) -> bool:
        for column in self.reach[k]:
            if column in seen:
                continue
            seen.add(column)
            if column not in matched or self._augment(matched[column], matched, seen):
                matched[column] = k
                return True
        return False
