"""Positions of set-valued laws that contradict the rest of the model: which, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import SimulationError, StructureError
from ..nonsmooth.pair_layout import HOLD
from .own_position import own_machine

if TYPE_CHECKING:
    from .pairs import Pairs

NOTHING = 1e-9  # part of the largest coefficient below which no input enters a combination of laws
SHARE = 1e-6  # part of the largest share in a contradiction that is none


def check_laws(pairs: Pairs, first: bool) -> None:
    """Refuse a position whose laws contradict each other or the rest of the model, or in which bodies move that nothing
    holds. `first`: at the start of a run."""
    run, loose = pairs.simulation, pairs.memory.loose
    if not loose and not pairs.missed():
        return
    which = [] if loose else at_odds(pairs)
    why = "" if loose else _why(pairs, which)
    try:
        own_machine(run)
    except StructureError as error:
        if first:
            error.args = (f"{why}; {error}" if why else str(error),)
            raise
        what = "bodies that nothing else holds lose contact" if loose else "the switches cannot change"
        told = f"{why}; {error}" if why else str(error)
        raise SimulationError(f"{what} at {run.t:.6g} s: {told}", error.where) from None
    if loose:
        return
    raise SimulationError(f"at {run.t:.6g} s {why}; put a resistance there", pairs.pairs[which[0]].law.origin)


def at_odds(pairs: Pairs) -> list[int]:
    """The pairs whose laws, in their positions, leave combinations without any input that are not met."""
    memory = pairs.memory
    by_input = memory.flow_by_input.T * memory.ratio[:, None] + np.diag(memory.mode != HOLD)
    across, sizes, _ = np.linalg.svd(by_input * memory.root / memory.root[:, None])
    free = across[:, sizes <= NOTHING * sizes[0]]
    share = np.abs(free @ (free.T @ memory.residual[: memory.count]))
    found = np.flatnonzero(share > SHARE * np.max(share, initial=0.0))
    return [int(k) for k in found] or list(range(memory.count))


def _why(pairs: Pairs, which: list[int]) -> str:
    """What is wrong with the positions of some pairs."""
    holding = [k for k in which if pairs.memory.mode[k] == HOLD]
    passing = [k for k in which if k not in holding]
    said = []
    if passing:
        said.append(f"{pairs.told(passing)} an effort is shorted that the rest of the model fixes")
    if holding:
        said.append(f"{pairs.told(holding)} a flow has no way to go that the rest of the model fixes")
    return f"with {' and with '.join(said)}, as an ideal source does"


__all__ = ["at_odds", "check_laws"]
