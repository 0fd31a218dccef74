"""Names as they are seen from inside a composite: for laws and shapes that are written there and called later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .component import Component
    from .composite import Composite

# of this thread alone: another one may be reading the same model from outside
_entered: ContextVar[tuple[Composite, ...]] = ContextVar("_entered", default=())


@contextmanager
def inside(model: Composite) -> Iterator[None]:
    """Within this, names of the components of `model` begin at `model`, not at the outermost one."""
    token = _entered.set((*_entered.get(), model))
    try:
        yield
    finally:
        _entered.reset(token)


def is_entered(component: Component) -> bool:
    """Whether names are meant as seen from inside `component`: it is being written, or was entered."""
    return component._building or any(component is model for model in _entered.get())
