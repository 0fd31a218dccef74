"""A model in minimal coordinates: virtual inertia, modulated gyristor and transferred efforts.

inertia · d(states)/dt = gyristor + efforts
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.methods import METHODS
from ..equations.schedule import Assign
from ..equations.transferred import Transferred
from ..errors import StructureError
from ..expression import ZERO, Node, leaves, name_of, substitute, to_sympy
from ..frozen import frozen
from ..simulation.engine import engine
from ..simulation.run import Simulation
from ..simulation.settings import Settings

if TYPE_CHECKING:
    from ..model.composite import Composite


@frozen
class MinimalForm:
    """`inertia` (n × n), `gyristor` and `efforts` (n) of the independent `states`: numbers at the start, or SymPy."""

    states: tuple[str, ...]
    inertia: Any
    gyristor: Any
    efforts: Any

    def __str__(self) -> str:
        rows = [f"states    {', '.join(self.states)}"]
        for name in ("inertia", "gyristor", "efforts"):
            rows.append(f"{name:<10}{getattr(self, name)}")
        return "\n".join(rows)

    __repr__ = __str__


def minimal_form(model: Composite, symbolic: bool, parameters: Mapping[str, Any] | None) -> MinimalForm:
    """The minimal form of `model` with these values, at its start or in symbols."""
    made = engine(model)
    system, p = made.parameters(parameters)
    settings = Settings(np.array([0.0, 1.0]), method=METHODS["minimal"])
    with Simulation(made, system, p, settings) as simulation:
        simulation.start()
        found = [t for t in simulation.machine.compiled.draft.transferred if t.states]
        if not found:
            raise StructureError("nothing in this model stores momentum, so there is no virtual inertia", model.title)
        transferred = found[0]
        states = tuple(map(name_of, transferred.states))
        entries = _entries(transferred)
        if symbolic:
            return MinimalForm(states, *_written(simulation, transferred, entries))
        m = simulation.modes.vector(simulation.machine)
        values = simulation.work.evaluate(entries, simulation.t, simulation.x, simulation.p, m)
    n = len(states)
    return MinimalForm(states, values[: n * n].reshape(n, n), values[n * n : n * n + n], values[n * n + n :])


def _entries(transferred: Transferred) -> list[Node]:
    n = len(transferred.states)
    matrix = [transferred.inertia.get((i, j), ZERO) for i in range(n) for j in range(n)]
    return [*matrix, *transferred.gyristor, *transferred.efforts]


def _written(simulation: Simulation, transferred: Transferred, entries: list[Node]) -> tuple[Any, Any, Any]:
    """The entries as SymPy expressions of states and parameters."""
    import sympy

    steps = simulation.machine.compiled.schedule.steps
    known: dict[Node, Node] = {}
    for step in steps:
        if isinstance(step, Assign):
            (known[step.target],) = substitute([step.value], known)
    written = substitute(entries, known)
    compiled = simulation.machine.compiled
    open_ones = [
        x for x in leaves(*written)
        if x not in compiled.schedule.parameters and x not in compiled.schedule.states and name_of(x) != "time"
    ]  # fmt: skip
    if open_ones:
        raise StructureError(
            f"the minimal form has no short symbols: {', '.join(map(name_of, open_ones[:4]))} follow from equations "
            "that are solved by numbers; leave out symbolic=True"
        )
    n = len(transferred.states)
    shown = [sympy.simplify(x) for x in to_sympy(written)]
    return (
        sympy.Matrix(n, n, shown[: n * n]), sympy.Matrix(n, 1, shown[n * n : n * n + n]),
        sympy.Matrix(n, 1, shown[n * n + n :]),
    )  # fmt: skip


__all__ = ["MinimalForm", "minimal_form"]
