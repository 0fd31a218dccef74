"""Walking expressions without recursion: order, symbols, substitution and numeric evaluation."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from . import algebra as n
from .algebra import Node


def operands(x: Node) -> tuple[Node, ...]:
    """The arguments of `x` that are themselves expressions (a derivative is a leaf)."""
    op = x.op
    if op in ("symbol", "const", "der"):
        return ()
    return x.args[:1] if op == "table" else x.args


_NONE: tuple[Node, ...] = ()
_LEAVES = frozenset(("symbol", "const", "der"))


def topological(roots: Iterable[Node], known: Container[Node] = ()) -> list[Node]:
    """Every node under `roots`, once, arguments before the nodes that use them; without those that are `known`, and
    what only they are made of."""
    order: list[Node] = []
    seen: set[Node] = set()
    stack: list[Node | None] = [*roots]
    stack.reverse()
    while stack:
        x = stack.pop()
        if x is None:  # all arguments of the next one are done
            order.append(stack.pop())  # type: ignore[arg-type]
            continue
        if x in seen:
            continue
        seen.add(x)
        if x in known:
            continue
        op = x.op
        if op == "symbol" or op == "const" or op == "der":
            order.append(x)
            continue
        stack.append(x)
        stack.append(None)
        stack.extend(x.args[:1] if op == "table" else x.args)
    return order


def tree_size(roots: Iterable[Node]) -> int:
    """The number of operations and leaves when `roots` are written out, what they share again at every place."""
    sizes: dict[Node, int] = {}
    roots = list(roots)
    for x in topological(roots):
        sizes[x] = 1 + sum(sizes[a] for a in operands(x)) + (len(x.args[1]) if x.op == "table" else 0)
    return sum(sizes[root] for root in roots)


def leaves(*roots: Node, seen: set[Node] | None = None) -> list[Node]:
    """The symbols and derivatives that `roots` depend on, once each, in an order that the expressions alone decide.

    `seen` holds nodes that were walked before; their leaves are not listed again, and it takes in what is new.
    """
    if seen is not None:
        return _walked(roots, seen)
    if len(roots) == 1:
        return list(leaves_of(roots[0]))
    found: dict[Node, None] = {}
    for root in roots:
        found.update(dict.fromkeys(leaves_of(root)))
    return list(found)


def leaves_of(x: Node) -> tuple[Node, ...]:
    """The leaves of one expression, which are kept with it."""
    found = x.leaves
    if found is None:
        found = x.leaves = tuple(_walked((x,), set()))
    return found


def _walked(roots: Iterable[Node], seen: set[Node]) -> list[Node]:
    found: list[Node] = []
    stack = [*roots]
    stack.reverse()
    while stack:  # the most frequent walk of all, so without the order of what lies between
        x = stack.pop()
        if x in seen:
            continue
        seen.add(x)
        op = x.op
        if op == "symbol" or op == "der":
            found.append(x)
        elif x.leaves is not None:  # they were asked for before, in the same order
            for leaf in x.leaves:
                if leaf not in seen:
                    seen.add(leaf)
                    found.append(leaf)
        elif op != "const":
            stack.extend(x.args[:1] if op == "table" else x.args)
    return found


def rebuild(x: Node, args: tuple[Node, ...]) -> Node:
    """The operation of `x` applied to `args`, simplified as on first writing."""
    op = x.op
    if op in _BUILD:
        return _BUILD[op](*(args[::-1] if x.turned else args))  # in the order in which it is shown
    if op == "table":
        return n._make("table", (args[0], *x.args[1:]))
    if op in n.FUNCTIONS:
        return n.function(op, args[0])
    if op in n.RELATIONS:
        return n.relation(op, *args)
    return n.function_2(op, *args) if op in n.FUNCTIONS_2 else x


_BUILD: dict[str, Callable[..., Node]] = {
    "add": n.add, "sub": n.sub, "mul": n.mul, "div": n.div, "neg": n.neg, "pow": n.power, "if": n.choose,
    "and": n.both, "or": n.either, "not": n.negate,
}  # fmt: skip


def substitute(
    roots: Iterable[Node], replace: Mapping[Node, Node], memory: dict[Node, Node] | None = None
) -> list[Node]:
    """`roots` with the leaves (or any sub-expressions) that are keys of `replace` exchanged for their values.

    `memory` may be shared between calls with the same `replace` to save work.
    """
    roots = list(roots)
    if memory is None:
        memory = {}
    for root in roots:
        if root in memory:
            continue
        stack = [root]
        while stack:
            x = stack[-1]
            if x in memory:
                stack.pop()
                continue
            found = replace.get(x)
            args = _NONE if found is not None else operands(x)
            if not args:
                memory[x] = x if found is None else found
                stack.pop()
                continue
            ready = len(stack)
            for a in args:
                if a not in memory:
                    if a.op in _LEAVES:  # seen through at once, for there are many
                        memory[a] = replace.get(a, a)
                    else:
                        stack.append(a)
            if len(stack) > ready:
                continue
            stack.pop()
            new = tuple([memory[a] for a in args])
            memory[x] = x if new == args else rebuild(x, new)
    return [memory[root] for root in roots]


_BEGUN = {n.relation("lt", n.TIME, n.ZERO): n.FALSE}


def begun(roots: Iterable[Node], memory: dict[Node, Node] | None = None) -> list[Node]:
    """`roots` as they are from time 0 on, where functions of time that begin at 0 have begun; `memory` as above."""
    return [substitute([x], _BEGUN, memory)[0] if n.TIME in leaves_of(x) else x for x in roots]


def rename(roots: Iterable[Node], name: Callable[[str], str]) -> list[Node]:
    """`roots` with every symbol's name (inside derivatives too) passed through `name`; `time` stays."""
    roots = list(roots)

    def renamed(x: Node) -> Node:
        if x.op == "der":
            return n.der(renamed(x.args[0]))
        return x if x is n.TIME else n.symbol(name(x.args[0]))

    return substitute(roots, {x: renamed(x) for x in leaves(*roots)})


