"""The list of passes from the flat system to a schedule; each step can be printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..errors import StructureError
from ..expression import (
    ZERO,
    Node,
    add,
    der,
    leaves,
    name_of,
    neg,
    node,
    sub,
    symbol,
)
from ..model.option import in_words
from .alias import Aliased, base, eliminate_aliases, replace_variables
from .assembly import (
    check_redundant,
    close_loops,
    coordinates,
    idle_constraints,
    loop_rows,
    position_rows,
    rolling_rows,
)
from .blocks import Block, sort_blocks, steps_of
from .guards import Guard, guards_of
from .hidden import hidden_constraint
from .index import Reduced, Singular, reduce_index
from .levels import levels_of
from .modes import Mode, fix_structure, freeze
from .nonzero import Nonzero
from .numbers import first_of, fixed_and_guesses, number_from, parameter_values, unsigned
from .passes import PASSES, show, show_schedule
from .sampling import Samples
from .schedule import Schedule, SolveLinear, SolveNonlinear, Step
from .singular import explain
from .states import Redundant, Selected, select_states
from .system import Equation, Start, System, When

SHADOW = "near "  # begins the names of states that follow nonlinear unknowns
AUDIT = ("energy.dissipated", "energy.delivered", "energy.other")
INTO = "energy into "  # begins the names of states that hold the energy that went into one component
EACH = "each"  # an energy balance with the energy of every component


@dataclass(frozen=True)
class Compiled:
    """Every stage from the flat equations to the schedule, for one position of the structural modes."""

    system: System
    modes: tuple[Mode, ...]
    positions: dict[Node, bool]
    whens: tuple[When, ...]
    aliased: Aliased
    reduced: Reduced
    selected: Selected
    blocks: tuple[Block, ...]
    schedule: Schedule
    guards: tuple[Guard, ...] = ()
    levels: dict[Node, Node] = field(default_factory=dict)  # of modes in conditions of events
    seen: dict[str, Any] = field(default_factory=dict)  # what each pass left, by its name

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
    def starts(self) -> list[tuple[Start, Node, Node]]:
        """The start values of the model, their variables and values in what the schedule knows."""
        return [(start, self.resolve(start.expression), self.resolve(start.value)) for start in self.system.starts]

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
        from ..program.lower import needed

        own = [d for x, d in zip(self.schedule.states, self.schedule.derivatives, strict=True)
               if not name_of(x).startswith(SHADOW)]  # fmt: skip
        return [step for _, step in needed(self.schedule.steps, own)]

    def show(self, name: str) -> str:
        """The result of the pass `name` as text."""
        return show(name, self.seen)


@in_words
def compile_system(
    system: System,
    *,
    positions: Mapping[Node, bool] | None = None,
    wishes: Mapping[str, float] | None = None,
    numbers: Callable[[Node], float | None] | None = None,
    audit: bool | str = True,
    selected: Selected | None = None,
    before: Compiled | None = None,
    seen: dict[str, Any] | None = None,
) -> Compiled:
    """Run all passes.

    `positions` are the positions of structural modes (default: as their conditions evaluate with the start values),
    `wishes` the user's wish for or against variables as states, `numbers` known values of variables (for the choice
    of states), `audit` adds states for the energy balance, EACH also one for every component. `before` is an earlier
    compilation of the same system in the same position, from which everything up to the choice of states is taken;
    `selected` is that choice, if made. `seen` takes in what each pass leaves, as far as they come.
    """
    seen = {} if seen is None else seen
    seen["flat"] = system

    def constant(leaf: Node) -> bool:
        return system.is_constant(leaf) or (leaf.op == "symbol" and leaf.args[0] in frozen_names)

    frozen_names: set[str] = set()
    values = parameter_values(system)
    nonzero = Nonzero(values)
    if before is None:
        structural = {p for p, f in system.graph.elements.items() if getattr(f.element, "structural_modes", False)}
        equations, modes, whens = freeze(system.equations, constant, structural.__contains__, system.whens)
        frozen_names |= {m.value.args[0] for m in modes}
        positions = dict(positions or {})
        for mode in modes:
            if mode.structural:
                positions.setdefault(mode.value, False)

        def shortened(rows: tuple[Equation, ...]) -> Aliased:
            return eliminate_aliases(rows, constant, _preference(system), nonzero)

        seen["modes"] = modes
        fixed = fix_structure(equations, modes, positions)
        try:
            aliased = shortened(fixed)
            seen["alias"], seen["structure"] = aliased, (aliased.equations, constant)
            reduced, aliased, assembled = _reduce(system, aliased, wishes or {}, constant, nonzero, numbers)
        except StructureError as error:
            explain(error, system, equations, modes, shortened, constant, fixed)
            raise
        if assembled:
            numbers = first_of(numbers, assembled)
    else:
        modes, whens, positions = before.modes, before.whens, before.positions
        aliased, reduced = before.aliased, before.reduced
        frozen_names |= {m.value.args[0] for m in modes}
    while True:
        seen |= {"modes": modes, "alias": aliased, "structure": (aliased.equations, constant), "index": reduced}
        number = number_from(system, aliased, numbers)
        if selected is None:
            selected = select_states(reduced, number, _ranked(system, aliased, reduced, wishes or {}))
        seen["states"] = selected
        blocks = sort_blocks(selected)
        hidden = hidden_constraint(blocks, set(aliased.equations), values, constant) if before is None else None
        if hidden is None:
            break
        old, new = hidden
        aliased = replace(aliased, equations=tuple(new if e is old else e for e in aliased.equations))
        reduced, aliased, _ = _reduce(system, aliased, wishes or {}, constant, nonzero, numbers)
        selected = None
    states = list(selected.states)
    rates = frozenset(der(x) for x in states)
    samples = Samples(values.get, number)
    listed: list[Step] = []
    seen["blocks"], seen["tearing"] = tuple(blocks), []
    guessed = _guessed(system, aliased)
    for block in blocks:
        following = steps_of(block, nonzero, constant, rates, samples, system.graph.depth_of, guessed)
        for step in following:
            samples.take(step)
        listed += following
        seen["tearing"].append((block, following))
    steps = tuple(listed)
    derivatives = [der(x) for x in states]
    if audit:
        for name, expression in _audit(system, aliased).items():
            states.append(symbol(name))
            derivatives.append(expression)
    if audit == EACH:
        for term in system.powers:
            states.append(symbol(INTO + term.path))
            derivatives.append(replace_variables([term.power], aliased.replaced, system.is_constant)[0])
    shadows = _shadows(steps, selected)
    states += shadows.values()
    derivatives += [der(unknown) for unknown in shadows]
    # a state whose derivative is itself a state needs no step; all other derivatives are targets of steps
    discrete = tuple(symbol(name) for name in system.discrete)
    runtime = tuple(m.value for m in modes if not m.structural)
    guesses = _guesses(system, aliased, steps, numbers)
    for x in selected.states:  # where loops are closed, should the start values of states not lead there
        found = numbers(x) if numbers is not None else None
        if found is not None:
            guesses[x] = found
    parameters = tuple(symbol(name) for name in system.parameters)
    guards = guards_of(blocks, steps, reduced, selected)
    references = tuple(guard.reference for guard in guards)
    levels = levels_of(modes, whens, system.is_constant)
    meanings = {frozen: m.condition for m in modes for frozen in (m.frozen, m.value)}
    meanings |= {shadow: unknown for unknown, shadow in shadows.items()}
    frozen = (*runtime, *discrete, *references, *levels.values())
    schedule = Schedule(
        parameters, tuple(states), tuple(derivatives), frozen, steps, guesses, shadows, meanings
    )  # fmt: skip
    seen["schedule"] = schedule
    return Compiled(
        system, modes, dict(positions), whens, aliased, reduced, selected, tuple(blocks), schedule, guards, levels, seen
    )


def _reduce(
    system: System, aliased: Aliased, wishes: Mapping[str, float], constant: Callable[[Node], bool], nonzero: Nonzero,
    numbers: Callable[[Node], float | None] | None,
) -> tuple[Reduced, Aliased, dict[Node, float]]:  # fmt: skip
    """Reduce the index and close the loops; redundant constraints give way to zero efforts."""
    assembled: dict[Node, float] = {}
    while True:
        number = number_from(system, aliased, numbers)
        fixed, guess = fixed_and_guesses(system, aliased)
        moved, upright = coordinates(aliased.equations), replace_variables(system.upright, aliased.replaced, constant)
        # constraints found redundant still hold in the position where they were found so: stay there
        guess.update(assembled)
        try:
            reduced = reduce_index((*aliased.equations, *_rates(system, aliased, wishes)), constant)
            rows = position_rows(reduced)
            if rows and upright:  # with all orientations, to see which way round the loops are closed
                rows = list(dict.fromkeys([*rows, *loop_rows(aliased, constant)]))
        except Singular:
            rows = loop_rows(aliased, constant)
            assembled = close_loops(rows, constant, number, guess, fixed, moved, upright)
            gone = idle_constraints(rows, assembled, number)
            if not gone:
                standing = number_from(system, aliased, first_of(numbers, assembled))
                rows, velocities = rolling_rows(aliased, constant)
                gone = idle_constraints(rows, {x: standing(x) for x in velocities}, standing)
            if not gone:
                raise
            aliased = _released(system, aliased, gone, constant, nonzero)
            continue
        assembled = close_loops(rows, constant, number, guess, fixed, moved, upright)
        if all(e.release is None for e in aliased.equations):
            return reduced, aliased, assembled
        try:
            ranked = _ranked(system, aliased, reduced, wishes)
            select_states(reduced, number_from(system, aliased, first_of(numbers, assembled)), ranked)
            return reduced, aliased, assembled
        except Redundant as found:
            check_redundant(rows, found.equations, constant, number, assembled, moved)
            aliased = _released(system, aliased, found.equations, constant, nonzero)


def _released(
    system: System, aliased: Aliased, gone: list[Equation], constant: Callable[[Node], bool], nonzero: Nonzero
) -> Aliased:
    """Exchange redundant constraints for zero efforts."""
    equations = tuple(Equation(e.release, e.origin) if e in gone else e for e in aliased.equations)  # type: ignore[arg-type]
    again = eliminate_aliases(equations, constant, _preference(system), nonzero)
    replaced = {k: replace_variables([v], again.replaced, constant)[0] for k, v in aliased.replaced.items()}
    redundant = (*aliased.redundant, *(e.origin for e in gone))
    return Aliased(again.equations, replaced | again.replaced, redundant, (*aliased.released, *gone))


def _guessed(system: System, aliased: Aliased) -> set[Node]:
    """The variables for which the user gave a first guess."""
    targets = (
        replace_variables([start.expression], aliased.replaced, system.is_constant)[0]
        for start in system.starts
        if start.guess
    )
    return {unsigned(x) for x in targets}


def reselect(
    compiled: Compiled, numbers: Callable[[Node], float | None], wishes: Mapping[str, float], weak: float
) -> Selected:
    """The choice of states that fits the present values best; `weak` as for `select_states`."""
    number = number_from(compiled.system, compiled.aliased, numbers)
    ranked = _ranked(compiled.system, compiled.aliased, compiled.reduced, wishes)
    return select_states(compiled.reduced, number, ranked, weak)


def _shadows(steps: tuple[Step, ...], selected: Selected) -> dict[Node, Node]:
    """States that follow the unknowns of nonlinear steps, for those whose rates are computed."""
    known = {*selected.unknowns, *selected.states}
    unknowns = [u for step in steps if isinstance(step, SolveNonlinear) for u in step.unknowns]
    return {u: symbol(f"{SHADOW}{name_of(u)}") for u in unknowns if der(u) in known}


def _preference(system: System) -> Callable[[Node], int]:
    """Which of two equal variables keeps its name: energy variables, then one-ports, then bonds."""
    outputs = {leaf for o in system.outputs.values() for leaf in _leaves_of(o.value)}

    def keep(x: Node) -> int:
        name = x.args[0]
        return 3 * (x in outputs) + (0 if name.startswith("bond") else 1)

    return keep


def _leaves_of(value: Any) -> list[Node]:
    import numpy as np

    return leaves(*np.ravel(np.asarray(value, dtype=object)))


def _wanted(system: System, aliased: Aliased, wishes: Mapping[str, float]) -> Callable[[Node], float]:
    """How much a variable is wanted as a state: the user's wish, then given start values, then storage."""
    score: dict[Node, float] = {}
    for start in system.starts:
        target = base(unsigned(replace_variables([start.expression], aliased.replaced, system.is_constant)[0]))
        stored = start.origin in system.graph.elements and system.graph.elements[start.origin].element.role == "storage"
        score[target] = max(score.get(target, 0.0), 0.5 if start.given else 0.1 if stored else 0.0)
    for when in system.whens:  # what an event sets must be a state
        for variable, _ in when.changes:
            if not system.is_constant(variable):
                target = unsigned(replace_variables([variable], aliased.replaced, system.is_constant)[0])
                score[base(target)] = 2.0
    for name, wish in wishes.items():
        target = unsigned(replace_variables([symbol(name)], aliased.replaced, system.is_constant)[0])
        score[base(target)] = score.get(base(target), 0.0) + wish
    return lambda x: score.get(x, 0.0)


