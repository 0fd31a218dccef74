"""What all signal blocks have in common."""

from __future__ import annotations

from ...expression import Node, choose, relation
from ..element import Element


class _Block(Element):
    """A block acts on signals of `n` components, each for itself. Unlike bonds, n is 1 unless given to the block."""

    role = "block"

    @property
    def n(self) -> int:
        """The number of components of the block's signals."""
        return 1 if self._own_n is None else int(self._own_n)


def clip(x: Node, lower: Node | None, upper: Node | None) -> Node:
    """`x` kept between the limits that there are; reaching one is an event."""
    if upper is not None:
        inside = clip(x, lower, None)
        return choose(relation("gt", x, upper), upper, inside)
    return x if lower is None else choose(relation("lt", x, lower), lower, x)
