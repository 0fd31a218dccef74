"""What a composite states beside its components: exposed ports, outputs, start values, events."""

from __future__ import annotations

from typing import Any

from ..argument import check_fields
from ..frozen import frozen


@frozen
class Exposed:
    """A port of a composite: `target` is a component inside (or one of its ports) that outside bonds reach."""

    target: Any
    description: str = ""

    def __post_init__(self) -> None:
        check_fields(self)


@frozen
class Shown:
    """A named output of a model: an expression with unit and description, written to files and plotted by default."""

    value: Any
    unit: str = ""
    description: str = ""


@frozen
class Start:
    """A start value of any variable: `fixed` must hold, otherwise it is a first guess. `asked`: it is neither, unless
    who runs the model gives another value than the model's own."""

    variable: Any
    value: Any
    fixed: bool = True
    asked: bool = False


@frozen
class When:
    """An event: when `condition` becomes true, each variable gets its new value."""

    condition: Any
    changes: tuple[tuple[Any, Any], ...]


__all__ = ["Exposed", "Shown", "Start", "When"]
