"""Sequential causality assignment for every scalar component of every bond.

Order: what sources and other elements impose, strokes forced by the user, storage in its preferred causality one by
one, resistors, and whatever is left; after each step everything that follows from it. The stroke is at the end where
the flow is computed.

Text notation of a bond from tail to head: ``a |---⇀ b`` has its stroke at the tail, ``a ---⇀| b`` at the head;
a multi-bond has a double line and its cardinality, ``a |===⇀ b  (3)``; one with mixed causality shows the stroke of
each component, t for tail and h for head, ``a ===⇀ b  (3) [t h h]``.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..errors import Asked, ModelError
from ..frozen import frozen
from .assignment import FORCED, Assignment, Conflict, Unassignable
from .flat import Attachment, Graph
from .network import Network, Wish
from .scope import Scopes

if TYPE_CHECKING:
    from .loops import Dependence, Loop
    from .paths import PathGroup


class Place(NamedTuple):
    """One scalar end of an element: its path, the component, and the port."""

    path: str
    component: int
    port: str = "a"

    def __str__(self) -> str:
        return self.path if self.component == 0 else f"{self.path}[{self.component}]"


@frozen
class Causality(Asked):
    """The strokes of a graph and what follows from them.

    `strokes`: for every bond a tuple "tail" or "head" per component. `integral`, `derivative`: storage by causality;
    storage in derivative causality depends on other storage or on sources. `arbitrary`: resistors whose causality
    could be chosen, each a sign of an algebraic loop. `operations`: the work done, in looked-at literals.
    """

    graph: Graph
    scopes: Scopes
    strokes: tuple[tuple[str, ...], ...]
    integral: tuple[Place, ...]
    derivative: tuple[Place, ...]
    arbitrary: tuple[Place, ...]
    operations: int
    _assignment: Assignment = field(repr=False, compare=False)

    def takes_effort(self, path: str, place: int, component: int) -> bool:
        """Whether the element takes in the effort (and computes the flow) at its attachment `place`."""
        return self.effort_in(*self.graph.elements[path].end(place, component))

    def effort_in(self, attachment: Attachment, component: int) -> bool:
        """Whether the effort comes in over a component of the bond at this attachment."""
        return (self.strokes[attachment.bond][component] == "head") == attachment.head

    def is_mixed(self, bond: int) -> bool:
        """Whether the components of a bond have different strokes."""
        return len(set(self.strokes[bond])) > 1

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """Algebraic loops: causal paths that come back to where they started without passing a storage."""
        from .loops import algebraic_loops

        return algebraic_loops(self)

    @cached_property
    def dependences(self) -> tuple[Dependence, ...]:
        """For every storage in derivative causality, the zero-order causal paths that tie it to what determines it."""
        from .loops import dependences

        return dependences(self)

    @cached_property
    def paths(self) -> tuple[PathGroup, ...]:
        """The zero-order causal paths of classes 1 to 4, in groups of ports that they couple."""
        from .paths import zero_order_paths

        return zero_order_paths(self)

    @cached_property
    def index(self) -> int:
        """The causal index: 0 without zero-order paths, 1 with classes 1 to 3, 2 with class 4 or multipliers."""
        from .paths import causal_index

        return causal_index(self, self.paths)

    def reasons(self, path: str, component: int = 0, port: str | None = None) -> tuple[str, ...]:
        """The elements whose causality forces that of a storage or resistor, nearest first."""
        flat = self.graph.elements[path]
        attachment, component = flat.end(0 if port is None else flat.place(port), component)
        found = self.causes(attachment.bond, component)
        return tuple(other for other in found if other != path)

    def causes(self, bond: int, component: int = 0) -> tuple[str, ...]:
        """The elements from whose causality the stroke of a bond follows, nearest first."""
        network = self._assignment.network
        found: dict[str, None] = {}
        for root in self._assignment.roots([network.first[bond] + component]):
            reached = self.graph.bonds[network.bond_of[root][0]]
            ends = [end[0] for end in (reached.tail, reached.head)]
            junctionless = [p for p in ends if not self.graph.elements[p].element.junction]
            found[(junctionless or ends)[0]] = None
        return tuple(found)

    def notation(self, bond: int) -> str:
        """The bond in text, as described at the top of this file."""
        flat, strokes = self.graph.bonds[bond], self.strokes[bond]
        line = "---" if flat.n == 1 else "==="
        if not self.is_mixed(bond):
            line = f"|{line}⇀" if strokes[0] == "tail" else f"{line}⇀|"
        else:
            line = f"{line}⇀"
        wide = f"  ({flat.n})" if flat.n > 1 else ""
        mixed = f" [{' '.join(s[0] for s in strokes)}]" if self.is_mixed(bond) else ""
        return f"{flat.tail[0]} {line} {flat.head[0]}{wide}{mixed}"

    def __str__(self) -> str:
        width = max((len(bond.label) for bond in self.graph.bonds), default=0)
        lines = [f"{bond.label:>{width}}  {self.notation(bond.index)}" for bond in self.graph.bonds]
        for title, places in (("integral", self.integral), ("derivative", self.derivative)):
            lines.append(f"storage in {title} causality: {', '.join(map(str, places)) or 'none'}")
        lines.append(f"algebraic loops: {len(self.loops) or 'none'}")
        lines += [f"  {loop}" for loop in self.loops]
        lines += [f"  {dependence}" for dependence in self.dependences]
        return "\n".join(lines)


def causality(graph: Graph, scopes: Scopes | None = None, prefer: str = "integral") -> Causality:
    """The causality of `graph`; raises CausalityError with the elements that disagree when there is none."""
    if prefer not in ("integral", "derivative"):
        raise ModelError(f"storage prefers 'integral' or 'derivative' causality, not {prefer!r}")
    scopes = scopes or Scopes(graph)
    network = Network(graph, scopes)
    assignment = Assignment(network)
    try:
        _fix(assignment)
        storage = network.storage
        if prefer == "derivative":
            storage = [Wish(w.variable, 1 - w.value, w.path, w.place, w.component) for w in storage]
        rest = [Wish(v, 1, "", 0, 0) for v in range(len(network.bond_of))]
        assignment.choose([*storage, *network.free, *rest])
    except Unassignable as failure:
        from .explain import explanation

        raise explanation(assignment, failure.conflict) from None
    return _result(graph, scopes, assignment)


def _fix(assignment: Assignment) -> None:
    """Imposed causalities, then the user's strokes, then everything that follows."""
    network = assignment.network

    def check(conflict: Conflict | None) -> None:
        if conflict:
            raise Unassignable(conflict)

    check(assignment.settle())
    for bond in network.graph.bonds:
        for i, stroke in enumerate(bond.stroke):
            if stroke is None:
                continue
            variable, value = network.first[bond.index] + i, int(stroke == "head")
            if assignment.value[variable] < 0:
                assignment.decide(variable, value, FORCED)
                check(assignment.propagate())
            elif assignment.value[variable] != value:
                from .explain import forced_against

                raise forced_against(assignment, bond.index, i, stroke)


