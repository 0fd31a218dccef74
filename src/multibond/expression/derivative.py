"""Exact derivatives of expressions: forward along a direction, and all partial derivatives of one expression."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from . import algebra as n
from .algebra import Node
from .walk import operands, topological


def partials(x: Node) -> tuple[Node, ...]:
    """The derivative of one operation by each of its operands."""
    op = x.op
    match op:
        case "add":
            return n.ONE, n.ONE
        case "sub":
            return n.ONE, n.MINUS_ONE
        case "neg":
            return (n.MINUS_ONE,)
        case "mul":
            return x.args[1], x.args[0]
        case "div":
            a, b = x.args
            return n.div(n.ONE, b), n.neg(n.div(x, b))
        case "pow":
            a, b = x.args
            by_exponent = n.ZERO if b.op == "const" else n.mul(x, n.function("log", a))
            return n.mul(b, n.power(a, n.sub(b, n.ONE))), by_exponent
        case "if":
            c = x.args[0]
            return n.ZERO, n.choose(c, n.ONE, n.ZERO), n.choose(c, n.ZERO, n.ONE)
        case "atan2":
            a, b = x.args
            square = n.add(n.mul(a, a), n.mul(b, b))
            return n.div(b, square), n.neg(n.div(a, square))
        case "min":
            first = n.relation("le", *x.args)
            return n.choose(first, n.ONE, n.ZERO), n.choose(first, n.ZERO, n.ONE)
        case "max":
            first = n.relation("ge", *x.args)
            return n.choose(first, n.ONE, n.ZERO), n.choose(first, n.ZERO, n.ONE)
        case "table":
            return (_slope(x),)
    if op in n.FUNCTIONS:
        return (_FUNCTION[op](x, x.args[0]),)
    return tuple(n.ZERO for _ in operands(x))


def _slope(x: Node) -> Node:
    argument, points, values = x.args
    slope = n.ZERO
    for left, right, a, b in reversed(list(zip(points, points[1:], values, values[1:], strict=False))):
        slope = n.choose(n.relation("lt", argument, right), n.const((b - a) / (right - left)), slope)
    return n.choose(n.relation("lt", argument, points[0]), n.ZERO, slope)


_FUNCTION: dict[str, Callable[[Node, Node], Node]] = {
    "sin": lambda x, a: n.function("cos", a),
    "cos": lambda x, a: n.neg(n.function("sin", a)),
    "tan": lambda x, a: n.add(n.ONE, n.mul(x, x)),
    "asin": lambda x, a: n.div(n.ONE, n.function("sqrt", n.sub(n.ONE, n.mul(a, a)))),
    "acos": lambda x, a: n.neg(n.div(n.ONE, n.function("sqrt", n.sub(n.ONE, n.mul(a, a))))),
    "atan": lambda x, a: n.div(n.ONE, n.add(n.ONE, n.mul(a, a))),
    "sinh": lambda x, a: n.function("cosh", a),
    "cosh": lambda x, a: n.function("sinh", a),
    "tanh": lambda x, a: n.sub(n.ONE, n.mul(x, x)),
    "exp": lambda x, a: x,
    "log": lambda x, a: n.div(n.ONE, a),
    "sqrt": lambda x, a: n.div(n.const(0.5), x),
    "abs": lambda x, a: n.function("sign", a),
    "sign": lambda x, a: n.ZERO,
    "floor": lambda x, a: n.ZERO,
}


def directional(
    roots: Iterable[Node], tangent: Callable[[Node], Node], memory: dict[Node, Node] | None = None
) -> list[Node]:
    """Derivatives of `roots` along the direction that gives each leaf its `tangent`."""
    roots = list(roots)
    known = {} if memory is None else memory
    for x in topological(roots, known):
        if x.op in ("symbol", "der"):
            known[x] = tangent(x)
            continue
        total = n.ZERO
        args = operands(x)
        if x.op in _CHOICES:  # what holds alone counts: the other branch may have no finite derivative here
            condition, one, other = _CHOICES[x.op](*args)
            total = n.choose(condition, known[one], known[other])
        elif any(known[a] is not n.ZERO for a in args):
            for a, d in zip(args, partials(x), strict=True):
                along = times(d, known[a]) if x.op in _DELICATE else n.mul(d, known[a])
                total = n.add(total, along)
        known[x] = total
    return [known[root] for root in roots]


def times(slope: Node, moved: Node, deep: int = 8) -> Node:
    """slope · moved, where nothing that moves counts as nothing: the slope may be infinite there, as that of
    sqrt(max(e, 0)) is where e < 0.

    >>> e = n.symbol("e")
    >>> times(0.5 / n.function("sqrt", e), 3 * n.choose(n.relation("gt", e, 0), n.ONE, n.ZERO))
    3*0.5/sqrt(e) if e > 0 else 0
    """
    found = _gated(moved, deep)
    if found is None or slope.op == "const" or not _delicate(slope):
        return n.mul(slope, moved)
    condition, one, other = found
    return n.choose(condition, times(slope, one, deep - 1), times(slope, other, deep - 1))


def _gated(x: Node, deep: int) -> tuple[Node, Node, Node] | None:
    """The condition and the two values of what is zero on one of its sides, as a factor at most so `deep` may be."""
    if x.op == "if":
        condition, one, other = x.args
        return (condition, one, other) if one is n.ZERO or other is n.ZERO else None
    if x.op not in ("neg", "mul", "div") or not deep:
        return None
    for k, part in enumerate(x.args if x.op == "mul" else x.args[:1]):
        if found := _gated(part, deep - 1):
            one, other = ((*x.args[:k], branch, *x.args[k + 1 :]) for branch in found[1:])
            return found[0], _again(x.op, *one), _again(x.op, *other)
    return None


def _again(op: str, a: Node, *b: Node) -> Node:
    if op == "neg":
        return n.neg(a)
    return n.mul(a, *b) if op == "mul" else n.div(a, *b)


# Operations that take one of two values: the condition, what holds under it, and what otherwise
_CHOICES: dict[str, Callable[..., tuple[Node, Node, Node]]] = {
    "if": lambda condition, one, other: (condition, one, other),
    "min": lambda a, b: (n.relation("le", a, b), a, b),
    "max": lambda a, b: (n.relation("ge", a, b), a, b),
}


def chosen(x: Node) -> tuple[Node, Node, Node] | None:
    """Of an operation that takes one of two values: the condition, what holds under it, and what otherwise."""
    return _CHOICES[x.op](*x.args) if x.op in _CHOICES else None


_DELICATE = frozenset({"div", "pow", "sqrt", "log", "asin", "acos", "tan", "exp", "sinh", "cosh"})


def _delicate(*branches: Node) -> bool:
    """Whether a slope may be infinite somewhere."""
    return any(
        y.op in _DELICATE and not (y.op in ("div", "pow") and y.args[1].op == "const" and _harmless(y))
        for y in topological(list(branches))
    )


def _harmless(y: Node) -> bool:
    """Whether division by, or a power of, this number has finite slopes everywhere."""
    number = y.args[1].args[0]
    return bool(number != 0.0) if y.op == "div" else bool(number >= 1.0)


def _branch(branch: Node, memory: dict[Node, dict[Node, Node]]) -> dict[Node, Node]:
    if branch not in memory:
        memory[branch] = gradient(branch, memory)
    return memory[branch]


def time_derivative(x: Node, constant: Callable[[Node], bool]) -> Node:
    """dx/dt, where leaves for which `constant` is true (parameters, discrete variables) do not change."""

    def tangent(leaf: Node) -> Node:
        if leaf is n.TIME:
            return n.ONE
        return n.ZERO if constant(leaf) else n.der(leaf)

    return directional([x], tangent)[0]


def gradient(
    x: Node, memory: dict[Node, dict[Node, Node]] | None = None, by: Container[Node] | None = None
) -> dict[Node, Node]:
    """The partial derivatives of `x` by each of its leaves (reverse mode), or by those in `by`; leaves it does not
    depend on are absent. `memory` keeps those of branches.

    >>> f = n.symbol("f")
    >>> gradient(n.choose(n.relation("gt", f, 1), n.function("sqrt", f), 2 * f))[f]
    0.5/sqrt(f) if f > 1 else 2
    """
    adjoint: dict[Node, Node] = {x: n.ONE}
    result: dict[Node, Node] = {}
    memory = {} if memory is None else memory
    order = topological([x])
    if by is not None:
        order = _depending(order, by)
    reached = None if by is None else set(order)
    for y in reversed(order):
        weight = adjoint.pop(y, None)
        if weight is None or weight is n.ZERO:
            continue
        if y.op in ("symbol", "der"):
            result[y] = n.add(result.get(y, n.ZERO), weight)
            continue
        if y.op in _CHOICES and _delicate(*y.args[-2:]):
            # nothing times the infinite slope of the branch that does not hold would be no number
            condition, *branches = _CHOICES[y.op](*y.args)
            one, other = (_branch(branch, memory) for branch in branches)
            for leaf in dict.fromkeys((*one, *other)):
                if by is not None and leaf not in by:
                    continue
                slope = n.choose(condition, one.get(leaf, n.ZERO), other.get(leaf, n.ZERO))
                result[leaf] = n.add(result.get(leaf, n.ZERO), n.mul(weight, slope))
            continue
        for a, d in zip(operands(y), partials(y), strict=True):
            if d is not n.ZERO and (reached is None or a in reached):
                part = times(weight, d) if y.op in _CHOICES else n.mul(weight, d)
                adjoint[a] = n.add(adjoint.get(a, n.ZERO), part)
    return {leaf: d for leaf, d in result.items() if d is not n.ZERO}


def _depending(order: Iterable[Node], by: Container[Node]) -> list[Node]:
    """Those of the nodes in `order`, arguments first, that depend on leaves in `by`."""
    found: dict[Node, None] = {}
    for y in order:
        if y.op in ("symbol", "der"):
            if y in by:
                found[y] = None
        elif any(a in found for a in operands(y)):
            found[y] = None
    return list(found)
