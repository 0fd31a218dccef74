"""Equations of motion of a large mechanism from body to body: orientations, velocities and their rates keep names.

Written out, the mass matrix of a chain in space fills many pages; from body to body every line stays short. What each
inertia and each acting element contributes is listed with its flow f: M is the sum of (∂f/∂u)ᵀ ∂p/∂u with the momenta
p, the other terms are sums of (∂f/∂u)ᵀ e with the efforts e, and with the rates of the momenta that are left where the
velocities are constant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ..elements.element import product
from ..expression import ZERO, Node, add, leaves, mul, name_of, neg, sub, symbol, tree_size, unsigned
from ..model.kind import Kind
from .acting import acting, block_signals, is_coordinate
from .kane import Motion
from .opened import Opened, inertias
from .schedule import Assign, expressions
from .unfolded import Explicit

SHORT, SHORTEST = 8, 3  # operations of a variable, of an orientation, that is put in where it stands
MOVING = (Kind.FLOW, Kind.VELOCITY, Kind.POSITION, Kind.ORIENTATION)


def from_body_to_body(made: Opened, plain: Explicit) -> Motion:
    """The equations of motion in the velocities of the open mechanism, with all constraints as rows."""
    return _Recursion(made, plain).motion()


class _Recursion:
    """The equations from body to body while they are put together."""

    def __init__(self, made: Opened, plain: Explicit):
        self.made, self.plain, self.system = made, plain, made.compiled.system
        self.named: dict[Node, Node] = {}
        self.rates: dict[Node, Node] = {}  # of variables with names, by symbols of their own
        self.turns: dict[Node, Node] = {}
        for turn, spin in self._frames():
            self._turn(turn, spin)
        self.signals = block_signals(plain)
        kept = [*self._kept(), *self.signals]
        self.explicit = Explicit(made.compiled, (), kept, plain)
        self.explicit.tangent = self._tangent

    def _frames(self) -> Iterator[tuple[np.ndarray, list[Node]]]:
        """The orientation and the angular velocity of each spatial frame."""
        resolve = self.made.compiled.resolve
        for path, flat in self.system.graph.elements.items():
            if getattr(flat.element, "frame_kind", None) == "spatial":
                scope = self.system.scopes.locals[path]
                turn = np.array([[resolve(x) for x in row] for row in scope.R], dtype=object)
                yield turn, [resolve(x) for x in scope.inside_r.f]

    def _turn(self, turn: np.ndarray, spin: list[Node]) -> None:
        """Note the rates of an orientation that is not short: R maps to a frame that turns with ω, so each column of it
        turns by −ω ×."""
        entries = [x for x in turn.ravel() if x.op == "symbol"]
        if all(x not in self.plain.known or tree_size([self.plain.known[x]]) <= SHORT for x in entries):
            return
        for j in range(3):
            for i in range(3):
                a, b = (i + 1) % 3, (i + 2) % 3
                if turn[i, j].op == "symbol":
                    rate = sub(mul(spin[b], turn[a, j]), mul(spin[a], turn[b, j]))
                    self.turns.setdefault(turn[i, j], rate)

    def _kept(self) -> list[Node]:
        """Variables of motion that several others are computed from, and that are not short."""
        plain = self.plain
        uses: Counter[Node] = Counter()
        for used in dict.fromkeys(plain.maker[x] for x in plain.known if x in plain.maker):
            uses.update({leaf for e in expressions(used) for leaf in leaves(e)})
        bodies = self._of_bodies()
        found = []
        for x, value in plain.known.items():
            often = uses[x] > 1 and any(self.system.kind(y) in MOVING for y in plain.named_alike(x))
            if isinstance(plain.maker.get(x), Assign) and (often or x in bodies or x in self.turns):
                if tree_size([value]) > (SHORTEST if x in self.turns or x in bodies else SHORT):
                    found.append(x)
        return found

    def _of_bodies(self) -> set[Node]:
        """The flows of inertias of which one is not short."""
        resolve, found = self.made.compiled.resolve, set()
        for path, _ in inertias(self.system):
            flows = [unsigned(resolve(f)) for f in self._flows(path)]
            if any(tree_size([self.plain.within(x)]) > SHORT for x in flows):
                found.update(flows)
        return found

    def _flows(self, path: str) -> list[Node]:
        return list(self.system.scopes.locals[path].f)

    def _tangent(self, x: Node) -> Node:
        """The rate of a variable with a name, where the velocities are constant."""
        if x in self.turns:
            return self.turns[x]
        if x not in self.rates:
            rate = symbol(f"{name_of(x)}°")
            self.rates[x] = rate
            self.named[rate] = self.explicit.rate(self._value(x))
            if not leaves(self.named[rate]) or self.named[rate] is ZERO:
                self.rates[x] = self.named.pop(rate)
        return self.rates[x]

    def _value(self, x: Node) -> Node:
        step = self.explicit.maker[x]
        assert isinstance(step, Assign)
        return self.explicit.within(step.value)

    def motion(self) -> Motion:
        """List what every inertia and every acting element contributes, and what has a name in that."""
        explicit = self.explicit
        coordinates = [x for x in explicit.states if x not in explicit.velocities and is_coordinate(explicit, x)]
        found = Motion(
            self.made, explicit, coordinates, list(explicit.velocities), [explicit.of_state(q) for q in coordinates],
            np.full((0, 0), ZERO, dtype=object), {},
        )  # fmt: skip
        for path, _ in inertias(self.system):
            self._take_inertia(found, path)
        for path, group, flow, effort in acting(self.made):
            moving = explicit.of(flow)
            if moving is not ZERO and self._moves(moving):
                force = explicit.of(effort)
                if force is not ZERO:
                    found.act(path, moving, group, neg(force) if group in ("coriolis", "gravity") else force)
        for row in self.made.rows:
            position = ZERO if row.position is None else explicit.of(row.position)
            found.rows.append(row)
            found.constraints.append(explicit.rate(position) if row.flow is None else explicit.of(row.flow))
            found.positions.append(position)
        moved = {*coordinates, *explicit.velocities}
        found.others = {x: explicit.of_state(x) for x in explicit.states if x not in moved}
        found.signals = self.signals
        self._name(found)
        return found

    def _moves(self, flow: Node) -> bool:
        """Whether a flow depends on the velocities."""
        velocities, seen, waiting = set(self.explicit.velocities), set(), leaves(flow)
        while waiting:
            x = waiting.pop()
            if x in velocities:
                return True
            if x not in seen and x in self.explicit.kept:
                seen.add(x)
                waiting += leaves(self._value(x))
        return False

    def _take_inertia(self, found: Motion, path: str) -> None:
        scope = self.system.scopes.locals[path]
        flows = [self.explicit.of(f) for f in self._flows(path)]
        for flow, momentum in zip(flows, product(scope.I, np.array(flows, dtype=object)), strict=True):
            if momentum is ZERO or not self._moves(flow):
                continue
            known = found.flow(path, flow)
            known.momentum = add(known.momentum, momentum)
            known.bias = add(known.bias, self.explicit.rate(momentum))

    def _name(self, found: Motion) -> None:
        """Say what stands behind the names that are used."""
        waiting = [
            *found.rates, *found.constraints, *found.positions, *found.others.values(),
            *(x for flow in found.flows for x in (flow.flow, flow.momentum, flow.bias, *flow.efforts.values())),
        ]  # fmt: skip
        while waiting:
            for leaf in leaves(waiting.pop()):
                if leaf in found.named:
                    continue
                if leaf in self.named:
                    found.named[leaf] = self.named[leaf]
                elif leaf in self.explicit.kept:
                    found.named[leaf] = self._value(leaf)
                elif leaf in self.explicit.maker and unsigned(leaf) not in self.explicit.states:
                    found.named[leaf] = self.explicit.of(leaf)
                else:
                    continue
                waiting.append(found.named[leaf])


__all__ = ["from_body_to_body"]
