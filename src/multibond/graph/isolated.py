"""Parts of a graph whose common effort nothing determines: the far side of a transformer, a circuit without ground.

An effort that all 0-junctions of such a part have in common acts on no element: wherever two of them meet at a
1-junction it cancels. Then the flows of the part's 0-junctions balance as soon as those of all but one do.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..elements.junction import J0, J1, Composition, J0Partial, J1Partial, Permutation
from ..elements.switched_junction import SwitchedJ1
from .flat import FlatElement, Graph
from .scope import Scopes

PASSING = (J0Partial, J1Partial, Composition, Permutation)
MOST = 300  # efforts left that hang together by threes and more; so many are of a mechanism, whose forces are held

Place = tuple[str, int]  # a 0-junction and the component of its bonds
Row = dict[int, Fraction]  # shares of efforts, by their index


def isolated_parts(graph: Graph, scopes: Scopes) -> list[dict[Place, Fraction]]:
    """For every such part the shares of its 0-junctions in the effort that is free. The first of them is in no other
    part.

    >>> import multibond as mb
    >>> from multibond.graph.flat import flatten
    >>> model = mb.Model("loop")
    >>> model.a, model.b, model.first, model.second = mb.J0(), mb.J0(), mb.J1(), mb.J1()
    >>> model.R, model.C = mb.R(1.0), mb.C(1.0)
    >>> _ = model.a >> [model.first, model.second]
    >>> _ = model.first >> [model.R, model.b], model.second >> [model.C, model.b]
    >>> graph = flatten(model)
    >>> isolated_parts(graph, Scopes(graph, {}))
    [{('a', 0): Fraction(1, 1), ('b', 0): Fraction(1, 1)}]
    """
    found = _Efforts(graph, scopes)
    found.narrow()
    return found.parts()


class _Efforts:
    """The efforts of all bonds, those that are equal as one, and what the 1-junctions say of a change of them."""

    def __init__(self, graph: Graph, scopes: Scopes):
        self.graph = graph
        self.first: list[int] = []
        count = 0
        for bond in graph.bonds:
            self.first.append(count)
            count += bond.n
        self.above = list(range(count))
        self.share = [Fraction(1)] * count  # of the effort above
        sums, held = [], []
        for path, flat in graph.elements.items():
            cells = list(self._cells(flat, scopes.locals[path]))
            for kind, ends in cells:
                if kind == "1":
                    sums.append(ends)
                else:
                    self._equal([end for end, _ in ends])
            if not cells:
                held += [self.first[a.bond] + i for a in flat.attached for i in range(graph.bonds[a.bond].n)]
        self.held = {self.root(x)[0] for x in held}
        self.rows: dict[int, Row] = {k: self._row(ends) for k, ends in enumerate(sums)}
        self.users: dict[int, set[int]] = {}
        for k, row in self.rows.items():
            for x in row:
                self.users.setdefault(x, set()).add(k)

    def _cells(self, flat: FlatElement, s: Any) -> Iterator[tuple[str, list[tuple[int, int]]]]:
        """Of an element that only joins bonds: the ends whose efforts add up to zero (kind "1"), or are equal."""
        element, places = flat.element, range(len(flat.attached))
        if isinstance(element, (J0, J1, SwitchedJ1)):
            for i in range(element.n):
                yield "0" if isinstance(element, J0) else "1", [self._end(flat, k, i) for k in places]
        elif isinstance(element, PASSING):
            for cell in element.cells(s, len(flat.attached)):
                yield cell.kind, [self._end(flat, *end) for end in cell.ends]

    def _row(self, ends: list[tuple[int, int]]) -> Row:
        """A sum by what is not held and stands for itself."""
        row: Row = {}
        for end, sign in ends:
            root, share = self.root(end)
            if root not in self.held:
                row[root] = row.get(root, Fraction(0)) + sign * share
        return {root: share for root, share in row.items() if share}

    def _end(self, flat: FlatElement, place: int, component: int) -> tuple[int, int]:
        """The effort at one end of an element, and its sign in a sum there."""
        attachment, component = flat.end(place, component)
        return self.first[attachment.bond] + component, 1 if attachment.head else -1

    def root(self, x: int) -> tuple[int, Fraction]:
        """The effort that stands for x, and the share of it that x is."""
        way = []
        while self.above[x] != x:
            way.append(x)
            x = self.above[x]
        share = Fraction(1)
        for y in reversed(way):
            share = self.share[y] = self.share[y] * share
            self.above[y] = x
        return x, share

    def _equal(self, efforts: list[int]) -> None:
        for x in efforts[1:]:
            a, b = self.root(efforts[0])[0], self.root(x)[0]
            self.above[b] = a

    def narrow(self) -> None:
        """Hold what stands alone in a sum; let one stand for another where a sum is of two."""
        waiting = [k for k, row in self.rows.items() if len(row) <= 2]
        while waiting:
            k = waiting.pop()
            row = self.rows.pop(k, None)
            if row is None:
                continue
            for x in row:
                self.users[x].discard(k)
            if len(row) == 1:
                (x,) = row
                self.held.add(x)
                waiting += self._exchange(x, {})
            elif len(row) == 2:
                x, y = sorted(row, key=lambda x: len(self.users[x]))
                self.above[x], self.share[x] = y, -row[y] / row[x]
                waiting += self._exchange(x, {y: self.share[x]})

    def _exchange(self, x: int, by: Row) -> Iterator[int]:
        """Put `by` in the place of x in all sums; those that are short then."""
        for k in self.users.pop(x, ()):
            row = self.rows[k]
            share = row.pop(x)
            for y, part in by.items():
                row[y] = row.get(y, Fraction(0)) + share * part
                if row[y]:
                    self.users[y].add(k)
                else:
                    del row[y]
                    self.users[y].discard(k)
            if len(row) <= 2:
                yield k

    def parts(self) -> list[dict[Place, Fraction]]:
        """The free efforts, as the shares of the 0-junctions in each."""
        places: dict[int, list[tuple[Place, Fraction]]] = {}
        for path, flat in self.graph.elements.items():
            for i in range(flat.element.n) if isinstance(flat.element, J0) and flat.attached else ():
                root, share = self.root(self._end(flat, 0, i)[0])
                if root not in self.held:
                    places.setdefault(root, []).append(((path, i), share))
        left = {x for row in self.rows.values() for x in row}
        found = [dict(members) for root, members in places.items() if root not in left]
        if not left or len(left) > MOST:
            return found
        solved = self._solved(places)
        for root in (x for x in left if x not in solved and x in places):
            part = dict(places[root])
            for x, row in solved.items():
                if root in row:
                    part |= {place: share * row[root] for place, share in places.get(x, ())}
            found.append(part)
        return found

    def _solved(self, places: dict[int, list[tuple[Place, Fraction]]]) -> dict[int, Row]:
        """Efforts by those that stay free; those without a 0-junction come first, so that none stands for one."""
        solved: dict[int, Row] = {}
        while self.rows:
            k = min(self.rows, key=lambda k: all(x in places for x in self.rows[k]))
            row = self.rows.pop(k)
            for x in row:
                self.users[x].discard(k)
            if not row:
                continue
            x = min(row, key=lambda x: (x in places, len(self.users[x])))
            by = {y: -share / row[x] for y, share in row.items() if y != x}
            list(self._exchange(x, by))
            for other in solved.values():
                share = other.pop(x, Fraction(0))
                for y, part in by.items() if share else ():
                    other[y] = other.get(y, Fraction(0)) + share * part
            solved[x] = by
        return solved


__all__ = ["isolated_parts"]
