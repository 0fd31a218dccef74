"""Expressions as text, LaTeX and SymPy objects, in the names the user gave."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..errors import ModelError
from . import algebra as n
from .algebra import Node
from .walk import operands, topological, tree_size

LARGEST = 300_000  # operations, written out, that SymPy gets
LONGEST = 20_000  # characters of an expression, as many as the parser takes
_PRECEDENCE = {"or": 1, "and": 2, "not": 3, "lt": 4, "le": 4, "gt": 4, "ge": 4, "add": 5, "sub": 5, "neg": 6, "mul": 7,
               "div": 7, "pow": 8}  # fmt: skip
_SIGN = {"add": " + ", "sub": " - ", "mul": "*", "div": "/", "pow": "**", "lt": " < ", "le": " <= ", "gt": " > ",
         "ge": " >= ", "and": " and ", "or": " or "}  # fmt: skip
GREEK = {"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "lambda", "mu", "nu", "xi", "pi", "rho",
         "sigma", "tau", "phi", "psi", "omega", "Phi", "Psi", "Omega", "Theta", "Delta", "Sigma"}  # fmt: skip


def number(value: float) -> str:
    """A number as short as it can be read back: 3 instead of 3.0."""
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else repr(value)


def brief(x: Node, longest: int = 60) -> str:
    """`x` as text, cut to a length that fits into a message."""
    return text(x, longest=longest)


def text(x: Node, name: Callable[[str], str] = str, longest: int = LONGEST) -> str:
    """`x` in the language of the expression parser (and of Python). `name` may shorten the names of symbols.

    What is longer than `longest` characters is cut and ends in ``…``: a few lines of parameters that use each other
    twice would fill the memory.
    """
    shown: dict[Node, str] = {}

    def inside(a: Node, level: int, right: bool = False) -> str:
        own = 6 if a.op == "const" and a.args[0] < 0 else _PRECEDENCE.get(a.op, 10)
        if a.op == "if":
            own = 0
        return f"({shown[a]})" if own < level or (right and own == level) else shown[a]

    for y in topological([x]):
        op, level = y.op, _PRECEDENCE.get(y.op, 10)
        if op == "const":
            shown[y] = number(y.args[0]) if abs(y.args[0]) != float("inf") else str(y.args[0])
        elif op == "symbol":
            shown[y] = name(y.args[0])
        elif op == "der":
            shown[y] = f"der({text(y.args[0], name)})"
        elif op in ("neg", "not"):
            shown[y] = ("-" if op == "neg" else "not ") + inside(y.args[0], level)
        elif op == "pow":
            shown[y] = f"{inside(y.args[0], 9)}**{inside(y.args[1], 9)}"
        elif op in _SIGN:
            first, second = n.shown(y)
            shown[y] = inside(first, level) + _SIGN[op] + inside(second, level, right=op not in ("add", "mul"))
        elif op == "if":
            shown[y] = f"{inside(y.args[1], 1)} if {inside(y.args[0], 1)} else {inside(y.args[2], 0)}"
        elif op == "table":
            points, values = ([float(v) for v in part[:longest]] for part in y.args[1:])
            shown[y] = f"table({shown[y.args[0]]}, {points}, {values})"
        else:
            shown[y] = f"{op}({', '.join(shown[a] for a in operands(y))})"
        if len(shown[y]) > longest:
            shown[y] = f"{shown[y][: longest - 1]}…"
    return shown[x]


def latex_name(name: str) -> str:
    """A dotted name as LaTeX: the last part as the letter, the path before it as subscript."""
    match = re.fullmatch(r"(?:(.*)\.)?([^.\[]+)(\[.*\])?", name)
    path, letter, index = match.groups() if match else (None, name, None)
    stem = re.fullmatch(r"([A-Za-z]+?)_?(\d+)", letter)
    subscripts = [stem.group(2)] if stem else []
    base = stem.group(1) if stem else letter
    if "_" in base:
        base, rest = base.split("_", 1)
        subscripts.insert(0, rest)
    if path:
        subscripts.append(path)
    if index:
        subscripts.append(index.strip("[]"))
    shown = f"\\{base}" if base in GREEK else base if len(base) == 1 else f"\\mathrm{{{base}}}"
    if not subscripts:
        return shown
    words = [s if s.isdigit() or len(s) == 1 else "\\mathrm{" + s.replace("_", "\\_") + "}" for s in subscripts]
    return f"{shown}_{{{','.join(words)}}}"


def latex(x: Node) -> str:
    """`x` as LaTeX."""
    import sympy

    return sympy.latex(to_sympy([x])[0], symbol_names=_SymbolNames())


class _SymbolNames(dict[Any, Any]):
    """Names for sympy's printer, made when asked for."""

    def __contains__(self, key: object) -> bool:
        return True

    def __getitem__(self, key: Any) -> str:
        return latex_of_symbol(key.name)

    def get(self, key: Any, default: Any = None) -> str:
        return self[key]


