"""Set-valued laws in a run: which position each of them takes, what jumps, and the inputs that stand for them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InitialError, ModelError, SimulationError
from ..expression import TRUE, name_of
from ..nonsmooth import PairMemory
from ..nonsmooth.least import SEEN
from ..nonsmooth.pair_layout import CROSSED, DERIVED, FREE, HOLD, INPUTS_AT, LOW, STAYS, TAKEN, UP
from ..nonsmooth.slip_vector import BEGUN
from ..program import Context
from ..program.diagnose import diagnose
from .at_odds import check_laws
from .events import Event
from .held import held_sizes, levels
from .impacts import Impacts
from .loop_plan import plan_of
from .moved_starts import moved_starts
from .position import JUMP

if TYPE_CHECKING:
    from .run import Simulation

ROUNDS = 20
AHEAD = 30.0  # such moments later, positions are looked at
ROUNDING = 1e-10  # of the usual size of a state, by which it may jump unnoticed
MOMENT = 1e-8  # part of the time in which states change that is no time at all
LEAKS = (1e-8, 1e-12, 1e-5)  # small enough to change nothing, large enough not to drown in rounding: what fits differs
LONGER = (1.0, 1e3, 1e6)  # where a moment leaves a tie, a longer one may not
NOTHING = 1e-12  # part of the largest flow or effort that is rounding
LITTLE = 1e-3  # part of the root of the energy over the run by which laws are measured at least
UNMOVED = 1e-13  # part by which something may change over the run and has not
UNSEEN = 1e-3  # part of the tolerance within which a flow or effort has not left zero
LOST = 1e-14  # part of a jump that is rounding
LEAN = 1e-8  # part of a ratio that is nothing beside it


class Pairs:
    """The pairs of a run in its present machine."""

    def __init__(self, simulation: Simulation):
        self.simulation = simulation
        for pair in simulation.machine.paired.pairs:
            if pair.law.pair.ball is not None:
                raise ModelError(
                    "its contacts are found in the run (pairs='near'), which solver='timestepping' does; choose it, or "
                    "pairs='all' for contacts whose events are located",
                    pair.law.pair.ball.pool,
                )
        self.memory: PairMemory = simulation.work.workspace.solver(
            PairMemory, lambda: PairMemory(simulation.machine.paired)
        )
        self.pairs = simulation.machine.paired.pairs
        self.plan = plan_of(simulation.machine)
        self.memory.mode[:] = self.memory.old[:] = HOLD
        self.memory.raised[:] = self.memory.at_rest[:] = 0
        self.memory.share[:] = 1.0
        self.memory.largest[0] = self.memory.largest[5] = 0.0
        self.memory.largest[2] = max(NOTHING, UNSEEN * simulation.settings.tolerance)
        self.memory.largest[3] = UNMOVED / simulation.span if simulation.span > 0 else 0.0
        self.memory.watch(simulation.machine.roots.expressions)
        self._brought = 0.0  # J, by which stores have jumped to where positions want them, since the instant began
        self.impulses: dict[str, float] = {}
        self.struck: set[str] = set()  # contacts that have struck in this instant
        self._passed = np.zeros(self.memory.count)  # impulses by which positions were reached, since the instant began
        self._before = self.memory.mode.copy()
        self.moved_starts: dict[str, str] = {}  # start values that jumped at once, with what is said of them
        self.largest: tuple[float, float] | None = None  # flow and effort of circuits
        self.impacts = Impacts(self)

    def moved(self) -> Pairs:
        """The same positions in the machine that has just taken over from the one that these are of."""
        new = Pairs(self.simulation)
        for name in ("mode", "old", "raised", "at_rest", "offset", "fading", "largest"):
            getattr(new.memory, name)[:] = getattr(self.memory, name)
        new.take_ratios(self.memory.ratio.copy())
        new._before, new._brought, new.largest = self._before, self._brought, self.largest
        new.impulses, new.struck = self.impulses, self.struck
        new.impacts.fired = self.impacts.fired
        if self.strikes:
            for name in ("reals", "impulse", "flags"):
                getattr(new.impacts.memory, name)[:] = getattr(self.impacts.memory, name)
        new.memory.look(self.simulation.t, self.simulation.x, new.context())
        new.memory.solve(new.context())
        new.renew()
        return new

    @property
    def strikes(self) -> bool:
        """Whether there are contacts or injections, by which stores jump."""
        return bool(self.impacts.contacts or self.impacts.fired)

    @property
    def energy_jump(self) -> float:
        """By how much the stores have jumped since the instant began [J]."""
        return self._brought + self.impacts.energy_jump

    @property
    def passed(self) -> np.ndarray:
        """The impulses of all pairs since the instant began, as their inputs."""
        return self._passed + self.impacts.passed

    def told_impulses(self) -> dict[str, float]:
        """What passed through each element at once."""
        found, passed = dict(self.impulses), self.impacts.passed
        for contact in self.impacts.contacts:
            origin = self.pairs[contact.normal].law.origin
            if origin in self.struck:
                found[origin] = float(passed[contact.normal])
        return found

    def held_sizes(self, nominal: np.ndarray) -> np.ndarray:
        """The usual sizes of the states where flows and efforts are what they are now."""
        return held_sizes(self, nominal)

    # ------------------------------------------------------------ memory of the kernels
    def context(self) -> Context:
        """The memory that kernels work on, with the present values."""
        run = self.simulation
        context = run.work.workspace.context("evaluate", run.p, run.modes.vector(run.machine))
        context.grow()
        return context

    def take_ratios(self, ratio: np.ndarray) -> None:
        """Let e = R f + u have these ratios."""
        self.memory.set_ratios(ratio)
        self.simulation.modes.values.update(zip(self.plan.ratios, ratio.tolist(), strict=True))

    def lean(self) -> None:
        """For a look at start values, let each pair be nearly what its mode says without its input: one that holds
        behind a large ratio, one that passes behind a small one. `upright` ends it."""
        run = self.simulation
        values, m = run.modes.values, run.modes.vector(run.machine)
        effort, flow = run.work.evaluate(self.plan.both, run.t, run.x, run.p, m).reshape(-1, 2).T
        lean = self.memory.ratio * np.where(self.memory.mode == HOLD, 1 / LEAN, LEAN)
        values.update(zip(self.plan.ratios, lean.tolist(), strict=True))
        values.update(zip(self.plan.inputs, (effort - lean * flow).tolist(), strict=True))

    def flow_on(self) -> None:
        """Let pairs that pass on once they pass, such as thyristors, begin so where the start values make flow pass: a
        coil has a current that has no other way. What stands behind resistances begins when it is fired."""
        lasting = [
            k for k, pair in enumerate(self.pairs)
            if pair.law.pair.sliding is not None and not pair.law.pair.two_sided and not pair.law.pair.at_contact
        ]  # fmt: skip
        if not lasting:
            return
        run, memory = self.simulation, self.memory
        if memory.look(run.t, run.x, self.context()):
            memory.feel_power(run.t, run.x, self.context())  # rounding of what is held makes no flow
        found = memory.flows_by_states(run.t, run.x, self.context())[lasting]
        largest = max(float(memory.largest[0]), float(np.max(np.abs(found), initial=0.0)))
        passing = [k for k, flow in zip(lasting, found, strict=True) if flow > NOTHING * largest]
        if passing and self._would_jump(lasting):
            memory.mode[passing] = UP

    def _would_jump(self, held: list[int]) -> bool:
        """Whether the states would have to jump if the pairs that are `held` began so, and the others as they must."""
        run, memory = self.simulation, self.memory
        before, context = memory.mode.copy(), self.context()
        memory.mode[held] = HOLD
        memory.decide(run.t, run.x, context, self._moment(), self.near(), LEAKS[0])
        memory.solve(context)
        jump, _ = memory.project(run.t, run.x, context)
        memory.mode[:] = before
        memory.solve(context)
        return bool(np.any(np.abs(jump) > JUMP * np.abs(run.x[: len(jump)])))

    def upright(self) -> None:
        """Back to the ratios of the run."""
        self.take_ratios(self.memory.ratio.copy())

    def renew(self) -> None:
        """Bring the inputs to what the present modes and states ask for."""
        run = self.simulation
        found = self.memory.rows(np.array([run.t]), run.x[None, :], self.context())[0]
        run.modes.values.update(zip(self.plan.inputs, found.tolist(), strict=True))

    def rows(self, times: np.ndarray, states: np.ndarray) -> np.ndarray:
        """The discrete values at each of these times, with the inputs that belong to them."""
        run = self.simulation
        discrete = np.empty((len(times), len(run.machine.compiled.schedule.discrete)))
        discrete[:] = run.modes.vector(run.machine)
        first = int(self.memory.counts[INPUTS_AT])
        discrete[:, first : first + 2 * len(self.pairs) : 2] = self.memory.rows(times, states, self.context())
        return discrete

    # ------------------------------------------------------------ positions
    def begin(self) -> None:
        """Remember the positions before an instant."""
        self._before = self.told_modes(self.memory.mode)
        self.memory.raised[self.memory.raised != CROSSED] = 0
        self._brought, self.impulses = 0.0, {}
        self._passed[:] = 0.0
        self.impacts.start_instant()
        self.struck.clear()

    def settle(self, first: bool = False) -> bool:
        """Take the positions that follow; whether anything has changed. `first`: at the start of a run."""
        run, memory = self.simulation, self.memory
        changed = False
        if not first:
            self._take_drift()
        self._stop_vectors()
        for _ in range(ROUNDS):
            struck = not first and self.impacts.happen()
            before = memory.mode.copy()
            struck |= self.impacts.rest()
            found = self._decide()
            self._ahead = AHEAD * self._moment()
            self._take_rest()
            jumped = self._bring(first) or struck
            jumped |= self._repair(first, found)
            jumped |= not self.strikes and self._take_least(first)
            self._take_rest()
            self.renew()
            self.impacts.relieve()
            self._begin_vectors()
            check_laws(self, first)
            moved = before != memory.mode
            memory.raised[memory.raised == CROSSED] = 0
            memory.raised[moved & ((memory.raised != STAYS) | (memory.mode != HOLD))] = TAKEN
            changed |= jumped or bool(moved.any())
            if not jumped:
                if first:
                    self.impacts.begin()
                return changed
        raise SimulationError(
            f"the positions of {self._names(range(memory.count))} do not settle at {run.t:.6g} s", self._first()
        )

    def _take_drift(self) -> None:
        """Take from the states what the integration has let them drift by from the laws of the present positions."""
        run, memory = self.simulation, self.memory
        if not memory.look(run.t, run.x, self.context()):
            return
        memory.solve(self.context())
        limit = max(JUMP, 100 * run.settings.tolerance)
        if not memory.counts[DERIVED]:
            return
        if not self.impacts.contacts:
            jump, _ = memory.project(run.t, run.x, self.context())
            sizes = np.maximum(np.abs(run.x[: len(jump)]), run.sizes(run.machine)[: len(jump)])
            if np.all(np.abs(jump) <= limit * sizes):
                run.x = np.concatenate([run.x[: len(jump)] + jump, run.x[len(jump) :]])
        elif self.impacts.small_flows(limit):
            self.impacts.close_again(limit)
            jump, _ = memory.project(run.t, run.x, self.context())
            run.x[: run.machine.own] += jump

    def _stop_vectors(self) -> None:
        """Let friction of free direction hold where its slip was seen to end."""
        run, x = self.simulation, self.simulation.x.copy()
        if self.memory.stop_vectors(run.t, x, self.context(), run.settings.tolerance):
            run.x = x
            self.renew()

    def _begin_vectors(self) -> None:
        """Give friction of free direction a slip to oppose where it begins to slide."""
        run, x = self.simulation, self.simulation.x.copy()
        if self.memory.begin_vectors(run.t, x, self.context(), min(1.0, run.span)):
            run.x = x
            self.renew()

    def _decide(self) -> bool:
        """Positions by one complementarity problem; whether it has a solution."""
        run, memory = self.simulation, self.memory
        context = self.context()
        if not memory.look(run.t, run.x, context):
            m = run.modes.vector(run.machine)
            said = diagnose(run.machine.program, run.t, run.x, run.p, m, self.context())
            raise SimulationError(said or f"at {run.t:.6g} s the equations have no finite value", self._first())
        memory.feel_power(run.t, run.x, context)
        if self.impacts.contacts:
            memory.hold_released(run.t, run.x, context)
        before, moment = memory.mode.copy(), self._moment()
        first: np.ndarray | None = None  # what a moment says, where states have yet to be brought to what it asks for
        for longer, leak in product(LONGER, LEAKS):
            memory.mode[:] = before
            if memory.decide(run.t, run.x, context, longer * moment, self.near(), leak):
                continue
            memory.solve(context)
            self.renew()
            if not self.missed():
                return True
            first = memory.mode.copy() if first is None else first
        memory.mode[:] = before if first is None else first
        memory.solve(context)
        return first is not None

    def _repair(self, first: bool, found: bool) -> bool:
        """Look a moment ahead and change what is wrong there; whether states had to jump for that."""
        run, memory = self.simulation, self.memory
        kept, raised = memory.mode.copy(), memory.raised.copy()
        changed = 0 if self.strikes and found else memory.repair(run.t, run.x, self.context(), self._ahead)
        if changed == 1 and self.missed():  # of those that a source moves together all may have changed
            changed = memory.repair(run.t, run.x, self.context(), self._ahead, forced=True)
        if changed == 2 and found:  # it turns in a circle: what was found stays
            memory.mode[:], memory.raised[:] = kept, raised
            memory.solve(self.context())
            return False
        if changed == 2:
            names = self._names(range(memory.count))
            kind = InitialError if first else SimulationError
            raise kind(
                f"at {run.t:.6g} s no position of {names} agrees with their laws and with the rest of the model: an "
                "ideal source is shorted or a flow has no way to go; add a resistance",
                self._first(),
            )
        return changed == 1 and self._bring(first)

    def _take_rest(self) -> None:
        """Let pairs be at rest that pass, but that others hold."""
        run = self.simulation
        self.memory.take_rest(run.t, run.x, self.context(), self._ahead)

    def _take_least(self, first: bool) -> bool:
        """Of positions that move the states alike take the one of least efforts and flows; whether states had to jump
        for that."""
        run, memory = self.simulation, self.memory
        if first:  # there is no position before
            memory.old[:] = memory.mode
        changed = memory.take_least(run.t, run.x, self.context(), self._ahead)
        return changed and self._bring(first)

    def missed(self) -> bool:
        """Whether the positions contradict each other, by more than what is there at all could make by rounding."""
        run, memory = self.simulation, self.memory
        if not memory.missed(run.t, run.x, self.context()):
            return False
        exchanged = abs(self.stored()) / run.span  # W, where all power is zero, as of a coil that is shorted
        least = max(LITTLE * float(np.sqrt(exchanged)), float(memory.largest[SEEN]))
        return memory.missed(run.t, run.x, self.context(), least)

    def wrong(self) -> bool:
        """Whether a law is broken a moment from now, so that its indicator has nothing left to cross."""
        run = self.simulation
        return self.memory.wrong(run.t, run.x, self.context(), self._moment())

    def near(self) -> float:
        """The gap [m] below which bodies touch."""
        return 1e-12 * self.simulation.span

    def _moment(self) -> float:
        """A time [s] in which nothing happens but what happens at once."""
        run = self.simulation
        m = run.modes.vector(run.machine)
        own = run.machine.own
        speeds = np.abs(run.work.workspace.derivative(run.t, run.x, run.p, m)[:own])
        sizes = np.abs(run.x[:own]) + run.sizes(run.machine)[:own] + 1e-3 * run.machine.nominal(run.p)[:own]
        with np.errstate(divide="ignore", invalid="ignore"):
            times = np.where(speeds > 0, sizes / speeds, np.inf)
        shortest = float(np.min(times, initial=run.span))
        return MOMENT * max(shortest, 1e-3 * run.span, 1e-5 * abs(run.t))

    def _bring(self, first: bool) -> bool:
        """Let the states jump to where the positions want them; whether that was more than rounding."""
        run, memory = self.simulation, self.memory
        jump, passed = memory.project(run.t, run.x, self.context())
        if first:
            self.moved_starts.update(moved_starts(self, jump))
            moved = np.abs(jump) > JUMP * np.abs(run.x[: len(jump)]) + 1e-14 * run.machine.nominal(run.p)[: len(jump)]
            after = run.x[: len(jump)] + jump
            after[np.abs(after) <= LOST * np.abs(jump)] = 0.0  # what cancels is zero
            run.x = np.concatenate([after, run.x[len(jump) :]])
            return bool(moved.any())
        if not jump.any():
            return False
        own = run.machine.own
        limit = max(JUMP, 100 * run.settings.tolerance)
        sizes = np.maximum(np.abs(run.x[:own]), run.sizes(run.machine)[:own])
        worst = int(np.argmax(np.abs(jump) - limit * sizes))
        large = abs(jump[worst]) > limit * sizes[worst] + ROUNDING * self.usual(worst)
        large = large and not self.impacts.drifted()
        if large and not run.settings.impulses:
            self._refuse(worst, float(run.x[worst]), float(run.x[worst] + jump[worst]))
        stored = self.stored() if large else 0.0
        run.x = run.x.copy()
        run.x[:own] += jump
        self._passed += passed
        if large:
            self._brought += self.stored() - stored
            shares = np.where(memory.mode == HOLD, 1.0, -1 / memory.ratio)  # of an effort, or of the flow behind R
            for pair, impulse in zip(self.pairs, shares * passed, strict=True):
                if impulse:
                    self.impulses[pair.law.origin] = self.impulses.get(pair.law.origin, 0.0) + float(impulse)
        return bool(large)

    def usual(self, k: int) -> float:
        """The usual size of own state k beside others of its kind: a charge, where one volt, or the most that is there,
        is across its store."""
        run = self.simulation
        nominal, states = run.machine.nominal(run.p), run.machine.states[: run.machine.own]
        kinds = [quantity.kind if (quantity := run.system.quantities.get(state)) else None for state in states]
        alike = [abs(float(run.x[j])) / nominal[j] for j, kind in enumerate(kinds) if kind is kinds[k]]
        level = float(levels(self)[k]) if run.machine.electrical else 1.0
        return float(nominal[k]) * max([1.0, level, *alike])

    def told(self, which: Collection[int] | None = None) -> str:
        """Which pairs, or of some `which`, hold and which let pass."""
        elements = self.simulation.machine.system.graph.elements
        told: dict[str, list[str]] = {}
        for k, (pair, mode) in enumerate(zip(self.pairs, self.memory.mode, strict=True)):
            if which is not None and k not in which:
                continue
            if pair.law.pair.closed is TRUE:  # what a vector diode never blocks, across its direction
                continue
            passes, holds = elements[pair.law.origin].element.places
            told.setdefault(passes if mode != HOLD else holds, []).append(pair.law.origin)
        return " and ".join(f"{', '.join(sorted(set(paths)))} {word}" for word, paths in sorted(told.items()))

    def _refuse(self, worst: int, before: float, after: float) -> None:
        run = self.simulation
        name = name_of(run.machine.states[worst])
        where = name.rpartition(".")[0] or None
        jump = f"would make {name} jump from {before:.6g} to {after:.6g} (an impulse)"
        places = [k for contact in self.impacts.contacts for k in contact.across if self.memory.mode[k] == HOLD]
        if len(places) > 1:
            held = sorted({self.pairs[k].law.origin for k in places})
            raise SimulationError(
                f"at {run.t:.6g} s {', '.join(held)} share a load and begin to slip together, and which of them still "
                f"sticks is not decided within rounding: holding them {jump}; take solver='timestepping', or fewer "
                "contacts that share the load",
                held[0],
            )
        raise SimulationError(
            f"switching at {run.t:.6g} s {jump}; add a resistance to the path, use the leaky switch or diode (Sw2, "
            "D2), or allow it by impulses=True",
            where,
        )

    def stored(self) -> float:
        """The energy in all stores [J]."""
        run = self.simulation
        m = run.modes.vector(run.machine)
        return float(np.sum(run.work.evaluate(self.plan.stores, run.t, run.x, run.p, m)))

    def first_event(self) -> Event | None:
        """What begins to let pass at the very start; what jumps there is a doubt."""
        memory = self.memory
        self.simulation.doubts += self.moved_starts.values()
        flows = np.abs(memory.values[: memory.count]) * memory.root
        begun = np.where(self.plan.vectors, 2 * BEGUN, 0.0)
        none = flows <= np.maximum(begun, memory.largest[2]) * max(memory.largest[0], memory.largest[SEEN])
        if not np.any(none & ((memory.mode == UP) | (memory.mode == LOW))):
            return None
        moving = {pair.law.origin for pair, still in zip(self.pairs, none, strict=True) if not still}
        new = [
            pair for pair, mode, still in zip(self.pairs, self.told_modes(memory.mode), none, strict=True)
            if mode in (UP, LOW) and still and not (pair.law.pair.component is not None and pair.law.origin in moving)
        ]  # fmt: skip
        if not new:
            return None
        self._before[:] = HOLD
        begin = {pair.law.origin for pair in new}
        kinds = {origin: word for origin, word in self.kinds().items() if origin in begin}
        return Event(self.simulation.t, sorted(kinds), kinds=kinds, energy_after=self.stored())

    # ------------------------------------------------------------ words
    def _names(self, which: range) -> str:
        names = list(dict.fromkeys(self.pairs[k].law.origin for k in which))
        return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")

    def _first(self) -> str:
        return self.pairs[0].law.origin

    def told_modes(self, modes: np.ndarray) -> np.ndarray:
        """Modes as they are told: what others hold at rest holds; friction in space has one law for all directions, of
        which both signs slide."""
        told = np.where(self.plan.one_law & (modes == LOW), UP, modes)
        return np.where(self.memory.at_rest != 0, HOLD, told)

    def kinds(self) -> dict[str, str]:
        """What the elements whose pairs have changed since `begin` do now."""
        found = dict.fromkeys(sorted(self.struck), "strikes")
        before, now = self._before, self.told_modes(self.memory.mode)
        for k, pair in reversed(list(enumerate(self.pairs))):  # of several the first one tells: of a contact its normal
            mode = int(now[k])
            if mode != before[k]:
                words = pair.law.pair.words
                found[pair.law.origin] = words[0] if mode == HOLD else words[2] if mode in (LOW, FREE) else words[1]
        return found


__all__ = ["Pairs"]
