"""The units of expressions: what a sum, a product or a function of named quantities measures.

Only what is certain counts. Names with a declared unit are certain where they stand alone; products are where a
parameter with a unit is among their factors. A plain number takes the unit that is needed where it is added, and as a
factor it may carry any (``9.81*m`` is a force, ``e = 3*f`` a law, ``2/tau`` a ratio of times), unless it is a number of
formulas before or under a parameter, such as 2, 1/2 or pi. Time stands for any number of seconds (``sin(time)``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from ..errors import ModelError
from ..expression import Node, brief, operands, topological
from ..expression.algebra import RELATIONS, shown
from ..frozen import frozen
from ..model.dimension import Powers, dimension_text, powers_of

_FORMULA = {
    round(p / q * math.pi**k, 12) for p in (1, 2, 3, 4) for q in (1, 2, 3, 4, 6, 8, 12) for k in (-2, -1, 0, 1, 2)
}
_NEED_NUMBERS = {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp"}


@frozen
class Measure:
    """What an expression measures: powers of the base units (None: nothing is known), whether that is certain, and
    whether a parameter with a unit is part of it. `free`: a number that takes any unit where it is added."""

    powers: Powers | None = None
    sure: bool = False
    parameter: bool = False
    free: bool = False

    @property
    def certain(self) -> bool:
        """Whether it must fit to what stands beside it."""
        return self.sure and bool(self.powers)


UNKNOWN, NUMBER = Measure(), Measure((), free=True)


def measured(x: Node, leaf: Callable[[Node], Measure], known: dict[Node, Measure] | None = None) -> Measure:
    """What `x` measures, where `leaf` says it of symbols and derivatives; a contradiction inside is refused."""
    known = {} if known is None else known
    for y in topological([x]):
        if y not in known:
            known[y] = leaf(y) if y.op in ("symbol", "der") else _of(y, known)
    return known[x]


def contradict(first: Measure, second: Measure) -> bool:
    """Whether two certainly measure different things."""
    return first.certain and second.certain and first.powers != second.powers


def _of(x: Node, known: Mapping[Node, Measure]) -> Measure:
    op, written = x.op, shown(x)
    parts = [known[a] for a in (written if x.turned else operands(x))]
    match op:
        case "const":
            value = abs(x.args[0])
            return NUMBER if value == 0.0 or round(value, 12) in _FORMULA else Measure(free=True)
        case "neg" | "abs":
            return parts[0]
        case "add" | "sub" | "min" | "max":
            return _alike(x, written, parts, "adds" if op in ("add", "sub") else "compares")
        case "if":
            _says(x, x.args[0], parts[0])
            return _alike(x, x.args[1:], parts[1:], "chooses between")
        case "mul":
            return _product(parts[0], parts[1], 1)
        case "div":
            above, below = x.args
            # 2/tau and u/0.5 hold a time and a current; 1/k and u/2 are formulas
            if (above.op == "const" and abs(above.args[0]) != 1.0) or (
                below.op == "const" and abs(below.args[0]) < 1.0
            ):
                return Measure(free=all(part.free for part in parts))
            return _product(parts[0], parts[1], -1)
        case "pow":
            return _power(x, parts)
        case "sqrt":
            return _raised(parts[0], 0.5)
        case "atan2":
            _alike(x, x.args, parts, "compares")
            return NUMBER
        case "sign" | "log":
            return NUMBER
        case "and" | "or" | "not":
            for arg, part in zip(x.args, parts, strict=True):
                _says(x, arg, part)
            return NUMBER
        case "true" | "false":
            return NUMBER
    if op in RELATIONS:
        _alike(x, x.args, parts, "compares")
        return NUMBER
    if op in _NEED_NUMBERS:
        if parts[0].certain and parts[0].parameter:
            raise ModelError(f"'{brief(x)}' needs a plain number, but {told(x.args[0], parts[0])}{ADVICE}")
        return NUMBER
    return UNKNOWN  # tables, floor


def _alike(x: Node, args: tuple[Node, ...], parts: list[Measure], does: str) -> Measure:
    """Two that are added or compared measure the same."""
    first, second = parts
    if contradict(first, second):
        raise ModelError(
            f"'{brief(x)}' {does} what does not fit: {told(args[0], first)}, and {told(args[1], second)}{ADVICE}"
        )
    certain = [part for part in parts if part.certain]
    if certain:
        return Measure(certain[0].powers, True, any(part.parameter for part in parts))
    return NUMBER if all(part.free and part.powers == () for part in parts) else UNKNOWN


def _says(x: Node, condition: Node, part: Measure) -> None:
    """What stands where a condition is wanted says yes or no, and measures nothing."""
    if part.certain:
        raise ModelError(
            f"'{brief(condition)}' in '{brief(x)}' is in {dimension_text(part.powers or ())}, where a condition is "
            f"wanted; compare it, as in {brief(condition)} > 0"
        )


def _product(first: Measure, second: Measure, sign: int) -> Measure:
    if first.powers is None or second.powers is None:
        return Measure(free=first.free and second.free)
    if first.free and second.free:
        return NUMBER
    powers = dict(first.powers)
    for name, power in second.powers:
        powers[name] = powers.get(name, 0.0) + sign * power
    parameter = first.parameter or second.parameter
    return Measure(powers_of(powers), parameter, parameter)


def _power(x: Node, parts: list[Measure]) -> Measure:
    base, exponent = parts
    if exponent.certain and exponent.parameter:
        raise ModelError(f"the exponent in '{brief(x)}' is a plain number, but {told(x.args[1], exponent)}{ADVICE}")
    if x.args[1].op == "const":
        return _raised(base, x.args[1].args[0])
    return NUMBER if base.free else UNKNOWN


def _raised(base: Measure, exponent: float) -> Measure:
    if base.powers is None or base.free:
        return base
    return Measure(powers_of({name: power * exponent for name, power in base.powers}), base.parameter, base.parameter)


ADVICE = "; correct the expression, or the unit that is declared for its names"


def told(x: Node, found: Measure) -> str:
    """What an expression measures, in words."""
    return f"{brief(x)} is in {dimension_text(found.powers or ())}"


__all__ = ["ADVICE", "NUMBER", "UNKNOWN", "Measure", "contradict", "measured", "told"]