def _result(graph: Graph, scopes: Scopes, assignment: Assignment) -> Causality:
    network, value = assignment.network, assignment.value
    names = ("tail", "head")
    strokes = tuple(tuple(names[value[network.first[bond.index] + i]] for i in range(bond.n)) for bond in graph.bonds)

    def place(wish: Wish) -> Place:
        flat = graph.elements[wish.path]
        return Place(wish.path, wish.component, flat.whole(flat.end(wish.place, wish.component)[0].port))

    integral = tuple(place(w) for w in network.storage if value[w.variable] == w.value)
    derivative = tuple(place(w) for w in network.storage if value[w.variable] != w.value)
    arbitrary = tuple(place(w) for w in network.free if assignment.reason[w.variable] == -1)
    return Causality(graph, scopes, strokes, integral, derivative, arbitrary, assignment.operations, assignment)


def check_forced(graph: Graph, scopes: Scopes) -> None:
    """Refuse strokes, and causalities of elements, that the user forced and that cannot be, as `analyse` does."""
    if any(stroke is not None for bond in graph.bonds for stroke in bond.stroke or ()) or any(
        flat.element.given.get("causality", "free") != "free" for flat in graph.elements.values()
    ):
        causality(graph, scopes)


__all__ = ["Causality", "Place", "causality", "check_forced"]
