"""Numbers to judge by before anything is computed: parameters, start values and guesses, and what follows from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from ..expression import Node, evaluate, leaves, symbol, unsigned
from .alias import Aliased, replace_variables
from .system import System


def parameter_values(system: System) -> dict[Node, float]:
    """The numbers of all parameters, by symbol."""
    return {symbol(name): p.value for name, p in system.parameters.items()}


def number_from(
    system: System, aliased: Aliased, known: Callable[[Node], float | None] | None
) -> Callable[[Node], float]:
    """Values to judge by: parameters, given start values, and otherwise numbers without a pattern."""
    values: dict[Node, float] = {}
    explicit: dict[Node, Node] = {}

    def at_hand(leaf: Node) -> float | None:
        found = known(leaf) if known is not None else None
        return found if found is not None and math.isfinite(found) else values.get(leaf)

    def invent(leaf: Node) -> None:
        # the fractional part of multiples of the golden ratio: no accidental zeros or equalities
        values[leaf] = 0.3 + ((len(values) + 1) * 0.6180339887498949) % 1.0

    def number(leaf: Node) -> float:
        found = at_hand(leaf)
        if found is not None:
            return found
        if not values:  # only when something is not known, which is rare in a run
            values.update(_given_values(system, aliased))
            explicit.update(_explicit(system, aliased))
        stack, begun = [leaf], set()
        while stack:
            x = stack[-1]
            law = explicit.get(x)
            if at_hand(x) is not None:
                stack.pop()
            elif law is None:
                invent(x)
            elif x not in begun:
                begun.add(x)
                stack += [y for y in leaves(law) if y not in begun and at_hand(y) is None]
            else:
                for y in leaves(law):
                    if at_hand(y) is None:  # laws in a circle
                        invent(y)
                value = evaluate([law], {y: at_hand(y) for y in leaves(law)})[0]
                if math.isfinite(value):
                    values[x] = float(value)
                else:
                    invent(x)
        found = at_hand(leaf)
        assert found is not None
        return found

    return number


def _explicit(system: System, aliased: Aliased) -> dict[Node, Node]:
    """Laws that give a variable at once from others, such as the velocity at the end of a lever.

    Constraints that agree whatever the values are, as those of two wheels on one axle, do so only for values that fit.
    """
    found: dict[Node, Node] = {}
    for e in aliased.equations:
        if e.release is None and e.residual.op == "sub":
            x, law = e.residual.args
            used = leaves(law)
            if x.op == "symbol" and not system.is_constant(x) and x not in used and all(u.op != "der" for u in used):
                found.setdefault(x, law)
    return found


def _given_values(system: System, aliased: Aliased) -> dict[Node, float]:
    """The numbers of parameters and of given or guessed start values."""
    values: dict[Node, float] = parameter_values(system)
    for start in sorted(system.starts, key=lambda start: start.given):  # what is given counts before any guess
        if not (start.given or start.guess):
            continue
        target = replace_variables([start.expression], aliased.replaced, system.is_constant)[0]
        sign = 1.0
        if target.op == "neg":
            target, sign = target.args[0], -1.0
        variable = target.op in ("symbol", "der") and not system.is_constant(target)
        if variable and all(system.is_constant(x) for x in leaves(start.value)):
            values[target] = sign * evaluate([start.value], values)[0]
    return values


def first_of(
    numbers: Callable[[Node], float | None] | None, known: Mapping[Node, float]
) -> Callable[[Node], float | None]:
    def number(leaf: Node) -> float | None:
        found = numbers(leaf) if numbers is not None else None
        return known.get(leaf) if found is None else found

    return number


def fixed_and_guesses(system: System, aliased: Aliased) -> tuple[set[Node], dict[Node, float]]:
    """The variables whose start value the user gave, and first guesses of all that have any start value."""
    values = parameter_values(system)
    fixed: set[Node] = set()
    guess: dict[Node, float] = {}
    for start in system.starts:
        if start.asked:
            continue
        target = replace_variables([start.expression], aliased.replaced, system.is_constant)[0]
        if not all(system.is_constant(x) for x in leaves(start.value)) or unsigned(target).op != "symbol":
            continue
        value = evaluate([start.value], values)[0] * (-1.0 if target.op == "neg" else 1.0)
        target = unsigned(target)
        if start.given or target not in guess or (start.guess and target not in fixed):
            guess[target] = value
        if start.given:
            fixed.add(target)
    return fixed, guess
