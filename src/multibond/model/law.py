"""Laws given as Python functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..errors import ModelError, MultibondError
from .inside import inside

if TYPE_CHECKING:
    from .composite import Composite


def call_law(law: Callable[..., Any], values: list[Any], model: Composite) -> Any:
    """What the Python function `law`, written in `model`, gives for `values`; names in it are those of `model`."""
    with inside(model):
        try:
            return law(*values)
        except MultibondError:
            raise
        except Exception as error:  # anything may happen in a user's function
            raise ModelError(
                f"the function of the law fails: {error}; it is called with symbols, not numbers: write it with "
                "+ - * / ** and the functions of multibond"
            ) from error