def evaluate(roots: Iterable[Node], values: Mapping[Node, Any], order: Iterable[Node] | None = None) -> list[Any]:
    """Numbers for `roots`, given numbers for their leaves. NaN where a function has no value. For checks and set-up;
    simulations run machine code. `order` is their `topological` one, for who evaluates them many times."""
    roots = list(roots)
    known: dict[Node, Any] = {}
    for x in topological(roots) if order is None else order:
        if x.op == "const":
            known[x] = x.args[0]
        elif x.op in ("symbol", "der"):
            known[x] = values[x]
        else:
            known[x] = _apply(x, [known[a] for a in operands(x)])
    return [known[root] for root in roots]


def _apply(x: Node, a: list[Any]) -> Any:
    op = x.op
    try:
        match op:
            case "add":
                return a[0] + a[1]
            case "sub":
                return a[0] - a[1]
            case "mul":
                return a[0] * a[1]
            case "div":
                return a[0] / a[1]
            case "neg":
                return -a[0]
            case "pow":
                value = a[0] ** a[1]
                return math.nan if isinstance(value, complex) else value
            case "if":
                return a[1] if a[0] else a[2]
            case "and":
                return a[0] and a[1]
            case "or":
                return a[0] or a[1]
            case "not":
                return not a[0]
            case "true":
                return True
            case "false":
                return False
            case "table":
                return _interpolate(a[0], x.args[1], x.args[2])
        if op in n.FUNCTIONS:
            return n.FUNCTIONS[op](a[0])
        return n.RELATIONS[op](a[0], a[1]) if op in n.RELATIONS else n.FUNCTIONS_2[op](a[0], a[1])
    except (ValueError, ZeroDivisionError, OverflowError):
        return math.nan


def _interpolate(x: float, points: tuple[float, ...], values: tuple[float, ...]) -> float:
    if x <= points[0]:
        return values[0]
    for left, right, a, b in zip(points, points[1:], values, values[1:], strict=False):
        if x <= right:
            return a + (b - a) * (x - left) / (right - left)
    return values[-1]
