"""The passes of the compiler as text, each from what it left behind; those before a failing one print too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized

from ..errors import NameNotFound, StructureError, nearest
from ..expression import name_of
from ..graph.spoken import in_words
from .draft import Draft
from .index import dulmage_mendelsohn
from .passes import REDUCED, Pass, names, stages
from .schedule import Assign, Schedule, SolveLinear, SolveNonlinear
from .system import Equation, System
from .wanted import wished

PASSES = ("flat", *names(REDUCED))


@in_words
def show_pass(system: System, wishes: Mapping[str, float], name: str, passes: tuple[Pass, ...] = REDUCED) -> str:
    """What the pass `name` leaves of `system`, also where a later pass refuses the model."""
    check_pass(name, passes)
    draft = Draft(system, wished(system, wishes))
    reached = {"flat"}
    try:
        for passed, left in stages(draft, passes):
            draft = left
            reached.add(passed)
    except StructureError:
        if name not in reached:
            raise
    return show(name, draft)


def check_pass(name: str, passes: tuple[Pass, ...] = REDUCED) -> None:
    """Refuse a name that is none of a pass."""
    known = ("flat", *names(passes))
    if name not in known:
        raise NameNotFound(f"there is no pass '{name}'" + nearest(name, known))


def show(name: str, draft: Draft) -> str:
    """What the pass `name` has left in a draft, as text."""
    return SHOWN[name](draft)


def _modes(draft: Draft) -> str:
    return "\n".join(f"{m.value} = {m.condition}    ({m.origin})" for m in draft.modes) or "no conditions"


def _zeros(draft: Draft) -> str:
    return "\n".join(f"{x} = 0" for x, nothing in draft.vanishing.items() if nothing) or "no factors that vanish"


def _alias(draft: Draft) -> str:
    replaced = [f"{k} := {v}" for k, v in draft.aliased.replaced.items()]
    return "\n".join([*replaced, "", *map(_equation, draft.aliased.equations)])


def _equation(equation: Equation) -> str:
    return f"0 = {equation.residual}    ({equation.origin})"


def _count(things: Sized, what: str) -> str:
    return f"{len(things)} {what}{'' if len(things) == 1 else 's'}"


def _structure(draft: Draft) -> str:
    """The matching and the three parts of Dulmage and Mendelsohn; a derivative counts as its variable."""
    equations = draft.aliased.equations
    parts = dulmage_mendelsohn(equations, draft.constant)
    lines = [f"{_count(equations, 'equation')}, {parts.variables} variables, {parts.matched} of them matched"]
    for title, part in (("over-determined", parts.over), ("under-determined", parts.under)):
        lines.append(f"{title} part: {_count(part.equations, 'equation')} for {_count(part.variables, 'variable')}")
        if part.variables:
            lines.append("    variables: " + ", ".join(name_of(x) for x in part.variables))
        lines += [f"    {_equation(e)}" for e in part.equations]
    lines.append(f"well-determined part: {_count(parts.well, 'equation')}, each with its variable")
    lines += [f"    {name_of(x)}  from  {_equation(e)}" for e, x in parts.well]
    return "\n".join(lines)


def _surplus(draft: Draft) -> str:
    rows = (*draft.aliased.equations, *draft.rates)
    said = [f"{_count(rows, 'equation')}, none too many"]
    return "\n".join([*said, *(f"    rate of a wish: {_equation(e)}" for e in draft.rates)])


def _index(draft: Draft) -> str:
    return "\n".join(
        f"0 = {e.residual}    ({e.origin}{', derivative ' + str(k) if k else ''})"
        for chain in draft.reduced.chains
        for k, e in enumerate(chain)
    )


def _assembly(draft: Draft) -> str:
    found = [f"{name_of(x)} = {value:.9g}" for x, value in draft.assembled.items()]
    return "\n".join(found) or "no loops to close"


def _redundant(draft: Draft) -> str:
    gone = [f"{origin}: carries no effort" for origin in draft.aliased.redundant]
    return "\n".join([*(gone or ["no redundant constraints"]), *_rounds(draft, "redundant constraints")])


def _hidden(draft: Draft) -> str:
    return "\n".join(_rounds(draft, "hidden constraints")) or "no hidden constraints"


def _rounds(draft: Draft, name: str) -> list[str]:
    """Why the loop of passes `name` was gone through again."""
    return [f"round {k} ended with {why}" for k, why in enumerate(draft.rounds.get(name, ()), 1)]


def _states(draft: Draft) -> str:
    selected = draft.selected
    assert selected is not None
    states = ", ".join(name_of(x) for x in selected.states) or "none"
    return f"states: {states}\nunknowns: {', '.join(name_of(x) for x in selected.unknowns)}"


def _blocks(draft: Draft) -> str:
    return "\n".join(
        f"{', '.join(name_of(x) for x in b.unknowns)}  from  " + "; ".join(f"0 = {e.residual}" for e in b.equations)
        for b in draft.blocks
    )


def _tearing(draft: Draft) -> str:
    """Each block that is solved together: its torn unknowns, and the rest in the order of computation."""
    torn = draft.torn
    alone = [b for b, steps in torn if len(steps) == 1 and isinstance(steps[0], Assign)]
    lines = [f"{len(alone)} of {len(torn)} blocks are one equation solved for its unknown"]
    for block, steps in torn:
        if block in alone:
            continue
        lines.append(f"{_count(block.unknowns, 'equation')} together for {', '.join(map(name_of, block.unknowns))}")
        for step in steps:
            if isinstance(step, Assign):
                lines.append(f"    inner: {name_of(step.target)} := {step.value}    ({step.origin})")
                continue
            kind = "linear" if isinstance(step, SolveLinear) else "nonlinear"
            lines.append(f"    torn, {kind}: {', '.join(map(name_of, step.unknowns))}")
            if isinstance(step, SolveNonlinear):
                lines += [f"    inner: {name_of(a.target)} := {a.value}    ({a.origin})" for a in step.inner]
                lines += [f"    residual: {r}" for r in step.residuals]
    return "\n".join(lines)


def _watches(draft: Draft) -> str:
    """What a run watches: guards of the choice of states, and how far the conditions of events may go on."""
    lines = [f"{g.reference}: {g.determinant} of size {g.size}" for g in draft.guards]
    lines += [f"{level}: beyond the event of {mode}" for mode, level in draft.levels.items()]
    return "\n".join(lines) or "no guards or levels"


def _schedule(draft: Draft) -> str:
    assert draft.schedule is not None
    return show_schedule(draft.schedule)


def show_schedule(schedule: Schedule) -> str:
    """The steps of a schedule as text."""
    lines = []
    for step in schedule.steps:
        if isinstance(step, Assign):
            lines.append(f"{name_of(step.target)} := {step.value}")
        elif isinstance(step, SolveLinear):
            lines.append(f"solve {len(step.unknowns)} linear for {', '.join(map(name_of, step.unknowns))}")
            lines += [f"    [{i},{j}] {d}" for i, j, d in step.matrix]
            lines += [f"    [{i}] = {r}" for i, r in enumerate(step.right)]
        else:
            lines.append(f"solve {len(step.unknowns)} nonlinear for {', '.join(map(name_of, step.unknowns))}")
            lines += [f"    {name_of(a.target)} := {a.value}" for a in step.inner]
            lines += [f"    0 = {r}" for r in step.residuals]
    lines += [f"d/dt {name_of(x)} = {d}" for x, d in zip(schedule.states, schedule.derivatives, strict=True)]
    return "\n".join(lines)


SHOWN: dict[str, Callable[[Draft], str]] = {
    "flat": lambda draft: str(draft.system),
    "modes": _modes,
    "zeros": _zeros,
    "alias": _alias,
    "structure": _structure,
    "surplus": _surplus,
    "index": _index,
    "assembly": _assembly,
    "redundant": _redundant,
    "states": _states,
    "blocks": _blocks,
    "hidden": _hidden,
    "tearing": _tearing,
    "watches": _watches,
    "schedule": _schedule,
}

__all__ = ["PASSES", "SHOWN", "check_pass", "show", "show_pass", "show_schedule"]
