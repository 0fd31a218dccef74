"""A mechanism with its constraints opened: what closes loops and holds wheels to the ground becomes an unknown effort.

What is left is a tree of bodies on joints with coordinates of their own, whose motions are explicit; the constraints
come back as rows beside the equations of motion, each with its effort, its multiplier.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..elements.source import Se
from ..elements.storage import I
from ..expression import ZERO, Node, add, der, gradient, leaves, mul, name_of, nodes, sub, symbol, unsigned
from ..model.domain import Domain
from ..model.kind import Kind
from .alias import base
from .compile import Compiled, compile_system
from .formulation import model_wishes
from .system import Equation, System

MECHANICAL = ("translational", "rotational", "generic")
POSITIONS = (Kind.POSITION, Kind.ORIENTATION, Kind.QUATERNION, Kind.DISPLACEMENT)
WANTED, UNWANTED = 0.9, -2.0  # wishes for velocities and against momenta, below what a model says with "prefer"


@dataclass(frozen=True)
class Row:
    """A constraint: its `flow` stays zero (None: the rate of `position` does), by the effort `multiplier`."""

    flow: Node | None
    position: Node | None  # what stays zero with it; None for rolling, which forbids velocities only
    multiplier: Node
    origin: str


@dataclass(frozen=True)
class Opened:
    """The `compiled` open mechanism in velocities, and the rows that close it; `closed` is the model as it is."""

    closed: Compiled
    compiled: Compiled
    rows: tuple[Row, ...]


def mechanical(domain: Domain) -> bool:
    """Whether bonds of a domain are those of a mechanism; generic ones of planar and spatial parts are too."""
    return domain.name in MECHANICAL


def opened(system: System) -> Opened:
    """Open the constraints of a mechanism, and choose velocities instead of momenta as states."""
    system = replace(system, whens=())
    wishes = model_wishes(system)
    closed = compile_system(system, wishes=wishes, audit=False)
    rows, equations = _opened_rows(system, closed)
    unlocked, compiled = system, closed
    if equations != system.equations:
        multipliers = {name_of(row.multiplier): ZERO for row in rows}
        unlocked = replace(system, equations=equations, discrete={**system.discrete, **multipliers})
        # in loops some coordinates may be unwanted; where the loops are open they move by themselves
        wishes = {name: max(wish, WANTED) for name, wish in wishes.items()}
        compiled = compile_system(unlocked, wishes=wishes, numbers=closed.draft.numbers, audit=False)
    more = _velocity_wishes(unlocked, compiled)
    if more:
        compiled = compile_system(unlocked, wishes={**wishes, **more}, numbers=closed.draft.numbers, audit=False)
    return Opened(closed, compiled, rows)


def inertias(system: System) -> Iterator[tuple[str, I]]:
    """The inertias of the mechanical part, with their paths."""
    for path, flat in system.graph.elements.items():
        if isinstance(flat.element, I) and mechanical(flat.domain):
            yield path, flat.element


def _velocity_wishes(system: System, closed: Compiled) -> dict[str, float]:
    """Wishes for the flows of inertias whose momenta are states, and against all momenta."""
    wishes: dict[str, float] = {}
    states = set(closed.schedule.states)
    for path, _ in inertias(system):
        scope = system.scopes.locals[path]
        for momentum, flow in zip(scope.p, scope.f, strict=True):
            wishes[name_of(unsigned(momentum))] = UNWANTED
            if unsigned(closed.resolve(momentum)) in states and unsigned(flow).op == "symbol":
                wishes[name_of(unsigned(flow))] = WANTED
    return wishes if WANTED in wishes.values() else {}


def _opened_rows(system: System, closed: Compiled) -> tuple[tuple[Row, ...], tuple[Equation, ...]]:
    """The constraints that hold something, and the equations with their efforts known instead."""
    alive = {e.residual for e in closed.aliased.equations if e.release is not None}
    stated = dict(_stated(closed))
    rows: list[Row] = []
    equations: list[Equation] = []
    for equation in system.equations:
        multiplier = symbol(f"multiplier {len(rows) + 1}")
        if equation.release is not None:
            if closed.resolve(equation.residual) in alive:  # others hold by themselves and carry no effort
                moves = any(_is_position(closed, x) for x in leaves(equation.residual))
                position = equation.residual if moves else None
                rows.append(Row(_flow(system, equation), position, multiplier, equation.origin))
        elif (effort := stated.get(closed.resolve(equation.residual))) is not None:
            rows.append(Row(None, equation.residual, multiplier, equation.origin))
            equations.append(Equation(sub(effort, multiplier), equation.origin))
        else:
            equations.append(equation)
    for path in dict.fromkeys(e.origin for e in system.equations if e.release is not None):
        # where nothing holds them any more, massless ends move as if they had a mass; only what can move is asked for
        scope = system.scopes.locals[path]
        equations += [Equation(sub(e, der(f)), path) for e, f in zip(scope.e, scope.f, strict=True)]
    return tuple(rows), tuple(equations)


def _flow(system: System, equation: Equation) -> Node:
    """The flow of a constraint, along the direction of its effort."""
    scope = system.scopes.locals[equation.origin]
    assert equation.release is not None
    slopes = gradient(equation.release)
    total: Node = ZERO
    for effort, flow in zip(scope.e, scope.f, strict=True):
        total = add(total, mul(slopes.get(effort, ZERO), flow))
    return total


def _is_position(closed: Compiled, leaf: Node) -> bool:
    return closed.system.kind(base(leaf)) in POSITIONS


def _stated(closed: Compiled) -> Iterator[tuple[Node, Node]]:
    """Constraints that the modeller wrote as equations between positions, each with the signal that keeps it: an input
    of the same model that nothing else determines, and that is the effort of a source."""
    title = closed.system.graph.title
    heads = [chain[0] for chain in closed.reduced.chains if len(chain) > 2 and chain[0].release is None]
    for signal in _free_signals(closed):
        known = closed.system.quantities.get(signal)
        place = title if known is None or not known.owner else known.owner
        found = next((head for head in heads if head.origin == place), None)
        if found is not None:
            heads.remove(found)
            yield found.residual, signal


def _free_signals(closed: Compiled) -> Iterator[Node]:
    """Signals that stand for the effort of a source and have no value of their own."""
    system = closed.system
    given = {equation.residual for equation in closed.aliased.equations}
    for path, flat in system.graph.elements.items():
        if not isinstance(flat.element, Se) or not mechanical(flat.domain):
            continue
        for effort in np.ravel(nodes(system.scopes.locals[path].effort)):
            if system.kind(effort) is Kind.SIGNAL and not any(_gives(r, closed.resolve(effort)) for r in given):
                yield effort


def _gives(residual: Node, signal: Node) -> bool:
    """Whether an equation says what a signal is: it stands alone on one side."""
    return residual.op == "sub" and unsigned(signal) in map(unsigned, residual.args)
