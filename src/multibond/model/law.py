"""Laws given as Python functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError, MultibondError
from ..expression import Node, topological
from .inside import inside

if TYPE_CHECKING:
    from .composite import Composite


def call_law(law: Callable[..., Any], values: list[Any], model: Composite) -> Any:
    """What the Python function `law`, written in `model`, gives for `values`; names in it are those of `model`."""
    with inside(model):
        try:
            written, again = law(*values), law(*values)
        except MultibondError:
            raise
        except Exception as error:  # anything may happen in a user's function
            raise ModelError(
                f"the function of the law fails: {error}; it is called with symbols, not numbers: write it with "
                "+ - * / ** and the functions of multibond"
            ) from error
    first, second = (list(np.ravel(np.asarray(value, dtype=object))) for value in (written, again))
    if len(first) != len(second) or not all(map(_is_same, first, second)):
        raise ModelError(
            "the function of the law gives something else each time it is called: a law depends on its arguments and "
            "on the model alone; take random numbers, counters and the clock of the computer out of it"
        )
    parts = topological([x for x in first if isinstance(x, Node)])
    if any(x.op == "const" and math.isnan(x.args[0]) for x in parts) or any(x != x for x in first if _is_float(x)):
        raise ModelError(
            "the function of the law gives an expression with nan in it, which is no number; look for 0/0, inf - inf, "
            "or a value that was never set"
        )
    return written


def _is_float(x: Any) -> bool:
    return isinstance(x, (float, np.floating))


def _is_same(a: Any, b: Any) -> bool:
    """Whether two parts of laws are the same: one node, or equal numbers; of other things another place tells."""
    if isinstance(a, Node) and isinstance(b, Node):
        return a is b or all(any(x.op == "const" and math.isnan(x.args[0]) for x in topological([y])) for y in (a, b))
    return not _is_float(a) or not _is_float(b) or a == b or (a != a and b != b)
