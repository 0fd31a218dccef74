"""Time derivatives of expressions along a run, exact: forward through all that the equations compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from ..equations.tangent import Along
from ..errors import ModelError
from ..expression import ONE, TIME, Node, added, leaves, name_of, substitute
from ..program import Program
from ..simulation.machine import Machine


def with_rates(machine: Machine, expressions: Sequence[Node], rates: Mapping[Node, Node]) -> tuple[Program, list[Node]]:
    """A program that knows the derivatives which the marks in `expressions` stand for, by `rates` (mark → what is
    differentiated, in the user's names), and the expressions in what it computes."""
    if machine.has_pairs:
        inside = ", ".join(dict.fromkeys(pair.law.origin for pair in machine.compiled.draft.pairs[:3]))
        raise ModelError(
            "the derivative of an expression is not known where set-valued laws act (diodes, switches, friction, "
            f"contacts; here {inside}): ask for der() of a state or of what a law differentiates"
        )
    compiled = machine.compiled
    schedule, found = compiled.schedule, dict[Node, Node]()
    steps = list(schedule.steps)
    waiting = _inner(expressions, rates)
    moving = dict(zip(schedule.states, schedule.derivatives, strict=True)) | {TIME: ONE}
    level = 0
    while waiting:
        ready = [mark for mark in waiting if not any(x in rates and x not in found for x in leaves(rates[mark]))]
        along = Along(steps, moving, partial(_mark, level))
        own = set(map(id, steps))
        roots = substitute([compiled.resolve(rates[mark]) for mark in ready], found)
        found.update(zip(ready, along.along(roots), strict=True))
        steps += [step for step in along.steps if id(step) not in own]
        waiting = [mark for mark in waiting if mark not in found]
        level += 1
    program = Program(replace(schedule, steps=tuple(steps)), implicit=compiled.draft.implicit)
    return program, substitute([compiled.resolve(x) for x in expressions], found)


def _mark(level: int, x: Node) -> Node:
    return added(f"rate {level} of {name_of(x)}")


def _inner(expressions: Sequence[Node], rates: Mapping[Node, Node]) -> list[Node]:
    """The marks in expressions, and those inside what they stand for."""
    found: dict[Node, None] = {}
    waiting = list(expressions)
    while waiting:
        for leaf in leaves(waiting.pop()):
            if leaf in rates and leaf not in found:
                found[leaf] = None
                waiting.append(rates[leaf])
    return list(found)


__all__ = ["with_rates"]