def latex_of_symbol(name: str) -> str:
    """The LaTeX of a symbol or of a derivative ``der(x)``."""
    inner = re.fullmatch(r"der\((.*)\)", name)
    return f"\\frac{{d}}{{dt}} {latex_of_symbol(inner.group(1))}" if inner else latex_name(name)


LOGICAL = ("and", "or", "not", "if")


def to_sympy(roots: list[Node], name: Callable[[str], str] = str) -> list[Any]:
    """`roots` as SymPy expressions; symbols are real and keep their names (``der(x)`` is a symbol too)."""
    import sympy as sp
    from sympy.core.relational import Relational
    from sympy.logic.boolalg import BooleanAtom, BooleanFunction

    size = tree_size(roots)
    if size > LARGEST:
        raise ModelError(
            f"the expressions are too large to be written out: {size:.3g} operations, where {LARGEST} are the most; "
            "parameters that use each other several times in a chain double it at every step: give one of them a number"
        )
    functions = {"asin": sp.asin, "acos": sp.acos, "atan": sp.atan, "abs": sp.Abs, "sign": sp.sign, "floor": sp.floor,
                 "atan2": sp.atan2, "min": sp.Min, "max": sp.Max, "sqrt": sp.sqrt, "exp": sp.exp, "log": sp.log,
                 "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "sinh": sp.sinh, "cosh": sp.cosh, "tanh": sp.tanh,
                 "lt": sp.Lt, "le": sp.Le, "gt": sp.Gt, "ge": sp.Ge, "and": sp.And, "or": sp.Or, "not": sp.Not,
                 "true": lambda: sp.true, "false": lambda: sp.false, "neg": lambda a: -a, "pow": lambda a, b: a**b,
                 "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
                 "div": lambda a, b: a / b, "if": lambda c, a, b: sp.Piecewise((a, c), (b, True))}  # fmt: skip
    conditions = (Relational, BooleanFunction, BooleanAtom)
    known: dict[Node, Any] = {}
    for x in topological(roots):
        if x.op == "const":
            value = x.args[0]
            known[x] = sp.Integer(int(value)) if value == int(value) and abs(value) < 1e15 else sp.Float(value)
        elif x.op == "symbol":
            known[x] = sp.Symbol(name(x.args[0]), real=True)
        elif x.op == "der":
            known[x] = sp.Symbol(f"der({name(n.name_of(x.args[0]))})", real=True)
        elif x.op == "table":
            known[x] = _sympy_table(sp, known[x.args[0]], x.args[1], x.args[2])
        else:
            found = [known[a] for a in operands(x)]
            if x.op not in LOGICAL:  # a condition that is calculated with is 1 or 0
                found = [sp.Piecewise((1, a), (0, True)) if isinstance(a, conditions) else a for a in found]
            known[x] = functions[x.op](*found)
    return [known[root] for root in roots]


def _sympy_table(sp: Any, x: Any, points: tuple[float, ...], values: tuple[float, ...]) -> Any:
    pieces = [(values[0], x <= points[0])]
    for left, right, a, b in zip(points, points[1:], values, values[1:], strict=False):
        pieces.append((a + (b - a) * (x - left) / (right - left), x <= right))
    return sp.Piecewise(*pieces, (values[-1], True))