def _ranked(system: System, aliased: Aliased, reduced: Reduced, wishes: Mapping[str, float]) -> Callable[[Node], float]:
    """How much a variable is wanted as a state; a position above all in constraints on velocities (rolling), which
    determine velocities, not the position at which they would be the right ones."""
    wanted = _wanted(system, aliased, wishes)
    sensors = {path for path, flat in system.graph.elements.items() if flat.element.role == "sensor"}
    found = {base(x) for e in aliased.equations if e.origin in sensors for x in leaves(e.residual) if x.op == "der"}
    positions = {x for x in found if reduced.highest.get(x) == 1}  # its rate is not differentiated again
    return lambda x: wanted(x) + (10.0 if x in positions else 0.0)


def _rates(system: System, aliased: Aliased, wishes: Mapping[str, float]) -> list[Equation]:
    """A rate for every variable that is wanted as a state but not differentiated anywhere, so that it can be one."""
    differentiated = {base(x) for e in aliased.equations for x in leaves(e.residual) if x.op == "der"}
    present = {x for e in aliased.equations for x in leaves(e.residual)}
    rates = []
    for name, wish in wishes.items():
        target = unsigned(replace_variables([symbol(name)], aliased.replaced, system.is_constant)[0])
        variable = target.op == "symbol" and not system.is_constant(target)
        if wish > 0 and variable and target in present and target not in differentiated:
            differentiated.add(target)
            rates.append(Equation(sub(der(target), symbol(f"{name}'")), name.rpartition(".")[0]))
    return rates


