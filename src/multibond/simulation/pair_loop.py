"""The loop over events in machine code, made ready for a run and read after it."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.schedule import expressions, needed
from ..expression import leaves, node
from ..expression.algebra import RELATIONS
from ..integrate import layout as at_run
from ..nonsmooth import event_layout as at
from ..nonsmooth.contact_layout import EACH, REALS_SIZE
from ..nonsmooth.event_loop import loop, note_rows
from .blows import Blows
from .event_log import Noted
from .indicator import Watch
from .machine import Machine

if TYPE_CHECKING:
    from .run import Simulation

ROOM = 4096  # events that are noted before Python takes them
NUMBERS = 2_000_000  # noted of them, at most


def suits(machine: Machine) -> bool:
    """Whether machine code can go over the events of a machine: pairs, contacts, instants known beforehand and what
    follows from these, and comparisons of what does not jump with the inputs of pairs. Where other states are to be
    chosen (guards), Python does that."""
    compiled = machine.compiled
    if not machine.has_pairs or compiled.whens:
        return False
    if any(x.law.pair.energy is not None for x in compiled.draft.pairs):
        return False
    if touches(machine) and (machine.unknowns or any(i.kind is Watch.GUARD for i in machine.indicators)):
        return False
    if any(indicator.kind not in (Watch.MODE, Watch.GUARD) for indicator in machine.indicators):
        return False
    inputs = {x for pair in compiled.draft.pairs for x in (pair.input, pair.ratio)}
    for k, crossing in enumerate(machine.crossings):
        if k not in machine.timed and k not in machine.stepwise:
            jumping = inputs if turns(machine, k) else inputs | {m.value for m in compiled.modes}
            steps = [step for _, step in needed(compiled.schedule.steps, [crossing])]
            if not jumping.isdisjoint(leaves(crossing, *(x for step in steps for x in expressions(step)))):
                return False
    return True


def turns(machine: Machine, which: int) -> bool:
    """Whether machine code turns a condition where its indicator crosses: comparisons, in models without contacts."""
    mode = machine.compiled.modes[which]
    return mode.condition.op in RELATIONS and not mode.structural and not touches(machine)


def touches(machine: Machine) -> bool:
    """Whether there are contacts."""
    return any(x.law.pair.gap is not None for x in machine.compiled.draft.pairs)


class PairLoop:
    """What the loop in machine code needs beside the integrator and the pairs."""

    def __init__(self, simulation: Simulation):
        self.simulation = simulation
        self.machine = machine = simulation.machine
        modes, discrete = machine.compiled.modes, machine.compiled.schedule.discrete
        self._timed = list(machine.timed)
        self._stepped = [k for k in sorted(machine.stepwise) if k not in machine.timed]
        pairs = machine.paired.pairs
        n, width, states = len(pairs), len(discrete), len(machine.states)
        self.pointers = np.zeros(at.POINTERS, dtype=np.int64)
        self.numbers = np.zeros(at.NUMBERS_SIZE, dtype=np.int64)
        self.reals = np.zeros(at.REALS_SIZE)
        assert simulation.pairs is not None
        self._contacts = [contact.normal for contact in simulation.pairs.impacts.contacts]
        each = n + (len(self._contacts) + n + states + width if self._contacts else 0) + 1
        room = max(16, min(ROOM, NUMBERS // each))
        self.times, self.modes = np.zeros(room), np.zeros((room, n), dtype=np.int64)
        turning = [i.which if i.kind is Watch.MODE and turns(machine, i.which) else -1 for i in machine.indicators]
        width_of_row = len(self._timed) + len(turning)
        self.origins = np.zeros((room, max(1, width_of_row)), dtype=np.int64)
        touching = room if self._contacts else 1
        self.impulses, self.energies = np.zeros((touching, n)), np.zeros(touching)
        self.after = np.zeros(room)
        self.struck = np.zeros((touching, max(1, len(self._contacts))), dtype=np.int64)
        self.states, self.discretes = np.zeros((touching, states)), np.zeros((touching, width))
        self._kept: dict[int, np.ndarray] = {}
        lines = [machine.compiled.resolve(x) for k in self._timed for x in machine.timed[k]]
        crossings = [machine.crossings[k] for k in self._stepped]
        stored = [node(power.stored) for power in simulation.system.powers if power.stored is not None]
        energy = [machine.compiled.resolve(reduce(add, stored))] if stored else []
        for which, nodes in ((at.TIMED, lines), (at.STEPPED, crossings), (at.STORED, energy)):
            self.pointers[which] = machine.paired.outputs(nodes).address if nodes else 0
        self._place(turning, width)
        self.numbers[[at.TIMED_COUNT, at.STEPPED_COUNT, at.ROOM, at.WIDTH, at.TOUCHES, at.STORES]] = (
            len(self._timed), len(self._stepped), room, width, len(self._contacts), len(energy),
        )  # fmt: skip
        self.numbers[[at.ROW, at.TURNS]] = width_of_row, any(k >= 0 for k in turning)
        if self._contacts:
            self._put(at.CONTACTS, simulation.pairs.impacts.memory.pointers)
        self.why = 0  # why it returned last
        self._integrator: Any = None  # with which it did
        self._words = tuple((pair.law.origin, pair.law.pair.words) for pair in pairs)
        self._named = tuple("" if k < 0 else modes[k].origin for k in (*self._timed, *turning))

    def _place(self, turning: list[int], width: int) -> None:
        """Tell the machine code where its arrays are; `turning` are the conditions behind the indicators, or -1."""
        machine = self.machine
        modes = machine.compiled.modes
        place = {x: k for k, x in enumerate(machine.compiled.schedule.discrete)}
        n, states = len(machine.paired.pairs), len(machine.states)
        for where, array in (
            (at.NUMBERS, self.numbers), (at.REALS, self.reals), (at.TIMES, self.times), (at.MODES, self.modes),
            (at.ORIGINS, self.origins), (at.LINES, np.zeros(2 * len(self._timed) + 1)),
            (at.STEPS, np.zeros(len(self._stepped) + 1)), (at.KEPT, np.zeros(width)),
            (at.OLD, np.zeros(3 * n, dtype=np.int64)), (at.JUMP, np.zeros(3 * states + 2 * n)),
            (at.IMPULSES, self.impulses), (at.ENERGIES, self.energies), (at.STRUCK, self.struck),
            (at.AFTER, self.after), (at.STATES, self.states), (at.DISCRETES, self.discretes),
            (at.BESIDE, np.zeros(2 * len(machine.indicators) + 2 * n + REALS_SIZE + EACH * len(self._contacts))),
            (at.TIMED_AT, _whole(place[modes[k].value] for k in self._timed)),
            (at.TIMED_KIND, _whole(_kind(modes[k]) for k in self._timed)),
            (at.TIMED_RISING, _whole(modes[k].rising for k in self._timed)),
            (at.STEPPED_AT, _whole(place[modes[k].value] for k in self._stepped)),
            (at.STEPPED_KIND, _whole(_kind(modes[k]) for k in self._stepped)),
            (at.STEPPED_RISING, _whole(modes[k].rising for k in self._stepped)),
            (at.TURN_AT, _whole(-1 if k < 0 else place[modes[k].value] for k in turning)),
            (at.TURN_RISING, _whole(k >= 0 and modes[k].rising for k in turning)),
            (at.TURN_LAST, np.zeros(len(turning) + 1)), (at.TURN_SIDE, np.zeros(len(turning) + 1)),
            (at.STEPPED_EQUAL, _whole(modes[k].condition.op in ("le", "ge") for k in self._stepped)),
        ):  # fmt: skip
            self._put(where, array)

    def _put(self, place: int, array: np.ndarray) -> None:
        self._kept[place] = array
        self.pointers[place] = array.ctypes.data

    def begin(self, count: int) -> None:
        """Make ready for a piece of the run with so many output points."""
        run = self.simulation
        assert run.pairs is not None
        self.rows = np.zeros((count, self.numbers[at.WIDTH]))
        self._put(at.ROWS, self.rows)
        self.numbers[[at.COUNT, at.CROWD, at.NOTED]] = 0
        self.reals[[at.END, at.SAME, at.LAST]] = run.settings.grid[-1], min(1.0, run.span), -np.inf
        self.reals[at.TOLERANCE], self.reals[at.NEAR] = run.settings.tolerance, 1e-12 * run.span
        self._kept[at.TURN_LAST][:] = -np.inf
        self.before = run.pairs.told_modes(run.pairs.memory.mode)

    def advance(self, integrator: Any) -> str:
        """Go on; "paused", "end", or "root" where Python is asked for, `why` then tells."""
        self._integrator = integrator
        self.why = int(loop(integrator.reals, integrator.counts, integrator.pointers, self.pointers))
        if self.why == at_run.PAUSED:
            return "paused"
        return "end" if self.why == at_run.REACHED_END else "root"

    def blows(self) -> Blows:
        """What struck: which of the events, and all by which their impulses can be followed into the joints."""
        count = int(self.numbers[at.COUNT])
        which = np.flatnonzero(self.struck[:count].any(axis=1)) if self._contacts else np.zeros(0, dtype=np.int64)
        return Blows(which, self.times[which], self.states[which], self.discretes[which], self.impulses[which])

    def read(self) -> Noted:
        """Take over what has happened: discrete values where the run stands, and the events."""
        run, at_work = self.simulation, self._integrator
        if self.why == at_run.PAUSED:  # it was stopped there
            note_rows(at_work.counts, at_work.pointers, self.pointers)
        discrete = run.machine.compiled.schedule.discrete
        now = run.work.workspace.context_of("integrate").discrete
        run.modes.values.update(zip(discrete, map(float, now), strict=False))
        count = int(self.numbers[at.COUNT])
        modes = np.vstack([self.before, self.modes[:count]])
        jumps, struck, impulses = np.zeros(count), np.zeros((count, 0), dtype=bool), np.zeros((count, 0))
        if self._contacts:
            jumps, struck = self.energies[:count].copy(), self.struck[:count] > 0
            impulses = np.where(struck, self.impulses[:count, self._contacts], 0.0)
        names = tuple(self._words[k][0] for k in self._contacts)
        return Noted(
            self.times[:count].copy(), modes, self.origins[:count].copy(), self._words, self._named, jumps, struck,
            impulses, names, self.after[:count].copy(),
        )  # fmt: skip


def _whole(values: Any) -> np.ndarray:
    found = np.array([int(x) for x in values], dtype=np.int64)
    return found if len(found) else np.zeros(1, dtype=np.int64)


def _kind(mode: Any) -> int:
    if mode.condition.op in RELATIONS:
        return at.RELATION
    return at.SIGN if mode.condition.op == "sign" else at.FLOOR


__all__ = ["PairLoop", "suits"]
