"""How large states are that pairs hold at zero: errors of these need be no smaller than their rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..equations.alias import base
from ..expression import Node
from ..model.kind import Kind
from ..nonsmooth.pair_layout import FREE, INPUTS_AT

if TYPE_CHECKING:
    from ..equations.system import System
    from .machine import Machine
    from .pairs import Pairs

MOMENTS = 1e-3  # part of the run in which what moves comes as far as a usual place, and what turns by a radian
LOOKS = np.modf(np.arange(1, 7) * 0.6180339887498949)[0]  # parts of the run at which sources are looked at
FLOWING, PLACED, STRESSED, TURNING, OTHER = range(5)
KINDS = {Kind.MOMENTUM: FLOWING, Kind.VELOCITY: FLOWING, Kind.DISPLACEMENT: STRESSED}
UNITS = {"rad/s": TURNING, "rad": OTHER, "": OTHER}


def held_sizes(pairs: Pairs, nominal: np.ndarray) -> np.ndarray:
    """The usual sizes of the states where flows and efforts of the pairs are what they have been, `nominal` where they
    are one or more: a mechanism of micrometres has momenta that are as small, a circuit of picovolts such charges."""
    run, memory = pairs.simulation, pairs.memory
    if np.all(memory.mode == FREE):  # nothing is held
        return np.zeros(len(nominal))
    found = np.ones(len(nominal))
    found[: run.machine.own] = levels(pairs)
    return nominal * np.minimum(found, 1.0)


def levels(pairs: Pairs) -> np.ndarray:
    """What is usual of the flow, effort or way of each own state, by the largest flows and efforts of pairs: now, in
    circuits over the run, by what sources will do and what was so far. One where there are none."""
    run, memory = pairs.simulation, pairs.memory
    now = _flow_and_effort(pairs, memory.values[: memory.count])
    if run.machine.electrical:
        if pairs.largest is None:
            pairs.largest = _driven(pairs)
        if all(x < np.inf for x in now):
            pairs.largest = now = max(pairs.largest[0], now[0]), max(pairs.largest[1], now[1])
    flow, effort = now
    if not (0.0 < flow < np.inf and 0.0 < effort < np.inf):
        return np.ones(run.machine.own)
    moment = MOMENTS * run.span
    return np.array([flow, flow * moment, effort, 1.0 / moment, 1.0])[run.machine.sorts]


def _flow_and_effort(pairs: Pairs, flows: np.ndarray) -> tuple[float, float]:
    """The largest of all pairs, with the present inputs."""
    run, memory = pairs.simulation, pairs.memory
    first = int(memory.counts[INPUTS_AT])
    u = run.modes.vector(run.machine)[first : first + 2 * memory.count : 2]
    with np.errstate(all="ignore"):
        scaled = np.maximum(np.abs(flows) * memory.root, np.abs(u) / memory.root)
        return float(np.max(scaled / memory.root)), float(np.max(scaled * memory.root))


def _driven(pairs: Pairs) -> tuple[float, float]:
    """The largest flow and effort that sources will make by themselves, from times all over the run."""
    run, memory, context = pairs.simulation, pairs.memory, pairs.context()
    kept, flows = memory.values.copy(), np.zeros(memory.count)
    for part in LOOKS:
        found = np.abs(memory.flows(run.t + part * run.span, run.x, context))
        flows = np.where(found < np.inf, np.maximum(flows, found), flows)
    memory.values[:] = kept
    flow, effort = _flow_and_effort(pairs, flows)
    return (flow, effort) if flow < np.inf and effort < np.inf else (0.0, 0.0)


def sorts_of(machine: Machine) -> list[int]:
    """What each own state is measured by: flows, ways, efforts, turning, or nothing of these."""
    return [_sort(machine.system, state) for state in machine.states[: machine.own]]


def _sort(system: System, state: Node) -> int:
    quantity = system.quantities.get(base(state))
    if quantity is None or quantity.owner not in system.graph.elements:
        return OTHER
    element = system.graph.elements[quantity.owner]
    if quantity.kind in (Kind.QUATERNION, Kind.ORIENTATION):
        return OTHER
    declared = element.element.declarations.get(str(base(state)).partition("[")[0].rpartition(".")[2])
    return UNITS.get(getattr(declared, "unit", "any"), KINDS.get(quantity.kind, PLACED))


__all__ = ["held_sizes", "levels", "sorts_of"]
