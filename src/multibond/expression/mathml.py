"""Names, expressions and matrices as MathML, which browsers and notebooks show without any script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

import numpy as np


def name_mathml(text: str) -> str:
    """A dotted name: the last part with the path as its subscript; der(x) has a dot.

    >>> name_mathml("motor.coil.p")
    '<msub><mi>p</mi><mtext>motor.coil</mtext></msub>'
    """
    inner = re.fullmatch(r"der\((.*)\)", text)
    path, _, last = (inner.group(1) if inner else text).rpartition(".")
    letter = f"<mi>{escape(last)}</mi>"
    if inner:
        letter = f"<mover>{letter}<mo>˙</mo></mover>"
    return f"<msub>{letter}<mtext>{escape(path)}</mtext></msub>" if path else letter


def sympy_mathml(value: Any) -> str:
    """An expression of SymPy."""
    body = printer().doprint(value)
    return re.sub(r"</?math[^>]*>", "", body).replace("<mo>-</mo>", "<mo>−</mo>")


def number_mathml(value: float) -> str:
    """A number with as many digits as are read.

    >>> number_mathml(-0.5), number_mathml(1.5e-9)
    ('<mrow><mo>−</mo><mn>0.5</mn></mrow>', '<mrow><mn>1.5</mn><mo>·</mo><msup><mn>10</mn><mn>−9</mn></msup></mrow>')
    """
    text = f"{abs(value):.5g}"
    if "e" in text:
        digits, _, power = text.partition("e")
        exponent = str(int(power)).replace("-", "−")
        shown = f"<mn>{digits}</mn><mo>·</mo><msup><mn>10</mn><mn>{exponent}</mn></msup>"
    else:
        shown = f"<mn>{text}</mn>"
    if value < 0:
        return f"<mrow><mo>−</mo>{shown}</mrow>"
    return f"<mrow>{shown}</mrow>" if "msup" in shown else shown


def matrix_mathml(entries: Any) -> str:
    """A matrix of numbers, expressions of SymPy, or pieces of MathML, in brackets."""
    if hasattr(entries, "tolist"):
        entries = entries.tolist()
    rows = "".join(f"<mtr>{''.join(f'<mtd>{_cell(entry)}</mtd>' for entry in row)}</mtr>" for row in entries)
    return f"<mrow><mo>[</mo><mtable>{rows}</mtable><mo>]</mo></mrow>"


def column_mathml(names: Sequence[str]) -> str:
    """Names as a column."""
    return matrix_mathml([[name_mathml(name)] for name in names])


def _cell(entry: Any) -> str:
    if isinstance(entry, str):
        return entry
    if isinstance(entry, (int, float, np.floating)):
        return number_mathml(float(entry))
    return sympy_mathml(entry)


@cache
def printer() -> Any:
    """SymPy's printer of MathML with our names and short numbers."""
    from sympy.printing.mathml import MathMLPresentationPrinter

    class Printer(MathMLPresentationPrinter):  # type: ignore[misc]
        """SymPy's printer with our names and short numbers."""

        def _print_Symbol(self, sym: Any, style: str = "plain") -> Any:
            return self._fragment(name_mathml(sym.name))

        def _print_Float(self, expr: Any) -> Any:
            return self._fragment(f"<mn>{float(expr):.6g}</mn>")

        def _print_exp(self, expr: Any) -> Any:
            inside = "".join(part.toxml() for part in [self._print(expr.args[0])])
            return self._fragment(f"<mrow><mi>exp</mi><mo>(</mo>{inside}<mo>)</mo></mrow>")

        def _fragment(self, text: str) -> Any:
            from xml.dom import minidom

            return minidom.parseString(text).documentElement

    return Printer({"mul_symbol": "dot"})


__all__ = ["column_mathml", "matrix_mathml", "name_mathml", "number_mathml", "printer", "sympy_mathml"]
