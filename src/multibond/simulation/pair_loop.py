"""The loop over events in machine code, made ready for a run and read after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..integrate import layout as at_run
from ..nonsmooth import event_layout as at
from ..nonsmooth.contact_layout import EACH, REALS_SIZE
from ..nonsmooth.event_loop import loop, note_rows
from ..program.kernel import address_of
from .blows import Blows
from .event_log import Noted
from .loop_plan import LoopPlan, plan_of
from .machine import Machine

if TYPE_CHECKING:
    from .run import Simulation

ROOM = 4096  # events that are noted before Python takes them
NUMBERS = 2_000_000  # noted of them, at most


def suits(machine: Machine) -> bool:
    """Whether machine code can go over the events of a machine."""
    return machine.has_pairs and plan_of(machine).suits


class LoopMemory:
    """The arrays of the loop in one workspace, for machines with a plan, with room for so many events."""

    def __init__(self, machine: Machine, plan: LoopPlan, contacts: int, room: int):
        n, width, states = len(machine.paired.pairs), len(machine.compiled.schedule.discrete), len(machine.states)
        self.pointers = np.zeros(at.POINTERS, dtype=np.int64)
        self.numbers = np.zeros(at.NUMBERS_SIZE, dtype=np.int64)
        self.reals = np.zeros(at.REALS_SIZE)
        self.times, self.modes = np.zeros(room), np.zeros((room, n), dtype=np.int64)
        width_of_row = len(plan.timed) + len(plan.turning)
        self.origins = np.zeros((room, max(1, width_of_row)), dtype=np.int64)
        touching = room if contacts else 1
        self.impulses, self.energies = np.zeros((touching, n)), np.zeros(touching)
        self.after = np.zeros(room)
        self.struck = np.zeros((touching, max(1, contacts)), dtype=np.int64)
        self.states, self.discretes = np.zeros((touching, states)), np.zeros((touching, width))
        self.turned = np.zeros(len(plan.turning) + 1)
        self._kept: dict[int, np.ndarray] = {}
        for which, function in plan.functions.items():
            self.pointers[which] = function.address if function is not None else 0
        self._rooms = {
            at.LINES: np.zeros(2 * len(plan.timed) + 1), at.STEPS: np.zeros(len(plan.stepped) + 1),
            at.KEPT: np.zeros(width), at.OLD: np.zeros(3 * n, dtype=np.int64), at.JUMP: np.zeros(3 * states + 2 * n),
            at.BESIDE: np.zeros(2 * len(machine.indicators) + 2 * n + REALS_SIZE + EACH * contacts),
            at.TURN_LAST: self.turned, at.TURN_SIDE: np.zeros(len(plan.turning) + 1),
        }  # fmt: skip
        for where, array in (
            (at.NUMBERS, self.numbers), (at.REALS, self.reals), (at.TIMES, self.times), (at.MODES, self.modes),
            (at.ORIGINS, self.origins), (at.IMPULSES, self.impulses), (at.ENERGIES, self.energies),
            (at.STRUCK, self.struck), (at.AFTER, self.after), (at.STATES, self.states),
            (at.DISCRETES, self.discretes), *self._rooms.items(), *plan.arrays.items(),
        ):  # fmt: skip
            self.put(where, array)
        self._first = np.zeros_like(self.numbers)
        self._first[[at.TIMED_COUNT, at.STEPPED_COUNT, at.ROOM, at.WIDTH, at.TOUCHES, at.STORES]] = (
            len(plan.timed), len(plan.stepped), room, width, contacts, plan.functions[at.STORED] is not None,
        )  # fmt: skip
        self._first[[at.ROW, at.TURNS]] = width_of_row, any(k >= 0 for k in plan.turning)

    def put(self, place: int, array: np.ndarray) -> None:
        """Let the loop find `array` at `place`."""
        self._kept[place] = array
        self.pointers[place] = address_of(array)

    def drop(self, place: int) -> None:
        """Forget an array that belongs to one run."""
        del self._kept[place]
        self.pointers[place] = 0

    def begin(self) -> None:
        """As new, for another run."""
        self.numbers[:] = self._first
        self.reals[:] = 0.0
        for array in self._rooms.values():
            array[:] = 0


class PairLoop:
    """What the loop in machine code needs beside the integrator and the pairs."""

    def __init__(self, simulation: Simulation):
        self.simulation = simulation
        self.machine = machine = simulation.machine
        assert simulation.pairs is not None
        self._contacts = [contact.normal for contact in simulation.pairs.impacts.contacts]
        n, width, states = len(machine.paired.pairs), len(machine.compiled.schedule.discrete), len(machine.states)
        each = n + (len(self._contacts) + n + states + width if self._contacts else 0) + 1
        room = max(16, min(ROOM, NUMBERS // each))
        self._plan = plan = plan_of(machine)
        self.memory: LoopMemory = simulation.work.workspace.solver(
            (LoopMemory, room), lambda: LoopMemory(machine, plan, len(self._contacts), room)
        )
        self.memory.begin()
        if self._contacts:
            self.memory.put(at.CONTACTS, simulation.pairs.impacts.memory.pointers)
        self.why = 0  # why it returned last
        self._integrator: Any = None  # with which it did

    def begin(self, count: int) -> None:
        """Make ready for a piece of the run with so many output points."""
        run = self.simulation
        assert run.pairs is not None
        numbers, reals = self.memory.numbers, self.memory.reals
        self.rows = np.zeros((count, numbers[at.WIDTH]))
        self.memory.put(at.ROWS, self.rows)
        numbers[[at.COUNT, at.CROWD, at.NOTED]] = 0
        reals[[at.END, at.SAME, at.LAST]] = run.settings.grid[-1], min(1.0, run.span), -np.inf
        reals[at.TOLERANCE], reals[at.NEAR] = run.settings.tolerance, 1e-12 * run.span
        self.memory.turned[:] = -np.inf
        self.before = run.pairs.told_modes(run.pairs.memory.mode)

    def advance(self, integrator: Any) -> str:
        """Go on; "paused", "end", or "root" where Python is asked for, `why` then tells."""
        self._integrator = integrator
        self.why = int(loop(integrator.reals, integrator.counts, integrator.pointers, self.memory.pointers))
        if self.why == at_run.PAUSED:
            return "paused"
        return "end" if self.why == at_run.REACHED_END else "root"

    def blows(self) -> Blows:
        """What struck: which of the events, and all by which their impulses can be followed into the joints."""
        kept = self.memory
        count = int(kept.numbers[at.COUNT])
        which = np.flatnonzero(kept.struck[:count].any(axis=1)) if self._contacts else np.zeros(0, dtype=np.int64)
        return Blows(which, kept.times[which], kept.states[which], kept.discretes[which], kept.impulses[which])

    def read(self) -> Noted:
        """Take over what has happened: discrete values where the run stands, and the events."""
        run, at_work, kept, plan = self.simulation, self._integrator, self.memory, self._plan
        if self.why == at_run.PAUSED:  # it was stopped there
            note_rows(at_work.counts, at_work.pointers, kept.pointers)
        kept.drop(at.ROWS)
        discrete = run.machine.compiled.schedule.discrete
        now = run.work.workspace.context_of("integrate").discrete
        run.modes.values.update(zip(discrete, now.tolist(), strict=False))
        count = int(kept.numbers[at.COUNT])
        modes = np.vstack([self.before, kept.modes[:count]])
        jumps, struck, impulses = np.zeros(count), np.zeros((count, 0), dtype=bool), np.zeros((count, 0))
        if self._contacts:
            jumps, struck = kept.energies[:count].copy(), kept.struck[:count] > 0
            impulses = np.where(struck, kept.impulses[:count, self._contacts], 0.0)
        names = tuple(plan.words[k][0] for k in self._contacts)
        return Noted(
            kept.times[:count].copy(), modes, kept.origins[:count].copy(), plan.words, plan.named, jumps, struck,
            impulses, names, kept.after[:count].copy(),
        )  # fmt: skip


__all__ = ["PairLoop", "suits"]
