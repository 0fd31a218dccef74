"""What the inputs of pairs reach, from the equations alone: states through their rates, flows and bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..equations.schedule import expressions, targets
from ..expression import Node, leaves

if TYPE_CHECKING:
    from .paired_program import PairedProgram


def needs(program: PairedProgram) -> tuple[list[int], list[int], list[int]]:
    """What the rates of the own states, the flows of the pairs, and their flows and bounds together depend on: bits,
    those of the inputs first, then those of the own states."""
    known: dict[Node, int] = {pair.input: 1 << k for k, pair in enumerate(program.pairs)}
    count = len(program.pairs)
    known |= {x: 1 << count + k for k, x in enumerate(program.schedule.states[: program.own])}

    def depends(*terms: Node) -> int:
        found = 0
        for leaf in leaves(*terms):
            found |= known.get(leaf, 0)
        return found

    for step in program.schedule.steps:
        found = depends(*expressions(step))
        for target in targets(step):
            known[target] = found
    pairs = program.pairs
    bounds = [(pair.flow, pair.lower, pair.upper, pair.sliding_lower, pair.sliding_upper) for pair in pairs]
    rates = [depends(rate) for rate in program.schedule.derivatives[: program.own]]
    return rates, [depends(pair.flow) for pair in pairs], [depends(*terms) for terms in bounds]


def reached(program: PairedProgram) -> np.ndarray:
    """Three tables in one array: the states whose rates each input changes, the pairs whose flow or bounds depend on
    each input, and those whose flow or bounds depend on each state. Each is where the lists begin, counted from the
    first place of its table, then the lists."""
    rates, _, laws = needs(program)
    n, own = len(program.pairs), program.own
    by_input: list[list[int]] = [[] for _ in range(n)]
    law_by: list[list[int]] = [[] for _ in range(n + own)]
    for state, found in enumerate(rates):
        for j in bits(found & ((1 << n) - 1)):
            by_input[j].append(state)
    for i, found in enumerate(laws):
        for j in bits(found):
            law_by[j].append(i)
    return np.concatenate([_table(lists) for lists in (by_input, law_by[:n], law_by[n:])])


def _table(lists: list[list[int]]) -> np.ndarray:
    begins = len(lists) + 1 + np.concatenate([[0], np.cumsum([len(x) for x in lists])])
    return np.concatenate([begins, [x for each in lists for x in each]]).astype(np.int64)


def bits(number: int) -> list[int]:
    """The places of the bits that are set, from the lowest on."""
    found = []
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return found


__all__ = ["bits", "needs", "reached"]
