"""What a call of `integrate` is made of beside its solver: tolerances, event indicators, limits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..errors import ModelError
from ..expression import Node
from ..frozen import frozen

SMALL = 1e-10  # a state counts as small against its own largest value, but never below this
SMALLEST = 1e-17  # absolute tolerance below which there is only rounding
ROUNDING = 1e-12  # part of the states of one size that is rounding
UNCONTROLLED = 1e300  # absolute tolerance that takes a state out of error control


@frozen(eq=False)
class Tolerances:
    """The error allowed in one step: `relative` to the values of the states, and `absolute` for all or each of them.

    By default the absolute one follows the largest value that the state has had, up to the same number as `relative`;
    `least` is what it was at the end of an earlier piece or what rounding makes of a state, `nominal` the usual size of
    each state, at most one. States that are False in `controlled` do not influence the steps of the explicit methods.
    `kin` tells for each state the first one that is of the same kind and size, as the components of a vector are: none
    of them need be better than the rounding of the others, each in its `units`, those of its own beside those of the
    first. `noise` is what rounding made of each in a step of an earlier piece.
    """

    relative: float = 1e-6
    absolute: float | Sequence[float] | np.ndarray | None = None
    least: Sequence[float] | np.ndarray | None = None
    nominal: float | Sequence[float] | np.ndarray = 1.0
    controlled: Sequence[bool] | np.ndarray | None = None
    kin: Sequence[int] | np.ndarray | None = None
    units: Sequence[float] | np.ndarray | None = None
    noise: np.ndarray | None = None

    def __post_init__(self) -> None:
        if not 0 < self.relative < 1:
            raise ModelError(f"the tolerance must lie between 0 and 1, not {self.relative}")

    @property
    def before(self) -> np.ndarray | None:
        """The absolute tolerances of an earlier piece, where there was one."""
        return None if self.least is None else np.asarray(self.least, float)

    def firsts(self, n: int) -> np.ndarray:
        """The first state of the same size, for each of `n`."""
        return np.arange(n, dtype=np.int64) if self.kin is None else np.array(self.kin, dtype=np.int64)

    def beside(self, n: int) -> np.ndarray:
        """The unit of each of `n` states beside that of the first of its size."""
        return np.ones(n) if self.units is None else np.array(self.units, dtype=float)

    def bounds(self, n: int) -> tuple[np.ndarray, np.ndarray, int]:
        """The largest absolute tolerances of `n` states, those to begin with, and how many states are controlled."""
        most = np.empty(n)
        most[:] = self.relative if self.absolute is None else self.absolute
        smallest = max(SMALL * self.relative, SMALLEST) * np.asarray(self.nominal, float)
        begun = np.minimum(most, smallest) if self.absolute is None else most.copy()
        if self.least is not None:
            begun = np.maximum(np.where(np.asarray(self.least) < UNCONTROLLED, self.least, 0.0), begun)
        if self.controlled is None:
            return most, begun, n
        free = ~np.asarray(self.controlled, dtype=bool)
        most[free] = begun[free] = UNCONTROLLED
        return most, begun, max(1, n - int(np.count_nonzero(free)))


@frozen
class Roots:
    """Event indicators: a run ends where one of the expressions crosses zero.

    `directions`: −1 falling only, 1 rising only, 0 both; LASTING: falling, unless it rises again at once; BELOW:
    falling, or sinking below zero over a whole step; PASSES: the same of what may fall and rise again within a step, as
    the gap of balls that pass each other. Without them all count both ways.
    """

    expressions: tuple[Node, ...] = ()
    directions: tuple[int, ...] | None = None

    @staticmethod
    def of(given: Roots | Sequence[Node]) -> Roots:
        """Indicators given as such or as a list of expressions."""
        if isinstance(given, Roots):
            return given
        return Roots(tuple(given)) if given else NO_ROOTS

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.expressions if self.directions is None else self.directions)

    def signs(self) -> np.ndarray:
        """The direction of each."""
        return np.array([0] * len(self.expressions) if self.directions is None else self.directions, np.int64)


NO_ROOTS = Roots()


@frozen
class Limits:
    """How far a solver may go: the number of steps of the run, the longest step and the first one to
    try (s; 0: choose). `taken` steps were taken before, up to the last event."""

    steps: int = 10_000_000
    largest_step: float = np.inf
    first_step: float = 0.0
    taken: int = 0


__all__ = ["ROUNDING", "SMALL", "SMALLEST", "UNCONTROLLED", "Limits", "Roots", "Tolerances"]
