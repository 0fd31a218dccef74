"""Pass "transfer": minimal coordinates. Storage is transferred over the junction structure to independent states.

The junction structure conserves power whatever its efforts are, so for every motion δf that it allows Σ e δf = 0 over
the ports of all elements. With the flows of inertias f = T(q) v of independent velocities v this leaves

    Σ Tᵀ I T · dv/dt + Σ Tᵀ I dT/dt · v = Σ Tᵀ e,

the virtual inertia, the modulated gyristor and the efforts of all other elements, transferred. The efforts inside the
junction structure and of constraints do not appear. Dependent capacitors are transferred the same way, with efforts and
flows exchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..elements.frame import _Forbidden, _Frame
from ..elements.sensor import PowerSensor
from ..elements.transducer import TF
from ..errors import StructureError
from ..expression import ONE, TIME, ZERO, Node, add, added, der, leaves, mul, name_of, neg, node
from ..frozen import frozen
from ..model.kind import Kind
from .alias import replace_variables
from .draft import Draft
from .schedule import SolveLinear, expressions, needed, targets
from .tangent import Along
from .transferred import Transferred

PASSES_ON = (TF, _Frame, PowerSensor)  # they conserve power in flows and efforts apart, as junctions do


@frozen
class Store:
    """One component of a storage: `state` (momentum p) whose rate is its effort, and its flow; or with efforts and
    flows exchanged, a displacement whose rate is its flow, and its effort."""

    path: str
    state: Node
    rate: Node
    held: Node


def transfer(draft: Draft) -> Draft:
    """Let the rates of the states follow from transferred storage alone."""
    work = _Transfer(draft)
    found = [made for made in (work.inertias(), work.capacities()) if made is not None]
    return draft.but(transferred=tuple(found))


def with_transferred(draft: Draft) -> Draft:
    """The schedule with the rates of transferred storage; what it bears inside is computed only where asked for."""
    assert draft.schedule is not None
    rates = dict(zip(draft.schedule.states, draft.schedule.derivatives, strict=True))
    steps = list(draft.schedule.steps)
    for made in draft.transferred:
        rates.update(zip(made.states, made.rates, strict=True))
        known = {target for step in steps for target in targets(step)}
        steps += [step for step in made.steps if not known.intersection(targets(step))]
        right = tuple(add(a, b) for a, b in zip(made.gyristor, made.efforts, strict=True))
        matrix = tuple((i, j, entry) for (i, j), entry in made.inertia.items())
        steps.append(SolveLinear(made.rates, matrix, right))
    return draft.but(schedule=replace(draft.schedule, steps=tuple(steps), derivatives=tuple(rates.values())))


class _Transfer:
    """The elements of a draft as their ports show them, and what is known from the states alone."""

    def __init__(self, draft: Draft):
        self.draft = draft
        self.steps = draft.steps
        assert draft.selected is not None
        self.states = draft.selected.states

    def inertias(self) -> Transferred | None:
        """The transfer of all momenta to independent flows; None where nothing has momentum."""
        return self._transferred(list(self._stores(Kind.MOMENTUM)), flows=True)

    def capacities(self) -> Transferred | None:
        """The transfer of displacements to independent efforts; None where all are independent."""
        stores = list(self._stores(Kind.DISPLACEMENT))
        known = set(self.states)
        if all(any(x in known for x in leaves(store.state)) and store.state.op != "const" for store in stores):
            return None
        return self._transferred(stores, flows=False)

    # ------------------------------------------------------------ elements
    def _stores(self, kind: Kind) -> Iterator[Store]:
        """The components of storage elements whose momentum or displacement is stored at a port."""
        system = self.draft.system
        for path, flat in system.graph.elements.items():
            if flat.element.role != "storage":
                continue
            s = system.scopes.locals[path]
            for view in s.bonds:
                for e, f in zip(view.e, view.f, strict=True):
                    for state, rate, held in self._stored(s, e, f, kind):
                        yield Store(path, *self._resolved([state, rate, held]))

    def _stored(self, s: Any, e: Any, f: Any, kind: Kind) -> Iterator[tuple[Node, Node, Node]]:
        """What the law der(p) = e or der(q) = f of an element says of one component of a port."""
        name, rate, held = ("p", e, f) if kind is Kind.MOMENTUM else ("q", f, e)
        values = getattr(s, name, None)
        if values is None:
            return
        for state, other in zip(np.ravel(values), np.ravel(getattr(s, "e" if name == "p" else "f", [])), strict=False):
            if node(other) is node(rate):
                yield node(state), node(rate), node(held)

    def _ports(self, stores: list[Store], flows: bool) -> Iterator[tuple[str, Node, Node]]:
        """Path, effort and flow (or exchanged) of every component of every port that stores nothing of this kind, power
        counted into the element."""
        system, held = self.draft.system, {(store.path, store.held) for store in stores}
        for path, flat in system.graph.elements.items():
            element = flat.element
            if element.junction or element.role == "junction" or isinstance(element, PASSES_ON):
                continue
            if flows and isinstance(element, _Forbidden):
                continue  # its flow is zero
            s = system.scopes.locals[path]
            for port, view in zip(element.whole_ports.values(), s.bonds, strict=True):
                for e, f in zip(view.e, view.f, strict=True):
                    effort, flow = self._resolved([node(e), node(f)] if flows else [node(f), node(e)])
                    if (path, flow) not in held:
                        yield path, effort if port.inward else neg(effort), flow

    def _resolved(self, expressions: Iterable[Node]) -> list[Node]:
        return replace_variables(expressions, self.draft.aliased.replaced, self.draft.constant)

    # ------------------------------------------------------------ equations
    def _transferred(self, stores: list[Store], flows: bool) -> Transferred | None:
        if not stores:
            return None
        later = self._later(stores)
        states = [x for x in self.states if self._uses([der(x)], later)]
        if not states:
            return None
        kinematic = [step for k, step in enumerate(self.steps) if k not in later]
        word = "flow" if flows else "effort"
        ways = [
            Along(kinematic, {x: ONE}, lambda y, k=k: added(f"{word} {k} of {name_of(y)}"))  # type: ignore[misc]
            for k, x in enumerate(states)
        ]
        drift = Along(kinematic, self._motion(set(states), later), lambda y: added(f"{word} drift of {name_of(y)}"))
        self._check(stores, later, word)
        inertia: dict[tuple[int, int], Node] = {}
        gyristor, efforts = [ZERO] * len(states), [ZERO] * len(states)
        for store in stores:
            partial = [way.along([store.held])[0] for way in ways]
            moved = [way.along([store.state])[0] for way in ways]
            (rest,) = drift.along([store.state])
            for i, t in enumerate(partial):
                for j, change in enumerate(moved):
                    inertia[i, j] = add(inertia.get((i, j), ZERO), mul(t, change))
                gyristor[i] = add(gyristor[i], neg(mul(t, rest)))
        for path, effort, flow in self._ports(stores, flows):
            if effort is ZERO:
                continue
            self._check_follows(path, flow, later, word)
            partial = [way.along([flow])[0] for way in ways]
            if any(t is not ZERO for t in partial):
                self._check_known(path, effort, later, word)
                for i, t in enumerate(partial):
                    efforts[i] = add(efforts[i], neg(mul(t, effort)))
        extra = [step for along in (*ways, drift) for step in along.steps if step not in kinematic]
        return Transferred(
            tuple(states), tuple(added(f"{word} rate of {name_of(x)}") for x in states),
            {at: entry for at, entry in inertia.items() if entry is not ZERO}, tuple(gyristor), tuple(efforts),
            tuple(extra),
        )  # fmt: skip

    def _later(self, stores: list[Store]) -> set[int]:
        """The steps of the blocks that compute how much storage takes up, and of all that depend on these."""
        unknown = {der(x) for store in stores for x in leaves(store.state)}
        later: set[int] = set()
        first = 0
        for _, steps in self.draft.torn:
            made = {target for step in steps for target in targets(step)}
            used = set(leaves(*(x for step in steps for x in expressions(step))))
            if unknown.intersection(made) or unknown.intersection(used):
                later.update(range(first, first + len(steps)))
                unknown |= made
            first += len(steps)
        return later

    def _uses(self, roots: list[Node], later: set[int]) -> bool:
        """Whether `roots` depend on the steps `later`."""
        return any(k in later for k, _ in needed(self.steps, roots))

    def _motion(self, independent: set[Node], later: set[int]) -> dict[Node, Node]:
        """How all states but the independent ones move, and time."""
        return {TIME: ONE} | {x: der(x) for x in self.states if x not in independent}

    def _check(self, stores: list[Store], later: set[int], word: str) -> None:
        for store in stores:
            if self._uses([store.held, store.state], later):
                raise StructureError(
                    f"the method 'minimal' cannot transfer this storage, for its {word} depends on what it takes up "
                    "itself; use the method 'reduced'",
                    store.path,
                )

    def _check_follows(self, path: str, flow: Node, later: set[int], word: str) -> None:
        if self._uses([flow], later):
            raise StructureError(
                f"the method 'minimal' cannot transfer this element, for its {word} does not follow from those of the "
                f"storage alone, but only together with what it takes up, as where several resistors share a {word}; "
                "use the method 'reduced'",
                path,
            )

    def _check_known(self, path: str, effort: Node, later: set[int], word: str) -> None:
        if self._uses([effort], later):
            other = "effort" if word == "flow" else "flow"
            raise StructureError(
                f"the method 'minimal' cannot transfer the {other} of this element, for it depends on what the joints "
                "have to bear, which does not appear in minimal coordinates; use the method 'reduced'",
                path,
            )


__all__ = ["transfer", "with_transferred"]
