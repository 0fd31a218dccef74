"""From the flat system to a schedule: the passes of a method, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ..expression import Node, leaves, node, topological
from ..frozen import frozen
from ..graph.spoken import in_words
from .alias import Aliased, replace_variables
from .blocks import Block
from .draft import Draft, Numbers
from .guards import Guard
from .index import Reduced
from .modes import Mode
from .passes import METHODS, Pass, reselected, stages
from .rounding import Judgements, denominators
from .schedule import Schedule, SolveLinear, SolveNonlinear, Step, expressions, needed
from .states import Selected, select_states
from .system import Start, System, When
from .wanted import ranked, wished


@frozen(repr=False)
class Compiled:
    """Every stage from the flat equations to the schedule, for one position of the structural modes."""

    system: System
    modes: tuple[Mode, ...]
    positions: Mapping[Node, bool]
    whens: tuple[When, ...]
    aliased: Aliased
    reduced: Reduced
    selected: Selected
    blocks: tuple[Block, ...]
    schedule: Schedule
    guards: tuple[Guard, ...]
    levels: Mapping[Node, Node]  # of modes in conditions of events
    draft: Draft  # the last one, with everything that the passes left

    @staticmethod
    def of(draft: Draft) -> Compiled:
        """What the passes have come to."""
        assert draft.selected is not None and draft.schedule is not None
        return Compiled(
            draft.system, draft.modes, draft.positions, draft.whens, draft.aliased, draft.reduced, draft.selected,
            draft.blocks, draft.schedule, draft.guards, draft.levels, draft,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<{self.system!r} compiled: {self.schedule!r}>"

    def resolve(self, x: Any) -> Node:
        """An expression of the user's names in what the schedule knows."""
        x = node(x)
        if x not in self._resolved:
            self._resolved[x] = replace_variables([x], self.aliased.replaced, self.system.is_constant)[0]
        return self._resolved[x]

    @cached_property
    def _resolved(self) -> dict[Node, Node]:
        return {}

    @cached_property
    def conditions(self) -> tuple[list[Node], list[Node]]:
        """The conditions of the model's events, and all that they are made of in the order of evaluation."""
        found = [when.condition for when in self.whens]
        return found, topological(found)

    @cached_property
    def asked_only(self) -> frozenset[int]:
        """The modes that stand in nothing but the conditions of events: when they end, nothing happens."""
        if not self.whens:
            return frozenset()
        laws = [x for step in self.schedule.steps for x in expressions(step)]
        others = [mode.crossing for mode in self.modes]
        used = set(leaves(*laws, *self.schedule.derivatives, *self.aliased.replaced.values(), *others))
        asked = set(leaves(*self.conditions[0])) - used
        return frozenset(k for k, mode in enumerate(self.modes) if mode.value in asked and not mode.structural)

    @cached_property
    def starts(self) -> list[tuple[Start, Node, Node]]:
        """The start values of the model, their variables and values in what the schedule knows."""
        return [(start, self.resolve(start.expression), self.resolve(start.value)) for start in self.system.starts]

    @cached_property
    def judgements(self) -> Judgements:
        """What was taken for zero or not with the values that the compiler had."""
        values, vanishing = self.draft.values, self.draft.vanishing
        used = [x for step in self.schedule.steps for x in expressions(step)]
        divided = denominators([*used, *self.aliased.replaced.values()], values.__contains__)
        others = dict.fromkeys([*(x for x, nothing in vanishing.items() if not nothing), *divided])
        return Judgements(tuple(x for x, nothing in vanishing.items() if nothing), tuple(others), values)

    @property
    def linear_systems(self) -> list[int]:
        """Sizes of the linear systems after tearing."""
        return [len(s.unknowns) for s in self._needed if isinstance(s, SolveLinear)]

    @property
    def nonlinear_systems(self) -> list[int]:
        """Sizes of the nonlinear systems after tearing."""
        return [len(s.unknowns) for s in self._needed if isinstance(s, SolveNonlinear)]

    @cached_property
    def _needed(self) -> list[Step]:
        """The steps that the derivatives of the states depend on; others serve only outputs."""
        rates = zip(self.schedule.states, self.schedule.derivatives, strict=True)
        own = [rate for state, rate in rates if state not in self.schedule.shadows.values()]
        return [step for _, step in needed(self.schedule.steps, own)]


def compile_system(
    system: System,
    *,
    positions: Mapping[Node, bool] | None = None,
    wishes: Mapping[str, float] | None = None,
    numbers: Numbers | None = None,
    audit: bool | str = True,
    leaky: bool = False,
    stressed: bool = False,
    paired: bool = False,
    passes: tuple[Pass, ...] | None = None,
) -> Compiled:
    """Run all `passes` (default: those of the method that `system` is realised for).

    `positions` are the positions of structural modes (default: all off), `wishes` the user's wish for or against
    variables as states, `numbers` known values of variables (for the choice of states), `audit` adds states for the
    energy balance, EACH also one for every component. `leaky`: ideal switches and diodes leak (`modes.loosened`), and
    all their positions share one structure. `stressed`: redundant constraints have efforts that are given as discrete
    values, instead of none. `paired`: set-valued laws are inputs of one structure.
    """
    draft = Draft(
        system,
        wished(system, wishes or {}),
        numbers,
        audit,
        leaky,
        stressed,
        paired,
        positions=dict(positions or {}),
    )
    return _run(system, draft, METHODS[system.realisation.method] if passes is None else passes)


def recompile(
    before: Compiled, selected: Selected, *, numbers: Numbers | None, wishes: Mapping[str, float], audit: bool | str
) -> Compiled:
    """The same system in the same position with the states `selected`; the options as for `compile_system`."""
    wanted = wished(before.system, wishes)
    draft = before.draft.but(selected=selected, numbers=numbers, wishes=wanted, audit=audit)
    return _run(before.system, draft, reselected(METHODS[before.system.realisation.method]))


@in_words
def _run(system: System, draft: Draft, passes: tuple[Pass, ...]) -> Compiled:
    for _, left in stages(draft, passes):
        draft = left
    return Compiled.of(draft)


def reselect(compiled: Compiled, numbers: Numbers, wishes: Mapping[str, float], weak: float) -> Selected:
    """The choice of states that fits the present values best; `weak` as for `select_states`."""
    draft = compiled.draft.but(numbers=numbers)
    wanted = ranked(draft.system, draft.aliased, draft.reduced, wished(draft.system, wishes))
    return select_states(draft.reduced, draft.number, wanted, draft.place, weak, draft.is_length, draft.is_momentum)


__all__ = ["Compiled", "compile_system", "recompile", "reselect"]
