"""Scopes that are made when they are looked into: causality asks few elements for what their parameters are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from .flat import FlatElement
from .scope import Scopes


class LateScopes(Scopes):
    """All names of a flat graph, each found when it is first asked for; `complete` finds the rest, and what is wrong.

    For pages that show strokes while somebody draws. What is compiled takes `Scopes`, whose order is that of the graph.
    """

    def complete(self) -> None:
        """Look at every name; what is wrong is raised as `Scopes` raises it."""
        for flat in self.graph.elements.values():
            self.locals[flat.path] = self._local(flat)
        super()._finish()

    def _name_bonds(self) -> None:
        self._made: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._stems = list(self.graph.stems)

    def bond(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        """Effort and flow (positive from tail to head) of a bond."""
        if index not in self._made:
            self._made[index] = self._bond_variables(self._stems[index], index)
        return self._made[index]

    def _make_locals(self) -> dict[str, SimpleNamespace]:
        return {path: _LateLocal(self, flat) for path, flat in self.graph.elements.items()}

    def _finish(self) -> None:
        """Nothing yet."""


class _LateLocal(SimpleNamespace):
    """The names of one element; the first that is asked for makes them all."""

    def __init__(self, scopes: LateScopes, flat: FlatElement):
        super().__init__(_late=(scopes, flat))

    def __getattr__(self, name: str) -> Any:
        late = vars(self).pop("_late", None)
        if late is None:
            raise AttributeError(f"there is no '{name}' here")
        scopes, flat = late
        vars(self).update(vars(scopes._local(flat)))
        return getattr(self, name)


__all__ = ["LateScopes"]
