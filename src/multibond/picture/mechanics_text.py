"""The equations of a mechanism as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ..expression import ZERO, Node, evaluate, gradient, leaves, name_of
from ..expression import text as text_of_node
from ..expression.factored import Product, Total, expression_of
from ..expression.written_out import text_of
from .mechanics_form import MechanicsEquations

HEADINGS = {
    "coriolis": "Coriolis and centrifugal terms c", "gravity": "gravity g", "springs": "springs, in Q",
    "dampers": "dampers, in Q", "applied": "applied efforts, in Q",
}  # fmt: skip
LEFT, RIGHT = ("coriolis", "gravity"), ("springs", "dampers", "applied")
SIGNS = {"coriolis": "c", "gravity": "g", "springs": "Q", "dampers": "Q", "applied": "Q"}
WIDTH = 116  # of a line of several items
CONDITIONS = ("lt", "le", "gt", "ge", "and", "or", "not", "if")


def text_of_mechanics(m: MechanicsEquations) -> str:
    """The equations as text: M, then each group of terms by the velocity whose row it is, then what belongs to them."""
    return "\n".join(_lines(m))


def _lines(m: MechanicsEquations) -> Iterator[str]:
    yield f"{m.title}: {_law(m)}"
    yield from _legend(m)
    if m.flows:
        yield from _by_bodies(m)
    else:
        yield from ("", "mass matrix M (symmetric; what is not listed is zero)")
        entries = [(f"M[{i + 1},{j + 1}]", x) for i, row in enumerate(m.mass) for j, x in enumerate(row) if j >= i]
        yield from _listed(entries)
    for group in (*LEFT, *RIGHT):
        if acts(m, group) and not m.flows:
            yield from ("", HEADINGS[group])
            yield from _listed([(f"{SIGNS[group]}[{i + 1}]", x) for i, x in enumerate(m.parts[group])])
    yield from _constraints(m)
    for heading, pairs in (("rates of the coordinates", m.kinematics), ("beside the mechanism", m.others)):
        if pairs:
            yield from ("", heading, *_packed([f"{name_of(q)}' = {_text(rate)}" for q, rate in pairs]))
    if m.where:
        yield from ("", "where", *_filled([f"{name_of(x)} = {_text(value)}" for x, value in m.where]))


def acts(m: MechanicsEquations, group: str) -> bool:
    """Whether there are terms of a group."""
    return any(x.terms for x in m.parts.get(group, ())) or any(group in each.efforts for each in m.flows)


def _by_bodies(m: MechanicsEquations) -> Iterator[str]:
    u = _velocity(m)
    j = f"(df/d{u})^T"
    yield f"by bodies: M = sum of {j} dp/d{u}, c = sum of {j} (p° + e), g and Q = sums of {j} e"
    yield f"over the flows f, their momenta p and efforts e; x° is the rate of x where {u} is constant"
    yield from ("", "momenta p of the flows f", *_packed(list(_momenta(m))))
    for group in (*LEFT, *RIGHT):
        acting = [(each, each.efforts[group]) for each in m.flows if group in each.efforts]
        items = [f"on {_text(each.flow)}: {_text(effort)}" for each, effort in acting if effort.terms]
        if items:
            yield from ("", f"{HEADINGS[group]}, efforts e", *_packed(items))


def _momenta(m: MechanicsEquations) -> Iterator[str]:
    """Inertias with their flows; a momentum that is no multiple of its flow is written out."""
    alike: dict[str, list[str]] = {}
    for each in m.flows:
        if each.momentum.terms:
            inertia = _multiple(each.momentum, each.flow)
            if inertia is None:
                yield f"p = {_text(each.momentum)} of f = {_text(each.flow)}, p° = {_text(each.bias)}"
            else:
                alike.setdefault(_bracketed(inertia), []).append(_text(each.flow))
    for factor, flows in alike.items():
        yield f"p = {'f' if factor == '1' else f'{factor}*f'} of {', '.join(flows)}"


def _multiple(momentum: Total, flow: Total) -> Total | None:
    """What a flow is multiplied by in its momentum."""
    if len(momentum.terms) != 1 or len(flow.terms) != 1:
        if len(momentum.terms) == 1 and momentum.terms[0].sums == (flow,):
            only = momentum.terms[0]
            return Total((Product(only.number, only.factors),))
        return None
    first, second = momentum.terms[0], flow.terms[0]
    if first.sums != second.sums or not set(second.factors) <= set(first.factors):
        return None
    rest = tuple(x for x in first.factors if x not in second.factors)
    return Total((Product(first.number / second.number, rest),))


def _listed(entries: list[tuple[str, Total]]) -> Iterator[str]:
    """Entries that are not zero, equal ones once."""
    alike: dict[str, list[str]] = {}
    for name, value in entries:
        if value.terms:
            alike.setdefault(_text(value), []).append(name)
    yield from _packed([f"{' = '.join(names)} = {value}" for value, names in alike.items()])


def _packed(items: list[str]) -> Iterator[str]:
    """Lines of several short items; one that does not fit beside the last goes to a line below."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 3 <= WIDTH:
            lines[-1] += f";  {item}"
        else:
            lines.append(item)
    yield from (f"  {line}" for line in lines)


