"""What must stay positive in a run."""

from __future__ import annotations

from ..expression import Node
from ..frozen import frozen


@frozen
class Limit:
    """`expression` must stay positive; `meaning` says what is the matter with the component when it does not.
    `at_start`: only the start of a run is looked at."""

    expression: Node
    meaning: str
    origin: str
    at_start: bool = False


__all__ = ["Limit"]
