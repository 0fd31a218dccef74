"""A last look at a run: whether set-valued laws and conditions are what the run took them for.

A law that the rest of the model leaves no freedom, as that of a diode in parallel with an ideal source, can be met by
chance where it changes its position and be broken ever after.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..expression import text
from ..expression.algebra import RELATIONS
from ..nonsmooth import PairMemory
from .machine import mode_value
from .record import Piece

if TYPE_CHECKING:
    from .run import Simulation

LOOKS = 8  # points of a run
BROKEN = 1e-2  # part of the largest effort and flow of a law by which it may be missed
LITTLE = 1e-3  # part of the largest of all laws, and of the root of the power at hand, that is small
AGAINST = 1e-2  # part of the largest value of a condition by which it may be on the other side


def check_kept(simulation: Simulation) -> None:
    """Doubt a run in which a set-valued law is broken or a condition is not what it is taken for."""
    found: dict[str, str] = {}
    for piece in [piece for piece in simulation.pieces if piece.parts][-2:]:
        found = {**dict(_broken(simulation, piece)), **dict(_contrary(simulation, piece)), **found}
    simulation.doubts += found.values()


def _points(piece: Piece) -> list[tuple[float, np.ndarray, np.ndarray, np.ndarray]]:
    """Times [s], states, discrete values and guesses of some points of a piece, none of them at its ends."""
    times, states, discrete, guesses = piece.rows()
    rows = np.unique(np.linspace(0, len(times) - 1, LOOKS + 2).astype(int)[1:-1])
    return [(float(times[k]), states[k], discrete[k], guesses[k]) for k in rows]


def _broken(simulation: Simulation, piece: Piece) -> Iterator[tuple[str, str]]:
    """The elements whose efforts and flows do not obey their laws, with sentences."""
    machine, workspace = piece.machine, simulation.at_work(piece.machine).workspace
    if not machine.has_pairs:
        return
    memory: PairMemory = workspace.solver(PairMemory, lambda: PairMemory(machine.paired))
    if not memory.forced().any():
        return
    points = _points(piece)
    looks = [memory.apart(t, x, workspace.context("evaluate", simulation.p, m)) for t, x, m, _ in points]
    if not looks:
        return
    efforts, flows, missed = (np.array(column) for column in zip(*looks, strict=True))
    assert simulation.pairs is not None
    sizes = np.maximum(np.max(np.abs(efforts), axis=0), np.max(np.abs(flows), axis=0))
    least = max(
        LITTLE * float(np.max(sizes)), LITTLE * float(np.sqrt(abs(simulation.pairs.stored()) / simulation.span))
    )
    for k in np.flatnonzero((missed > BROKEN * np.maximum(sizes, least)).any(axis=0) & (sizes > 0)):
        row = int(np.argmax(missed[:, k]))
        path, root = machine.paired.pairs[k].law.origin, memory.root[k]
        yield (
            path,
            f"{path}: at {points[row][0]:.6g} s its law is broken, for its effort is {efforts[row, k] * root:.3g} and "
            f"its flow {flows[row, k] / root:.3g}: the rest of the model leaves it no choice, as where an ideal source "
            "fixes what the law decides; put a resistance between them, or take a leaky or smooth kind of element",
        )


def _contrary(simulation: Simulation, piece: Piece) -> Iterator[tuple[str, str]]:
    """The switches whose conditions hold where the run takes them for false, or the other way round."""
    machine = piece.machine
    commanded = {law.origin for law in simulation.system.pairs if law.pair.closed is not None}
    places = {value: k for k, value in enumerate(machine.compiled.schedule.discrete)}
    watched = [
        k for k, mode in enumerate(machine.compiled.modes)
        if mode.origin in commanded and mode.condition.op in RELATIONS and k not in machine.timed
        and k not in machine.stepwise and mode.value in places and mode.value not in machine.compiled.levels
    ]  # fmt: skip
    if not watched:
        return
    work = simulation.at_work(machine)
    points = _points(piece)
    values = np.array([np.ravel(work.evaluate(machine.crossings, t, x, simulation.p, m)) for t, x, m, _ in points])
    for k in watched:
        mode, at = machine.compiled.modes[k], places[machine.compiled.modes[k].value]
        for (t, _, m, _), crossing in zip(points, values[:, k], strict=True):
            far = abs(crossing) > AGAINST * float(np.max(np.abs(values[:, k])))
            if far and mode_value(mode, float(crossing), float(m[at]), True) != float(m[at]):
                yield (
                    mode.origin,
                    f"{mode.origin}: at {t:.6g} s the run goes on as if {text(mode.condition)} were "
                    f"{'true' if m[at] else 'false'}, and it is not: what follows from the condition turns it round; "
                    "give it a hysteresis, or let it depend on stored values and not on what it decides",
                )
                break


__all__ = ["check_kept"]
