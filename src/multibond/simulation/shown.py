"""What is computed of a run whoever reads it: the energies of its stores and the outputs of the model, in one piece of
machine code."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from ..expression import Node, leaves, node
from ..frozen import frozen

if TYPE_CHECKING:
    from ..equations.compile import Compiled

FEW = 40  # values up to which all are computed when one is asked for: one piece of machine code instead of many


@frozen
class Shown:
    """`nodes` in the schedule's names: the energy of each storage element that has a formula [J], of which there are
    `energies`, and behind these the outputs. `outputs` has their names, columns behind the energies, and shapes; it is
    None where nothing computes one of them, or where they are very many."""

    nodes: tuple[Node, ...]
    energies: int
    outputs: tuple[tuple[str, slice, tuple[int, ...]], ...] | None

    @property
    def together(self) -> bool:
        """Whether energies and outputs are few enough to be computed together at all times."""
        return self.outputs is not None and len(self.nodes) <= 2 * FEW


def shown_of(compiled: Compiled, known: Collection[Node]) -> Shown:
    """The energies and outputs of a compiled model that has values for all that is `known`."""
    system = compiled.system
    stored = [compiled.resolve(power.stored) for power in system.powers if power.stored is not None]
    nodes: list[Node] = []
    outputs = []
    for name, output in system.outputs.items():
        array = np.asarray(output.value, dtype=object)
        columns = slice(len(nodes), len(nodes) + array.size)
        outputs.append((name, columns, array.shape))
        nodes += [compiled.resolve(node(x)) for x in np.ravel(array)]
    if len(nodes) > FEW or any(x not in known and not system.is_constant(x) for x in leaves(*nodes)):
        return Shown(tuple(stored), len(stored), None)
    return Shown((*stored, *nodes), len(stored), tuple(outputs))


__all__ = ["FEW", "Shown", "shown_of"]
