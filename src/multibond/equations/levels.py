"""Levels: what tells during a run that an event did not end its own condition, though its changes should have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..expression import Node, added, leaves, name_of
from ..expression.algebra import RELATIONS
from .modes import Mode
from .system import When

NOWHERE = 1e300  # a level that is never reached


def levels_of(modes: Sequence[Mode], whens: Sequence[When], constant: Callable[[Node], bool]) -> dict[Node, Node]:
    """A discrete value for every mode in the condition of an event that sets states: how far the crossing may go on to
    the side where it is. It lies out of reach unless the event has turned the motion back."""
    sets = [when for when in whens if any(not constant(variable) for variable, _ in when.changes)]
    watched = set(leaves(*(when.condition for when in sets)))
    found = [m.value for m in modes if m.value in watched and not m.structural and m.condition.op in RELATIONS]
    return {value: added(f"level of {name_of(value)}") for value in found}


__all__ = ["NOWHERE", "levels_of"]
