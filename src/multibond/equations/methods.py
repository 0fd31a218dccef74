"""The methods: how the constraint elements of a model are realised, each a value with its options.

| method | constraint elements | states | what the integrator solves |
|---|---|---|---|
| `reduced` | zero flow, differentiated as often as needed | independent ones | differential equations |
| `minimal` | zero flow; storage is transferred to independent flows | independent ones | differential equations |
| `zcp` | sources of zero flow, as the graph shows them | all positions, independent flows | index 1 |
| `lagrange` | sources of efforts that hold the flow at zero | all positions and flows | index 2, stabilised |
| `parasitic` | stiff springs with dampers | all, and those of the springs | stiff differential equations |

>>> method_of("parasitic")
Parasitic(stiffness=None, damping=None, frequency=None, ratio=0.7)
>>> method_of(Parasitic(frequency=200.0)).name
'parasitic'
"""

from __future__ import annotations

import math
from typing import ClassVar

from ..errors import ModelError, NameNotFound, nearest
from ..frozen import frozen


@frozen
class Method:
    """How constraint elements are realised, as a value: chosen by its `name` or given as an object."""

    name: ClassVar[str]
    implicit: ClassVar[bool] = False  # whether it leaves algebraic unknowns to the integrator


@frozen
class Reduced(Method):
    """Index reduction: constraints are differentiated as often as needed, and dependent storage gives way."""

    name: ClassVar[str] = "reduced"


@frozen
class Minimal(Method):
    """Minimal coordinates: storage is transferred over the junction structure to the independent flows."""

    name: ClassVar[str] = "minimal"


@frozen
class Zcp(Method):
    """Zero-order causal paths: the graph as it is, with what is computed in circles left to the implicit solver."""

    name: ClassVar[str] = "zcp"
    implicit: ClassVar[bool] = True


@frozen
class Lagrange(Method):
    """Lagrange multipliers: an effort for each constraint that holds its flow at zero, with stabilised positions."""

    name: ClassVar[str] = "lagrange"
    implicit: ClassVar[bool] = True


@frozen
class Parasitic(Method):
    """Stiff springs with dampers in the place of constraints.

    `stiffness` [N/m, N m/rad] and `damping` [N s/m, N m s/rad] of all constraints that have none of their own.
    Otherwise they follow from the mass that each constraint feels, so that it would swing with `frequency` [Hz] and
    `ratio` of the critical damping; without a frequency, five times between two output points.
    """

    stiffness: float | None = None
    damping: float | None = None
    frequency: float | None = None
    ratio: float = 0.7
    name: ClassVar[str] = "parasitic"

    def __post_init__(self) -> None:
        for what, unit in (("stiffness", "N/m"), ("damping", "N s/m"), ("frequency", "Hz"), ("ratio", "1")):
            value = getattr(self, what)
            if value is None:
                continue
            good = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
            if not good or value < 0 or (value == 0 and what in ("stiffness", "frequency")):
                raise ModelError(f"the {what} of parasitic springs must be a positive number [{unit}], not {value!r}")


@frozen
class Realisation:
    """A method, and what it made of the constraints of one model: `dropped` are redundant ones (by their places in
    `System.constraints`), `chosen` those whose springs get numbers of the run. `whole`: the multipliers are found
    together with all accelerations, for parts that have no mass of their own."""

    method: str = "reduced"
    dropped: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    whole: bool = False


AS_THEY_ARE = Realisation()
METHODS: dict[str, Method] = {made.name: made for made in (Reduced(), Minimal(), Zcp(), Lagrange(), Parasitic())}


def method_of(given: str | Method) -> Method:
    """The method that is meant by a name or an object."""
    if isinstance(given, Method):
        return given
    if not isinstance(given, str):
        raise ModelError(
            f"the option 'method' is named by a text ({', '.join(METHODS)}) or is an object such as "
            f"methods.Parasitic(frequency=200), not {given!r}"
        )
    if given not in METHODS:
        raise NameNotFound(f"there is no method '{given}'" + nearest(given, METHODS))
    return METHODS[given]


__all__ = [
    "AS_THEY_ARE",
    "METHODS",
    "Lagrange",
    "Method",
    "Minimal",
    "Parasitic",
    "Realisation",
    "Reduced",
    "Zcp",
    "method_of",
]
