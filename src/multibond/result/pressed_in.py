"""Contacts whose parts are inside each other in runs with fixed steps, which close gaps by forces over a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import NameNotFound
from ..expression import node
from ..expression.term_sizes import terms
from ..integrate.solvers import Timestepping

if TYPE_CHECKING:
    from .trajectories import Trajectories

STEPS = 10.0  # so many steps at the fastest approach that parts may go into each other
PART = 1e-3  # of the lengths that a gap is made of, which is not worth a word: what rests is held by velocities alone
SMALLEST = 1e-6  # m or rad, as of other constraints
MOST = 1000  # contacts that are looked at: many bodies have too many pairs for a look at each


def pressed_in(result: Trajectories) -> list[str]:
    """A sentence for each contact whose parts are further inside each other than a few steps explain."""
    solver = result.run.settings.solver
    laws = [law for law in result.system.pairs if law.pair.gap is not None][:MOST]
    if not isinstance(solver, Timestepping) or not laws or len(result.time) < 2:
        return []
    try:
        nodes = [node(law.pair.gap) for law in laws]
        gaps, sizes = np.split(result.values([*nodes, *terms(nodes)]), 2, axis=1)
    except NameNotFound:
        return []
    time = result.time
    spans = np.maximum(np.diff(time), np.finfo(float).tiny)
    speeds = np.max(np.abs(np.diff(gaps, axis=0)) / spans[:, None], axis=0, initial=0.0)
    allowed = STEPS * solver.length(float(time[-1] - time[0])) * speeds
    allowed = np.maximum(allowed, np.maximum(SMALLEST, PART * np.max(sizes, axis=0, initial=0.0)))
    found: dict[str, str] = {}
    for law, gap, least in zip(laws, gaps.T, allowed, strict=True):
        row = int(np.argmin(gap))
        if gap[row] < -least and law.origin not in found:
            found[law.origin] = (
                f"{law.origin}: its parts are {-gap[row]:.3g} m or rad inside each other at {time[row]:.6g} s, more "
                "than steps explain: a prescribed motion drives them on, whatever stands in its way, or the steps are "
                "too long; keep this motion clear of what it meets (a `motion` within the `stops`), let a spring and a "
                "damper drive in its place, or take shorter steps and more sweeps"
            )
    return list(found.values())


__all__ = ["pressed_in"]
