"""What the loop over events in machine code asks of a machine: the same in all runs, so it is found once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add

import numpy as np

from ..equations.modes import Mode
from ..equations.schedule import expressions, needed
from ..expression import Node, leaves, node
from ..expression.algebra import RELATIONS
from ..nonsmooth import event_layout as at
from .indicator import Watch
from .machine import Machine


def plan_of(machine: Machine) -> LoopPlan:
    """The plan of a machine with pairs."""
    return machine.plans.get("loop", lambda: LoopPlan(machine))


class LoopPlan:
    """`suits`: whether machine code can go over the events at all; `timed` and `stepped` are the conditions that have
    their instants beforehand and that change by steps, `turning` those behind the indicators that machine code turns,
    or -1. `stores` are the energies in the stores, `arrays` what machine code only reads, `functions` what it calls."""

    def __init__(self, machine: Machine):
        compiled, pairs = machine.compiled, machine.paired.pairs
        self.ratios, self.inputs = tuple(x.ratio for x in pairs), tuple(x.input for x in pairs)
        self.both = tuple(x for pair in pairs for x in (pair.effort, pair.flow))
        sliding = (pair.law.pair.sliding for pair in pairs)
        self.one_law = np.array([law is not None and law[0] is law[1] for law in sliding], dtype=bool)
        self.vectors = np.array([pair.law.pair.component is not None for pair in pairs], dtype=bool)
        stored = [node(power.stored) for power in machine.system.powers if power.stored is not None]
        self.stores = tuple(compiled.resolve(x) for x in stored)
        self.touches = any(pair.law.pair.gap is not None for pair in pairs)
        self.suits = self._suits(machine)
        if self.suits:
            self._lay_out(machine, stored)

    def _lay_out(self, machine: Machine, stored: list[Node]) -> None:
        """What machine code is given."""
        compiled, pairs = machine.compiled, machine.paired.pairs
        modes = compiled.modes
        self.timed = list(machine.timed)
        self.stepped = [k for k in sorted(machine.stepwise) if k not in machine.timed]
        self.turning = [
            i.which if i.kind is Watch.MODE and self._turns(machine, i.which) else -1 for i in machine.indicators
        ]
        self.words = tuple((pair.law.origin, pair.law.pair.words) for pair in pairs)
        self.named = tuple("" if k < 0 else modes[k].origin for k in (*self.timed, *self.turning))
        lines = [compiled.resolve(x) for k in self.timed for x in machine.timed[k]]
        crossings = [machine.crossings[k] for k in self.stepped]
        energy = [compiled.resolve(reduce(add, stored))] if stored else []
        wanted: tuple[tuple[int, list[Node]], ...] = (
            (at.TIMED, lines), (at.STEPPED, crossings), (at.STORED, energy),
        )  # fmt: skip
        self.functions = {which: machine.paired.outputs(nodes) if nodes else None for which, nodes in wanted}
        place = {x: k for k, x in enumerate(compiled.schedule.discrete)}
        self.arrays = {
            at.TIMED_AT: _whole(place[modes[k].value] for k in self.timed),
            at.TIMED_KIND: _whole(_kind(modes[k]) for k in self.timed),
            at.TIMED_RISING: _whole(modes[k].rising for k in self.timed),
            at.STEPPED_AT: _whole(place[modes[k].value] for k in self.stepped),
            at.STEPPED_KIND: _whole(_kind(modes[k]) for k in self.stepped),
            at.STEPPED_RISING: _whole(modes[k].rising for k in self.stepped),
            at.TURN_AT: _whole(-1 if k < 0 else place[modes[k].value] for k in self.turning),
            at.TURN_RISING: _whole(k >= 0 and modes[k].rising for k in self.turning),
            at.STEPPED_EQUAL: _whole(modes[k].condition.op in ("le", "ge") for k in self.stepped),
        }

    def _suits(self, machine: Machine) -> bool:
        """Whether machine code can go over the events of a machine: pairs, contacts, instants known beforehand and what
        follows from these, and comparisons of what does not jump with the inputs of pairs. Where other states are to be
        chosen (guards), Python does that."""
        compiled = machine.compiled
        if compiled.whens or any(x.law.pair.energy is not None for x in compiled.draft.pairs):
            return False
        if self.touches and (machine.unknowns or any(i.kind is Watch.GUARD for i in machine.indicators)):
            return False
        if any(indicator.kind not in (Watch.MODE, Watch.GUARD) for indicator in machine.indicators):
            return False
        inputs = {x for pair in compiled.draft.pairs for x in (pair.input, pair.ratio)}
        for k, crossing in enumerate(machine.crossings):
            if k not in machine.timed and k not in machine.stepwise:
                jumping = inputs if self._turns(machine, k) else inputs | {m.value for m in compiled.modes}
                steps = [step for _, step in needed(compiled.schedule.steps, [crossing])]
                if not jumping.isdisjoint(leaves(crossing, *(x for step in steps for x in expressions(step)))):
                    return False
        return True

    def _turns(self, machine: Machine, which: int) -> bool:
        """Whether machine code turns a condition where its indicator crosses: comparisons, in models without
        contacts."""
        mode = machine.compiled.modes[which]
        return mode.condition.op in RELATIONS and not mode.structural and not self.touches


def _whole(values: Iterable[int]) -> np.ndarray:
    found = np.array([int(x) for x in values], dtype=np.int64)
    return found if len(found) else np.zeros(1, dtype=np.int64)


def _kind(mode: Mode) -> int:
    if mode.condition.op in RELATIONS:
        return at.RELATION
    return at.SIGN if mode.condition.op == "sign" else at.FLOOR


__all__ = ["LoopPlan", "plan_of"]
