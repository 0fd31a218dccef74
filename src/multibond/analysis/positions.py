"""Positions of a mechanism in numbers: where its loops are closed at the start, and a little beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ..equations.alias import replace_variables
from ..equations.assembly import beside, coordinates, loop_rows
from ..equations.draft import Draft
from ..equations.numbers import first_of, number_from
from ..equations.passes import alias, modes, zeros
from ..equations.redundant import closed
from ..equations.system import System
from ..expression import Node, evaluate, leaves
from ..model.kind import Kind

BESIDE = (0.02, 0.07, 0.15)  # m or rad: how far the coordinates are moved
SEED = 17
MOVED = (Kind.DISPLACEMENT, Kind.POSITION, Kind.ORIENTATION, Kind.QUATERNION)


def positions(system: System, wanted: Sequence[Node]) -> Iterator[dict[Node, float]]:
    """Values of variables that depend on positions alone, where a run would start, then at positions beside it; those
    that cannot be reached are left out. Raises InitialError for a loop that cannot be closed."""
    draft = alias(zeros(modes(Draft(system))))
    aliased, constant = draft.aliased, draft.constant
    rows = loop_rows(aliased, constant, system.kind)
    start = closed(draft, rows)
    moved = [x for x in coordinates(aliased.equations) if system.kind(x) in MOVED]
    moved.sort(key=draft.place)
    number = number_from(system, aliased, first_of(None, start))
    begin = {x: number(x) for x in moved}
    targets = replace_variables(list(wanted), aliased.replaced, constant)

    def at(known: Mapping[Node, float]) -> dict[Node, float]:
        here = number_from(system, aliased, known.get)
        values = {x: here(x) for x in leaves(*targets)}
        return dict(zip(wanted, map(float, evaluate(targets, values)), strict=True))

    yield at({**begin, **start})
    draw = np.random.default_rng(SEED)
    for far in BESIDE:
        steps = far * draw.uniform(0.4, 1.0, len(moved)) * draw.choice([-1.0, 1.0], len(moved))
        there = _turned(system, {x: begin[x] + float(step) for x, step in zip(moved, steps, strict=True)})
        found = beside(
            rows, constant, number, {**start, **{x: there[x] for x in moved if x in start}}, set(moved), draft.is_length
        )
        if found is not None:
            yield at({**there, **found})


def _turned(system: System, values: dict[Node, float]) -> dict[Node, float]:
    """The same with quaternions of length one."""
    whole: dict[str, list[Node]] = {}
    for x in values:
        if system.kind(x) is Kind.QUATERNION:
            whole.setdefault(system.quantities[x].owner, []).append(x)
    for own in whole.values():
        length = float(np.linalg.norm([values[x] for x in own]))
        values.update({x: values[x] / length for x in own})
    return values


__all__ = ["positions"]
