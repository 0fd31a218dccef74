"""Ideal switches that may begin either way: their conditions depend on what they let pass, and agree with them closed
as well as open."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InitialError, SimulationError, StructureError
from ..expression import leaves, node, topological
from .first_position import missed_starts
from .machine import Machine

if TYPE_CHECKING:
    from .pairs import Pairs
    from .run import Simulation

MOST = 8  # switches that are tried the other way
TURNS = 4  # in which the others follow one that is tried
SAME = 1e-9  # part of a state by which it may differ and is the same
KEPT = ("mode", "old", "raised", "at_rest", "offset", "fading", "share", "largest")


def note_either_way(simulation: Simulation) -> None:
    """Note a doubt where switches might as well begin the other way, with all conditions and start values kept."""
    pairs, machine = simulation.pairs, simulation.machine
    found = [] if pairs is None else [k for k in _tried(pairs) if _agrees_otherwise(pairs, k)]
    if not found:
        return
    modes, values = machine.compiled.modes, simulation.modes.values
    names = {k: f"{modes[k].origin} ({modes[k].condition})" for k in found}
    closed = [name for k, name in names.items() if values[modes[k].value] > 0.5]
    opened = [name for k, name in names.items() if values[modes[k].value] <= 0.5]
    told = " and ".join(f"{', '.join(which)} {way}" for which, way in ((closed, "true"), (opened, "false")) if which)
    simulation.doubts.append(
        f"the start position was chosen freely: it makes the condition of {told}, and the other way all conditions "
        "agree as well, for they depend on what the switches let pass; give the start value of a flow that has it one "
        "way only, let the conditions depend on stored values or on time, or give them a hysteresis"
    )


def take_other_way(pairs: Pairs) -> bool:
    """Let a switch begin the other way if the start values hold there, and all conditions; whether one does."""
    return any(_agrees_otherwise(pairs, k, taken=True) for k in _tried(pairs))


def _tried(pairs: Pairs) -> list[int]:
    """The conditions that are tried the other way."""
    machine = pairs.simulation.machine
    if pairs.impacts.contacts:
        return []
    return list(machine.plans.get("either way", lambda: _commanding(machine)))[:MOST]


def _commanding(machine: Machine) -> list[int]:
    """The conditions, among those that command switches, that depend on variables and on no memory."""
    modes, discrete = machine.compiled.modes, set(machine.compiled.schedule.discrete)
    closed = [pair.law.pair.closed for pair in machine.paired.pairs]
    asked = set(topological([node(condition) for condition in closed if condition is not None]))
    known = discrete | set(machine.compiled.schedule.parameters) | set(machine.states)
    return [
        k for k, mode in enumerate(modes)
        if mode.condition in asked and not discrete & set(leaves(mode.crossing)) and set(leaves(mode.crossing)) - known
        and k not in machine.timed
    ]  # fmt: skip


def _agrees_otherwise(pairs: Pairs, which: int, taken: bool = False) -> bool:
    """Whether all conditions and start values agree with condition `which` the other way too, at the same states. All
    is as before then, unless that is `taken`."""
    run, memory = pairs.simulation, pairs.memory
    x, values, moved = run.x.copy(), dict(run.modes.values), dict(pairs.moved_starts)
    kept = {name: getattr(memory, name).copy() for name in KEPT}
    with_it = False
    with suppress(InitialError, SimulationError, StructureError):
        with_it = _settles_otherwise(pairs, which) and bool(np.all(np.abs(run.x - x) <= SAME * np.abs(x)))
        with_it &= not np.array_equal(memory.mode, kept["mode"])  # else another condition keeps the switch as it is
    if with_it and taken:
        return True
    run.x = x
    run.modes.values.update(values)
    for name, array in kept.items():
        getattr(memory, name)[:] = array
    pairs.moved_starts = moved
    pairs.begin()
    memory.look(run.t, run.x, pairs.context())
    memory.solve(pairs.context())
    pairs.renew()
    return with_it


def _settles_otherwise(pairs: Pairs, which: int) -> bool:
    """Set condition `which` the other way, and let all others follow; whether it agrees, and the start values hold."""
    run = pairs.simulation
    value, values = run.machine.compiled.modes[which].value, run.modes.values
    other = values[value] = 1.0 - values[value]
    for _ in range(TURNS):
        pairs.begin()
        pairs.settle(first=True)
        changed = run.modes.refresh(run.work, run.t, run.x, run.p, set(), first=True)
        if not changed:
            (crossing,) = run.work.evaluate(
                [run.machine.crossings[which]], run.t, run.x, run.p, run.modes.vector(run.machine)
            )
            return bool(np.isfinite(crossing)) and not missed_starts(run)
        if changed == [which]:
            return False
        values[value] = other  # until the others have followed
    return False


__all__ = ["note_either_way", "take_other_way"]
