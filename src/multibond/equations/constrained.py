"""What constraint elements forbid, row by row, and the efforts that hold it as unknowns of their own."""

from __future__ import annotations

from ..expression import Node
from ..frozen import frozen


@frozen
class Constrained:
    """One direction that a constraint element forbids: the `effort` that holds the `flow` at zero, and with it the
    `position`, where there is one. `place` is that of its equation; a spring for it has the given numbers, if any."""

    place: int
    origin: str
    name: str
    effort: Node
    flow: Node
    position: Node | None = None
    stiffness: Node | None = None
    damping: Node | None = None


@frozen
class Multiplier:
    """The effort of one constraint as an unknown of its own: `rate` is the derivative of the flow that it holds."""

    value: Node
    rate: Node
    row: Constrained


__all__ = ["Constrained", "Multiplier"]
