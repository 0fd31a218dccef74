"""Hash-consed scalar expressions: two equal expressions are one object.

A node is an operation and its arguments. Symbols carry only their name; what a name means (variable, parameter,
unit, start value) is said elsewhere. Vectors and matrices are numpy arrays of nodes with dtype object, so that a law
is written as in a book: ``e == R @ f``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from functools import partial
from numbers import Real
from typing import Any

import numpy as np

from ..errors import ModelError
from .interned import Term, make

# Functions of one argument that the language knows, with their numeric meaning.
FUNCTIONS: dict[str, Callable[..., float]] = {
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos, "atan": math.atan,
    "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "exp": math.exp, "log": math.log, "sqrt": math.sqrt,
    "abs": abs, "sign": lambda x: float(x > 0) - float(x < 0), "floor": lambda x: float(math.floor(x)),
}  # fmt: skip
FUNCTIONS_2: dict[str, Callable[..., float]] = {"atan2": math.atan2, "min": min, "max": max}  # of two arguments
RELATIONS: dict[str, Callable[[float, float], bool]] = {
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip
CONDITIONS = {*RELATIONS, "and", "or", "not", "true", "false"}


class Node(Term):
    """One scalar expression: an operation `op` on `args` (nodes; a float for "const", a name for "symbol").

    Nodes are immutable and unique, so ``is`` compares expressions. Arithmetic, comparisons (``<``, ``<=``, ``>``,
    ``>=``) and numpy's functions (``np.sin(x)``) build new nodes.
    """

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return _binary(add, self, other)

    def __radd__(self, other: Any) -> Any:
        return _binary(add, other, self)

    def __sub__(self, other: Any) -> Any:
        return _binary(sub, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _binary(sub, other, self)

    def __mul__(self, other: Any) -> Any:
        return _binary(mul, self, other)

    def __rmul__(self, other: Any) -> Any:
        return _binary(mul, other, self)

    def __truediv__(self, other: Any) -> Any:
        return _binary(div, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _binary(div, other, self)

    def __pow__(self, other: Any) -> Any:
        return _binary(power, self, other)

    def __rpow__(self, other: Any) -> Any:
        return _binary(power, other, self)

    def __neg__(self) -> Node:
        return neg(self)

    def __pos__(self) -> Node:
        return self

    def __abs__(self) -> Node:
        return function("abs", self)

    def __lt__(self, other: Any) -> Any:
        return _binary(lambda a, b: relation("lt", a, b), self, other)

    def __le__(self, other: Any) -> Any:
        return _binary(lambda a, b: relation("le", a, b), self, other)

    def __gt__(self, other: Any) -> Any:
        return _binary(lambda a, b: relation("gt", a, b), self, other)

    def __ge__(self, other: Any) -> Any:
        return _binary(lambda a, b: relation("ge", a, b), self, other)

    def __bool__(self) -> bool:
        if self.op == "true":
            return True
        if self.op == "false":
            return False
        raise ModelError(
            f"the condition or value '{self!r}' is not known while the model is written; "
            "use multibond.where(condition, a, b) instead of if, and multibond.minimum/maximum instead of min/max"
        )

    def __float__(self) -> float:
        if self.op == "const":
            return self.args[0]
        raise ModelError(
            f"'{self!r}' has no number yet; use multibond's or numpy's functions (multibond.sin, numpy.sin) "
            "instead of those of the math module"
        )

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memory: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from .written import restored, written

        return restored, (written(self),)

    def __str__(self) -> str:
        from .show import text

        return text(self)

    def __repr__(self) -> str:
        from .show import brief

        return brief(self, longest=200)  # for messages and the console; one expression may fill many pages

    def _repr_latex_(self) -> str:
        from .show import latex

        return f"${latex(self)}$"


def _method(name: str) -> Any:
    def apply(self: Node) -> Node:
        return function(name, self)

    apply.__name__ = name
    return apply


# numpy calls these methods when its functions meet an object array: np.sin(array of nodes) works.
for _name in FUNCTIONS:
    if _name not in ("abs", "sign", "floor"):
        setattr(Node, _name, _method(_name))
Node.arcsin, Node.arccos, Node.arctan = Node.asin, Node.acos, Node.atan  # type: ignore[attr-defined]
Node.sign = _method("sign")  # type: ignore[attr-defined]
Node.floor = _method("floor")  # type: ignore[attr-defined]


_make = partial(make, Node)


def const(value: float) -> Node:
    """The number `value` as a node."""
    value = float(value)
    if value == 0.0:
        value = 0.0  # one zero: -0.0 and 0.0 would hash alike but print differently
    return _make("const", (value,))


def symbol(name: str) -> Node:
    """The symbol called `name`."""
    return _make("symbol", (name,))


def added(name: str) -> Node:
    """A symbol that no model can write, for what is added to its variables: it differs from ``symbol(name)``.

    >>> added("mode0") is symbol("mode0"), added("mode0") is added("mode0")
    (False, True)
    """
    return _make("symbol", (name, "added"))


ZERO, ONE, MINUS_ONE = const(0), const(1), const(-1)
TRUE, FALSE = _make("true", ()), _make("false", ())
TIME = symbol("time")


def is_added(x: Node) -> bool:
    """Whether `x` is a symbol that no model can write."""
    return x.op == "symbol" and len(x.args) > 1


def unsigned(x: Node) -> Node:
    """`x` without the sign before it."""
    return x.args[0] if x.op == "neg" else x


def node(value: Any) -> Node:
    """`value` as a node: a node stays, a number becomes a constant; anything else is refused."""
    if isinstance(value, Node):
        return value
    if isinstance(value, (bool, np.bool_)):
        return TRUE if value else FALSE
    if isinstance(value, (int, float, np.floating, np.integer, Real, Decimal)):
        try:
            return const(float(value))
        except OverflowError:
            raise ModelError("a whole number is too large for a calculation with real numbers") from None
    if isinstance(value, np.ndarray) and value.size == 1:
        return node(value.item())
    raise ModelError(
        f"an expression needs numbers or expressions, not {str(value)[:60]} ({type(value).__name__}); give a real "
        "number, a text such as '2.5 mm', or a name of the model"
    )


def nodes(values: Any) -> np.ndarray:
    """`values` (number, node, nested lists, array) as an object array of nodes."""
    try:
        array = np.array(values, dtype=object)
    except ValueError:
        raise ModelError("the rows of a list must be of one length") from None
    array.reshape(-1)[:] = [x if type(x) is Node else node(x) for x in array.reshape(-1).tolist()]
    return array


def _binary(operation: Any, a: Any, b: Any) -> Any:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.frompyfunc(operation, 2, 1)(a, b)
    try:
        return operation(node(a), node(b))
    except ModelError:
        if isinstance(a, (Node, int, float)) and isinstance(b, (Node, int, float)):
            raise
        return NotImplemented


def add(a: Any, b: Any) -> Node:
    """a + b."""
    if type(a) is not Node or type(b) is not Node:
        a, b = node(a), node(b)
    if a is ZERO:
        return b
    if b is ZERO:
        return a
    if a.op == "const" and b.op == "const":
        return const(a.args[0] + b.args[0])
    if b.op == "neg":
        return sub(a, b.args[0])
    if a.op == "neg":
        return sub(b, a.args[0])
    return _make("add", (a, b)) if a.place <= b.place else _make("add", (b, a), True)


def sub(a: Any, b: Any) -> Node:
    """a − b."""
    if type(a) is not Node or type(b) is not Node:
        a, b = node(a), node(b)
    if b is ZERO:
        return a
    if a is b:
        return ZERO
    if b.op == "const":
        return const(a.args[0] - b.args[0]) if a.op == "const" else _make("sub", (a, b))
    if a is ZERO:
        return neg(b)
    if b.op == "neg":
        return add(a, b.args[0])
    return _make("sub", (a, b))


def neg(a: Any) -> Node:
    """−a."""
    a = node(a)
    if a.op == "const":
        return const(-a.args[0])
    if a.op == "neg":
        return a.args[0]
    if a.op == "sub":
        return sub(a.args[1], a.args[0])
    return _make("neg", (a,))


def mul(a: Any, b: Any) -> Node:
    """a · b; an exact zero factor gives zero."""
    if type(a) is not Node or type(b) is not Node:
        a, b = node(a), node(b)
    if b.op == "const" and a.op != "const":
        a, b = b, a
    if a.op == "const":
        if b.op == "const":
            return const(a.args[0] * b.args[0])
        if a is ZERO:
            return ZERO
        if a is ONE:
            return b
        if a is MINUS_ONE:
            return neg(b)
        if b.op == "mul" and b.args[0].op == "const":
            return mul(const(a.args[0] * b.args[0].args[0]), b.args[1])
        if a.args[0] < 0:
            return neg(mul(const(-a.args[0]), b))
    if a.op == "neg":
        return neg(mul(a.args[0], b))
    if b.op == "neg":
        return neg(mul(a, b.args[0]))
    if a.op != "const":  # a number comes first in a product, however it was put together
        if a.op == "mul" and a.args[0].op == "const":
            return mul(a.args[0], mul(a.args[1], b))
        if b.op == "mul" and b.args[0].op == "const":
            return mul(b.args[0], mul(a, b.args[1]))
    return _make("mul", (a, b)) if a.place <= b.place else _make("mul", (b, a), True)


def div(a: Any, b: Any) -> Node:
    """a / b."""
    a, b = node(a), node(b)
    if b is ONE:
        return a
    if a is ZERO and b is not ZERO:
        return ZERO
    if b.op == "const" and b.args[0] != 0.0:
        if a.op == "const":
            return const(a.args[0] / b.args[0])
        if b is MINUS_ONE:
            return neg(a)
        if b.args[0] < 0:
            return neg(div(a, const(-b.args[0])))
    if a.op == "neg":
        return neg(div(a.args[0], b))
    if b.op == "neg":
        return neg(div(a, b.args[0]))
    if a is b and a is not ZERO:
        return ONE
    if b.op == "div" and b.args[0] is ONE:
        return mul(a, b.args[1])
    return _make("div", (a, b))


def power(a: Any, b: Any) -> Node:
    """a to the power b."""
    a, b = node(a), node(b)
    if b.op == "const":
        exponent = b.args[0]
        if exponent == 0:
            return ONE
        if exponent == 1:
            return a
        if exponent == 0.5:
            return function("sqrt", a)
        if a.op == "const":
            with suppress(OverflowError, ZeroDivisionError):
                value = a.args[0] ** exponent
                if isinstance(value, float) and math.isfinite(value):
                    return const(value)
    return _make("pow", (a, b))


def function(name: str, a: Any) -> Node:
    """The function `name` (a key of FUNCTIONS) of `a`."""
    a = node(a)
    if a.op == "const":
        with suppress(ValueError, OverflowError):  # else kept as it is: an error only if it is ever evaluated
            return const(FUNCTIONS[name](a.args[0]))
    if a.op == "neg":
        if name in ("sin", "tan", "asin", "atan", "sinh", "tanh", "sign"):
            return neg(function(name, a.args[0]))
        if name in ("cos", "cosh", "abs"):
            return function(name, a.args[0])
    return _make(name, (a,))


def function_2(name: str, a: Any, b: Any) -> Node:
    """The function `name` (a key of FUNCTIONS_2) of `a` and `b`."""
    a, b = node(a), node(b)
    if a.op == "const" and b.op == "const":
        return const(FUNCTIONS_2[name](a.args[0], b.args[0]))
    return a if a is b and name in ("min", "max") else _make(name, (a, b))


def relation(name: str, a: Any, b: Any) -> Node:
    """The condition a < b, a <= b, a > b or a >= b ("lt", "le", "gt", "ge")."""
    a, b = node(a), node(b)
    if a.op == "const" and b.op == "const":
        return TRUE if RELATIONS[name](a.args[0], b.args[0]) else FALSE
    return _make(name, (a, b))


def both(a: Any, b: Any) -> Node:
    """Both conditions hold."""
    a, b = node(a), node(b)
    if a is FALSE or b is FALSE:
        return FALSE
    if a is TRUE:
        return b
    return a if b is TRUE or a is b else _make("and", (a, b))


def either(a: Any, b: Any) -> Node:
    """At least one condition holds."""
    a, b = node(a), node(b)
    if a is TRUE or b is TRUE:
        return TRUE
    if a is FALSE:
        return b
    return a if b is FALSE or a is b else _make("or", (a, b))


def negate(a: Any) -> Node:
    """The condition does not hold."""
    a = node(a)
    if a is TRUE or a is FALSE:
        return FALSE if a is TRUE else TRUE
    return a.args[0] if a.op == "not" else _make("not", (a,))


def choose(condition: Any, a: Any, b: Any) -> Node:
    """`a` where `condition` holds, else `b`. The condition's zero crossing is an event of the simulation."""
    condition, a, b = node(condition), node(a), node(b)
    if condition is TRUE or a is b:
        return a
    return b if condition is FALSE else _make("if", (condition, a, b))


