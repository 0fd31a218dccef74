"""Equations as MathML, which browsers show and print without any script."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any

from ..expression import Node, to_sympy
from ..expression import text as shown_text


def equation(left: str, right: Node) -> str:
    """``left = right`` as pieces of MathML, one for each term of a sum, so that long equations break into lines."""
    try:
        terms = _terms(to_sympy([right])[0])
        pieces = [_sign(term, k) for k, term in enumerate(terms)]
    except (TypeError, ValueError, AttributeError, NotImplementedError):  # a form that SymPy cannot write
        return f"{name(left)} <code>= {escape(shown_text(right))}</code>"
    return f"<math>{_name(left)}<mo>=</mo></math> " + " ".join(f"<math>{piece}</math>" for piece in pieces)


def name(text: str) -> str:
    """A dotted name as MathML: the last part with the path as its subscript; der(x) has a dot.

    >>> name("motor.coil.p")
    '<math><msub><mi>p</mi><mtext>motor.coil</mtext></msub></math>'
    """
    return f"<math>{_name(text)}</math>"


def _name(text: str) -> str:
    inner = re.fullmatch(r"der\((.*)\)", text)
    if inner:
        return f"<mover><mrow>{_name(inner.group(1))}</mrow><mo>˙</mo></mover>"
    path, _, last = text.rpartition(".")
    letter = f"<mi>{escape(last)}</mi>"
    return f"<msub>{letter}<mtext>{escape(path)}</mtext></msub>" if path else letter


def _terms(value: Any) -> list[Any]:
    return list(value.as_ordered_terms()) if value.is_Add else [value]


def _sign(term: Any, place: int) -> str:
    negative = term.could_extract_minus_sign()
    body = _printer().doprint(-term if negative else term)
    body = re.sub(r"</?math[^>]*>", "", body)
    if negative:
        return f"<mo>−</mo><mrow>{body}</mrow>"
    return f"<mo>+</mo><mrow>{body}</mrow>" if place else body


@cache
def _printer() -> Any:
    from sympy.printing.mathml import MathMLPresentationPrinter

    class Printer(MathMLPresentationPrinter):
        """SymPy's printer with our names and short numbers."""

        def _print_Symbol(self, sym: Any, style: str = "plain") -> Any:
            return self._fragment(_name(sym.name))

        def _print_Float(self, expr: Any) -> Any:
            return self._fragment(f"<mn>{float(expr):.6g}</mn>")

        def _fragment(self, text: str) -> Any:
            from xml.dom import minidom

            return minidom.parseString(text).documentElement

    return Printer()


__all__ = ["equation", "name"]
