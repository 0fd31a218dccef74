"""From the one structure of all positions to the equations of the position in which a run stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import ModelError, StructureError
from ..expression import Node, symbol
from ..nonsmooth.pair_layout import CLOSED, FREE, LOW, UP
from .events import ROUNDS, Modes
from .machine import Machine

if TYPE_CHECKING:
    from .run import Simulation


def stand_alone(simulation: Simulation) -> None:
    """Let a run go on with the equations of its present position alone, in which set-valued laws are plain ones: what
    they hold at zero is no state there."""
    if simulation.pairs is None:
        return
    here, p = simulation.machine, simulation.p
    try:
        machine = own_machine(simulation)
    except StructureError as error:
        raise ModelError(f"this position of switches and diodes has no equations of its own: {error}") from None
    work = simulation.at_work(machine)
    m = simulation.modes.vector(here)
    x = np.array(simulation.work.values(machine.sources, simulation.t, simulation.x, p, m), dtype=float).reshape(-1)
    modes = Modes(machine, p, simulation.span, simulation.t)
    for name in simulation.system.discrete:
        modes.values[symbol(name)] = simulation.modes.values[symbol(name)]
    modes.values.update({mode: float(on) for mode, on in machine.positions.items()})
    fixed = {k for k, mode in enumerate(machine.compiled.modes) if mode.structural}
    simulation.work, simulation.x, simulation.modes, simulation.pairs = work, x, modes, None
    for _ in range(ROUNDS):
        if not modes.refresh(work, simulation.t, x, p, fixed, first=True):
            break


def own_machine(simulation: Simulation) -> Machine:
    """The machine of the present position alone; raises StructureError where there is none."""
    positions, settings = _positions(simulation, _somewhere(simulation)), simulation.settings
    return simulation.engine.machine(simulation.system, positions, settings.wishes, settings.audit, simulation.p)


def _somewhere(simulation: Simulation) -> Machine:
    """A machine of any position that has equations, for the conditions of the laws."""
    settings, p = simulation.settings, simulation.p
    try:
        return simulation.engine.machine(simulation.system, {}, settings.wishes, settings.audit, p)
    except StructureError:
        return simulation.engine.leaky(simulation.system, settings.wishes, settings.audit, p)


def _positions(simulation: Simulation, machine: Machine) -> dict[Node, bool]:
    """The position of each condition that chooses a law."""
    assert simulation.pairs is not None
    passing: dict[str, set[int]] = {}
    contacts: dict[Node, bool] = {}  # conditions of the laws of contacts, each by itself
    commanded = {pair.law.origin for pair in simulation.pairs.pairs if pair.law.pair.closed is not None}
    for pair, position in zip(simulation.pairs.pairs, simulation.pairs.memory.mode, strict=True):
        if pair.law.pair.at_contact:
            for condition, side in pair.law.pair.conditions():
                contacts[condition] = int(position) in (side, FREE)
        free = int(position) == CLOSED and pair.law.origin not in commanded  # both bounds are zero
        passing.setdefault(pair.law.origin, set()).add(UP if free else int(position))
    found = {}
    for mode in machine.compiled.modes:
        if mode.value in machine.positions:
            now = passing.get(mode.origin, set())
            if mode.condition in contacts:
                found[mode.value] = contacts[mode.condition]
            elif mode.origin in commanded:
                found[mode.value] = CLOSED in now
            else:
                found[mode.value] = (UP if mode.condition.op in ("gt", "ge") else LOW) in now
    return found


__all__ = ["own_machine", "stand_alone"]
