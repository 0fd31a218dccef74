"""Time-stepping in a run: what its set-valued laws are to the loop over steps, and what that loop cannot do."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from ..elements.pair import Ball
from ..equations.audit import DISSIPATED
from ..equations.system import SetValued
from ..errors import ModelError, SimulationError
from ..expression import const, leaves, node
from ..integrate import layout as at_run
from ..integrate.solvers import Timestepping
from ..nonsmooth import PairMemory
from ..nonsmooth import step_layout as at
from ..nonsmooth.pair_layout import FREE
from ..nonsmooth.step_loop import step_loop
from ..nonsmooth.step_memory import StepMemory
from .event_log import Hits

if TYPE_CHECKING:
    from .machine import Machine
    from .run import Simulation

SETTLED = 1e-7  # part of the impulses by which they may still change


class Stepper:
    """The loop over the steps of one run in its present machine."""

    def __init__(self, simulation: Simulation, solver: Timestepping):
        self.machine = simulation.machine
        program, work = self.machine.paired, simulation.work.workspace
        _check(self.machine)
        pairs = work.solver(PairMemory, lambda: PairMemory(program))
        pairs.mode[:] = FREE  # the loop sets the inputs itself
        pairs.watch(self.machine.roots.expressions)
        laws = [pair.law for pair in program.pairs]
        kinds, widths = _kinds(laws)
        mu = [laws[k + 1].pair.friction if width > 1 else None for k, width in enumerate(widths)]
        terms = [*(node(law.pair.restitution) for law in laws), *(const(0.0) if x is None else node(x) for x in mu)]
        pools: dict[str, list[tuple[int, Ball]]] = {}  # of every pool: the first ports of its balls
        for k, law in enumerate(laws):
            ball = law.pair.ball
            if ball is not None and (k == 0 or laws[k - 1].origin != law.origin):
                pools.setdefault(ball.pool, []).append((k, ball))
        for members in pools.values():
            terms += [node(members[0][1].restitution), node(members[0][1].friction)]
        balls = [found for members in pools.values() for found in members]
        places = [node(x) for _, ball in balls for x in (*ball.place, ball.radius)]
        spaces = {ball.space for _, ball in balls} or {2}
        if len(spaces) > 1:
            raise ModelError(
                "pools of the plane and of space with pairs='near' cannot be in one model", balls[0][1].pool
            )
        resolve = self.machine.compiled.resolve
        sizes = [len(members) for members in pools.values()]
        self.memory = StepMemory(program, kinds, widths, [k for k, _ in balls], sizes, spaces.pop())
        self.memory.take(
            program.outputs([resolve(x) for x in terms]),
            program.outputs([resolve(x) for x in places]) if places else None,
        )
        self.memory.counts[at.SWEEPS] = solver.sweeps
        self.memory.reals[[at.STEP, at.SETTLED]] = solver.length(simulation.span), SETTLED
        stored = [node(power.stored) for power in simulation.system.powers if power.stored is not None]
        if stored:
            self.memory.pointers[at.STORED] = program.outputs([resolve(reduce(add, stored))]).address
            self.memory.counts[at.STORES] = 1
        if DISSIPATED in self.machine.states:
            self.memory.counts[at.DISSIPATED] = self.machine.states.index(DISSIPATED)
        self._names = _Names([law.origin for law in laws], [(path, len(x)) for path, x in pools.items()])
        self._events = simulation.events
        self.memory.put(at.BEFORE, np.zeros(2 * len(self.machine.indicators) + 1))

    @classmethod
    def of(cls, simulation: Simulation, solver: Timestepping, last: Stepper | None) -> Stepper:
        """The one of the present machine: the `last` one, where that has not changed."""
        return last if last is not None and last.machine is simulation.machine else cls(simulation, solver)

    def begin(self, count: int) -> np.ndarray:
        """Make ready for a piece of the run with so many output points; where discrete values at these will be."""
        rows = np.zeros((count, int(self.memory.counts[at.WIDE])))
        self.memory.put(at.GRID_ROWS, rows)
        self.memory.counts[at.READY] = 0
        return rows

    def advance(self, integrator: Any) -> str:
        """Go on; "paused", "end", "root" or "failed"."""
        why = int(step_loop(integrator.reals, integrator.counts, integrator.pointers, self.memory.pointers))
        keys, times, impulses, taken, after = self.memory.hits()
        if len(keys):
            self._events.note(Hits(times, keys, impulses, taken, after, self._names))
        if why == at_run.COLLAPSED and not integrator.counts[at_run.NO_VALUE]:
            raise SimulationError(
                f"at {integrator.t:.6g} s more balls overlap than there is room for: they were put into each other, or "
                "the step is so long that they pass through each other; take a shorter step"
            )
        return {at_run.PAUSED: "paused", at_run.REACHED_END: "end", at_run.REACHED_ROOT: "root"}.get(why, "failed")


class _Names:
    """The elements that rows belong to: contacts by their ports, two balls of a pool by their numbers in it."""

    def __init__(self, ports: list[str], pools: list[tuple[str, int]]):
        self._ports, self._pools = ports, pools
        self._balls = sum(count for _, count in pools)

    def __call__(self, key: int) -> str:
        if key < len(self._ports):
            return self._ports[key]
        first, second = divmod((key - len(self._ports)) // 3, self._balls)
        pool = 0
        while first >= self._pools[pool][1]:
            first, second, pool = first - self._pools[pool][1], second - self._pools[pool][1], pool + 1
        return f"{self._pools[pool][0]}.contact_{first + 1}_{second + 1}"


def _kinds(laws: list[SetValued]) -> tuple[list[int], list[int]]:
    """What each port is, and of normals how many ports their contacts have."""
    kinds, widths = [], []
    for k, law in enumerate(laws):
        kind, width = at.PLAIN, 1
        if law.pair.gap is not None:
            kind = at.NORMAL
            while k + width < len(laws) and laws[k + width].origin == law.origin:
                width += 1
        elif law.pair.friction is not None:
            kind = at.ACROSS
        elif law.pair.ball is not None:
            kind = at.OF_BALL
        kinds.append(kind)
        widths.append(width)
    return kinds, widths


def _check(machine: Machine) -> None:
    """Refuse what fixed steps with constant efforts cannot do."""
    program = machine.paired
    for pair in program.pairs:
        if pair.law.pair.energy is not None:
            raise ModelError(
                "energy that is given at once needs the event-driven solver; leave out solver='timestepping'",
                pair.law.origin,
            )
    if program.stated:
        return
    inputs = {pair.input for pair in program.pairs}
    wrong = [p.law.origin for p in program.pairs if not inputs.isdisjoint(leaves(p.flow))] or [
        p.law.origin for p in program.pairs
    ]
    raise ModelError(
        "its flow does not follow from the states but from what other elements do at the same instant, so that no "
        "impulse can be found for a step; solver='timestepping' is for contacts and friction between bodies: leave it "
        "out, and events are located instead",
        wrong[0],
    )
