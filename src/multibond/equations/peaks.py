"""Smooth functions of time that may do in a moment what they do, such as a narrow pulse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..expression import TIME, Node, leaves, operands, substitute, topological

if TYPE_CHECKING:
    from .system import System

SHARP = {"exp", "tanh", "atan", "sinh", "cosh"}
POWERS = (2, 3, 4)  # of polynomials
ROUND = {"sin", "cos", "tan"}  # waves
CURVED = 9  # degree of what is no polynomial
PASSED_ON = 5  # times that a signal is handed on from block to block
Inner = tuple[Node, bool]
Peak = tuple[Node, tuple[Inner, ...]]


def peaks(system: System) -> tuple[Peak, ...]:
    """The smooth functions of time in a system that may act in a moment, with their inner arguments."""
    roots = [e.residual for e in system.equations]
    if TIME not in leaves(*roots):
        return ()
    order = topological(_in_time(roots, system))
    degree: dict[Node, int] = {}  # in time, of what depends on nothing else
    for x in order:
        found = _degree(x, degree, system)
        if found is not None:
            degree[x] = found
    outer: dict[Node, None] = {}
    for x in order:
        if x not in degree:
            outer.update(dict.fromkeys(a for a in operands(x) if degree.get(a) == CURVED))
    return tuple((g, inner) for g in outer if (inner := tuple(dict.fromkeys(_inner(g, degree)))))


def _in_time(roots: list[Node], system: System) -> list[Node]:
    """The equations in which time occurs, signals that are functions of time alone exchanged for these."""
    within = [set(leaves(x)) for x in roots]
    known: dict[Node, Node] = {}
    for _ in range(PASSED_ON):
        fresh = {}
        for x, found in zip(roots, within, strict=True):
            if x.op != "sub" or not (TIME in found or found & known.keys()):
                continue
            for variable, value in (x.args, x.args[::-1]):
                others = found - {variable}
                alone = all(y is TIME or y in known or system.is_constant(y) for y in others)
                if variable.op == "symbol" and variable not in known and variable is not TIME and alone:
                    fresh[variable] = substitute([value], known)[0]
                    break
        if not fresh:
            break
        known.update(fresh)
    timed = [x for x, found in zip(roots, within, strict=True) if TIME in found or found & known.keys()]
    return substitute(timed, known) if known else timed


def _degree(x: Node, degree: dict[Node, int], system: System) -> int | None:
    """The degree of `x` as a polynomial in time; None where it depends on more than time or jumps."""
    if x.op == "const":
        return 0
    if x.op in ("symbol", "der"):
        return 1 if x is TIME else 0 if system.is_constant(x) else None
    parts = [degree.get(a) for a in operands(x)]
    if any(part is None for part in parts):
        return None
    known = [part for part in parts if part is not None]
    if not any(known):
        return 0
    if x.op in ("add", "sub", "neg"):
        return max(known)
    if x.op == "mul":
        return min(CURVED, sum(known))
    if x.op == "div" and not known[1]:
        return known[0]
    if x.op == "pow" and _is_power(x):
        return min(CURVED, known[0] * int(x.args[1].args[0]))
    return CURVED if x.op in SHARP or x.op in ROUND or x.op in ("div", "pow", "sqrt", "log") else None


def _is_power(x: Node) -> bool:
    return x.args[1].op == "const" and x.args[1].args[0] in POWERS


def _is_sharp(x: Node, degree: dict[Node, int]) -> bool:
    """Whether a function of time may make a moment of what is inside."""
    if x.op == "div":
        return degree[x.args[1]] > 0
    return x.op in SHARP or (x.op == "pow" and not _is_power(x))


def _inner(g: Node, degree: dict[Node, int]) -> Iterator[Inner]:
    """What is linear in time in `g`, inside of functions that may act in a moment, and whether a wave is around it."""
    waiting, seen = [(g, False)], set()
    while waiting:
        x, inside = waiting.pop()
        if (x, inside) in seen:
            continue
        seen.add((x, inside))
        inside |= _is_sharp(x, degree)
        for a in operands(x):
            if degree[a] > 1:
                waiting.append((a, inside))
            elif degree[a] == 1 and inside and degree[x] > 1:
                yield a, x.op in ROUND


__all__ = ["Peak", "peaks"]
