"""What later stages make of a model: its graph, its equations, its machine code. Made once, kept with the model."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .composite import Composite

Stage = TypeVar("Stage")


class Stages:
    """The table of one model. It is no part of what the model says: copies of the model begin with an empty one."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.made: dict[str, Any] = {}

    def __reduce__(self) -> tuple[type[Stages], tuple[()]]:
        return Stages, ()


def kept(model: Composite, key: str, make: Callable[[], Stage]) -> Stage:
    """What a stage made of `model`, under `key`; made when it is first asked for, once for all threads."""
    stages: Stages = model._stages
    with stages.lock:
        if key not in stages.made:
            stages.made[key] = make()
        return stages.made[key]


def found(model: Composite, key: str) -> Any:
    """What is kept under `key`, or None while it has not been made."""
    return model._stages.made.get(key)
