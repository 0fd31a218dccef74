"""Runs that begin at time 0 or later need no conditions that ask whether time 0 has come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..expression import TIME, Node, begun, leaves, node
from .system import Equation, Output, System


def from_zero_on(system: System) -> System:
    """`system` for runs from time 0 on, where time is never negative: functions of time that begin at 0 have begun."""

    if TIME not in leaves(*(e.residual for e in system.equations), *(w.condition for w in system.whens)):
        return system
    memory: dict[Node, Node] = {}

    def later(x: Node) -> Node:
        return begun([x], memory)[0]

    def shown(value: Any) -> Any:
        array = np.asarray(value, dtype=object)
        return later(node(array.item())) if array.ndim == 0 else np.frompyfunc(lambda x: later(node(x)), 1, 1)(array)

    return replace(
        system,
        equations=tuple(
            e if (x := later(e.residual)) is e.residual else Equation(x, e.origin, e.release, row=e.row)
            for e in system.equations
        ),
        constraints=tuple(
            replace(c, flow=later(c.flow), position=None if c.position is None else later(c.position))
            for c in system.constraints
        ),
        starts=tuple(replace(s, value=later(s.value)) for s in system.starts),
        outputs={name: Output(shown(o.value), o.unit, o.description) for name, o in system.outputs.items()},
        powers=tuple(
            replace(p, power=later(p.power), stored=None if p.stored is None else later(p.stored))
            for p in system.powers
        ),
        whens=tuple(
            replace(w, condition=later(w.condition), changes=tuple((v, later(x)) for v, x in w.changes))
            for w in system.whens
        ),
        limits=tuple(replace(limit, expression=later(limit.expression)) for limit in system.limits),
        doubtful=tuple(replace(limit, expression=later(limit.expression)) for limit in system.doubtful),
    )
