"""Functions of time that no state follows: the steps that suit the states may be far too long for the energy books.

The error control looks at the states, whose rates depend on most of what the powers depend on. A body that is shaken
along a direction in which nothing is free takes and gives back energy while no state changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..expression import TIME, Node, leaves, operands, topological
from .schedule import Schedule, expressions, needed

ARITHMETIC = frozenset({"add", "sub", "neg", "mul", "div", "const"})


def books_alone(schedule: Schedule, own: int, limits: Sequence[Node]) -> bool:
    """Whether the rates behind those of the first `own` states depend on functions of time which these do not.

    Where time itself leads to one of the `limits`, a power may grow beyond all bounds before it, which nobody follows.
    """
    computed = (x for step in schedule.steps for x in expressions(step))
    inside = leaves(*schedule.derivatives, *computed, seen=set())  # what they share is walked over once
    if TIME not in inside or TIME in leaves(*limits):
        return False
    known = set(schedule.parameters)
    followed = _of_time(schedule, schedule.derivatives[:own], known)
    return not _of_time(schedule, schedule.derivatives[own:], known) <= followed


def _of_time(schedule: Schedule, rates: Sequence[Node], known: set[Node]) -> set[Node]:
    """The functions of time and parameters alone that `rates` depend on, but for sums, products and quotients: any step
    is short enough for these."""
    used: Iterable[Node] = (x for _, step in needed(schedule.steps, rates) for x in expressions(step))
    found: set[Node] = set()
    alone: dict[Node, bool] = {}  # whether a node depends on time, and on nothing else that changes
    fixed: dict[Node, bool] = {}
    for x in topological([*used, *rates]):
        args = operands(x)
        fixed[x] = x in known or (x is not TIME and x.op not in ("symbol", "der") and all(fixed[a] for a in args))
        alone[x] = x is TIME or (not fixed[x] and bool(args) and all(fixed[a] or alone[a] for a in args))
        if alone[x] and x is not TIME and x.op not in ARITHMETIC:
            found.add(x)
    return found
