"""All zero-order causal paths of a small graph, by walking every simple causal path: slow, and written from the laws of
the elements and the strokes alone."""

from __future__ import annotations

import numpy as np

from multibond.elements.element import blocks, matrix
from multibond.elements.junction import J0, J1
from multibond.elements.transducer import GY, TF
from multibond.expression import ZERO
from multibond.graph.causality import Causality

Signal = tuple[str, int, int]  # "e" or "f" of a bond's component


class Walk:
    """What acts on what in the junction structure, and the ports at its ends."""

    def __init__(self, causality: Causality):
        self.causality, self.graph = causality, causality.graph
        self.next: dict[Signal, set[Signal]] = {}
        self.integral, self.derivative, self.algebraic = {}, {}, {}  # port → (given, taken)
        for path, flat in self.graph.elements.items():
            if isinstance(flat.element, (J0, J1)):
                self._junction(path, flat)
            elif isinstance(flat.element, (TF, GY)):
                self._two_port(path, flat)
            elif flat.element.role in ("storage", "dissipation"):
                self._end(path, flat)

    def at(self, path: str, place: int, component: int) -> tuple[Signal, Signal]:
        """What the element gives and takes there."""
        attachment = self.graph.elements[path].attached[place]
        stroke_here = (self.causality.strokes[attachment.bond][component] == "head") == attachment.head
        bond = attachment.bond
        e, f = ("e", bond, component), ("f", bond, component)
        return (f, e) if stroke_here else (e, f)  # at the stroke the flow is computed

    def _acts(self, cause: Signal, effect: Signal) -> None:
        self.next.setdefault(cause, set()).add(effect)

    def _junction(self, path, flat) -> None:
        equal = "e" if isinstance(flat.element, J0) else "f"
        for component in range(flat.element.n):
            ends = [self.at(path, k, component) for k in range(len(flat.attached))]
            strong = next(k for k, (_, taken) in enumerate(ends) if taken[0] == equal)
            for k, (given, taken) in enumerate(ends):
                if k != strong:
                    self._acts(ends[strong][1], given)
                    self._acts(taken, ends[strong][0])

    def _two_port(self, path, flat) -> None:
        scope = self.causality.scopes.locals[path]
        m = np.asarray(scope.M, dtype=object)
        m = m if m.ndim == 2 else matrix(m, self.graph.bonds[flat.attached[0].bond].n)
        pattern = np.array([[x is not ZERO for x in row] for row in m])
        crossed = isinstance(flat.element, GY)
        for rows, columns in blocks(pattern):
            ends = [(0, j) for j in columns] + [(1, i) for i in rows]
            for place, i in ends:
                given, _ = self.at(path, place, i)
                for other, j in ends:
                    _, taken = self.at(path, other, j)
                    alike = given[0] == taken[0]
                    if alike != (crossed and place != other):
                        self._acts(taken, given)

    def _end(self, path, flat) -> None:
        for component in range(self.graph.bonds[flat.attached[0].bond].n):
            place = (path, component)
            pair = self.at(path, 0, component)
            if any((p.path, p.component) == place for p in self.causality.integral):
                self.integral[place] = pair
            elif any((p.path, p.component) == place for p in self.causality.derivative):
                self.derivative[place] = pair
            else:
                self.algebraic[place] = pair

    def ways(self, start: Signal):
        """Every simple path of signals from `start`."""
        stack = [(start, (start,))]
        while stack:
            signal, way = stack.pop()
            yield way
            stack += [(after, (*way, after)) for after in self.next.get(signal, ()) if after not in way]

    def couples(self, path: str) -> bool:
        """Whether a resistor has a full matrix."""
        return np.ndim(np.asarray(self.causality.scopes.locals[path].R, dtype=object)) == 2


def brute(causality: Causality) -> dict[int, dict[frozenset, int]]:
    """By class: the coupled ports (class 4: the signals of a loop), and the length of a shortest path in signals."""
    walk = Walk(causality)
    found: dict[int, dict[frozenset, int]] = {1: {}, 2: {}, 3: {}, 4: {}}

    def keep(kind: int, what: frozenset, length: int) -> None:
        found[kind][what] = min(length, found[kind].get(what, length))

    takes_derivative = {taken: place for place, (_, taken) in walk.derivative.items()}
    takes_algebraic = {taken: place for place, (_, taken) in walk.algebraic.items()}
    for place, (given, _) in walk.integral.items():
        for way in walk.ways(given):
            if way[-1] in takes_derivative:
                keep(1, frozenset((place, takes_derivative[way[-1]])), len(way))
    for place, (given, _) in walk.algebraic.items():
        for way in walk.ways(given):
            other = takes_algebraic.get(way[-1])
            if other is not None:
                own = other == place or (other[0] == place[0] and walk.couples(place[0]))
                keep(3 if own else 2, frozenset((place, other)), len(way))
    for path in causality.graph.elements:  # storage with a full matrix and mixed causality
        first = [p for p in walk.integral if p[0] == path]
        second = [p for p in walk.derivative if p[0] == path]
        if first and second:
            scope = causality.scopes.locals[path]
            field = scope.I if hasattr(scope, "I") else scope.C
            if np.ndim(np.asarray(field, dtype=object)) == 2:
                for a in first:
                    for b in second:
                        found[1].setdefault(frozenset((a, b)), 0)
    for start in walk.next:
        for way in walk.ways(start):
            if start in walk.next.get(way[-1], ()):
                keep(4, frozenset(way), len(way))
    return found
