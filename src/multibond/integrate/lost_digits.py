"""Rates that are rounding: a number so large beside the others that their digits are lost in it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..expression import name_of
from ..program import Program
from .rate_noise import APART

LOOKS = (2_000, 20_000)  # steps after which a slow run is looked at
PACE = 1e9  # steps that the whole run would take at the pace so far: who needs fewer is not looked at
LOST = 1e-2  # part of a rate, and of a state, that is rounding where nothing can be said of it any more

Rates = Callable[[np.ndarray, np.ndarray], np.ndarray]


def lost_digits(program: Program, rates: Rates, x: np.ndarray, p: np.ndarray, sizes: np.ndarray, span: float) -> str:
    """A sentence about the number beside which the others lose their digits; empty if rates are more than rounding.

    `rates` are those at states `x` and parameters `p`; `sizes` those of the states and of their like, infinite where
    nothing depends on them. Rounding counts where it would carry a state by a part of its size within `span` s."""
    here = rates(x, p)
    if not len(x) or not np.isfinite(here).all():
        return ""
    random = np.random.default_rng(0)
    seen = []
    for _ in range(5):
        along, aside = (APART * random.choice([-1.0, 1.0], len(y)) for y in (x, p))
        near, far = (rates(x * (1 + k * along), p * (1 + k * aside)) for k in (1, 2))
        seen.append(np.abs(here - 2 * near + far))
    bent = np.median(seen, axis=0)  # what bends in one alone may be a corner
    noisy = np.isfinite(bent) & (bent > LOST * np.abs(here)) & (bent * span > LOST * sizes) & (bent > 0.0)
    if not noisy.any():
        return ""
    with np.errstate(all="ignore"):
        worst = int(np.argmax(np.where(noisy, bent / np.maximum(sizes, 1e-300), 0.0)))
    names = [*map(name_of, program.schedule.states), *map(name_of, program.schedule.parameters)]
    numbers = np.concatenate([x, p])
    largest = int(np.argmax(np.abs(numbers)))
    said = f"{names[largest]} is {numbers[largest]:.3g}"
    return (
        f"the rate of {name_of(program.schedule.states[worst])} is no more than rounding, {bent[worst]:.2g} of "
        f"{abs(here[worst]):.2g} per second: {said}, and beside a number of that size the others have no digits left; "
        "check it and its unit, and give numbers of sizes that occur together"
    )


__all__ = ["LOOKS", "PACE", "lost_digits"]
