"""The ratio of effort and flow that each set-valued law sees of the model: numbers that scale, on which no result
depends.

A pair stands in the equations as e = R f + u. Of the input u the share R / (R + Z) falls off at the pair itself, Z
being the impedance of what is outside; so a look with a ratio R not too far from Z tells Z. What rounding leaves of an
impedance that is zero, or of a conductance, looks the same. It is another number as soon as a last digit is, and by
this it is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .pairs import Pairs

    Look = Callable[[Pairs, np.ndarray], np.ndarray]

DECADES = (1.0, 1e5, 1e-5, 1e10, 1e-10)
CLEAR = 1e-6  # distance from 0 and 1 at which a share of two resistances tells their ratio
LEAN = 1e-8  # part of a rate that is nothing beside it
DIGITS = 1e-3  # by which ratios are changed to see whether an impedance is more than rounding
LOOKS = 4
SCALES = (1e-12, 1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9, 1e12)  # of all ratios, to see which pairs lean on each other
CLEARLY = 3.0  # logarithm by which a share changes where a resistance was passed, not by rounding
LONG = 0.1  # part of the run, a time by which stores are resistances
FAR = 1e4  # factor within which a ratio is near enough
SAME = 2.0  # factor within which impedances are the same
LEAST, MOST = 1e-100, 1e100
SHORT = 1e-3  # part of a run in which inertias and stores are felt


def choose_ratios(pairs: Pairs) -> None:
    """Take ratios near those of effort and flow that the model has at each pair, at its present time and states."""
    run = pairs.simulation
    m = run.modes.vector(run.machine)
    if run.machine.unknowns:  # these have guesses, which other runs may have led elsewhere
        pairs.take_ratios(_found(pairs))
        return
    key = run.t, run.span, run.p.tobytes(), run.x.tobytes(), m.tobytes()
    pairs.take_ratios(run.machine.ratios.get(key, lambda: _found(pairs)))


def _found(pairs: Pairs) -> np.ndarray:
    """The ratios, from looks at the model with several of them."""
    run, memory = pairs.simulation, pairs.memory
    n = memory.count
    ratio, settled = np.ones(n), np.zeros(n, dtype=bool)
    for decade in DECADES:
        if settled.all() or memory.stated:  # flows that follow from the states alone see inertias
            break
        tried = np.where(settled, ratio, decade)
        found = _impedances(pairs, tried)
        clear = ~settled & np.isfinite(found)
        if decade != 1.0 and clear.any():
            clear &= _lasting(pairs, tried, found)
        ratio[clear] = found[clear]
        settled |= clear
    if not settled.all():
        ratio[~settled] = _beside(pairs, ratio, settled)[~settled]
        pairs.take_ratios(ratio)
        memory.look(run.t, run.x, pairs.context())
        slope, span = _slopes(pairs, ratio), SHORT * run.span
        inert = ~settled & (np.abs(np.diag(memory.flow_by_input)) * ratio <= CLEAR) & (slope > 0)
        capacitive = ~settled & ~inert & (slope > 0)
        ratio[inert] = 1 / (slope[inert] * span)  # an inertia 1/slope, over a time of the run
        ratio[capacitive] *= ratio[capacitive] * slope[capacitive] * span  # of e = R f + u at a store: R² slope = 1/C
        alone = ~settled & ~inert & ~capacitive
        if alone.any() and inert.any():
            ratio[alone] = _beside(pairs, ratio, settled | inert)[alone]
    if settled.any():
        _lift(pairs, ratio, settled)
    return np.clip(_in_all_directions(pairs, ratio), LEAST, MOST)


def _in_all_directions(pairs: Pairs, ratio: np.ndarray) -> np.ndarray:
    """One ratio for all directions of a slip: as bodies turn, what is light along one is so along the others."""
    groups: dict[str, list[int]] = {}
    for k, pair in enumerate(pairs.pairs):
        law = pair.law.pair
        if law.component is not None or (law.friction is not None and law.gap is None):
            groups.setdefault(pair.law.origin, []).append(k)
    for group in groups.values():
        if len(group) > 1:
            ratio[group] = np.exp(np.mean(np.log(ratio[group])))
    return ratio


def _slopes(pairs: Pairs, ratio: np.ndarray) -> np.ndarray:
    """How fast the flow of each pair changes by its input; zero where no store feels it."""
    memory = pairs.memory
    slope = np.abs(np.diag(memory.flow_by_state))
    slight = np.max(np.abs(memory.state_by_input), axis=1, initial=0.0) < LEAN
    if np.any(slight & (slope > 0)):  # rounding, or a store that is large in its unit
        slope[slight & ~_lasting(pairs, ratio, slope.copy(), _looked_slopes)] = 0.0
        _looked_slopes(pairs, ratio)
    return slope


def _looked_slopes(pairs: Pairs, ratio: np.ndarray) -> np.ndarray:
    """The slopes with these ratios, as they are computed."""
    run, memory = pairs.simulation, pairs.memory
    pairs.take_ratios(ratio)
    if not memory.look(run.t, run.x, pairs.context()):
        return np.full(memory.count, np.nan)
    return np.abs(np.diag(memory.flow_by_state))


def _lift(pairs: Pairs, ratio: np.ndarray, settled: np.ndarray) -> None:
    """Pairs that see nothing but each other, as switch and diode of a converter, agree on any ratio: where resistances,
    or else stores, seen with larger or smaller ones are far from it, theirs becomes that, all by one factor."""
    run, memory = pairs.simulation, pairs.memory
    here, leaning, shares, slopes = SCALES.index(1.0), settled, {}, {}

    def look(k: int) -> None:
        shares[k] = _impedances(pairs, ratio * SCALES[k]) / (ratio * SCALES[k])
        slopes[k] = np.abs(np.diag(memory.flow_by_state)) * ratio * LONG * run.span

    look(here)
    for k in (here + 1, here - 1):
        look(k)
        leaning = leaning & _alike(shares[here], shares[k])
        if not leaning.any():
            return
    below, now = slopes[here - 1], slopes[here]
    inert, square = leaning & _alike(below, now), (SCALES[here] / SCALES[here - 1]) ** 2
    wanted = np.concatenate([1 / now[inert], now[leaning & _alike(below, square * now)]])  # an inertia, a capacity
    factor = float(np.exp(np.mean(np.log(wanted)))) if len(wanted) else 1.0
    if len(wanted) and 1 / FAR < factor < FAR:
        return
    for k in (here + 2, here - 2, here + 3, here - 3, here + 4, here - 4):
        look(k)
    for away in range(1, here - 1):
        for way in (1, -1):
            near, far = here + way * away, here + way * (away + 1)
            changed = np.abs(np.log(shares[far + way] / shares[here]))[leaning]
            if not _alike(shares[near], shares[far])[leaning].all() and not np.any(changed <= CLEARLY):
                ratio[leaning] *= np.sqrt(SCALES[near] * SCALES[far])  # a resistance lies between
                return
    ratio[leaning] *= factor


def _alike(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore"):
        return np.asarray((a < SAME * b) & (b < SAME * a))


def _impedances(pairs: Pairs, ratio: np.ndarray) -> np.ndarray:
    """The impedance that each pair sees with these ratios, not a number where these do not tell."""
    run, memory = pairs.simulation, pairs.memory
    pairs.take_ratios(ratio)
    if not memory.look(run.t, run.x, pairs.context()):
        return np.full(memory.count, np.nan)
    share = -np.diag(memory.flow_by_input) * ratio
    clear = (share > CLEAR) & (share < 1 - CLEAR)
    return np.where(clear, ratio * (1 / np.where(clear, share, 0.5) - 1), np.nan)


def _lasting(pairs: Pairs, ratio: np.ndarray, found: np.ndarray, looked: Look = _impedances) -> np.ndarray:
    """Which of what was `looked` for stays what it is when last digits of all ratios and parameters change."""
    run, draw = pairs.simulation, np.random.default_rng(len(ratio))
    lasts, p = np.ones(len(ratio), dtype=bool), run.p
    try:
        for _ in range(LOOKS):
            run.p = p * (1 + DIGITS * LEAN * draw.uniform(-1, 1, len(p)))
            again = looked(pairs, ratio * (1 + DIGITS * draw.uniform(-1, 1, len(ratio))))
            with np.errstate(invalid="ignore"):
                lasts &= (again < SAME * found) & (found < SAME * again)
    finally:
        run.p = p
    return lasts


def _beside(pairs: Pairs, ratio: np.ndarray, settled: np.ndarray) -> np.ndarray:
    """For pairs that see none or an endless one, the usual ratio of the others in their domain."""
    elements = pairs.simulation.system.graph.elements
    domains = [elements[pair.law.origin].domain.name if pair.law.origin in elements else "" for pair in pairs.pairs]
    usual = np.ones(len(ratio))
    for k, domain in enumerate(domains):
        alike = [
            np.log(r) for r, known, other in zip(ratio, settled, domains, strict=True) if known and other == domain
        ]
        if alike:
            usual[k] = np.exp(np.mean(alike))
    return usual


__all__ = ["choose_ratios"]
