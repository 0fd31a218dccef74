"""What a run watches: expressions that say by crossing zero that something happens, and what that is."""

from __future__ import annotations

from enum import Enum

from ..expression import Node
from ..frozen import frozen
from ..integrate import LASTING


class Watch(Enum):
    """What the crossing of an indicator means; the value is the direction that counts (0: both)."""

    MODE = ("mode", 0)  # a condition of the model changes
    GUARD = ("guard", LASTING)  # the states in use will soon not determine the rest: others are to be chosen
    LEVEL = ("level", -1)  # a motion that an event turned back goes on instead
    LIMIT = ("limit", -1)  # a law ends here

    @property
    def direction(self) -> int:
        """The direction of crossings that counts, as for `integrate`."""
        return self.value[1]


@frozen
class Indicator:
    """An `expression` that crosses zero, and which mode, guard, level (by its mode) or limit it is about."""

    kind: Watch
    which: int
    expression: Node
