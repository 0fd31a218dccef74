"""The passes of the compiler as text, each from what it left behind; those before a failing one print too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from typing import Any

from ..errors import NameNotFound, StructureError, nearest
from ..expression import Node, name_of
from .alias import Aliased
from .blocks import Block
from .index import Reduced, dulmage_mendelsohn
from .modes import Mode
from .schedule import Assign, Schedule, SolveLinear, SolveNonlinear, Step
from .states import Selected
from .system import Equation, System

PASSES = ("flat", "modes", "alias", "structure", "index", "states", "blocks", "tearing", "schedule")
Torn = list[tuple[Block, list[Step]]]


def show_pass(system: System, wishes: Mapping[str, float], name: str) -> str:
    """The result of the pass `name` for `system`, also where a later pass refuses the model."""
    from .compile import compile_system

    check_pass(name)
    seen: dict[str, Any] = {"flat": system}
    try:
        compile_system(system, wishes=wishes, seen=seen)
    except StructureError:
        if name not in seen:
            raise
    return show(name, seen)


def check_pass(name: str) -> None:
    """Refuse a name that is none of a pass."""
    if name not in PASSES:
        raise NameNotFound(f"there is no pass '{name}'" + nearest(name, PASSES))


def show(name: str, seen: Mapping[str, Any]) -> str:
    """The pass `name` as text; `seen` holds what each pass left."""
    check_pass(name)
    shown: dict[str, Callable[[Any], str]] = {
        "flat": str, "modes": _modes, "alias": _alias, "structure": lambda given: _structure(*given), "index": _index,
        "states": _states, "blocks": _blocks, "tearing": _tearing, "schedule": show_schedule,
    }  # fmt: skip
    return shown[name](seen[name])


def _modes(modes: tuple[Mode, ...]) -> str:
    return "\n".join(f"{m.value} = {m.condition}    ({m.origin})" for m in modes) or "no conditions"


def _alias(aliased: Aliased) -> str:
    replaced = [f"{k} := {v}" for k, v in aliased.replaced.items()]
    return "\n".join([*replaced, "", *map(_equation, aliased.equations)])


def _equation(equation: Equation) -> str:
    return f"0 = {equation.residual}    ({equation.origin})"


def _count(things: Sized, what: str) -> str:
    return f"{len(things)} {what}{'' if len(things) == 1 else 's'}"


def _structure(equations: tuple[Equation, ...], constant: Callable[[Node], bool]) -> str:
    """The matching and the three parts of Dulmage and Mendelsohn; a derivative counts as its variable."""
    parts = dulmage_mendelsohn(equations, constant)
    lines = [f"{_count(equations, 'equation')}, {parts.variables} variables, {parts.matched} of them matched"]
    for title, part in (("over-determined", parts.over), ("under-determined", parts.under)):
        lines.append(f"{title} part: {_count(part.equations, 'equation')} for {_count(part.variables, 'variable')}")
        if part.variables:
            lines.append("    variables: " + ", ".join(name_of(x) for x in part.variables))
        lines += [f"    {_equation(e)}" for e in part.equations]
    lines.append(f"well-determined part: {_count(parts.well, 'equation')}, each with its variable")
    lines += [f"    {name_of(x)}  from  {_equation(e)}" for e, x in parts.well]
    return "\n".join(lines)


def _index(reduced: Reduced) -> str:
    return "\n".join(
        f"0 = {e.residual}    ({e.origin}{', derivative ' + str(k) if k else ''})"
        for chain in reduced.chains
        for k, e in enumerate(chain)
    )


def _states(selected: Selected) -> str:
    states = ", ".join(name_of(x) for x in selected.states) or "none"
    return f"states: {states}\nunknowns: {', '.join(name_of(x) for x in selected.unknowns)}"


def _blocks(blocks: tuple[Block, ...]) -> str:
    return "\n".join(
        f"{', '.join(name_of(x) for x in b.unknowns)}  from  " + "; ".join(f"0 = {e.residual}" for e in b.equations)
        for b in blocks
    )


def _tearing(torn: Torn) -> str:
    """Each block that is solved together: its torn unknowns, and the rest in the order of computation."""
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


__all__ = ["PASSES", "check_pass", "show", "show_pass", "show_schedule"]