def _guesses(
    system: System, aliased: Aliased, steps: Any, numbers: Callable[[Node], float | None] | None
) -> dict[Node, float]:
    """First guesses of nonlinear unknowns: the assembled position, else start values where there are any."""
    _, known = fixed_and_guesses(system, aliased)
    guesses = {}
    for x in {x for s in steps if isinstance(s, SolveNonlinear) for x in s.unknowns}:
        found = numbers(x) if numbers is not None else None
        guesses[x] = known.get(x, 0.0) if found is None else found
    return guesses


def _audit(system: System, aliased: Aliased) -> dict[str, Node]:
    """Power into losses, power delivered by sources, and power into storage that has no energy formula [W].

    Those that the model has are there in every position of its switches, even where nothing flows.
    """
    sums: dict[str, Node] = {}
    for term in system.powers:
        power = replace_variables([term.power], aliased.replaced, system.is_constant)[0]
        if term.role == "dissipation":
            sums[AUDIT[0]] = add(sums.get(AUDIT[0], ZERO), power)
        elif term.role == "source":
            sums[AUDIT[1]] = add(sums.get(AUDIT[1], ZERO), neg(power))
        elif term.role == "storage" and term.stored is None:
            sums[AUDIT[2]] = add(sums.get(AUDIT[2], ZERO), power)
    return {name: sums[name] for name in AUDIT if name in sums}


__all__ = ["AUDIT", "PASSES", "Compiled", "Guard", "compile_system", "parameter_values", "reselect", "show_schedule"]