def _filled(items: list[str]) -> Iterator[str]:
    """Lines of several items in an order in which they fill the lines."""
    lines: list[str] = []
    for item in items:
        place = next((k for k, line in enumerate(lines) if len(line) + len(item) + 3 <= WIDTH), None)
        if place is None:
            lines.append(item)
        else:
            lines[place] += f";  {item}"
    yield from (f"  {line}" for line in lines)


def _law(m: MechanicsEquations) -> str:
    left = [f"M {_vector(m)}'{_dash(m)}"]
    left += [SIGNS[group] for group in LEFT if acts(m, group)]
    right = ["Q"] if any(acts(m, group) for group in RIGHT) else []
    held = ""
    if m.multipliers:
        right.append("B lambda" if own_directions(m) else "A^T lambda")
        held = f",  A {_vector(m)}{_dash(m)} = 0"
    return f"{' + '.join(left)} = {' + '.join(right) or '0'}{held}"


def _velocity(m: MechanicsEquations) -> str:
    return _vector(m) + _dash(m)


def _dash(m: MechanicsEquations) -> str:
    return "'" if holonomic(m) else ""


def holonomic(m: MechanicsEquations) -> bool:
    """Whether every velocity is the rate of a coordinate."""
    return all(name_of(u).endswith("'") for u in m.velocities)


def _vector(m: MechanicsEquations) -> str:
    return "q" if holonomic(m) else "u"


def _legend(m: MechanicsEquations) -> Iterator[str]:
    names = [name_of(u).removesuffix("'") if holonomic(m) else name_of(u) for u in m.velocities]
    yield from textwrap.wrap(
        f"with {_vector(m)} = ({', '.join(names)})"
        + "".join(f", {short} = {full}" for short, full in m.variables.items()),
        width=120, break_long_words=False, break_on_hyphens=False, subsequent_indent="  ",
    )  # fmt: skip
    if m.resting:
        yield from textwrap.wrap(
            f"the constraints hold {', '.join(grouped(m.resting))} at zero", width=120, break_long_words=False,
            break_on_hyphens=False, subsequent_indent="  ",
        )  # fmt: skip


def grouped(names: Sequence[str]) -> list[str]:
    """Names with their indices together: x[0], x[2] are x[0,2].

    >>> grouped(["a.x[0]", "a.x[2]", "b.q"])
    ['a.x[0,2]', 'b.q']
    """
    found: dict[str, list[str]] = {}
    for name in names:
        stem, _, index = name.partition("[")
        found.setdefault(stem, []).append(index.rstrip("]"))
    return [stem + (f"[{','.join(indices)}]" if indices[0] else "") for stem, indices in found.items()]


def _constraints(m: MechanicsEquations) -> Iterator[str]:
    if not m.multipliers:
        return
    yield from ("", "constraints, on positions and velocities (A from the latter)")
    rows = [x for pair in zip(m.positions, m.constraints, strict=True) for x in pair if x.terms]
    yield from _packed([f"0 = {_text(x)}" for x in rows])
    if own_directions(m):
        yield from ("", "directions B of the multipliers")
        for i, line in enumerate(m.directions):
            terms = [f"{_bracketed(x)}*{name_of(y)}" for x, y in zip(line, m.multipliers, strict=True) if x.terms]
            if terms:
                yield f"  {i + 1}: " + " + ".join(terms).replace("+ -", "- ")


def _bracketed(total: Total) -> str:
    return f"({_text(total)})" if len(total.terms) > 1 else _text(total)


def own_directions(m: MechanicsEquations) -> bool:
    """Whether multipliers act in other directions than those of the constraints."""
    if not m.directions:
        return False
    for row, column in zip(m.constraints, zip(*m.directions, strict=True), strict=True):
        slopes = gradient(expression_of(row))
        for u, x in zip(m.velocities, column, strict=True):
            values = {leaf: 0.3 + 0.1 * k for k, leaf in enumerate(leaves(slopes.get(u, ZERO), expression_of(x)))}
            first, second = evaluate([slopes.get(u, ZERO), expression_of(x)], values)
            if abs(first - second) > 1e-9 * (abs(first) + abs(second)):
                return True
    return False


def _text(total: Total) -> str:
    return text_of(total, atom_text)


def atom_text(x: Node) -> str:
    """A symbol or function as text; a condition in brackets, for it may be a factor."""
    written = text_of_node(x).replace("**", "^")
    return f"({written})" if x.op in CONDITIONS else written


__all__ = [
    "CONDITIONS",
    "LEFT",
    "RIGHT",
    "acts",
    "atom_text",
    "grouped",
    "holonomic",
    "own_directions",
    "text_of_mechanics",
]
