"""One instant at which something happens: conditions turn, switches follow, events change values, until all settles."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..elements.source import Sq
from ..errors import SimulationError
from ..expression import Node, leaves, name_of, node, text
from .events import ROUNDS, Event
from .position import JUMP, match_structure

if TYPE_CHECKING:
    from .run import Simulation

SAME = 1e-6  # part of the run within which a crossing that comes back is the same one
SOON = 1e-7  # part of the run after which it is seen which way a condition has turned
MOMENT = 1e-9  # part of the run that is no time at all


class Instant:
    """What happens now: the modes `triggered` were seen to cross, the `timed` ones are due. Where it was `judged`
    before by where the motion leads, conditions are what they say."""

    def __init__(self, simulation: Simulation, triggered: set[int], timed: list[int], judged: bool = False):
        self.simulation, self.triggered, self.timed = simulation, triggered, set(timed)
        self.modes, self.span = simulation.modes, simulation.span
        machine = simulation.machine
        self._stored, self._modes_before = stored_energies(simulation), self.modes.vector(machine)
        self._followers = _followers(simulation, self._modes_before)
        self.origins = {machine.compiled.modes[k].origin for k in triggered | self.timed}
        self.modes.pass_time_event(machine, timed, simulation.p)
        self.changes: list[str] = []  # the variables that events set
        self.restarted = False  # whether they are states
        self.flips: Counter[int] = Counter(triggered)  # how often each mode has turned
        self.fired: list[int] = []
        self._decided: set[int] = set()  # conditions that rounding turned to and fro, settled
        self._passed: set[int] = set()
        self._values = dict(self.modes.values)
        again = {k for k in triggered if simulation.t - simulation.turned.get(k, -np.inf) < SAME * self.span}
        self._again = set() if judged else again
        self._rounded = self._back_by_rounding()
        if simulation.pairs is not None:
            simulation.pairs.begin()
        self._silent = {machine.compiled.modes[k].value for k in self._rounded}
        simulation.turned.update(dict.fromkeys(triggered, simulation.t))

    def _back_by_rounding(self) -> set[int]:
        """Of the modes triggered those that crossed just before, and come back by rounding alone."""
        run = self.simulation
        return self.modes.rounded(run.work, self._again, run.t, run.x, run.p, SAME * self.span)

    @property
    def idle(self) -> bool:
        """Whether nothing has happened: a crossing was seen that noise made."""
        if self.timed or self.changes:
            return False
        pairs = self.simulation.pairs
        follow = {pair.input for pair in pairs.pairs} if pairs is not None else set()  # the states, whatever they are
        return all(value == self._values.get(x) for x, value in self.modes.values.items() if x not in follow)

    def ended(self, event: Event) -> bool:
        """Whether nothing has happened but that conditions of events have ended."""
        only = self.simulation.machine.compiled.asked_only
        if not only or self.fired or event.kinds or event.changes or event.impulses or event.energy_jump:
            return False
        return set(self.flips) | self.timed <= only

    def _judge_by_motion(self) -> list[int]:
        """Set the modes that crossed just before, and crossed again, to what their motion leads to: noise of what they
        are computed from may take them over the crossing many times; those that changed."""
        run, later = self.simulation, SOON * self.span
        again = self.modes.at_edge(run.work, self._again - self._rounded, run.t, run.x, run.p, later)
        self._again = set()
        before = dict(self.modes.values)
        self._decided |= self.modes.decide(run.work, sorted(again), run.t, run.x, run.p, later) if again else set()
        values = ((k, mode.value) for k, mode in enumerate(run.machine.compiled.modes))
        return [k for k, value in values if self.modes.values[value] != before[value]]

    def settle(self) -> Event:
        """Let everything happen; what it was."""
        self.simulation.impossible = None
        for _ in range(ROUNDS):
            turned = self._turn()
            pairs = self.simulation.pairs
            moved = match_structure(self.simulation, self.timed) if pairs is None else pairs.settle()
            if not (self._fire() or moved or turned):
                break
        else:
            names = sorted(self.origins) or (sorted({p.law.origin for p in pairs.pairs}) if pairs is not None else [])
            if self.simulation.impossible is not None:  # the conditions ask for a position that has no equations
                raise SimulationError(f"at {self.simulation.t:.6g} s {self.simulation.impossible}")
            raise SimulationError(
                f"the conditions of {some(names)} do not settle at {self.simulation.t:.6g} s: each change "
                f"reverses another; give the condition a hysteresis or smooth the law{self.simulation.advice(names)}",
                names[0] if names else None,
            )
        self.simulation.follow()
        if not self.restarted and not (self.simulation.pairs and self.simulation.pairs.strikes):
            if pairs is not None:  # which bring the states to where they hold, and refuse themselves if that is far
                self._followers = _followers(self.simulation, self._modes_before)
            _refuse_impulse(self.simulation, self._followers, sorted(self.origins))
        jump, modulated = stored_energies(self.simulation) - self._stored
        event = Event(self.simulation.t, sorted(self.origins), float(jump), self.changes, float(modulated))
        if self.simulation.pairs is not None:
            event.kinds, event.impulses = self.simulation.pairs.kinds(), self.simulation.pairs.told_impulses()
            event.origins = sorted({*event.origins, *event.kinds})
            if not self.simulation.machine.compiled.whens:
                event.energy_jump = self.simulation.pairs.energy_jump
        event.energy_after = energy_stored(self.simulation)
        return event

    def _turn(self) -> list[int]:
        """Set the modes to what their conditions say; those that changed."""
        run = self.simulation
        judged = self._judge_by_motion() if self._again else []
        changed = judged + self.modes.refresh(run.work, run.t, run.x, run.p, self._passing() | self._decided)
        quiet = self.triggered - set(changed) - self._passed - self._rounded - self._decided
        self._passed |= self.triggered
        if quiet:  # the crossing was seen, but here it is zero, or a hair before: rounding must not hide the event
            changed += self.modes.turn_over(run.work, quiet, run.t, run.x, run.p, SOON * self.span)
        self.flips.update(changed)
        if any(self.flips[k] == 3 for k in changed):
            turning = [k for k, count in self.flips.items() if count > 1]
            self._decided |= self.modes.decide(run.work, turning, run.t, run.x, run.p, MOMENT * self.span)
        self.origins |= {run.machine.compiled.modes[k].origin for k in changed}
        return changed

    def _passing(self) -> set[int]:
        """The timed modes that stay as their instant left them: all but those whose instant an event has moved."""
        if not self.changes:
            return self.timed
        timed, changes = self.simulation.machine.timed, set(self.changes)
        return {k for k in self.timed if k not in timed or not changes & set(map(name_of, leaves(*timed[k])))}

    def _fire(self) -> bool:
        """Carry out the events whose conditions have become true; whether there were any."""
        run, fired = self.simulation, False
        for k, holds in enumerate(self.modes.holding(run.machine, run.p)):
            if holds and not run.held[k]:
                when = run.machine.compiled.whens[k]
                self.fired.append(k)
                if not self._silent & set(leaves(when.condition)):  # else in name only: the last event's rounding
                    run.x = self.modes.apply(run.work, k, run.t, run.x, run.p)
                    variables = [variable for variable, _ in when.changes]
                    self.origins.add(when.origin)
                    self.changes += [name_of(variable) for variable in variables]
                    self.restarted |= any(variable not in self.modes.values for variable in variables)
                    fired = True
            run.held[k] = holds
        return fired


def some(names: Sequence[str], most: int = 6) -> str:
    """The first of many names, and how many more there are.

    >>> some(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return (", ".join(names[:most]) + more) or "the model"


def stored_energies(simulation: Simulation) -> np.ndarray:
    """The energy [J] in all stores, and in those that are modulated, where events may change it; 0 elsewhere."""
    stores = [power for power in simulation.system.powers if power.stored is not None]
    if not stores or not simulation.machine.compiled.whens:
        return np.zeros(2)
    m, terms = simulation.modes.vector(simulation.machine), [node(power.stored) for power in stores]
    values = simulation.work.values(terms, simulation.t, simulation.x, simulation.p, m)
    return np.array([np.sum(values), values @ [float(power.modulated) for power in stores]])


def energy_stored(simulation: Simulation) -> float:
    """The energy [J] in all stores."""
    terms = [node(power.stored) for power in simulation.system.powers if power.stored is not None]
    if not terms:
        return 0.0
    m = simulation.modes.vector(simulation.machine)
    return float(np.sum(simulation.work.values(terms, simulation.t, simulation.x, simulation.p, m)))


def condition_stays(simulation: Simulation, which: int) -> None:
    """What an event set should have ended its condition, but the motion came back before."""
    mode = simulation.machine.compiled.modes[which]
    condition = text(mode.condition)
    if simulation.modes.standing.get(which):
        warnings.warn(
            f"{mode.origin}: the event of {condition} stops the motion at {simulation.t:.6g} s, but nothing holds it "
            "there, and it goes on; let the event also set a discrete variable that takes the drive away",
            stacklevel=2,
        )
        simulation.modes.give_up(simulation.machine, which)
        return
    raise SimulationError(
        f"the motion comes to rest at {simulation.t:.6g} s where {condition}: the event turns it back, but it holds "
        "again before it has ended, and would not happen again; let the event of a slow motion set a discrete "
        "variable that holds it at rest",
        mode.origin,
    )


def _followers(simulation: Simulation, m: np.ndarray) -> dict[Node, float]:
    """The values of storage that follows from the states, with discrete values `m`."""
    found = simulation.machine.dependent_storage
    if not found:
        return {}
    values = simulation.work.values(found, simulation.t, simulation.x, simulation.p, m)
    return dict(zip(found, map(float, values), strict=True))


def _refuse_impulse(simulation: Simulation, before: Mapping[Node, float], origins: list[str]) -> None:
    """Storage that follows from the states jumps only by an impulse, of which the states would have their share."""
    if not before:
        return
    machine, x = simulation.machine, simulation.x
    now = simulation.work.values(list(before), simulation.t, x, simulation.p, simulation.modes.vector(machine))
    limit = max(JUMP, 100 * simulation.settings.tolerance)
    usual = machine.nominal(simulation.p)[: machine.own]
    noise = float(np.max(1e-10 * (np.abs(x[: machine.own]) + usual), initial=0.0))
    for (variable, old), new in zip(before.items(), map(float, now), strict=True):
        if abs(new - old) > limit * max(abs(new), abs(old)) + noise:
            owner = name_of(variable).rpartition(".")[0]
            elements = machine.system.graph.elements
            flat = elements.get(owner)
            remedy = "add a resistance to the path or let the source rise by a ramp"
            if any(isinstance(elements[origin].element, Sq) for origin in origins if origin in elements):
                remedy = (
                    "its motion has a corner there, at which its velocity jumps: round it off, as by a sine, or let "
                    "it pull by a spring and a damper"
                )
            if flat is not None and flat.element.role == "source":
                remedy = "what is moved cannot be in two places at once: let its position change by a ramp or a sine"
            raise SimulationError(
                f"{some(origins)} would make {name_of(variable)} jump from {old:.6g} to {new:.6g} at "
                f"{simulation.t:.6g} s (an impulse); {remedy}",
                owner or None,
            )
