"""What struck in a run: at which events, where the states were then, and the impulses of all set-valued laws.

The efforts of a model are affine in those of its set-valued laws, r = r₀ + C λ. Over an instant r₀ is finite and has no
impulse, so that the impulse of any effort is C Λ: that of the same equations with Λ in the place of λ, less their value
without it. Joints, junctions, transformers and closed loops are in C already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .machine import Machine
from .record import Piece

if TYPE_CHECKING:
    from .events import Event
    from .run import Simulation


@dataclass(frozen=True)
class Blows:
    """Blows in arrays, a row for each: `which` of the events that were noted, `times` [s], `states` and `discrete`
    values after it, and the `impulses` of all pairs in their order."""

    which: np.ndarray
    times: np.ndarray
    states: np.ndarray
    discrete: np.ndarray
    impulses: np.ndarray


def input_places(machine: Machine) -> list[int]:
    """The places among the discrete values of the inputs that stand for set-valued laws."""
    place = {x: k for k, x in enumerate(machine.compiled.schedule.discrete)}
    return [place[pair.input] for pair in machine.compiled.draft.pairs]


def keep_blows(pieces: list[Piece], machine: Machine, first: int, blows: Blows, guesses: np.ndarray) -> None:
    """Add blows to the `pieces` that hold those of a run; `first` is the number of the event that was noted first,
    `guesses` a row for each or one for all."""
    if not len(blows.which):
        return
    if not pieces or pieces[-1].machine is not machine:
        pieces.append(Piece(machine))
    known = np.empty((len(blows.which), guesses.shape[-1]))
    known[:] = guesses
    pieces[-1].parts.append((blows.times, blows.states, blows.discrete, known))
    pieces[-1].impulses.append(blows.impulses)
    pieces[-1].events += (first + blows.which).tolist()


def keep_blow(simulation: Simulation, event: Event) -> None:
    """Note the impulses of all pairs at the event that comes next in a run, if there were any."""
    if simulation.pairs is None or not event.impulses:
        return
    passed = simulation.pairs.passed
    t, x, p, machine = simulation.t, simulation.x, simulation.p, simulation.machine
    m = simulation.modes.vector(machine)
    guesses = simulation.work.evaluate(machine.unknowns, t, x, p, m) if machine.unknowns else np.zeros(0)
    here = Blows(
        np.zeros(1, dtype=np.int64), np.array([t]), x[None, :].copy(), m[None, :].copy(), passed[None, :].copy()
    )
    keep_blows(simulation.blows, machine, len(simulation.events), here, guesses)


__all__ = ["Blows", "input_places", "keep_blow", "keep_blows"]
