"""Expressions from text, through a white list: nothing is ever executed.

The grammar is a small part of Python's: numbers, dotted names, ``a[0]``, ``+ - * / **``, comparisons, ``and or not``,
``a if condition else b``, lists, and the functions of the language. Length and depth are limited.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from functools import lru_cache, partial, reduce
from typing import Any

import numpy as np

from ..errors import ModelError, MultibondError
from . import algebra as n
from .algebra import Node
from .misread import SPLIT, no_function, unreadable
from .walk import evaluate

LONGEST, DEEPEST = 20_000, 100
CONSTANTS = {"pi": math.pi, "inf": math.inf}


def _each(operation: Callable[..., Node]) -> Callable[..., Any]:
    """`operation` applied to numbers, nodes, or arrays of them entry by entry."""

    def apply(*args: Any) -> Any:
        if any(isinstance(a, np.ndarray) for a in args):
            return np.frompyfunc(operation, len(args), 1)(*args)
        return operation(*args)

    return apply


def _fold(name: str) -> Callable[..., Any]:
    def apply(first: Any, *rest: Any) -> Any:
        for other in rest:
            first = _each(lambda a, b: n.function_2(name, a, b))(first, other)
        return first

    return apply


CALLS: dict[str, tuple[Callable[..., Any], int, int]] = {
    **{name: (_each(lambda a, _f=name: n.function(_f, a)), 1, 1) for name in n.FUNCTIONS},
    "atan2": (_each(lambda a, b: n.function_2("atan2", a, b)), 2, 2),
    "min": (_fold("min"), 1, 99),
    "max": (_fold("max"), 1, 99),
    "der": (n.der, 1, 1),
    "where": (_each(n.choose), 3, 3),
    "table": (lambda x, p, v: n.table(x, *([float(i) for i in part] for part in (p, v))), 3, 3),
    "cross": (lambda a, b: np.cross(n.nodes(a), n.nodes(b)), 2, 2),
    "dot": (lambda a, b: _inner(n.nodes(a), n.nodes(b)), 2, 2),
}


def undifferentiated(name: str) -> str:
    """The variable in a name such as ``der(x)``, which is ``x``."""
    while name.startswith("der(") and name.endswith(")"):
        name = name[4:-1]
    return name


def parse(text: str, lookup: Callable[[str], Any] = n.symbol, der: Callable[[Any], Any] = n.der) -> Any:
    """The expression written in `text`: a node, or an array of nodes for a list.

    `lookup` turns a dotted name into a node or array; the default makes a symbol of every name. `der` makes the time
    derivative of what stands in ``der(...)``.

    >>> parse("2*x**2 + sin(time)")
    2*x**2 + sin(time)
    """
    if len(text) > LONGEST:
        raise ModelError(f"an expression of {len(text)} characters is too long; the limit is {LONGEST}")
    try:
        tree = _tree(text)
    except ModelError:
        raise
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ModelError(f"the expression '{_short(text)}' cannot be read: {unreadable(text, error)}") from None
    if isinstance(tree.body, ast.Tuple) and tree.body.elts and not text.strip().startswith("("):
        listed = ", ".join(ast.unparse(part) for part in tree.body.elts)
        raise ModelError(
            f"the expression '{_short(text)}' has a comma outside of brackets; the decimal sign is a point, and a list "
            f"stands in brackets, [{_short(listed)}]"
        )
    try:
        return _Converter(lookup, text, der)(tree.body)
    except RecursionError:
        raise ModelError(f"the expression '{_short(text)}' is nested too deeply; {SPLIT}") from None
    except MultibondError:
        raise
    except (
        TypeError,
        ValueError,
        LookupError,
        ArithmeticError,
    ) as error:  # numpy about shapes, or a function about its values
        raise ModelError(f"the expression '{_short(text)}' has no meaning: {error}") from None


@lru_cache(maxsize=1024)
def _tree(text: str) -> ast.Expression:
    """What Python reads in `text`. The same text is mostly read several times: for its names, its units, its value."""
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth > DEEPEST:
            raise ModelError(f"the expression is nested deeper than {DEEPEST} brackets; {SPLIT}")
    return ast.parse(text.strip(), mode="eval")


def names(text: str) -> list[str]:
    """The dotted names that an expression mentions, without indices, in order of appearance; none if it is not one.

    >>> names("dot(a.x, b) + c.R[0,1] * time")
    ['a.x', 'b', 'c.R', 'time']
    """
    return list(_names(text)) if len(text) <= LONGEST else []


@lru_cache(maxsize=1024)
def _names(text: str) -> tuple[str, ...]:
    try:
        tree = _tree(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ()  # said by the stages that need its value
    called = {id(part.func) for part in ast.walk(tree) if isinstance(part, ast.Call)}
    outer = called | {id(part.value) for part in ast.walk(tree) if isinstance(part, ast.Attribute)}
    found = [
        (part.lineno, part.col_offset, name)
        for part in ast.walk(tree)
        if isinstance(part, (ast.Name, ast.Attribute)) and id(part) not in outer
        for name in [_dotted(part)]
        if name is not None and name not in CONSTANTS
    ]
    return tuple(dict.fromkeys(name for *_, name in sorted(found)))


def _short(text: str) -> str:
    return text if len(text) < 80 else text[:77] + "..."


_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b, ast.Pow: lambda a, b: a**b, ast.MatMult: lambda a, b: _inner(n.nodes(a), n.nodes(b)),
}  # fmt: skip
_OTHER_OPERATORS: dict[type, tuple[str, str]] = {
    ast.BitXor: ("'^'", "a power is written with **, as in x**2"),
    ast.BitAnd: ("'&'", "conditions are joined by 'and'"),
    ast.BitOr: ("'|'", "conditions are joined by 'or'"),
    ast.FloorDiv: ("'//'", "write floor(a/b)"),
    ast.Mod: ("'%'", "write a - b*floor(a/b)"),
}
COMPARED = (
    "variables that move are equal for an instant only: compare by < or >, as in x > 0; a law is the right-hand side "
    "alone"
)
PARTS = "it has numbers, names, + - * / **, comparisons and functions"
CALLED = f"call one of {', '.join(sorted(CALLS))} by its name, without keywords"
_COMPARE = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}


def foreign_part(part: ast.AST) -> tuple[str, str]:
    """What a part of a tree that the language does not have is, and what to write instead."""
    if isinstance(part, ast.cmpop):
        return "'==' or another comparison than < <= > >=", COMPARED
    return _OTHER_OPERATORS.get(type(part), (f"'{type(part).__name__.lower()}'", PARTS))


class _Converter:
    """Turns the tree of an expression into nodes, part by part."""

    def __init__(self, lookup: Callable[[str], Any], text: str, der: Callable[[Any], Any]):
        self.lookup, self.text, self.der, self.depth = lookup, text, der, 0

    def __call__(self, tree: ast.expr) -> Any:
        """The expression of a tree."""
        convert = _CONVERSIONS.get(type(tree))
        if convert is None:
            raise self._refuse(f"'{ast.unparse(tree)[:40]}'")
        if self.depth > 2 * DEEPEST:
            raise ModelError(f"the expression '{_short(self.text)}' is nested too deeply; {SPLIT}")
        self.depth += 1
        try:
            return convert(self, tree)
        finally:
            self.depth -= 1

    def _refuse(self, what: str, advice: str = PARTS) -> ModelError:
        said = f"the expression '{_short(self.text)}' uses {what}, which is not part of the expression language"
        return ModelError(f"{said}; {advice}")

    def _constant(self, tree: ast.Constant) -> Any:
        value = tree.value
        if isinstance(value, bool):
            return n.TRUE if value else n.FALSE
        if not isinstance(value, (int, float)):
            raise self._refuse(f"the text or value {value!r}")
        if abs(value) > 10**300 and (isinstance(value, int) or self.depth > 1):  # alone: refused where it is given
            raise self._refuse("a number that is too large", "give one below 1e300")
        return n.const(value)

    def _name(self, tree: ast.Name | ast.Attribute) -> Any:
        name = _dotted(tree)
        if name is None:
            raise self._refuse("an attribute of an expression")
        return n.const(CONSTANTS[name]) if name in CONSTANTS else self.lookup(name)

    def _unary(self, tree: ast.UnaryOp) -> Any:
        match tree.op:
            case ast.USub():
                return -self(tree.operand)
            case ast.UAdd():
                return self(tree.operand)
            case ast.Not():
                return _each(n.negate)(self._condition(tree.operand))
        raise self._refuse("an operator before a number")

    def _binary(self, tree: ast.BinOp) -> Any:
        chain = [tree]  # a long sum is no deep one: a + b + c is (a + b) + c
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        result = self(chain[-1].left)
        for link in reversed(chain):
            result = self._operation(link, result, self(link.right))
        return result

    def _operation(self, tree: ast.BinOp, left: Any, right: Any) -> Any:
        operation = _OPERATORS.get(type(tree.op))
        if operation is None:
            raise self._refuse(*_OTHER_OPERATORS.get(type(tree.op), ("an operator",)))
        if isinstance(left, np.ndarray) or isinstance(right, np.ndarray) or isinstance(tree.op, ast.MatMult):
            return _arrays(operation, left, right, self.text)
        result = operation(left, right)
        if isinstance(tree.op, (ast.Div, ast.Pow)) and _without_value(result, left, right, tree):
            part, why = ast.unparse(tree), _why_without(left, right, tree)
            inside = "" if part.replace(" ", "") == self.text.replace(" ", "") else f" in '{_short(self.text)}'"
            raise ModelError(f"'{_short(part)}'{inside} has no finite value, for {why}; change it")
        return result

    def _compare(self, tree: ast.Compare) -> Any:
        if not all(type(op) in _COMPARE for op in tree.ops):
            raise self._refuse(*foreign_part(ast.Eq()))
        terms = [self(tree.left), *map(self, tree.comparators)]
        result: Any = n.TRUE
        for op, a, b in zip(tree.ops, terms, terms[1:], strict=False):
            holds = _each(partial(n.relation, _COMPARE[type(op)]))(a, b)
            result = holds if result is n.TRUE else _each(n.both)(result, holds)
        return result

    def _logical(self, tree: ast.BoolOp) -> Any:
        join = _each(n.both if isinstance(tree.op, ast.And) else n.either)
        return reduce(join, map(self._condition, tree.values))

    def _choice(self, tree: ast.IfExp) -> Any:
        return _each(n.choose)(self._condition(tree.test), self(tree.body), self(tree.orelse))

    def _condition(self, tree: ast.expr) -> Any:
        """What stands where a condition is wanted: a comparison, or the name of a signal that says yes or no."""
        called = isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id in n.FUNCTIONS
        reckoned = isinstance(tree, ast.BinOp) and not isinstance(tree.op, ast.Mult)  # a product of two says: both
        value = None
        if not (called or reckoned or (isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub))):
            value = self(tree)
            number = isinstance(value, n.Node) and value.op == "const" and value.args[0] not in (0.0, 1.0)
            if not number and value is not n.TIME:
                return value
        written = _short(ast.unparse(tree))
        raise ModelError(
            f"'{written}' in '{_short(self.text)}' is a number where a condition is wanted; compare it, as in "
            f"{written} > 0"
        )

    def _list(self, tree: ast.List | ast.Tuple) -> Any:
        try:
            return n.nodes([self(part) for part in tree.elts])
        except (ValueError, ModelError):
            raise self._refuse("a list whose rows differ in length") from None

    def _subscript(self, tree: ast.Subscript) -> Any:
        value = self(tree.value)
        if self.lookup is n.symbol and isinstance(value, Node) and value.op == "symbol":
            return n.symbol(f"{value.args[0]}[{ast.unparse(tree.slice)}]")
        return _index(value, tree.slice, self.text)

    def _call(self, tree: ast.Call) -> Any:
        name = self._called(tree)
        call, fewest, most = CALLS[name]
        args = list(map(self, tree.args))
        if name == "where" and args:
            self._condition(tree.args[0])
        if not fewest <= len(args) <= most:
            takes = f"{fewest}" if fewest == most else f"{fewest} to {most}" if most < 99 else f"{fewest} or more"
            many = "argument" if takes == "1" else "arguments"
            raise ModelError(
                f"'{name}' in '{_short(self.text)}' takes {takes} {many}, not {len(args)}; write them in brackets, "
                "separated by commas"
            )
        return self.der(*args) if name == "der" else call(*args)

    def _called(self, tree: ast.Call) -> str:
        """The function that is called; what is none is refused."""
        name = _dotted(tree.func)
        if name in CALLS and not tree.keywords:
            return name
        if name is None and not isinstance(tree.func, (ast.Constant, ast.BinOp, ast.UnaryOp)):
            raise self._refuse("a call of something that is no function by name", CALLED)
        if name is None:  # 3(time), (a + b)(c)
            written = _short(ast.unparse(tree.func))
            raise ModelError(
                f"the expression '{_short(self.text)}' calls '{written}', which is no function; a product is written "
                "with *"
            )
        if name in CALLS:
            raise self._refuse(
                f"names of arguments in the call of '{name}'", "give its values in order, without keywords"
            )
        hint, here = no_function(name, CALLS), "here"
        if "." in name and hint.startswith("; there is"):
            here, hint = "by name", "; a product is written with *, a component of a vector x[0], counted from 0"
        raise ModelError(f"the expression '{_short(self.text)}' calls '{name}', which is no function {here}{hint}")


_CONVERSIONS: dict[type[ast.expr], Callable[[_Converter, Any], Any]] = {
    ast.Constant: _Converter._constant, ast.Name: _Converter._name, ast.Attribute: _Converter._name,
    ast.UnaryOp: _Converter._unary, ast.BinOp: _Converter._binary, ast.Compare: _Converter._compare,
    ast.BoolOp: _Converter._logical, ast.IfExp: _Converter._choice, ast.List: _Converter._list,
    ast.Tuple: _Converter._list, ast.Subscript: _Converter._subscript, ast.Call: _Converter._call,
}  # fmt: skip


def _without_value(result: Any, left: Any, right: Any, tree: ast.BinOp) -> bool:
    """Whether a quotient or power of written numbers has no finite value, or anything is divided by a written zero;
    of named ones it is told with their names."""
    numbers = [isinstance(x, Node) and x.op == "const" for x in (left, right, result)]
    if isinstance(tree.op, ast.Div) and numbers[1] and right.args[0] == 0:
        return not any(isinstance(part, ast.Name) for part in ast.walk(tree.right))
    if not (numbers[0] and numbers[1]) or (numbers[2] and math.isfinite(result.args[0])):
        return False
    value = result.args[0] if numbers[2] else evaluate([result], {})[0]
    return not math.isfinite(value) and not any(isinstance(part, ast.Name) for part in ast.walk(tree))


def _why_without(left: Any, right: Any, tree: ast.BinOp) -> str:
    """Why a quotient or power has no finite value."""
    base, other = (x.args[0] if x.op == "const" else 1.0 for x in (left, right))
    if (other == 0 and isinstance(tree.op, ast.Div)) or base == 0:
        return "it divides by zero"
    if isinstance(tree.op, ast.Pow) and base < 0 and other != round(other):
        return "a negative number has no root"
    return "it is too large"


def _inner(left: Any, right: Any) -> Any:
    """The product of vectors and matrices."""
    if not (np.ndim(left) and np.ndim(right)):  # numpy would say it in words of its own
        raise ValueError("dot and @ are for vectors and matrices, and one is a number; a product of numbers is a*b")
    return left @ right


def _arrays(operation: Callable[[Any, Any], Any], left: Any, right: Any, text: str) -> Any:
    try:
        return operation(left, right)
    except ValueError as error:
        raise ModelError(f"the shapes in '{_short(text)}' do not fit: {error}") from None


def _dotted(tree: ast.expr) -> str | None:
    parts: list[str] = []
    while isinstance(tree, ast.Attribute):
        place = ""
        parts.append(tree.attr)
        tree = tree.value
        if isinstance(tree, ast.Subscript) and isinstance(tree.slice, ast.Constant) and type(tree.slice.value) is int:
            place, tree = f"_{tree.slice.value}", tree.value  # a member of a list of components
            if isinstance(tree, ast.Attribute):
                parts.append(f"{tree.attr}{place}")
                tree, place = tree.value, ""
        if isinstance(tree, ast.Name):
            return ".".join([f"{tree.id}{place}", *reversed(parts)])
    return tree.id if isinstance(tree, ast.Name) else None


def _index(value: Any, where: ast.expr, text: str) -> Any:
    parts = where.elts if isinstance(where, ast.Tuple) else [where]
    indices = []
    for part in parts:
        if not (isinstance(part, ast.Constant) and isinstance(part.value, int)):
            raise ModelError(f"an index in '{_short(text)}' must be a whole number from 0 on")
        indices.append(part.value)
    if isinstance(value, Node) and value.op in ("symbol", "der"):
        if indices == [0]:
            return value  # a component of a scalar: the scalar itself
        raise ModelError(
            f"'{value}' in '{_short(text)}' is a scalar and has no component {indices}; write it without an index"
        )
    try:
        return value[tuple(indices)]
    except (IndexError, TypeError):
        raise ModelError(f"the index {indices} in '{_short(text)}' is outside the vector") from None
