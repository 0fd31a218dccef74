"""How large states are that pairs hold at zero: errors of these need be no smaller than their rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..equations.alias import base
from ..expression import Node
from ..model.kind import Kind
from ..nonsmooth.pair_layout import FREE, INPUTS_AT

if TYPE_CHECKING:
    from .pairs import Pairs
    from .run import Simulation

MOMENTS = 1e-3  # part of the run in which what moves comes as far as a usual place, and what turns by a radian
FLOWING, PLACED, STRESSED, TURNING, OTHER = range(5)
KINDS = {Kind.MOMENTUM: FLOWING, Kind.VELOCITY: FLOWING, Kind.DISPLACEMENT: STRESSED}
UNITS = {"rad/s": TURNING, "rad": OTHER, "": OTHER}


def held_sizes(pairs: Pairs, nominal: np.ndarray) -> np.ndarray:
    """The usual sizes of the states where flows and efforts of the pairs are what they are now, `nominal` where they
    are one or more: a mechanism of micrometres has momenta that are as small."""
    run, memory = pairs.simulation, pairs.memory
    if np.all(memory.mode == FREE):  # nothing is held
        return np.zeros(len(nominal))
    first = int(memory.counts[INPUTS_AT])
    u = run.modes.vector(run.machine)[first : first + 2 * memory.count : 2]
    with np.errstate(all="ignore"):
        scaled = np.maximum(np.abs(memory.values[: memory.count]) * memory.root, np.abs(u) / memory.root)
        flow, effort = float(np.max(scaled / memory.root)), float(np.max(scaled * memory.root))
    if not (0.0 < flow < np.inf and 0.0 < effort < np.inf):
        return nominal
    moment = MOMENTS * run.span
    sizes = np.array([flow, flow * moment, effort, 1.0 / moment, 1.0])
    found = np.ones(len(nominal))
    found[: run.machine.own] = sizes[pairs.sorts]
    return nominal * np.minimum(found, 1.0)


def sorts_of(run: Simulation) -> list[int]:
    """What each own state is measured by: flows, ways, efforts, turning, or nothing of these."""
    return [_sort(run, state) for state in run.machine.states[: run.machine.own]]


def _sort(run: Simulation, state: Node) -> int:
    system = run.system
    quantity = system.quantities.get(base(state))
    if quantity is None or quantity.owner not in system.graph.elements:
        return OTHER
    element = system.graph.elements[quantity.owner]
    if element.domain.name == "electrical" or quantity.kind in (Kind.QUATERNION, Kind.ORIENTATION):
        return OTHER
    declared = element.element.declarations.get(str(base(state)).partition("[")[0].rpartition(".")[2])
    return UNITS.get(getattr(declared, "unit", "any"), KINDS.get(quantity.kind, PLACED))


__all__ = ["held_sizes", "sorts_of"]
