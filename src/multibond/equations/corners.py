"""Corners that are differentiated away: |x|, min and max in equations whose derivatives a model needs twice.

A corner is continuous and left to the error control of the solver, and so is the jump of its first derivative in what
is integrated. The second derivative has an impulse there, which no formula shows: a support that is moved by |sin t|
turns back in an instant, and what hangs on it must feel the blow. So such a corner becomes a mode, whose instant is an
event, at which states that would have to jump are seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..errors import ModelError
from ..expression import (
    MINUS_ONE,
    ONE,
    ZERO,
    Node,
    brief,
    choose,
    function,
    function_2,
    leaves,
    neg,
    relation,
    substitute,
    topological,
)
from .draft import Draft
from .index import Reduced
from .modes import Mode, mode_of

CORNERS = {"abs", "min", "max", "table"}
JUMPS = {"sign", "le", "ge", "lt"}  # what the derivatives of corners have, in this order


def with_corners(draft: Draft, reduced: Reduced) -> Draft | None:
    """The draft in which corners that `reduced` differentiates twice are modes, to be reduced again; None where there
    are none."""
    rows = draft.aliased.equations
    if not any(x.op in CORNERS or x.op in JUMPS for x in topological([e.residual for e in rows])):
        return None
    modes: list[Mode] = []
    replaced: dict[Node, Node] = {}
    for chain in reduced.chains:
        for jump in _jumps([e.residual for e in chain[:-1]], draft.constant):
            if jump not in replaced:
                _check_table(jump, draft, chain[0].origin)
                modes.append(_frozen(jump, len(draft.modes) + len(modes), chain[0].origin, replaced))
    if not modes:
        return None
    residuals = substitute([e.residual for e in rows], replaced)
    known = draft.aliased.replaced
    aliased = replace(
        draft.aliased,
        equations=tuple(replace(e, residual=x) for e, x in zip(rows, residuals, strict=True)),
        replaced=dict(zip(known, substitute(list(known.values()), replaced), strict=True)),
    )
    shown = ", ".join(brief(mode.condition) for mode in modes)
    return draft.but(aliased=aliased, modes=(*draft.modes, *modes), again=f"a corner is differentiated twice: {shown}")


def _jumps(residuals: list[Node], constant: Callable[[Node], bool]) -> list[Node]:
    """Conditions that change in a run and are not frozen: those that the derivatives of corners brought."""
    return [x for x in topological(residuals) if x.op in JUMPS and not all(map(constant, leaves(x)))]


def _frozen(jump: Node, number: int, origin: str, replaced: dict[Node, Node]) -> Mode:
    """The mode of the corner that has this jump in its derivative; both are `replaced` by what it chooses."""
    a = jump.args[0]
    condition = relation("gt", a, ZERO) if jump.op == "sign" else jump
    mode = replace(mode_of(condition, number, origin), corner=True)
    replaced[jump] = mode.frozen
    if jump.op == "sign":
        replaced[function("abs", a)] = choose(mode.frozen, a, neg(a))
        replaced[jump] = choose(mode.frozen, ONE, MINUS_ONE)
    if jump.op in ("le", "ge"):
        replaced[function_2("min" if jump.op == "le" else "max", *jump.args)] = choose(mode.frozen, *jump.args)
    return mode


def _check_table(jump: Node, draft: Draft, origin: str) -> None:
    """Refuse a table that is differentiated twice: its lines meet in a corner at every point."""
    if jump.op != "lt":
        return
    written = [*(e.residual for e in draft.aliased.equations), *draft.aliased.replaced.values()]
    for x in topological(written):
        if x.op == "table" and x.args[0] is jump.args[0]:
            raise ModelError(
                f"the accelerations of a motion by a table of {len(x.args[1])} points are needed, but it goes in "
                "straight lines from point to point: its velocity jumps at each of them, which takes a force beyond "
                "all bounds, and does not change between; write the motion as a smooth formula of time, or let the "
                "table pull by a spring and a damper at a part that is free to move",
                origin,
            )
