"""Which position ideal switches and diodes take together, and the machine that goes with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..errors import SimulationError, StructureError
from ..expression import Node, name_of
from ..frozen import frozen
from .machine import mode_value
from .work import Work

if TYPE_CHECKING:
    from .run import Simulation

JUMP = 1e-6  # relative change of a state that a switch may cause without being called a jump
MOST = 512  # combinations to look at
TIE = 1e-7  # part of the largest value at which a condition counts as undecided


@frozen
class Position:
    """A machine at work, its states, and what would jump (name, before, after) if it took over now."""

    work: Work
    x: np.ndarray
    jump: tuple[str, float, float] | None


def match_structure(simulation: Simulation, skip: set[int] | None = None, first: bool = False) -> bool:
    """Take the machine for the present position of ideal switches and carry the states over; `skip` are modes that
    are settled, `first`: at the start nothing has to be carried over.

    A switch that opens may force a diode to conduct at the same instant: the nearest position in which nothing
    jumps and all conditions agree is taken. Returns whether the structure has changed.
    """
    machine = simulation.machine
    wanted = simulation.modes.positions(machine)
    if all(machine.positions.get(mode) == on for mode, on in wanted.items()):
        return False
    if first:
        wishes, audit = simulation.settings.wishes, simulation.settings.audit
        simulation.work = simulation.at_work(
            simulation.engine.machine(simulation.system, wanted, wishes, audit, simulation.p)
        )
        return True
    smooth, refused, singular = None, None, None
    settled = {machine.compiled.modes[k].value for k in skip or ()}
    for positions in candidates(wanted, settled):
        try:
            position = take_over(simulation, positions)
        except StructureError as error:  # such a position of the switches has no solution
            if positions == wanted:
                simulation.impossible = error
            singular = singular or error
            continue
        if position.jump is not None:
            refused = refused or position
        elif agrees(simulation, position, positions, skip or set()):
            _take(simulation, position, positions)
            return True
        elif smooth is None:
            smooth = (position, positions)
    if smooth is not None:  # conditions decide in the next round
        _take(simulation, *smooth)
        return True
    if refused is None and singular is not None:
        raise SimulationError(f"the switches cannot change at {simulation.t:.6g} s: {singular}", singular.where)
    name, before, after = refused.jump if refused and refused.jump else ("a state", 0.0, 0.0)
    raise SimulationError(
        f"switching at {simulation.t:.6g} s would make {name} jump from {before:.6g} to {after:.6g} (an impulse); "
        "add a resistance to the path or use the leaky switch or diode (Sw2, D2)",
        name.rpartition(".")[0] or None,
    )


def _take(simulation: Simulation, position: Position, positions: Mapping[Node, bool]) -> None:
    simulation.work, simulation.x = position.work, position.x
    simulation.modes.values.update({mode: float(on) for mode, on in positions.items()})


def candidates(wanted: Mapping[Node, bool], settled: set[Node]) -> Iterator[dict[Node, bool]]:
    """The wanted position first, then those that differ in one switch, in two, and so on; `settled` ones stay."""
    free = [mode for mode in wanted if mode not in settled]
    count = 0
    for size in range(len(free) + 1):
        for flipped in combinations(free, size):
            yield {mode: wanted[mode] != (mode in flipped) for mode in wanted}
            count += 1
            if count >= MOST:
                return


def take_over(simulation: Simulation, positions: Mapping[Node, bool]) -> Position:
    """The machine for `positions` with the present states carried over."""
    here, x, t, p = simulation.work, simulation.x, simulation.t, simulation.p
    modes, old = simulation.modes, simulation.machine
    machine = simulation.engine.machine(
        simulation.system, positions, simulation.settings.wishes, simulation.settings.audit, p
    )
    if machine is old:
        return Position(here, x, None)
    there = simulation.at_work(machine)
    carried = np.array(here.values(machine.sources, t, x, p, modes.vector(old)), dtype=float).reshape(-1)
    back = np.array(there.values(old.sources, t, carried, p, modes.vector(machine)), dtype=float).reshape(-1)
    # each state by its own size, now and earlier in the run: charges may be tiny beside momenta
    gap = np.abs(back - x)
    limit = max(JUMP, 100 * simulation.settings.tolerance)
    allowed = limit * np.maximum(np.maximum(np.abs(x), np.abs(back)), simulation.sizes(old))
    bad = ~(gap <= allowed)
    if np.any(bad):
        worst = int(np.argmax(np.where(bad, gap / np.maximum(allowed, 1e-300), 0.0)))
        return Position(there, carried, (name_of(old.sources[worst]), float(x[worst]), float(back[worst])))
    return Position(there, carried, None)


def agrees(simulation: Simulation, position: Position, positions: Mapping[Node, bool], skip: set[int]) -> bool:
    """Whether the conditions of all switches, seen from `position`, say what they are set to."""
    return not disagreeing(simulation, position, positions, skip)


def disagreeing(
    simulation: Simulation, position: Position, positions: Mapping[Node, bool], skip: set[int]
) -> list[Node]:
    """The switches whose conditions, seen from `position`, say otherwise than they are set to, or nothing."""
    machine = position.work.machine
    values = simulation.modes.values
    kept = dict(values)
    values.update({mode: float(on) for mode, on in positions.items()})
    try:
        crossings = position.work.evaluate(
            machine.crossings, simulation.t, position.x, simulation.p, simulation.modes.vector(machine)
        )
    finally:
        values.clear()
        values.update(kept)
    largest = float(np.max(np.abs(crossings), initial=0.0))
    found = []
    for k, (mode, crossing) in enumerate(zip(machine.compiled.modes, crossings, strict=True)):
        if not mode.structural or k in skip:
            continue
        exact, on = k in machine.stepwise, positions[mode.value]
        if not np.isfinite(crossing):
            found.append(mode.value)
        elif k in machine.swayed and abs(crossing) <= TIE * max(largest, 1e-12):
            continue  # undecided
        elif (mode_value(mode, float(crossing), float(on), exact) > 0.5) != on:
            found.append(mode.value)
    return found
