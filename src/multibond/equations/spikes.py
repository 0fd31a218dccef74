"""Functions of one variable that may be narrow pulses, over which a motion is stepped: a detent, a notch, a bump."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..expression import TIME, Node, operands, sub, substitute, symbol, topological
from ..expression.algebra import FUNCTIONS, FUNCTIONS_2
from ..frozen import frozen
from .divided import has_formula, is_written
from .peaks import Peak, peaks

if TYPE_CHECKING:
    from .system import System

PLACE = symbol(" place")  # stands for the variable, which no model can write
SHARP = {"exp", "tanh", "atan", "sinh", "cosh", "abs", "min", "max", "log", "sqrt"}
BENT = {*SHARP, "div", "pow", "table"}
OPERATIONS = {"add", "sub", "neg", "mul", "div", "pow", "table", *FUNCTIONS, *FUNCTIONS_2}
HIGHEST = 3  # points of a table that are looked at
WORDS = r"/|\*\*|exp|tan|cosh|sinh|abs|min|max|log|sqrt|table|[Ff]unction"  # of formulas that may have one
MOST = 200  # curves of a model that are looked at


@frozen
class Curve:
    """A function `g` of PLACE, which stands for the `variable` (an expression of the model's), in a law at `origin`.
    Where one of the `inner` arguments, linear in PLACE, is zero, there it may act in a moment."""

    g: Node
    variable: Node
    inner: tuple[Node, ...]
    origin: str


@frozen
class Narrow:
    """What may act in a moment: smooth functions `of_time`, and `curves` of one variable with a memory of what these
    are with certain parameters."""

    of_time: tuple[Peak, ...]
    curves: tuple[Curve, ...]
    known: dict[bytes, list[Any]]


@frozen
class _Found:
    """What is known of an expression: `variable` None where it is constant; `bent` unless it is linear in it."""

    variable: Node | None
    bent: bool = False
    sharp: bool = False
    inner: tuple[Node, ...] = ()


def narrow(system: System) -> Narrow:
    """What may act in a moment in a system."""
    return Narrow(peaks(system), curves(system), {})


def curves(system: System) -> tuple[Curve, ...]:
    """The functions of one variable in the laws of a system that are sharp enough to be a pulse."""
    known: dict[Node, _Found | None] = {}
    found: dict[Node, Curve] = {}
    graph = system.graph
    around = [path for path, model in graph.models.items() if path and _is_given_one(model)]
    within = tuple(f"{path}." for path in around)
    others = {
        path for path, flat in graph.elements.items()
        if not path.startswith(within) and "points" not in flat.element.given and not is_written(system, path, WORDS)
    }  # fmt: skip
    for equation in system.equations:
        if equation.origin in others:
            continue
        order = topological([equation.residual])
        if not any(x.op in BENT for x in order):
            continue
        for x in order:
            if x not in known:
                known[x] = _look(x, known, system)
            own = known[x]
            for a in operands(x):
                inside = known[a]
                if inside is None or not inside.sharp or a in found or (own is not None and own.sharp):
                    continue
                if inside.variable is not TIME and len(found) < MOST:
                    assert inside.variable is not None
                    g, *inner = substitute([a, *inside.inner], {inside.variable: PLACE})
                    found[a] = Curve(g, inside.variable, tuple(inner), equation.origin)
    return tuple(found.values())


def _is_given_one(part: Any) -> bool:
    """Whether a component of a library was given a formula that may be a pulse."""
    return any(has_formula(given, WORDS) for given in getattr(part, "given", {}).values())


def _look(x: Node, known: dict[Node, _Found | None], system: System) -> _Found | None:
    """What is known of `x`; None where it depends on several variables in other ways than a sum, or jumps."""
    if x.op == "const":
        return _Found(None)
    if x.op in ("symbol", "der"):
        return _Found(None if system.is_constant(x) else x)
    parts = [known[a] for a in operands(x)]
    if x.op not in OPERATIONS or any(part is None for part in parts):
        return None
    there = [part for part in parts if part is not None]
    moving = [part for part in there if part.variable is not None]
    if not moving:
        return _Found(None)
    straight = x.op in ("add", "sub", "neg") or (x.op == "mul" and len(moving) == 1)
    straight |= x.op == "div" and there[1].variable is None
    variables = {part.variable for part in moving}
    if straight and not any(part.bent for part in moving):
        if len(variables) == 1:
            return _Found(moving[0].variable)
        return _Found(x)
    if len(variables) != 1:
        return None
    inner = dict.fromkeys(i for part in moving for i in part.inner)
    pairs = zip(operands(x), there, strict=True)
    inner.update((a, None) for a, part in pairs if part.variable is not None and not part.bent)
    sharp = any(part.sharp for part in moving) or x.op in SHARP or (x.op == "div" and there[1].variable is not None)
    if x.op == "table" and not moving[0].bent:
        far = np.argsort(-np.abs(np.array(x.args[2]) - np.median(x.args[2])), kind="stable")
        return _Found(moving[0].variable, True, True, tuple(sub(x.args[0], x.args[1][k]) for k in far[:HIGHEST]))
    sharp |= x.op == "pow" and (x.args[1].op != "const" or x.args[1].args[0] < 1)
    return _Found(moving[0].variable, True, sharp, tuple(inner))


__all__ = ["PLACE", "Curve", "Narrow", "narrow"]
