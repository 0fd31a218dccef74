"""The runs of a study: a grid, rows of lists, or samples of distributions."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence

import numpy as np

from ..errors import ModelError, NameNotFound, nearest
from ..frozen import frozen
from .variation import Axis

SAMPLES = {
    "grid": "all combinations of the lists",
    "list": "the lists side by side",
    "random": "independent random values",
    "lhs": "a Latin hypercube",
    "sobol": "a scrambled Sobol sequence",
}
MOST = 10_000_000  # runs


@frozen(eq=False)
class Design:
    """`table` has a row for each run and a column for each of `axes`; `shape` is that of the grid, if it is one."""

    axes: tuple[Axis, ...]
    table: np.ndarray
    shape: tuple[int, ...] | None

    def __len__(self) -> int:
        return len(self.table)


def check_sample(sample: str | None, runs: int | None, axes: Sequence[Axis]) -> str:
    """The kind of sample that is meant."""
    if sample is not None and sample not in SAMPLES:
        raise NameNotFound(f"there is no sample '{sample}'" + nearest(sample, SAMPLES))
    spread = [axis.label for axis in axes if axis.spread is not None]
    if runs is None and (spread or sample in ("random", "lhs", "sobol")):
        why = f"{spread[0]} has a distribution" if spread else f"the sample is '{sample}'"
        raise ModelError(f"say how many runs there are, runs=1000 (--runs 1000), for {why}")
    if runs is not None and not 1 <= runs <= MOST:
        raise ModelError(f"a study has 1 to {MOST:,} runs, not {runs}")
    chosen = sample or ("grid" if runs is None else "random")
    if chosen in ("grid", "list"):
        if spread:
            raise ModelError(f"{spread[0]} has a distribution and no list; take another sample: random, lhs or sobol")
        if runs is not None:
            raise ModelError(f"the lists say how many runs there are; leave out runs={runs}, or take random values")
    return chosen


def design(axes: tuple[Axis, ...], sample: str, runs: int | None, seed: int) -> Design:
    """The values of all runs; of samples they follow from the `seed`."""
    if not axes:
        return Design(axes, np.zeros((1, 0)), None)
    if sample == "grid":
        lists = [axis.values for axis in axes if axis.values is not None]
        shape = tuple(map(len, lists))
        if math.prod(shape) > MOST:
            raise ModelError(f"the grid has {math.prod(shape):,} runs; at most {MOST:,} can be made")
        return Design(axes, np.stack([m.ravel() for m in np.meshgrid(*lists, indexing="ij")], axis=1), shape)
    if sample == "list":
        lists = [axis.values for axis in axes if axis.values is not None]
        if len({len(values) for values in lists}) > 1:
            lengths = ", ".join(f"{axis.label} {len(values)}" for axis, values in zip(axes, lists, strict=True))
            raise ModelError(f"lists side by side must be of one length, not {lengths}")
        return Design(axes, np.stack(lists, axis=1), None)
    assert runs is not None
    parts = _parts(sample, runs, len(axes), seed)
    return Design(axes, np.stack([axis.at(parts[:, k]) for k, axis in enumerate(axes)], axis=1), None)


def _parts(sample: str, runs: int, count: int, seed: int) -> np.ndarray:
    """Points in the unit cube, a row for each run."""
    draw = np.random.default_rng(seed)
    if sample == "random":
        return draw.random((runs, count))
    from scipy.stats import qmc

    made = (qmc.LatinHypercube if sample == "lhs" else qmc.Sobol)(count, seed=draw)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Sobol points are balanced best by powers of two; any are allowed
        return np.asarray(made.random(runs), dtype=float)


__all__ = ["SAMPLES", "Design", "check_sample", "design"]
