"""Conditions that were decided by where their motion leads, against what they say at the instant of an event.

Noise takes a crossing over zero many times where its motion is slow; the motion a moment ahead then says which way it
turns. That is a guess, by the rates of the instant: where these turn too, as those of a turbulent flow that stops, the
crossing goes the other way, and nothing would cross any more. So the guess is held against what came of it.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import numpy as np

from .events import TURNING
from .growth import GOLDEN
from .instant import SAME
from .machine import mode_value

if TYPE_CHECKING:
    from .run import Simulation

FIRST = 2e-7  # part of the run after which a guess is looked at: twice as far as was looked ahead
LATER = 2.0  # times as long until the next look
AWAY = 2.0  # times as far on the wrong side as at the event: it will not come back
LAST = 1e-2  # part of the run after which laws of pairs are not looked at any more
SMALL = 1e-2  # part of what the tolerance allows the states to be out by, which moves a crossing by no more than noise
BESIDE = 1e-6  # part of the sizes of the states by which another place lies beside


class Decided:
    """`at`: when the conditions that were decided against their crossing are looked at [s], infinite without any. Laws
    of pairs that went to and fro at one instant are looked at in the same way."""

    def __init__(self) -> None:
        self.at = inf
        self._away: dict[int, float] = {}  # how far each was on the wrong side
        self._wavered = False  # whether pairs went to and fro
        self._after = 0.0  # the time between two looks [s]

    def note(self, run: Simulation) -> None:
        """Note what an event has left against its crossing."""
        self._away = _against(run)
        self._wavered = run.pairs is not None and _to_and_fro(run)
        self._after = FIRST * run.span
        self._look_later(run)

    def wrong(self, run: Simulation) -> set[int] | None:
        """The conditions that went on to the wrong side; none of these where laws of pairs are wrong; None: nothing is.
        What still wavers is looked at again."""
        still = {k: away for k, away in _against(run).items() if k in self._away}
        noise = _noise(run) if still else ()
        found = {k for k, away in still.items() if away > max(AWAY * self._away[k], noise[k])}
        self._away = {k: away for k, away in still.items() if k not in found}
        self._after *= LATER
        self._wavered &= self._after < LAST * run.span
        broken = self._wavered and run.pairs is not None and run.pairs.wrong()
        self._look_later(run)
        return found if found or broken else None

    def _look_later(self, run: Simulation) -> None:
        self.at = run.t + self._after if self._away or self._wavered else inf


def _to_and_fro(run: Simulation) -> bool:
    """Whether two events of laws of pairs have just happened as one."""
    return len(run.events) > 1 and run.events[-1].time - run.events[-2].time < SAME * run.span


def _against(run: Simulation) -> dict[int, float]:
    """The conditions that have another value than their crossing asks for, and how far this is from zero."""
    machine = run.machine
    watched = [
        k for k, mode in enumerate(machine.compiled.modes)
        if k not in machine.timed and k not in machine.stepwise
        and mode.condition.op in TURNING and not mode.structural and mode.value not in machine.compiled.levels
    ]  # fmt: skip
    if not watched:
        return {}
    now = run.work.evaluate(machine.crossings, run.t, run.x, run.p, run.modes.vector(machine))
    found = {}
    for k in watched:
        mode, crossing = machine.compiled.modes[k], float(now[k])
        value = run.modes.values[mode.value]
        if crossing != 0.0 and mode_value(mode, crossing, value, exact=False) != value:
            found[k] = abs(crossing)
    return found


def _noise(run: Simulation) -> np.ndarray:
    """What the errors of the states make of each crossing."""
    machine, m = run.machine, run.modes.vector(run.machine)
    sizes = np.maximum(run.sizes(machine) * machine.nominal(run.p), np.abs(run.x))
    now = run.work.evaluate(machine.crossings, run.t, run.x, run.p, m)
    moved = np.zeros(len(now))
    for turn in (0.0, 0.5):  # in two directions, for what states have in common may cancel
        signs = np.where((np.arange(len(run.x)) * GOLDEN + turn) % 1.0 < 0.5, BESIDE, -BESIDE)
        beside = run.work.evaluate(machine.crossings, run.t, run.x + signs * sizes, run.p, m)
        moved = np.fmax(moved, np.abs(beside - now))
    return np.asarray(SMALL * run.settings.tolerance / BESIDE * moved)


__all__ = ["Decided"]
