"""The compiler: a tuple of passes, small functions from one draft to the next. A method is such a tuple."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

from ..expression import Node, added, der, leaves, name_of, sub, symbol, unsigned
from ..frozen import frozen
from ..model.kind import Kind
from .alias import replace_variables
from .audit import audit_states
from .blocks import check_coefficients, sort_blocks, steps_of
from .circle import check_circles
from .draft import Draft
from .guards import Judge, guards_of
from .hidden import hidden_constraint
from .levels import levels_of
from .modes import LEAKS, fix_crossings, fix_structure, freeze, loosened
from .numbers import fixed_and_guesses
from .redundant import assembly, explained, index, redundant, shortened, structure, surplus
from .rounding import Rounded, factors, without
from .sampling import Samples
from .schedule import Schedule, SolveNonlinear, Step
from .states import select_states
from .wanted import ranked

MOST_COEFFICIENTS = 2_000_000  # of all equations that are left without aliases


def modes(draft: Draft) -> Draft:
    """Freeze conditions, and build the positions of ideal switches and diodes into the equations."""
    system = draft.system
    if draft.paired:
        from .one_structure import one_structure

        fixed, found, whens, pairs = one_structure(system)
        return draft.but(equations=fixed, modes=found, whens=whens, positions={}, fixed=fixed, pairs=pairs)
    structural = {p for p, f in system.graph.elements.items() if getattr(f.element, "structural_modes", False)}
    equations, found, whens = freeze(system.equations, system.is_constant, structural.__contains__, system.whens)
    positions = {m.value: False for m in found if m.structural} | dict(draft.positions)
    if draft.leaky:
        fixed = loosened(equations, found, system.kind)
        found = tuple(replace(mode, structural=False) for mode in found)
        return draft.but(equations=fixed, modes=found, whens=whens, positions=positions, fixed=fixed)
    fixed = fix_structure(equations, found, positions)
    found = fix_crossings(found, positions)
    return draft.but(equations=equations, modes=found, whens=whens, positions=positions, fixed=fixed)


def zeros(draft: Draft) -> Draft:
    """Leave out what is multiplied by nothing: factors that are zero with the values of the parameters."""
    rounded = Rounded(draft.values)
    found = {x: bool(rounded.zero(x)) for x in factors(draft.fixed, draft.values.__contains__)}
    fixed = without(draft.fixed, (x for x, nothing in found.items() if nothing))
    return draft.but(fixed=fixed, vanishing=found)


def alias(draft: Draft) -> Draft:
    """Take out variables that equal others or constants."""
    if draft.stressed:
        draft = _stressed(draft)
    with explained(draft):
        aliased = shortened(draft, draft.fixed)
        check_coefficients(aliased.equations, MOST_COEFFICIENTS)
        check_circles(draft.system, aliased)
        return draft.but(aliased=aliased)


def _stressed(draft: Draft) -> Draft:
    """Constraints that turn out redundant have efforts that are given, instead of none."""
    given = {e: added(f"stress {k}") for k, e in enumerate(draft.fixed) if e.release is not None}
    fixed = tuple(replace(e, release=sub(e.release, given[e])) if e in given else e for e in draft.fixed)
    return draft.but(fixed=fixed, stresses=tuple(given.values()))


def states(draft: Draft) -> Draft:
    """Choose the states, unless they are chosen."""
    if draft.selected is not None:
        return draft
    wanted = ranked(draft.system, draft.aliased, draft.reduced, draft.wishes)
    found = select_states(
        draft.reduced, draft.number, wanted, draft.place, is_length=draft.is_length, is_momentum=draft.is_momentum
    )
    return draft.but(selected=found)


def blocks(draft: Draft) -> Draft:
    """Sort the equations into blocks in the order of computation."""
    assert draft.selected is not None
    return draft.but(blocks=tuple(sort_blocks(draft.selected)))


def hidden(draft: Draft) -> Draft:
    """Put a constraint that the structure does not show in the place of an equation that says nothing else."""
    found = hidden_constraint(draft.blocks, set(draft.aliased.equations), draft.values | draft.ratios, draft.constant)
    if found is None:
        return draft
    old, new = found
    equations = tuple(new if e is old else e for e in draft.aliased.equations)
    aliased = replace(draft.aliased, equations=equations)
    return draft.but(aliased=aliased, selected=None, assembled={}, again=f"0 = {new.residual}    ({new.origin})")


def tearing(draft: Draft) -> Draft:
    """Tear or eliminate the blocks of several equations."""
    assert draft.selected is not None
    samples = Samples(draft.values.get, draft.number)
    rates = frozenset(der(x) for x in draft.selected.states)
    guessed = _guessed(draft)
    torn: list[tuple[Any, ...]] = []
    for block in draft.blocks:
        depth = draft.system.graph.depth_of
        found = steps_of(block, draft.nonzero, draft.constant, rates, samples, depth, guessed)
        steps = tuple(_of_laws(step, draft.system.kind) for step in found)
        for step in steps:
            samples.take(step)
        torn.append((block, steps))
    return draft.but(torn=tuple(torn))


def _of_laws(step: Step, kind: Callable[[Node], Kind | None]) -> Step:
    """The step, with whether its unknowns are efforts and flows."""
    if isinstance(step, SolveNonlinear) and all(kind(x) in (Kind.EFFORT, Kind.FLOW) for x in step.unknowns):
        return replace(step, laws=True)
    return step


def watches(draft: Draft) -> Draft:
    """Say what must be watched in a run: guards of the choice of states, levels of conditions."""
    assert draft.selected is not None

    def firm(x: Node) -> bool:
        return all(draft.system.is_constant(leaf) for leaf in leaves(x)) and draft.nonzero(x)

    guards = guards_of(draft.blocks, draft.steps, draft.reduced, draft.selected, Judge(firm, draft.number))
    return draft.but(guards=guards, levels=levels_of(draft.modes, draft.whens, draft.system.is_constant))


def schedule(draft: Draft) -> Draft:
    """Put states, audit, frozen values and steps together."""
    assert draft.selected is not None
    system, steps = draft.system, draft.steps
    derivatives = {x: der(x) for x in draft.selected.states}
    kinds: dict[Node, Kind] = {}
    for state, (kind, power) in audit_states(system, draft.aliased, draft.audit).items():
        kinds[state], derivatives[state] = kind, power
    shadows = _shadows(draft)
    for unknown, state in shadows.items():
        kinds[state], derivatives[state] = Kind.SHADOW, der(unknown)
    runtime = [mode.value for mode in draft.modes if not mode.structural]
    references = [guard.reference for guard in draft.guards]
    frozen = (*runtime, *map(symbol, system.discrete), *references, *draft.levels.values())
    frozen = (*frozen, *(multiplier.value for multiplier in system.multipliers))
    if draft.stresses:
        used = set(leaves(*draft.aliased.replaced.values(), *(e.residual for e in draft.aliased.equations)))
        frozen = (*frozen, *(x for x in draft.stresses if x in used))
    if draft.leaky:
        frozen, runtime = (*frozen, *LEAKS), [*runtime, *LEAKS]
    inputs = [x for pair in draft.pairs for x in (pair.input, pair.ratio)]
    frozen = (*frozen, *inputs)
    kinds |= dict.fromkeys(inputs, Kind.PAIR)
    kinds |= dict.fromkeys(runtime, Kind.MODE) | dict.fromkeys(references, Kind.GUARD)
    kinds |= dict.fromkeys(draft.levels.values(), Kind.LEVEL) | dict.fromkeys(draft.stresses, Kind.STRESS)
    meanings = {value: mode.condition for mode in draft.modes for value in (mode.frozen, mode.value)}
    meanings |= {shadow: unknown for unknown, shadow in shadows.items()}
    made = Schedule(
        tuple(map(symbol, system.parameters)), tuple(derivatives), tuple(derivatives.values()), frozen, steps,
        _guesses(draft, steps), shadows, meanings, kinds,
    )  # fmt: skip
    return draft.but(schedule=made)


def _guessed(draft: Draft) -> set[Node]:
    """The variables for which the user gave a first guess."""
    system, replaced = draft.system, draft.aliased.replaced
    given = [start.expression for start in system.starts if start.guess]
    return {unsigned(replace_variables([x], replaced, system.is_constant)[0]) for x in given}


def _shadows(draft: Draft) -> dict[Node, Node]:
    """States that follow the unknowns of nonlinear steps, for those whose rates are computed."""
    assert draft.selected is not None
    known = {*draft.selected.unknowns, *draft.selected.states}
    unknowns = [u for step in draft.steps if isinstance(step, SolveNonlinear) for u in step.unknowns]
    return {u: added(f"near {name_of(u)}") for u in unknowns if der(u) in known}


def _guesses(draft: Draft, steps: tuple[Step, ...]) -> dict[Node, float]:
    """First guesses of nonlinear unknowns: the assembled position, else start values where there are any; and where
    loops are closed, should the start values of states not lead there."""
    assert draft.selected is not None
    _, known = fixed_and_guesses(draft.system, draft.aliased)
    guesses = {}
    for x in dict.fromkeys(x for s in steps if isinstance(s, SolveNonlinear) for x in s.unknowns):
        found = draft.numbers(x) if draft.numbers is not None else None
        guesses[x] = known.get(x, 0.0) if found is None else found
    for x in draft.selected.states:
        found = draft.numbers(x) if draft.numbers is not None else None
        if found is not None:
            guesses[x] = found
    return guesses


# ---------------------------------------------------------------- tuples of passes
@frozen
class Repeat:
    """Passes that are gone through again as long as one of them says so; what it said is kept as a round."""

    name: str
    passes: tuple[Pass, ...]


Pass = Callable[[Draft], Draft] | Repeat


# What only some methods need is loaded when one of them is asked for.
def multipliers(draft: Draft) -> Draft:
    """Let the integrator find the multipliers."""
    from .multipliers import multipliers as leave

    return leave(draft)


def transfer(draft: Draft) -> Draft:
    """Let the rates of the states follow from transferred storage alone."""
    from .independent import transfer as move

    return move(draft)


def with_transferred(draft: Draft) -> Draft:
    """The schedule with the rates of transferred storage; what it bears inside is computed only where asked for."""
    from .independent import with_transferred as compute

    return compute(draft)


REDUCED: tuple[Pass, ...] = (
    modes, zeros, alias,
    Repeat("hidden constraints", (
        Repeat("redundant constraints", (structure, surplus, index, assembly, redundant)),
        states, blocks, hidden,
    )),
    tearing, watches, schedule,
)  # fmt: skip
METHODS: dict[str, tuple[Pass, ...]] = {
    "reduced": REDUCED,
    "zcp": REDUCED,
    "parasitic": REDUCED,
    "lagrange": (*REDUCED, multipliers),
    "minimal": (*REDUCED, transfer, with_transferred),
}


def reselected(passes: tuple[Pass, ...]) -> tuple[Pass, ...]:
    """The passes for other states of a system that is reduced already."""
    return (states, blocks, *passes[1 + max(k for k, each in enumerate(passes) if isinstance(each, Repeat)) :])


def stages(draft: Draft, passes: tuple[Pass, ...]) -> Iterator[tuple[str, Draft]]:
    """Go through the passes; the name of each and the draft that it leaves."""
    for each in passes:
        draft = yield from _passed(draft, each)


def _passed(draft: Draft, each: Pass) -> Generator[tuple[str, Draft], None, Draft]:
    """Go through one pass, or through those of a loop until none asks for another round; the last draft."""
    if not isinstance(each, Repeat):
        draft = each(draft)
        yield each.__name__, draft
        return draft
    while True:
        for inner in each.passes:
            draft = yield from _passed(draft, inner)
            if draft.again:
                break
        if not draft.again:
            return draft
        rounds = (*draft.rounds.get(each.name, ()), draft.again)
        draft = draft.but(again="", rounds={**draft.rounds, each.name: rounds})


def names(passes: tuple[Pass, ...]) -> list[str]:
    """The names of the passes in order, those of loops among them."""
    return [n for each in passes for n in (names(each.passes) if isinstance(each, Repeat) else [each.__name__])]


__all__ = ["METHODS", "REDUCED", "Pass", "Repeat", "names", "reselected", "stages"]
