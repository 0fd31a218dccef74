"""One instant of a run: all variables at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ..argument import checked
from ..errors import AttributeNotFound, NameNotFound
from ..simulation.continued import Origin
from .trajectories import Trajectories


class Moment(Mapping[str, Any]):
    """The variables of a run at one time; what `Result.at` gives.

    ``moment["motor.speed"]`` any variable or expression (a number, or an array for a vector), ``moment.time`` [s];
    ``dict(moment)`` the outputs. A run can go on from here: ``model.simulate(10, start_from=moment)``.
    """

    def __init__(self, origin: Origin):
        self.origin = origin
        self.result = Trajectories(origin.run)

    @property
    def time(self) -> float:
        """When it is [s]."""
        return self.origin.time

    def __getitem__(self, name: str) -> Any:
        if not isinstance(name, str):
            raise NameNotFound(f"variables are asked for by name, such as moment['motor.w'], not by {name!r}")
        value = self.result.values_of(name)[0]
        return np.asarray(value) if np.ndim(value) else float(value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"'Moment' object has no attribute '{name}'", name=name, obj=self)
        raise AttributeNotFound(f"a moment has no '{name}'; variables are asked for by name, as in moment['{name}']")

    def __iter__(self) -> Iterator[str]:
        return iter(self.result.outputs)

    def __len__(self) -> int:
        return len(self.result.outputs)

    def __contains__(self, name: object) -> bool:
        return name in self.result.outputs or name in self.result.names

    @property
    def names(self) -> list[str]:
        """Every variable that can be asked for."""
        return self.result.names

    @checked
    def unit(self, name: str) -> str:
        """The unit of a variable or expression, as text."""
        return self.result.unit(name)

    def __str__(self) -> str:
        rows = [f"{self.result.system.graph.title} at {self.time:.6g} s"]
        for name in self:
            value = self[name]
            shown = f"{value:.6g}" if np.ndim(value) == 0 else np.array2string(value, precision=6)
            rows.append(f"  {name:<28}{shown} {self.unit(name)}".rstrip())
        return "\n".join(rows)

    __repr__ = __str__


__all__ = ["Moment"]