def der(x: Any) -> Any:
    """The time derivative of a variable (a symbol or another derivative), or of each entry of an array."""
    if isinstance(x, (np.ndarray, list, tuple)):
        return np.frompyfunc(der, 1, 1)(np.asarray(x, dtype=object))
    x = node(x)
    if x.op == "const":
        return ZERO
    if x is TIME:
        return ONE
    if x.op == "neg":
        return neg(der(x.args[0]))
    if x.op not in ("symbol", "der"):
        raise ModelError(f"der() takes a variable, not the expression '{x!r}'; give the expression a name first")
    return _make("der", (x,))


def table(x: Any, points: Any, values: Any) -> Node:
    """Linear interpolation of `values` over the increasing `points`, held constant beyond both ends."""
    points, values = [float(p) for p in points], [float(v) for v in values]
    if len(points) != len(values) or len(points) < 2:
        raise ModelError(f"a table needs two or more points and as many values, not {len(points)} and {len(values)}")
    if any(b <= a for a, b in zip(points, points[1:], strict=False)):
        raise ModelError("the points of a table must increase")
    return _make("table", (node(x), tuple(points), tuple(values)))


def shown(x: Node) -> tuple[Any, ...]:
    """The arguments of `x` in the order in which they were written first.

    >>> b, a = symbol("b"), symbol("a")
    >>> b * a is a * b, shown(b * a)
    (True, (b, a))
    """
    return x.args[::-1] if x.turned else x.args


def name_of(x: Node) -> str:
    """The name of a symbol or derivative: ``x`` or ``der(x)``."""
    return x.args[0] if x.op == "symbol" else f"der({name_of(x.args[0])})"
