"""What to do where an operation has no finite value: by the operation, and by the numbers that it was given."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from ..expression import Node, leaves, name_of, undifferentiated

HUGE = 1e100  # what has grown to this has grown beyond all bounds
RANGES = {
    "sqrt": "from zero on", "log": "for positive numbers", "asin": "from -1 to 1", "acos": "from -1 to 1",
    "pow": "for positive bases, or whole exponents",
}  # fmt: skip
KEPT = {"sqrt": "max({}, 0)", "log": "max({}, 1e-12)", "asin": "min(max({}, -1), 1)", "acos": "min(max({}, -1), 1)"}
LONGEST = 60  # characters of an argument that is written again in a piece of advice


def remedy(x: Node, numbers: Mapping[Node, float], shown: Callable[[Node], str]) -> str:
    """What to do where the operation `x` has no finite value, with the `numbers` of its parts."""
    if x.op == "div" and numbers[x.args[1]] == 0.0:
        named = _listed(leaves(x.args[1]), numbers)
        why = f", which comes from {named}" if named and x.args[1].op != "symbol" else ""
        return f"the divisor is zero{why}; give it another value, or write the law so that it cannot vanish"
    if x.op == "pow" and numbers.get(x.args[0]) == 0.0:
        return (
            f"a negative power of {shown(x.args[0])} = 0 divides by zero; give it another value, or write the law so "
            "that it cannot vanish"
        )
    if x.op in RANGES and not _overflows(x, numbers):
        argument = shown(x.args[0])
        kept = KEPT.get(x.op, "max({}, 0)").format(argument)
        name = "a power" if x.op == "pow" else x.op
        said = f", as in {x.op}({kept})" if x.op in KEPT and len(argument) <= LONGEST else ""
        return f"{name} has a value {RANGES[x.op]} only; keep its argument there{said}, or end the run before"
    if x.op in ("exp", "sinh", "cosh"):
        return (
            f"{x.op} of more than 709 is beyond the largest number (1.8e308); check the values of "
            f"{_listed(leaves(x), numbers) or 'its argument'}, or bound the argument"
        )
    return beyond(leaves(x), numbers)


def beyond(among: list[Node], numbers: Mapping[Node, float]) -> str:
    """What to do where numbers become larger than there are: by the largest of them."""
    named = sorted((v for v in among if written(v)), key=lambda v: -_size(numbers.get(v, 0.0)))
    if not named:
        return "the result is beyond the largest number (1.8e308); use smaller values, or other units"
    largest = named[0]
    at = f"{name_of(largest)} = {numbers.get(largest, math.nan):.3g}"
    if _size(numbers.get(largest, 0.0)) < HUGE:
        return f"the result is beyond the largest number (1.8e308) with {at}; use smaller values, or other units"
    part = owner(name_of(largest))
    return (
        f"{at} is near the largest number there is (1.8e308): check the values and signs of "
        f"{part or name_of(largest)} and its neighbours (a negative resistance or a positive feedback grows without "
        "bound), or end the run earlier"
    )


def owner(variable: str) -> str:
    """The path of the component that a variable belongs to."""
    return undifferentiated(variable).partition("[")[0].rpartition(".")[0]


def _overflows(x: Node, numbers: Mapping[Node, float]) -> bool:
    return x.op == "pow" and (numbers[x.args[0]] > 0 or float(numbers[x.args[1]]).is_integer())


def written(x: Node) -> bool:
    """Whether the modeller can have written this leaf."""
    return x.op in ("symbol", "der") and not (x.op == "symbol" and len(x.args) > 1)


def _size(value: float) -> float:
    return math.inf if math.isnan(value) else abs(value)


def _listed(among: list[Node], numbers: Mapping[Node, float]) -> str:
    known = [x for x in among if written(x)]
    return ", ".join(f"{name_of(x)} = {numbers[x]:.4g}" for x in known[:4] if x in numbers)


__all__ = ["beyond", "owner", "written", "remedy"]
