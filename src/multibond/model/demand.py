"""What the numbers of a component must fulfil together: checked when it is built, and again with those of each run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..errors import MultibondError
from .joining import place_of

if TYPE_CHECKING:
    from .composite import Composite

Numbers = Callable[[str], "np.ndarray | None"]
Demand = Callable[[Numbers, str], None]


def numbers(model: Composite, name: str) -> np.ndarray | None:
    """The numbers that were given for a parameter, or its default; None if it is given by an expression."""
    value = model.given.get(name, model.declarations[name].default)  # type: ignore[attr-defined]
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        return None


def demand(model: Composite, check: Demand) -> None:
    """Make `check` now and before every run. It gets a function from the name of a parameter of `model` to its
    numbers (None where they are not known) and the path of `model`, and raises ModelError."""
    try:
        check(lambda name: numbers(model, name), place_of(model))
    except MultibondError:
        raise
    except (ValueError, IndexError, TypeError):
        pass  # numbers in a shape that is refused where the value is made
    model._set(demands=(*demands(model), check))


def demands(model: object) -> tuple[Demand, ...]:
    """The checks of a component; those of one that was copied from another process are made anew."""
    from .copying import REMADE, built_again

    found = vars(model).get("_demands", ())
    if found == REMADE:
        found = vars(model)["_demands"] = demands(built_again(model))
    return found


__all__ = ["Demand", "Numbers", "demand", "demands", "numbers"]
