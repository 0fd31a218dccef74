"""The ratio of effort and flow that each set-valued law sees of the model: numbers that scale, on which no result
depends.

A pair stands in the equations as e = R f + u. Of the input u the share R / (R + Z) falls off at the pair itself, Z
being the impedance of what is outside; so a look with a ratio R not too far from Z tells Z. What rounding leaves of an
impedance that is zero, or of a conductance, looks the same. It is another number as soon as a last digit is, and by
this it is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .pairs import Pairs

DECADES = (1.0, 1e5, 1e-5, 1e10, 1e-10)
CLEAR = 1e-6  # distance from 0 and 1 at which a share of two resistances tells their ratio
LEAN = 1e-8  # part of a rate that is nothing beside it
DIGITS = 1e-3  # by which ratios are changed to see whether an impedance is more than rounding
LOOKS = 4
SAME = 2.0  # factor within which impedances are the same
LEAST, MOST = 1e-15, 1e15


def choose_ratios(pairs: Pairs) -> None:
    """Take ratios near those of effort and flow that the model has at each pair, at its present time and states."""
    run, memory = pairs.simulation, pairs.memory
    n = memory.count
    ratio, settled = np.ones(n), np.zeros(n, dtype=bool)
    for decade in DECADES:
        if settled.all():
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
        slope, span = np.abs(np.diag(memory.flow_by_state)), max(run.span * 1e-3, 1e-12)
        slope[np.max(np.abs(memory.state_by_input), axis=1, initial=0.0) < LEAN] = 0.0  # no store: mere rounding
        inert = ~settled & (np.abs(np.diag(memory.flow_by_input)) * ratio <= CLEAR) & (slope > 0)
        capacitive = ~settled & ~inert & (slope > 0)
        ratio[inert] = 1 / (slope[inert] * span)  # an inertia 1/slope, over a time of the run
        ratio[capacitive] *= ratio[capacitive] * slope[capacitive] * span  # of e = R f + u at a store: R² slope = 1/C
    pairs.take_ratios(np.clip(ratio, LEAST, MOST))


def _impedances(pairs: Pairs, ratio: np.ndarray) -> np.ndarray:
    """The impedance that each pair sees with these ratios, not a number where these do not tell."""
    run, memory = pairs.simulation, pairs.memory
    pairs.take_ratios(ratio)
    if not memory.look(run.t, run.x, pairs.context()):
        return np.full(memory.count, np.nan)
    share = -np.diag(memory.flow_by_input) * ratio
    clear = (share > CLEAR) & (share < 1 - CLEAR)
    return np.where(clear, ratio * (1 / np.where(clear, share, 0.5) - 1), np.nan)


def _lasting(pairs: Pairs, ratio: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Which of these impedances stay what they are when last digits of all ratios and parameters change."""
    run, draw = pairs.simulation, np.random.default_rng(len(ratio))
    lasts, p = np.ones(len(ratio), dtype=bool), run.p
    try:
        for _ in range(LOOKS):
            run.p = p * (1 + DIGITS * LEAN * draw.uniform(-1, 1, len(p)))
            again = _impedances(pairs, ratio * (1 + DIGITS * draw.uniform(-1, 1, len(ratio))))
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
