"""Storage in minimal coordinates: what the pass "transfer" leaves."""

from __future__ import annotations

from ..expression import Node
from ..frozen import frozen
from .schedule import Step


@frozen
class Transferred:
    """The equations of independent `states`: matrix · rates = right, with the `steps` that its entries need.

    `inertia` is the virtual inertia (or capacity) by row and column; `gyristor` and `efforts` are the two parts of the
    right side, what comes from the motion of the transformers and from the other elements.
    """

    states: tuple[Node, ...]
    rates: tuple[Node, ...]
    inertia: dict[tuple[int, int], Node]
    gyristor: tuple[Node, ...]
    efforts: tuple[Node, ...]
    steps: tuple[Step, ...]


__all__ = ["Transferred"]
