"""Values in a file: numbers, lists of them, texts with units, and expressions, checked without evaluating anything."""

from __future__ import annotations

import ast
import re
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np

from ...errors import FileError, MultibondError
from ...expression import Node, leaves, text, topological
from ...expression.misread import SPLIT, no_function, unreadable
from ...expression.parse import CALLS, DEEPEST, LONGEST, PARTS, foreign_part
from ...expression.walk import operands
from ..component import Component, symbols
from ..composite import Composite
from ..declare import Law, Variable
from ..law import call_law
from ..unit import is_quantity
from .place import Place, kind, short

MOST_OPERATIONS = 4_000  # in one expression that is written

_ALLOWED = (
    ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.USub, ast.UAdd, ast.Not, ast.BinOp, ast.Add, ast.Sub,
    ast.Mult, ast.Div, ast.Pow, ast.MatMult, ast.Compare, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.BoolOp, ast.And, ast.Or,
    ast.IfExp, ast.List, ast.Tuple, ast.Subscript, ast.Call, ast.Load,
)  # fmt: skip


_LEAVES = {ast.Name, ast.Load, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.MatMult}


# ------------------------------------------------------------ reading
def check_expression(written: str, place: Place) -> None:
    """Refuse a text that is neither a quantity nor written in the expression language."""
    if not written.strip():
        raise place.error("an empty text is not a value; give a number, a quantity such as '2.5 mm' or an expression")
    if is_quantity(written):
        return
    if re.fullmatch(r"\s*[-+]?\d+,\d+\s*", written):
        point, both = written.strip().replace(",", "."), written.strip().replace(",", ", ")
        raise place.error(f"'{written}' is not one number; write {point} with a decimal point, or the list [{both}]")
    if len(written) > LONGEST:
        raise place.error(f"an expression of {len(written)} characters is too long; the limit is {LONGEST}")
    depth = 0
    for character in written:
        depth += (character in "([{") - (character in ")]}")
        if depth > DEEPEST:
            raise place.error(f"the expression is nested deeper than {DEEPEST} brackets; {SPLIT}")
    try:
        tree = ast.parse(written.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        reason = unreadable(written, error)
        if written.count("(") > written.count(")"):
            reason += "; inside { } a comma ends a value: quote an expression that has one"
        raise place.error(
            f"'{short(written)}' is neither a quantity such as '2.5 mm' nor an expression: {reason}"
        ) from None
    stack: list[ast.AST] = [tree.body]
    while stack:
        part = stack.pop()
        kind = type(part)
        if kind is ast.BinOp:  # the everyday case, without a detour over all fields
            stack += (part.op, part.left, part.right)  # type: ignore[attr-defined]
        elif kind not in _LEAVES:
            _check_part(part, written, place)
            stack += ast.iter_child_nodes(part)


def _check_part(part: ast.AST, written: str, place: Place) -> None:
    """Refuse a part of an expression that the language does not have."""
    match part:
        case ast.Constant(value=value) if not isinstance(value, (int, float)):
            reason = f"uses a text or another constant that is no number; {PARTS}"
        case ast.Attribute(value=value) if not isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)):
            reason = "takes an attribute of an expression; only names have dots, as in motor.armature.f"
        case ast.Call(func=ast.Name(id=name), keywords=[]):
            if name in CALLS:
                return
            reason = f"calls '{short(name, 40)}', which is no function here" + no_function(name[:100], CALLS)
        case ast.Call(func=function, keywords=keywords):
            called = short(ast.unparse(function), 40)
            reason = f"calls '{called}', which is no function here" + no_function(called, CALLS)
            if keywords and called in CALLS:
                reason = f"names arguments of '{called}'; give its values in order"
        case _:
            if isinstance(part, _ALLOWED):
                return
            what, advice = foreign_part(part)
            reason = f"uses {what}, which is not part of the expression language; {advice}"
    raise place.error(f"the expression '{short(written)}' {reason}")


def check_value(value: Any, place: Place, depth: int = 0) -> Any:
    """`value` if it is a number, a quantity, an expression, or lists of these (a matrix is a list of rows)."""
    if isinstance(value, bool) or value is None or isinstance(value, dict):
        raise place.wrong(value, "a number, a quantity such as '2.5 mm', an expression or a list of these")
    if isinstance(value, str):
        check_expression(value, place)
    elif isinstance(value, list):
        if depth == 2:
            raise place.error("lists are nested three deep; a matrix is a list of rows")
        if not value:
            raise place.error("an empty list is not a value")
        for index, part in enumerate(value):
            check_value(part, place / index, depth + 1)
    return value


