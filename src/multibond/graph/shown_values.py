"""The values of outputs, each made once, however many others are given by it and however long their chain is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from ..model.mention import names_in
from .parameter import Key, make_in_order

if TYPE_CHECKING:
    from .scope import Scopes


class ShownValues:
    """What the outputs of the composites in `scopes` are."""

    def __init__(self, scopes: Scopes):
        self._scopes = scopes
        self._known: dict[Key, Any] = {}
        self._making: list[Key] = []  # outputs that others are just being made of

    def has(self, owner: str, name: str) -> bool:
        """Whether the component at the path `owner` has an output of this name."""
        component = self._scopes.graph.models.get(owner)
        return component is not None and name in component.outputs and name not in component.declarations

    def value(self, owner: str, name: str) -> Any:
        """The value of an output: a node or array of nodes."""
        key = (owner, name)
        if key not in self._known:
            make_in_order(key, self._mentioned, self._known, self._making, self._make, _circular)
        return self._known[key]

    def _written(self, key: Key) -> Any:
        return self._scopes.graph.models[key[0]].outputs[key[1]].value

    def _mentioned(self, key: Key) -> Iterator[Key]:
        """The outputs that one mentions by their own names."""
        owner = key[0]
        for mentioned in names_in(self._written(key)):
            at, _, name = (f"{owner}.{mentioned}" if owner else mentioned).rpartition(".")
            if self.has(at, name):
                yield at, name

    def _make(self, owner: str, name: str) -> Any:
        return self._scopes.value(self._written((owner, name)), owner)


def _circular(names: list[str]) -> ModelError:
    return ModelError(
        f"outputs depend on each other in a circle: {' → '.join(names)}; give one of them by other quantities, or let "
        "a signal be what the equations determine"
    )


__all__ = ["ShownValues"]
