"""Start values of variables that depend on what set-valued laws do: the current behind a diode, the force of friction.

Positions and states are looked for together. With the laws in a given position, efforts and flows follow from the
states; states that nobody gave are changed until the start values hold, and the laws are asked whether they agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InitialError, MultibondError, SimulationError, StructureError
from ..expression import name_of, sub
from ..nonsmooth.pair_layout import HOLD, LOW, UP
from .conflict import Condition
from .initial import start_conditions
from .moved_starts import StartMoved
from .newton import independent, nearest_found, newton

if TYPE_CHECKING:
    from .pairs import Pairs

TURNS = 3  # of states and positions, from each position that is tried
TRIED = 64  # positions
CLOSELY = 4  # of these, in which the states are looked for from other beginnings too
CHANGE = 1e-6  # of the usual size of a state, by which slopes are measured
NOISE = 1e-8  # part of the largest such slope of a state that is rounding
MET = 1e-7  # part of a start value, or of what it depends on, by which it may be missed


def start_behind_laws(pairs: Pairs, trouble: MultibondError) -> None:
    """Take states and positions in which all start values hold; else refuse, by `trouble` where no more is known."""
    search = _search(pairs)
    if search is None:
        raise trouble
    pairs.upright()
    for k, position in enumerate(islice(search.positions(), TRIED)):
        if search.agrees(position, far=k < CLOSELY):
            return
    raise trouble if isinstance(trouble, StartMoved) else search.refusal() or trouble


def note_chosen(pairs: Pairs) -> None:
    """Note a doubt where the start values of variables behind laws leave states open, which were chosen then."""
    search = _search(pairs)
    if search is not None:
        search.note_chosen(pairs.simulation.x.copy())


def _search(pairs: Pairs) -> _Search | None:
    """The start values of variables with the states that nobody gave; None where there are none to look for."""
    run = pairs.simulation
    conditions, values = start_conditions(run.machine, run.p, run.t)
    if not conditions or run.settings.steady or pairs.impacts.contacts:
        return None
    states = run.machine.states[: run.machine.own]
    x = run.work.blank()
    x[: len(states)] = [values.get(state, (0.0, False))[0] for state in states]
    free = [k for k, state in enumerate(states) if not values.get(state, (0.0, False))[1]]
    return _Search(pairs, conditions, x, free)


class _Search:
    """Start `conditions` that are to be met by `free` states, from `x`, in one position of the pairs or another."""

    def __init__(self, pairs: Pairs, conditions: list[Condition], x: np.ndarray, free: list[int]):
        self.pairs, self.conditions, self.free, self.x = pairs, conditions, free, x
        self.residuals = [condition.residual for condition in conditions]
        self.sizes = np.array([condition.size for condition in conditions])
        self.usual = pairs.simulation.machine.nominal(pairs.simulation.p)

    def positions(self) -> Iterator[np.ndarray]:
        """Positions to try: the one that the laws take by themselves, then others, those with few differences first."""
        memory = self.pairs.memory
        first = self._settled(self.x)
        if first is None:
            first = np.full(memory.count, HOLD)
        yield first
        laws = [pair.law.pair for pair in self.pairs.pairs]
        commanded = [k for k, law in enumerate(laws) if law.closed is None]
        for count in range(1, len(commanded) + 1):
            for changed in combinations(commanded, count):
                yield from self._changed(first, changed)

    def _changed(self, first: np.ndarray, changed: tuple[int, ...]) -> Iterator[np.ndarray]:
        """Positions that differ from the first one in these pairs, which hold or pass either way."""
        found = [first.copy()]
        for k in changed:
            law = self.pairs.pairs[k].law.pair
            ways = [HOLD, *([UP] if law.upper is not None else []), *([LOW] if law.lower is not None else [])]
            others = [way for way in ways if way != first[k]]
            found = [_with(position, k, way) for position in found for way in others]
        yield from found

    def agrees(self, position: np.ndarray, far: bool) -> bool:
        """Whether the start values hold in a position that the laws then keep; taken if so. `far`: looked for from
        other beginnings too, for a law may be flat here."""
        x = self.x
        for _ in range(TURNS):
            self.pairs.memory.mode[:] = position
            found = self._met(x)
            if found is None and far:
                found = nearest_found(x, self.free, self.usual, self._met)
            if found is None:
                return False
            settled = self._settled(found)
            if settled is None:
                return False
            x = self.pairs.simulation.x
            if np.array_equal(settled, position) and np.all(np.abs(self._missed(x)) <= MET * self._scale(x)):
                return True
            position = settled
        return False

    def note_chosen(self, x: np.ndarray) -> None:
        """Note a doubt where states were changed that the start values do not determine, nor anything else: sliding
        friction has the same force at any slip."""
        run, memory = self.pairs.simulation, self.pairs.memory
        moved = [k for k in self.free if abs(x[k] - self.x[k]) > MET * float(self.usual[k])]
        if not moved:
            return
        slopes, position = self._slopes(x), memory.mode.copy()
        chosen = []
        for k in moved:
            if np.any(slopes[:, k]):
                continue
            there = x.copy()
            there[k] += x[k] - self.x[k]
            settled = self._settled(there)
            if settled is not None and np.array_equal(settled, position) and np.allclose(run.x, there, rtol=MET):
                chosen.append(k)
            memory.mode[:] = position
            self._missed(x)
        if not chosen:
            return
        said = ", ".join(f"{name_of(run.machine.states[k])} = {x[k]:.4g}" for k in chosen)
        run.doubts.append(
            f"the start was chosen freely: {' and '.join(c.text for c in self.conditions[:3])} can be met in many ways "
            f"with {self.pairs.told()}, of which {said} is only one; give the start value of this too"
        )

    def _met(self, x: np.ndarray) -> np.ndarray | None:
        """The states in which the start values hold, with the pairs in their present positions."""
        chosen = independent(self._slopes(x)[:, self.free], self.free)
        if not chosen:
            return x if np.all(np.abs(self._missed(x)) <= MET * self._scale(x)) else None
        return newton(self._missed, self._slopes, x, chosen, np.zeros(len(self.conditions)), sizes=self.sizes)

    def _missed(self, x: np.ndarray) -> np.ndarray:
        """By how much the start values are missed at `x`, where the inputs are what the positions ask for."""
        run, memory = self.pairs.simulation, self.pairs.memory
        run.x = x
        if not memory.look(run.t, x, self.pairs.context()):
            return np.full(len(self.residuals), np.nan)
        memory.solve(self.pairs.context())
        self.pairs.renew()
        return run.work.evaluate(self.residuals, run.t, x, run.p, run.modes.vector(run.machine))

    def _slopes(self, x: np.ndarray) -> np.ndarray:
        """How that depends on the own states, by differences."""
        slopes = np.zeros((len(self.residuals), self._own))
        for k in self.free:
            step = CHANGE * max(abs(float(x[k])), float(self.usual[k]))
            ends = []
            for sign in (1.0, -1.0):
                there = x.copy()
                there[k] += sign * step
                ends.append(self._missed(there))
            with np.errstate(invalid="ignore"):
                slopes[:, k] = np.nan_to_num((ends[0] - ends[1]) / (2 * step))
        self._missed(x)  # the run stands at `x` again
        noise = NOISE * np.max(np.abs(slopes), axis=0, initial=0.0)
        return np.where(np.abs(slopes) <= noise, 0.0, slopes)

    def _scale(self, x: np.ndarray) -> np.ndarray:
        """What the start values are measured by: themselves, or what the states that they depend on make."""
        sizes = np.maximum(self.sizes, 1e-3 * np.abs(self._slopes(x)) @ np.maximum(np.abs(x), self.usual)[: self._own])
        return np.where(sizes > 0, sizes, 1e-9)

    @property
    def _own(self) -> int:
        return self.pairs.simulation.machine.own

    def _settled(self, x: np.ndarray) -> np.ndarray | None:
        """The positions that the laws take at `x`, to which states that nobody gave follow; None if there are none."""
        self.pairs.simulation.x = x
        self.pairs.begin()
        try:
            self.pairs.settle(first=True)
        except (InitialError, SimulationError, StructureError):
            return None
        found: np.ndarray = self.pairs.memory.mode.copy()
        return found

    def refusal(self) -> InitialError | None:
        """What is said where no position fits: the start value that the model fixes elsewhere, in the position that the
        laws take by themselves; None where they take none."""
        if self._settled(self.x) is None:
            return None
        x = self.pairs.simulation.x
        missed = self._missed(x)
        wrong = np.flatnonzero(~(np.abs(missed) <= MET * self._scale(x)))
        if not len(wrong) or not np.all(np.isfinite(missed)):
            return None
        fixed = [] if self.free else list(wrong)
        condition = self.conditions[(fixed or wrong)[0]]
        others = [other.text for other in self.conditions if other is not condition]
        beside = f" together with {' and '.join(others[:3])}" if others and not fixed else ""
        run = self.pairs.simulation
        targets = [target for _, target, value in run.machine.starts if sub(target, value) is condition.residual]
        value = run.work.evaluate(targets[:1], run.t, x, run.p, run.modes.vector(run.machine))[0]
        return InitialError(
            f"the start value {condition.text} cannot hold{beside}, for the model leads to {value + 0.0:.6g} with "
            f"{self.pairs.told()}, and where these stand otherwise their laws do not hold; remove it, change the parts "
            "that fix it, or make it a guess (fixed=False)",
            condition.origin or None,
        )


def _with(position: np.ndarray, k: int, way: int) -> np.ndarray:
    found = position.copy()
    found[k] = way
    return found


__all__ = ["note_chosen", "start_behind_laws"]