def check_option(value: Any, place: Place) -> Any:
    """`value` if it may be that of an option: a whole number, a text, yes/no, or a list of whole numbers."""
    items = value if isinstance(value, list) else [value]
    whole = all(isinstance(item, int) and not isinstance(item, bool) for item in items)
    if not (whole if isinstance(value, list) else whole or isinstance(value, (str, bool))):
        raise place.wrong(value, "a whole number, a text, true or false, or a list of whole numbers")
    return value


# ------------------------------------------------------------ writing
def plain(value: Any, model: Composite, where: str) -> Any:
    """`value` (number, text, node, array, nested list) as plain data; expressions as text in the names of `model`."""
    if isinstance(value, Node):
        return plain(value.args[0], model, where) if value.op == "const" else _text(value, where)
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)) or value is None:
        raise FileError(f"{kind(value)} cannot be written as a value", where)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating, Real, Decimal)):
        number = float(value)
        if not np.isfinite(number):
            raise FileError(f"the value {number} is not finite and cannot be written", where)
        return int(number) if number.is_integer() and abs(number) < 1e15 else number
    if isinstance(value, np.ndarray):
        named = _whole(value, model)
        return named if named else plain(value.tolist(), model, where)
    if isinstance(value, (list, tuple)):
        return [plain(part, model, where) for part in value]
    if callable(value):
        raise FileError("a Python function cannot be written to a file; give an expression", where)
    raise FileError(f"a {type(value).__name__} cannot be written to a file; give a number or an expression", where)


def plain_law(value: Any, element: Component, declared: Law, model: Composite, where: str) -> Any:
    """A law as plain data; a Python function is called with symbols and what it gives is written."""
    if not callable(value) or isinstance(value, Node):
        return plain(value, model, where)
    marks = {name: symbols(f"<{name}>", _size(element, name)) for name in declared.variables}
    try:
        result = call_law(value, list(marks.values()), model)
        found = plain(result, model, where)
    except MultibondError as error:
        reason = str(error).rstrip(".")
        raise FileError(f"the Python function cannot be written as an expression: {reason}", where) from None
    for leaf in leaves(*(x for x in np.ravel(np.asarray(result, dtype=object)) if isinstance(x, Node))):
        first = re.split(r"[.\[]", str(leaf))[0]
        if first in declared.variables:
            raise FileError(
                f"the Python function uses the model's '{first}', which is also the variable of the law; rename it",
                where,
            )
    return _unmarked(found)


def _size(element: Component, name: str) -> tuple[int, ...]:
    if isinstance(element.declarations.get(name), Variable):
        return element.shape(name)
    return () if element.n == 1 else (element.n,)


def _unmarked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unmarked(part) for part in value]
    return re.sub(r"<(\w+)>", r"\1", value) if isinstance(value, str) else value


def _text(value: Node, where: str) -> str:
    """The text of an expression, unless sharing makes it far longer than the expression itself."""
    size: dict[Node, int] = {}
    for x in topological([value]):
        size[x] = 1 + sum(size[a] for a in operands(x))
    if size[value] > MOST_OPERATIONS:
        raise FileError(
            f"the expression has more than {MOST_OPERATIONS} operations; name parts of it as parameters", where
        )
    written = text(value)
    if len(written) > LONGEST:
        raise FileError(f"the expression has {len(written)} characters; name parts of it as parameters", where)
    return written


def _whole(array: np.ndarray, model: Composite) -> str:
    """The name of the variable that `array` is, component by component; '' when it is something else."""
    first = array.reshape(-1)[0] if array.size else None
    if not (isinstance(first, Node) and first.op == "symbol" and "[" in first.args[0]):
        return ""
    stem = first.args[0].rpartition("[")[0]
    if not all(a is b for a, b in zip(array.reshape(-1), symbols(stem, array.shape).reshape(-1))):
        return ""
    found: Any = model
    try:
        for part in stem.split("."):
            inside = found._built_children() if isinstance(found, Composite) else {}
            found = inside[part] if part in inside else getattr(found, part)
    except (AttributeError, MultibondError):
        return stem if stem.startswith("<") else ""
    return stem if np.shape(found) == array.shape else ""
