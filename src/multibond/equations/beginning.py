"""Runs that begin at time 0 or later need no conditions that ask whether time 0 has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..elements.pair import Pair
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
        equations=tuple(_changed(e, later) for e in system.equations),
        beside=tuple(_changed(e, later) for e in system.beside),
        pairs=tuple(replace(law, pair=_begun_pair(law.pair, later)) for law in system.pairs),
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


def _changed(equation: Equation, later: Callable[[Node], Node]) -> Equation:
    residual = later(equation.residual)
    return equation if residual is equation.residual else replace(equation, residual=residual)


def _begun_pair(pair: Pair, later: Callable[[Node], Node]) -> Pair:
    """A set-valued law, its bounds and its command as they are from time 0 on."""

    def each(value: Any) -> Any:
        return None if value is None else later(value)

    sliding = None if pair.sliding is None else tuple(each(x) for x in pair.sliding)
    names = ("effort", "flow", "lower", "upper", "closed", "gap", "restitution")
    return replace(pair, sliding=sliding, **{name: each(getattr(pair, name)) for name in names})
