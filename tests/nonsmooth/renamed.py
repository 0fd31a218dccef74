"""The same circuit under other names and written in another order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nonsmooth.circuits import Case


def renamed(case: Case, seed: int) -> tuple[Case, Callable[[str], str]]:
    """The branches of a case in another order, with other names of branches and nodes; the new name of an old one."""
    draw = np.random.default_rng(seed)

    def other(old: str) -> str:
        return f"{chr(97 + draw.integers(26))}{draw.integers(1000)}_{old}"

    stems = {name: other(name) for name in sorted({x.name.partition(".")[0] for x in case.branches})}
    nodes = {name: other(name) for name in sorted({end for x in case.branches for end in (x.a, x.b)})} | {"0": "0"}

    def new(name: str) -> str:
        stem, dot, rest = name.partition(".")
        return stems[stem] + dot + rest

    made = []
    for x in case.branches:
        value = (new(x.value[0]), x.value[1]) if x.kind == "X" and x.value else x.value
        made.append(replace(x, name=new(x.name), a=nodes[x.a], b=nodes[x.b], value=value))
    shuffled = tuple(made[k] for k in draw.permutation(len(made)))
    return replace(case, branches=shuffled, coupled=tuple((new(a), new(b), m) for a, b, m in case.coupled)), new
