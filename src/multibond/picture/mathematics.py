"""Equations as MathML, which browsers show and print without any script."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any

from ..expression import Node, topological
from ..expression import text as shown_text
from .state_equations import readable


def equation(left: str, right: Node, tidy: bool = False) -> str:
    """``left = right`` as pieces of MathML, one for each term of a sum, so that long equations break into lines.

    Choices between cases stay text, which browsers can break.
    """
    value = None if any(x.op == "if" for x in topological([right])) else readable(right, tidy)
    if value is None:
        return f"{name(left)} <code>= {escape(shown_text(right))}</code>"
    pieces = [_sign(term, k) for k, term in enumerate(_terms(value))]
    open_math = "<math displaystyle='true'>"
    return f"{open_math}{_name(left)}<mo>=</mo></math> " + " ".join(f"{open_math}{piece}</math>" for piece in pieces)


def name(text: str) -> str:
    """A dotted name as MathML: the last part with the path as its subscript; der(x) has a dot.

    >>> name("motor.coil.p")
    '<math><msub><mi>p</mi><mtext>motor.coil</mtext></msub></math>'
    """
    return f"<math>{_name(text)}</math>"


def _name(text: str) -> str:
    inner = re.fullmatch(r"der\((.*)\)", text)
    if inner:
        path, _, last = inner.group(1).rpartition(".")
        letter = f"<mover><mi>{escape(last)}</mi><mo>˙</mo></mover>"
        return f"<msub>{letter}<mtext>{escape(path)}</mtext></msub>" if path else letter
    path, _, last = text.rpartition(".")
    letter = f"<mi>{escape(last)}</mi>"
    return f"<msub>{letter}<mtext>{escape(path)}</mtext></msub>" if path else letter


def _terms(value: Any) -> list[Any]:
    return list(value.as_ordered_terms()) if value.is_Add else [value]


def _sign(term: Any, place: int) -> str:
    negative = term.could_extract_minus_sign()
    body = _printer().doprint(-term if negative else term)
    body = re.sub(r"</?math[^>]*>", "", body).replace("<mo>-</mo>", "<mo>−</mo>")
    form = "infix" if place else "prefix"
    if negative:
        return f"<mo form='{form}'>−</mo><mrow>{body}</mrow>"
    return f"<mo form='infix'>+</mo><mrow>{body}</mrow>" if place else body


@cache
def _printer() -> Any:
    from sympy.printing.mathml import MathMLPresentationPrinter

    class Printer(MathMLPresentationPrinter):  # type: ignore[misc]
        """SymPy's printer with our names and short numbers."""

        def _print_Symbol(self, sym: Any, style: str = "plain") -> Any:
            return self._fragment(_name(sym.name))

        def _print_Float(self, expr: Any) -> Any:
            return self._fragment(f"<mn>{float(expr):.6g}</mn>")

        def _print_exp(self, expr: Any) -> Any:
            inside = "".join(part.toxml() for part in [self._print(expr.args[0])])
            return self._fragment(f"<mrow><mi>exp</mi><mo>(</mo>{inside}<mo>)</mo></mrow>")

        def _fragment(self, text: str) -> Any:
            from xml.dom import minidom

            return minidom.parseString(text).documentElement

    return Printer({"mul_symbol": "dot"})


__all__ = ["equation", "name"]
