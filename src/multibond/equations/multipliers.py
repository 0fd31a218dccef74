"""Pass "multipliers": from equations in which the efforts of constraints come from outside to those of an integrator
that finds these efforts itself.

The free motion is ẋ = f(t, x, λ). The integrator holds the flows of the constraints at zero by λ, and the positions by
further multipliers μ (Gear, Gupta and Leimkuhler): ẋ = f(t, x, λ) + Gᵀ μ, 0 = v(t, x), 0 = g(t, x), of index two. What
is evaluated at single points takes λ from the derivatives of the flows, which vanish too.
"""

from __future__ import annotations

from dataclasses import replace

from ..errors import StructureError
from ..expression import ZERO, Node, add, added, leaves, mul
from .alias import replace_variables
from .constrained import Constrained
from .draft import Draft
from .schedule import Assign, Schedule, Step
from .semi_explicit import SemiExplicit, semi_explicit


def multipliers(draft: Draft) -> Draft:
    """Let the integrator find the multipliers."""
    assert draft.schedule is not None
    if draft.system.realisation.whole:
        return _whole(draft)
    found = draft.system.multipliers
    values = {m.value for m in found}
    _check_forces(draft, values)
    free = replace(semi_explicit(draft.schedule), discrete=tuple(x for x in draft.schedule.discrete if x not in values))
    if not found:
        return draft.but(implicit=free)
    inside = replace(free, algebraic=(), residuals=(), origins=(), steps=draft.schedule.steps)
    return draft.but(implicit=_stabilised(draft, inside), schedule=_accelerations(draft, free), open=draft.schedule)


def _whole(draft: Draft) -> Draft:
    """Leave the blocks in which constraints stand to the integrator, with all their accelerations and efforts; flows
    stand there in the place of their derivatives."""
    schedule, rows = draft.schedule, draft.system.constraints
    assert schedule is not None
    steps: list[Step] = []
    algebraic: list[Node] = []
    residuals: list[Node] = []
    origins: list[str] = []
    for block, torn in draft.torn:
        if all(e.row is None for e in block.equations):
            steps += torn
            continue
        algebraic += block.unknowns
        residuals += [e.residual if e.row is None else _resolved(draft, [rows[e.row].flow])[0] for e in block.equations]
        origins += [e.origin for e in block.equations]
    free = SemiExplicit(
        schedule.parameters, schedule.states, schedule.derivatives, tuple(algebraic), tuple(residuals),
        schedule.discrete, tuple(steps), tuple(origins), dict(schedule.guesses), schedule.meanings,
    )  # fmt: skip
    held = {e.row for block in draft.blocks for e in block.equations if e.row is not None}
    placed = [row for k, row in enumerate(rows) if k in held and row.position is not None]
    still = tuple(Assign(correction(row), ZERO) for row in placed)
    return draft.but(
        implicit=_with_positions(draft, free, placed), schedule=replace(schedule, steps=(*schedule.steps, *still))
    )


def _check_forces(draft: Draft, values: set[Node]) -> None:
    """Refuse constraint forces where they would have to be differentiated."""
    for chain in draft.reduced.chains:
        if len(chain) > 1 and any(x in values for x in leaves(chain[0].residual)):
            raise StructureError(
                "the forces of constraints act on a part that has no mass of its own here, so that they alone do not "
                "determine how it moves; use the method 'reduced', or give the part a mass",
                chain[0].origin,
            )


def _resolved(draft: Draft, expressions: list[Node]) -> list[Node]:
    return replace_variables(expressions, draft.aliased.replaced, draft.constant)


def _stabilised(draft: Draft, free: SemiExplicit) -> SemiExplicit:
    """The system of index two."""
    found = draft.system.multipliers
    flows = _resolved(draft, [m.row.flow for m in found])
    held = replace(
        free, algebraic=(*free.algebraic, *(m.value for m in found)), residuals=(*free.residuals, *flows),
        origins=(*free.origins, *(m.row.origin for m in found)),
    )  # fmt: skip
    return _with_positions(draft, held, [m.row for m in found if m.row.position is not None])


def _with_positions(draft: Draft, free: SemiExplicit, placed: list[Constrained]) -> SemiExplicit:
    """The same with a multiplier for each position, which acts along the directions in which it is felt."""
    positions = _resolved(draft, [row.position for row in placed if row.position is not None])
    corrections = [correction(row) for row in placed]
    derivatives = list(free.derivatives)
    slopes = free.jacobian(positions, free.states)
    felt = sorted({row for row, _, _ in slopes})  # what holds by the choice of variables needs no multiplier
    for row, column, slope in slopes:
        derivatives[column] = add(derivatives[column], mul(slope, corrections[row]))
    return replace(
        free, derivatives=tuple(derivatives), algebraic=(*free.algebraic, *(corrections[k] for k in felt)),
        residuals=(*free.residuals, *(positions[k] for k in felt)),
        origins=(*free.origins, *(placed[k].origin for k in felt)), index=2,
    )  # fmt: skip


def _accelerations(draft: Draft, free: SemiExplicit) -> Schedule:
    """The plain schedule, in which the multipliers follow from the derivatives of the flows."""
    assert draft.schedule is not None
    found = draft.system.multipliers
    rates = _resolved(draft, [m.rate for m in found])
    system = replace(
        free, algebraic=(*free.algebraic, *(m.value for m in found)), residuals=(*free.residuals, *rates),
        origins=(*free.origins, *(m.row.origin for m in found)),
    )  # fmt: skip
    solved = system.solved()
    still = tuple(Assign(correction(m.row), ZERO) for m in found if m.row.position is not None)
    return replace(
        solved, steps=(*solved.steps, *still), shadows=draft.schedule.shadows, kinds=draft.schedule.kinds,
    )  # fmt: skip


def correction(row: Constrained) -> Node:
    """The multiplier that holds the position of a constraint."""
    return added(f"{row.name} correction")


__all__ = ["correction", "multipliers"]
