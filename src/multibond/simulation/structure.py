"""Which position ideal switches and diodes take together, and the machine that goes with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..expression import Node, name_of
from .machine import mode_value
from .work import Work

if TYPE_CHECKING:
    from .run import Simulation

JUMP = 1e-6  # relative change of a state that a switch may cause without being called a jump
MOST = 512  # combinations to look at
TIE = 1e-7  # part of the largest value at which a condition counts as undecided


@dataclass(frozen=True)
class Position:
    """A machine at work, its states, and what would jump (name, before, after) if it took over now."""

    work: Work
    x: np.ndarray
    jump: tuple[str, float, float] | None


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
        simulation.system, positions, simulation.settings.wishes, simulation.settings.audit
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
    for k, (mode, crossing) in enumerate(zip(machine.compiled.modes, crossings, strict=True)):
        if not mode.structural or k in skip:
            continue
        if not np.isfinite(crossing):
            return False
        undecided = abs(crossing) <= TIE * max(largest, 1e-12)
        if (
            not undecided
            and (mode_value(mode, float(crossing), float(positions[mode.value]), False) > 0.5) != positions[mode.value]
        ):
            return False
    return True
