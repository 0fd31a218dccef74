"""Divisions by what may vanish: a run that steps over such a place goes on by chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ..expression import ONE, Node, function, leaves, mul, topological
from ..expression.algebra import RELATIONS
from ..frozen import frozen

if TYPE_CHECKING:
    from .system import System

JUMPS = {*RELATIONS, "sign", "floor", "if", "and", "or", "not"}  # what has one of these may pass zero by a jump
QUOTIENT = r"/|\*\*|tan"
OWN = __name__.partition(".")[0]
MODELS = (f"{OWN}.api", f"{OWN}.bank", f"{OWN}.model")  # of whole models, which a modeller fills
POSITIVE = {"exp", "cosh", "sqrt", "abs"}


@frozen
class Division:
    """A `quotient` in the laws of the component at `origin`, a `factor` of its divisor, and what is `above` it."""

    quotient: Node
    above: Node
    factor: Node
    origin: str


def divisions(system: System) -> tuple[Division, ...]:
    """The quotients that the modeller wrote in laws, by what changes and may change its sign.

    Those inside of other functions are left out: ``min(1/x, 5)`` knows what it does.
    """
    return tuple(_divisions(system))


def _divisions(system: System) -> Iterator[Division]:
    written = {path for path in system.graph.elements if is_written(system, path, QUOTIENT)}
    for equation in system.equations:
        if equation.origin not in written:
            continue
        seen: set[Node] = set()
        waiting = [(equation.residual, ONE)]
        while waiting:
            x, beside = waiting.pop()
            if x in seen:
                continue
            seen.add(x)
            if x.op in ("add", "sub", "neg"):
                waiting += [(part, beside) for part in x.args]
            elif x.op == "mul":
                first, second = x.args
                waiting += [(first, _times(beside, second)), (second, _times(beside, first))]
            elif x.op == "div":
                waiting.append((x.args[0], beside))
            for above, factor in _quotient(x, system.is_constant):
                yield Division(x, _times(beside, above), factor, equation.origin)


def is_written(system: System, path: str, words: str) -> bool:
    """Whether the element at `path` stands in a model of the user's, with laws of the user's, or a formula that has one
    of the `words` (a regular expression) in it."""
    element, around = system.graph.elements[path].element, system.graph.models.get(path.rpartition(".")[0])
    if _module(element) != OWN:
        return True
    plain = around is None or _module(around) != OWN or type(around).__module__.startswith(MODELS)
    return plain and any(has_formula(given, words) for given in element.given.values())


def has_formula(given: object, words: str) -> bool:
    """Whether a value that was given may be a formula with one of the words in it."""
    return callable(given) or (not isinstance(given, (int, float)) and bool(re.search(words, str(given))))


def _module(part: object) -> str:
    return type(part).__module__.partition(".")[0]


def _times(beside: Node, factor: Node) -> Node:
    """The product, without a factor that only changes its sign by a jump: it takes away no pole."""
    return mul(beside, factor) if _steady(factor) else beside


def _steady(x: Node) -> bool:
    return not any(part.op in JUMPS for part in topological([x]))


def _quotient(x: Node, constant: Callable[[Node], bool]) -> Iterator[tuple[Node, Node]]:
    """What is above and the factors below a line that `x` has, as far as these may change their sign steadily."""
    above, below = ONE, None
    if x.op == "div":
        above, below = x.args
    elif x.op == "pow" and x.args[1].op == "const" and x.args[1].args[0] < 0:
        below = x.args[0]
    elif x.op == "tan":
        below = function("cos", x.args[0])
    for factor in _factors(below) if below is not None else ():
        if _steady(factor) and not _positive(factor) and not all(map(constant, leaves(factor))):
            yield above, factor


def _factors(x: Node) -> Iterator[Node]:
    """What `x` vanishes with."""
    if x.op == "mul":
        for part in x.args:
            yield from _factors(part)
    elif x.op in ("neg", "abs", "sqrt", "div") or (x.op == "pow" and x.args[1].op == "const"):
        yield from _factors(x.args[0])
    elif x.op != "const":
        yield x


def _positive(x: Node) -> bool:
    """Whether it is seen at once that `x` never becomes negative."""
    if x.op == "const":
        return bool(x.args[0] >= 0)
    if x.op in ("add", "mul"):
        same = x.op == "mul" and x.args[0] is x.args[1]
        return same or all(map(_positive, x.args))
    if x.op == "max":
        return any(map(_positive, x.args))
    if x.op == "pow":
        return x.args[1].op == "const" and x.args[1].args[0] % 2 == 0
    return x.op in POSITIVE


__all__ = ["Division", "divisions", "has_formula", "is_written"]
