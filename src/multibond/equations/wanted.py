"""Which variables are wanted as states, and which names should stay."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..elements.frame import _Frame
from ..errors import CausalityError
from ..expression import Node, added, der, leaves, name_of, nodes, sub, undifferentiated, unsigned
from ..graph.causality import causality
from ..model.kind import Kind
from .alias import Aliased, base, replace_variables
from .index import Reduced
from .system import Equation, System

PLACES = (Kind.DISPLACEMENT, Kind.POSITION, Kind.ORIENTATION, Kind.QUATERNION)  # what flows are the rates of
GEOMETRY = (Kind.POSITION, Kind.ORIENTATION, Kind.QUATERNION)
DEPENDENT = (
    0.6  # how much less storage in derivative causality is wanted as a state: more than a given start value counts
)


def wished(system: System, wishes: Mapping[str, float]) -> dict[Node, float]:
    """The wishes for states by variable instead of by name; a wish for a vector is one for all its components."""
    found: dict[Node, float] = {}
    for name, wish in wishes.items():
        for x in np.ravel(nodes(system.scopes.lookup(undifferentiated(name)))):
            if unsigned(x).op == "symbol":
                found[unsigned(x)] = wish
    return found


def preference(system: System) -> Callable[[Node], int]:
    """Which of two equal variables keeps its name: what is shown, then what belongs to a component, then bonds."""
    outputs = {leaf for o in system.outputs.values() for leaf in leaves(*np.ravel(np.asarray(o.value, dtype=object)))}

    def keep(x: Node) -> int:
        known = system.quantities.get(x)
        return 3 * (x in outputs) + (0 if known is not None and known.between else 1)

    return keep


def ranked(system: System, aliased: Aliased, reduced: Reduced, wishes: Mapping[Node, float]) -> Callable[[Node], float]:
    """How much a variable is wanted as a state; a position above all in constraints on velocities (rolling, levers),
    which determine velocities, not the position at which they would be the right ones. Places and angles of frames,
    which those of the joints tell, come before velocities and after those."""
    score = _scores(system, aliased, wishes)
    if any(len(chain) > 1 for chain in reduced.chains):  # storage depends on storage: as the causality says
        for x in dependent(system):
            x = base(unsigned(replace_variables([x], aliased.replaced, system.is_constant)[0]))
            score[x] = score.get(x, 0.0) - DEPENDENT
    sensors = {path for path, flat in system.graph.elements.items() if flat.element.role == "sensor"}
    found = {base(x) for e in aliased.equations if e.origin in sensors for x in leaves(e.residual) if x.op == "der"}
    positions = {x for x in found if reduced.highest.get(x) == 1}  # its rate is not differentiated again
    if system.realisation.method == "reduced":  # others hold what follows by other equations
        positions |= following(reduced, positions, system.is_constant)
    if system.realisation.method == "zcp":  # flows that are zero say nothing of where their parts are
        positions |= {x for x, top in reduced.highest.items() if top == 1 and system.kind(x) in PLACES}
    framed = {unsigned(value) for x, value in aliased.replaced.items() if system.kind(x) in GEOMETRY}
    told = {x for x, top in reduced.highest.items() if top == 1 and (x in framed or system.kind(x) in GEOMETRY)}
    return lambda x: score.get(x, 0.0) + (10.0 if x in positions else 5.0 if x in told else 0.0)


def following(reduced: Reduced, positions: set[Node], constant: Callable[[Node], bool]) -> set[Node]:
    """The variables that follow from `positions` alone, such as the angle of a body from those of its joints: no
    velocity determines these either."""
    found: set[Node] = set()
    unknown: dict[Equation, set[Node]] = {}
    users: dict[Node, list[Equation]] = {}
    waiting: list[Equation] = []
    for chain in reduced.chains:
        inside = leaves(chain[0].residual) if len(chain) > 1 else ()
        if not inside or any(x.op == "der" for x in inside):
            continue
        left = {x for x in inside if x in reduced.highest and not constant(x) and x not in positions}
        unknown[chain[0]] = left
        for x in left:
            users.setdefault(x, []).append(chain[0])
        if len(left) == 1:
            waiting.append(chain[0])
    while waiting:
        left = unknown[waiting.pop()]
        if len(left) != 1:
            continue
        (x,) = left
        if reduced.highest[x] != 1:
            continue
        found.add(x)
        for row in users[x]:
            unknown[row].discard(x)
            if len(unknown[row]) == 1:
                waiting.append(row)
    return found


def dependent(system: System) -> tuple[Node, ...]:
    """The momenta and displacements of storage in derivative causality: what is drawn is what runs. Bodies and other
    components with frames are left out, for there the coordinates of joints are the states."""
    graph = system.graph
    framed = {path.rpartition(".")[0] for path, flat in graph.elements.items() if isinstance(flat.element, _Frame)}

    def outside(path: str) -> bool:
        while path:
            path = path.rpartition(".")[0]
            if path in framed:
                return False
        return True

    if not any(flat.element.role == "storage" and outside(path) for path, flat in graph.elements.items()):
        return ()
    try:
        found = causality(graph, system.scopes).derivative
    except CausalityError:
        return ()
    stored: dict[tuple[str, Kind], list[Node]] = {}
    for x, quantity in system.quantities.items():
        stored.setdefault((quantity.owner, quantity.kind), []).append(x)
    chosen = []
    for place in found:
        wish = graph.elements[place.path].element.whole_ports[place.port].causality
        own = stored.get((place.path, Kind.MOMENTUM if wish == "prefer flow" else Kind.DISPLACEMENT), [])
        if outside(place.path) and place.component < len(own):
            chosen.append(own[place.component])
    return tuple(chosen)


def _scores(system: System, aliased: Aliased, wishes: Mapping[Node, float]) -> dict[Node, float]:
    """How much variables are wanted as states: the user's wish, then given start values, then storage."""

    def target(x: Node) -> Node:
        return base(unsigned(replace_variables([x], aliased.replaced, system.is_constant)[0]))

    score: dict[Node, float] = {}
    for start in (start for start in system.starts if not start.asked):
        x = target(start.expression)
        stored = start.origin in system.graph.elements and system.graph.elements[start.origin].element.role == "storage"
        score[x] = max(score.get(x, 0.0), 0.5 if start.given else 0.1 if stored else 0.0)
    for when in system.whens:  # what an event sets must be a state
        for variable, _ in when.changes:
            if not system.is_constant(variable):
                score[target(variable)] = 2.0
    for variable, wish in wishes.items():
        x = target(variable)
        score[x] = score.get(x, 0.0) + wish
    return score


def rates(system: System, aliased: Aliased, wishes: Mapping[Node, float]) -> tuple[Equation, ...]:
    """A rate for every variable that is wanted as a state but not differentiated anywhere, so that it can be one."""
    differentiated = {base(x) for e in aliased.equations for x in leaves(e.residual) if x.op == "der"}
    present = {x for e in aliased.equations for x in leaves(e.residual)}
    found = []
    for variable, wish in wishes.items():
        target = unsigned(replace_variables([variable], aliased.replaced, system.is_constant)[0])
        free = target.op == "symbol" and not system.is_constant(target)
        if wish > 0 and free and target in present and target not in differentiated:
            differentiated.add(target)
            known = system.quantities.get(variable)
            rate = added(f"{name_of(variable)}'")
            found.append(Equation(sub(der(target), rate), "" if known is None else known.owner))
    return tuple(found)


__all__ = ["PLACES", "dependent", "preference", "ranked", "rates", "wished"]
