"""Start values that the positions of set-valued laws do not let hold: refused, or told where stores may jump."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import InitialError
from ..expression import name_of
from .position import JUMP

if TYPE_CHECKING:
    from .pairs import Pairs


class StartMoved(InitialError):
    """A start value that cannot hold in the positions that set-valued laws take; the message tells these."""


def moved_starts(pairs: Pairs, jump: np.ndarray) -> dict[str, str]:
    """What is said of given start values that do not hold when the own states `jump`, by their names; refused where no
    impulses are allowed. What nobody gave follows."""
    run = pairs.simulation
    starts = [(start, target) for start, target, _ in run.machine.compiled.starts if start.given]
    if not jump.any() or not starts:
        return {}
    usual = np.array([pairs.usual(k) for k in range(len(jump))])
    m, after = run.modes.vector(run.machine), run.x.copy()
    after[: len(jump)] += np.where(np.abs(jump) > 1e-12 * usual, jump, 0.0)
    wanted = [target for _, target in starts]
    before, then = (run.work.evaluate(wanted, run.t, x, run.p, m) for x in (run.x, after))
    limit = max(JUMP, 100 * run.settings.tolerance)
    found = {}
    for (start, _), old, new in zip(starts, before, then, strict=True):
        new = 0.0 if abs(new) < 1e-12 * abs(old) else new
        if abs(new - old) <= limit * max(abs(old), abs(new)) + 1e-14:
            continue
        label = name_of(start.expression) if start.expression.op in ("symbol", "der") else str(start.expression)
        if not run.settings.impulses:
            raise StartMoved(
                f"the start value {label} = {old:g} cannot hold, for the model fixes it at {new:.6g}; remove it, "
                "change the parts that fix it, let what switches begin otherwise, which here is "
                f"{pairs.told()}, or allow the jump by impulses=True",
                start.origin,
            )
        found[label] = (
            f"{start.origin}: the start value {label} = {old:g} jumps to {new:.6g} at once, as impulses=True allows, "
            f"for the model fixes it there: {pairs.told()}; give a start value that fits, unless this is meant"
        )
    return found


__all__ = ["StartMoved", "moved_starts"]
