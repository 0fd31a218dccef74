"""Equations of motion of a mechanism by virtual power (Kane's form), from its elements.

Junctions and transformers let power through. So the powers into all other elements add up to nothing for every motion
that the junction structure allows: with the flows f = J u + f0 of the elements in the independent velocities u, the sum
of Jᵀ e vanishes. Inertias give M and the Coriolis part, for their efforts are e = dp/dt with p = I f; weights, springs,
dampers and sources give the rest; what a constraint forbids comes in through its multiplier.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..elements.element import product
from ..errors import ModelError
from ..expression import ZERO, Node, add, der, div, gradient, leaves, mul, neg, substitute, tree_size, unsigned
from .acting import GROUPS, acting, block_signals, is_coordinate
from .at_rest import resting
from .opened import Opened, Row, inertias, opened
from .schedule import Assign
from .system import System
from .unfolded import Explicit

LONG = 24  # operations of efforts that get a name


@dataclass
class Flow:
    """A flow of the mechanism with the momentum that belongs to it, the rate of that where the velocities are constant,
    and the efforts that act along it, by groups."""

    path: str
    flow: Node
    momentum: Node = ZERO
    bias: Node = ZERO
    efforts: dict[str, Node] = field(default_factory=dict)


@dataclass
class Motion:
    """The equations of motion M du/dt + coriolis + gravity = springs + dampers + applied + B λ, with A u + b = 0.

    `coordinates` and `velocities` are states of the open mechanism; `rates` are those of the coordinates. `constraints`
    are the rows that are left, zero as expressions of the velocities, with what stays zero on the level of positions
    where there is something; B is the transpose of A but for constraints that a modeller keeps by sources of his own.
    `dependent` are coordinates and velocities that rows have given away, and what they are. `named` are long efforts
    and signals that stand in the other terms by their names; `others` are the rates of states beside the mechanism.
    """

    opened: Opened
    explicit: Explicit
    coordinates: list[Node]
    velocities: list[Node]
    rates: list[Node]
    mass: np.ndarray
    parts: dict[str, list[Node]]
    rows: list[Row] = field(default_factory=list)
    constraints: list[Node] = field(default_factory=list)
    positions: list[Node] = field(default_factory=list)
    directions: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), dtype=object))  # of the multipliers
    dependent: dict[Node, Node] = field(default_factory=dict)
    resting: tuple[Node, ...] = ()  # coordinates that stay zero
    named: dict[Node, Node] = field(default_factory=dict)
    others: dict[Node, Node] = field(default_factory=dict)
    signals: list[Node] = field(default_factory=list)  # those of them that blocks compute
    flows: list[Flow] = field(default_factory=list)  # where the terms are given by bodies instead of as sums

    def flow(self, path: str, flow: Node) -> Flow:
        """What is known along a flow; `path` is the element that is named first for it."""
        for known in self.flows:
            if known.flow is flow:
                return known
        self.flows.append(Flow(path, flow))
        return self.flows[-1]

    def act(self, path: str, flow: Node, group: str, effort: Node) -> None:
        """Let an effort act along a flow."""
        efforts = self.flow(path, flow).efforts
        efforts[group] = add(efforts.get(group, ZERO), effort)


def open_motion(system: System) -> tuple[Opened, Explicit]:
    """The open mechanism and what follows from its states; refuses what is no mechanism."""
    masses = list(inertias(system))
    if not masses:
        raise ModelError(
            "it is no mechanism: there is no inertia (element I, or a body) in a mechanical domain; its state "
            "equations are printed without --form mechanics",
            system.graph.title,
        )
    if system.pairs:
        raise ModelError(
            "its equations of motion change with what sticks, touches or conducts at a time, so that there is no one "
            "mechanics form of them; take the contacts, stops, dry friction and ideal diodes out",
            system.graph.title,
        )
    for path, _ in masses:
        scope = system.scopes.locals[path]
        if scope.law or scope.energy:
            raise ModelError(
                "its momentum is a function of its own, so that there is no mass matrix; the mechanics form needs "
                "inertias with the law p = I f",
                path,
            )
    made = opened(system)
    flows = [flow for path, _ in masses for flow in system.scopes.locals[path].f]
    flows += [row.flow for row in made.rows if row.flow is not None]
    return made, Explicit(made.compiled, flows)


def motion_of(made: Opened, explicit: Explicit, long: int = LONG) -> Motion:
    """The equations of motion of an open mechanism; efforts of more than `long` operations keep their names."""
    return _Derivation(made, explicit, long).motion()


class _Derivation:
    """The equations of motion while they are put together."""

    def __init__(self, made: Opened, explicit: Explicit, long: int):
        self.made, self.explicit, self.system, self.long = made, explicit, made.compiled.system, long
        self.replace: dict[Node, Node] = {}  # coordinates and velocities that rows give away
        self.memory: dict[Node, Node] = {}
        self.resting: tuple[Node, ...] = ()
        moving = set(explicit.velocities)
        self.coordinates = [x for x in explicit.states if x not in moving and is_coordinate(explicit, x)]

    def motion(self) -> Motion:
        """Close the mechanism as far as that needs no division, then sum up the virtual powers."""
        rows = self._moving(self._rows())
        left = [row for row in rows if not self._give_away(row)]
        velocities = [u for u in self.explicit.velocities if u not in self.replace]
        if not velocities:
            raise ModelError("nothing of the mechanism can move; its joints hold every body", self.system.graph.title)
        coordinates = [q for q in self.coordinates if q not in self.replace]
        rates = [self.final(self.explicit.of_state(q)) for q in coordinates]
        found = Motion(
            self.made, self.explicit, coordinates, velocities, rates,
            np.full((len(velocities), len(velocities)), ZERO, dtype=object),
            {group: [ZERO] * len(velocities) for group in GROUPS}, dependent=self.replace, resting=self.resting,
        )  # fmt: skip
        for path, _ in inertias(self.system):
            self._take_inertia(found, path)
        beside = Explicit(self.made.compiled, (), block_signals(self.explicit), self.explicit)
        for _, group, flow, effort in acting(self.made):
            self._take_effort(found, beside, group, flow, effort)
        self._close(found, left)
        moving = {*self.coordinates, *self.explicit.velocities}
        found.others = {x: self.final(beside.of_state(x)) for x in self.explicit.states if x not in moving}
        self._take_signals(found, beside)
        return found

    def _take_signals(self, found: Motion, beside: Explicit) -> None:
        """Say what the signals are that stand in the equations."""
        waiting = [*found.others.values(), *found.named.values(), *(x for terms in found.parts.values() for x in terms)]
        while waiting:
            for leaf in leaves(waiting.pop()):
                if leaf in beside.kept and leaf not in found.named:
                    step = beside.maker[leaf]
                    assert isinstance(step, Assign)
                    found.named[leaf] = self.final(beside.within(step.value))
                    found.signals.append(leaf)
                    waiting.append(found.named[leaf])

    # ------------------------------------------------------------------ constraints
    def _rows(self) -> list[tuple[Row, Node, Node | None]]:
        """Each constraint with its velocity and its position, in the states of the open mechanism."""
        found = []
        for row in self.made.rows:
            position = None if row.position is None else self.explicit.of(row.position)
            flow = self.explicit.rate(position) if row.flow is None else self.explicit.of(row.flow)  # type: ignore[arg-type]
            found.append((row, flow, position))
        return found

    def _moving(self, rows: list[tuple[Row, Node, Node | None]]) -> list[tuple[Row, Node, Node | None]]:
        """The constraints without those that only hold coordinates at zero, which are left out."""
        if any(row.flow is None for row, _, _ in rows):
            return rows
        explicit = self.explicit
        rates = [explicit.of_state(q) for q in self.coordinates]
        flows, positions = [flow for _, flow, _ in rows], [position for _, _, position in rows]
        number = self.made.closed.draft.number
        found = resting(self.coordinates, explicit.velocities, rates, flows, positions, number)
        if found is None:
            return rows
        self.replace = dict.fromkeys(found.zero, ZERO)
        self.resting = tuple(q for q in self.coordinates if q in self.replace)
        return [rows[k] for k in found.kept]

    def _give_away(self, row: tuple[Row, Node, Node | None]) -> bool:
        """Let a constraint determine one velocity, where no division by what may vanish is needed; and a coordinate."""
        _, flow, position = row
        flow = self.final(flow)
        slopes = gradient(flow)
        wanted = set() if position is None else self._wanted
        candidates = [
            u for u in reversed(self.explicit.velocities) if u in slopes and u not in wanted and self._firm(slopes[u])
        ]
        if not candidates:
            return False
        chosen = min(candidates, key=lambda u: slopes[u].op != "const")
        rest = substitute([flow], {chosen: ZERO})[0]
        self._replace(chosen, neg(div(rest, slopes[chosen])))
        if position is not None:
            self._place(self.final(position), chosen)
        return True

    @cached_property
    def _wanted(self) -> set[Node]:
        """The velocities that the closed mechanism has as states."""
        states = set(self.made.closed.schedule.states)
        rates = {self.explicit.of_state(q) for q in self.coordinates if der(q) in states}
        return rates | {u for u in self.explicit.velocities if unsigned(self.made.closed.resolve(u)) in states}

    def _place(self, position: Node, velocity: Node) -> None:
        """Let a constraint on positions determine the coordinate whose rate is `velocity`, if it stands there alone."""
        for q in self.coordinates:
            if q not in self.replace and self.explicit.of_state(q) is velocity:
                slope = gradient(position).get(q, ZERO)
                if self._firm(slope):
                    rest = substitute([position], {q: ZERO})[0]
                    self._replace(q, neg(div(rest, slope)))
                return

    def _replace(self, x: Node, value: Node) -> None:
        for known in self.replace:
            self.replace[known] = substitute([self.replace[known]], {x: value})[0]
        self.replace[x] = value
        self.memory.clear()

    def _firm(self, slope: Node) -> bool:
        """Whether a coefficient is constant and never zero."""
        constant = all(self.system.is_constant(leaf) for leaf in leaves(slope))
        return constant and slope is not ZERO and self.made.compiled.draft.nonzero(slope)

    def final(self, x: Node) -> Node:
        """An expression of the open mechanism in the coordinates and velocities that are left."""
        return substitute([x], self.replace, self.memory)[0] if self.replace else x

    def _close(self, found: Motion, left: list[tuple[Row, Node, Node | None]]) -> None:
        """Take in the rows that are left, with the directions in which their multipliers act."""
        found.directions = np.full((len(found.velocities), len(left)), ZERO, dtype=object)
        for k, (row, flow, position) in enumerate(left):
            found.rows.append(row)
            found.constraints.append(self.final(flow))
            found.positions.append(ZERO if position is None else self.final(position))
            if row.flow is not None:
                slopes = gradient(self.final(flow))
                found.directions[:, k] = [slopes.get(u, ZERO) for u in found.velocities]
            else:  # it acts through the sources that its signal drives
                for group in GROUPS:
                    self._draw_out(found, found.parts[group], k, row.multiplier)

    @staticmethod
    def _draw_out(found: Motion, terms: list[Node], k: int, multiplier: Node) -> None:
        for i, term in enumerate(terms):
            slope = gradient(term).get(multiplier, ZERO)
            if slope is not ZERO:
                found.directions[i, k] = add(found.directions[i, k], slope)
                terms[i] = substitute([term], {multiplier: ZERO})[0]

    # ------------------------------------------------------------------ virtual powers
    def _slopes(self, found: Motion, flow: Node) -> list[Node]:
        """How a flow depends on the velocities."""
        slopes = gradient(flow)
        return [slopes.get(u, ZERO) for u in found.velocities]

    def _take_inertia(self, found: Motion, path: str) -> None:
        scope = self.system.scopes.locals[path]
        flows = [self.final(self.explicit.of(f)) for f in scope.f]
        momenta = [self.final(self.explicit.of(p)) for p in product(scope.I, np.array(flows, dtype=object))]
        for flow, momentum in zip(flows, momenta, strict=True):
            slopes = self._slopes(found, flow)
            if all(slope is ZERO for slope in slopes) or momentum is ZERO:
                continue
            masses, bias = self._slopes(found, momentum), self._rate(momentum)
            for i, slope in enumerate(slopes):
                if slope is not ZERO:
                    for j, mass in enumerate(masses):
                        found.mass[i, j] = add(found.mass[i, j], mul(slope, mass))
                    found.parts["coriolis"][i] = add(found.parts["coriolis"][i], mul(slope, bias))

    def _rate(self, x: Node) -> Node:
        """The time derivative of an expression of what is left, as if its velocities were constant."""
        return self.final(self.explicit.rate(x))

    def _take_effort(self, found: Motion, beside: Explicit, group: str, flow: Node, effort: Node) -> None:
        flow = self.final(self.explicit.of(flow))
        slopes = self._slopes(found, flow)
        if all(slope is ZERO for slope in slopes):
            return
        force = self.final(beside.of(effort))
        if force is ZERO:
            return
        name = unsigned(effort)
        if group not in ("coriolis", "gravity") and name.op == "symbol" and tree_size([force]) > self.long:
            found.named[name] = self.final(beside.of(name))
            force = effort
        if group in ("coriolis", "gravity"):  # on the left side
            force = neg(force)
        for i, slope in enumerate(slopes):
            found.parts[group][i] = add(found.parts[group][i], mul(slope, force))


__all__ = ["GROUPS", "LONG", "Flow", "Motion", "motion_of", "open_motion"]
