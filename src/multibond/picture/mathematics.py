"""Equations as MathML, which browsers show and print without any script."""

from __future__ import annotations

from html import escape
from typing import Any

from ..expression import Node, name_of, topological
from ..expression import text as shown_text
from ..expression.mathml import name_mathml, sympy_mathml
from .state_equations import StateEquations, readable


def equation(left: str, right: Node, tidy: bool = False) -> str:
    """``left = right`` as pieces of MathML, one for each term of a sum, so that long equations break into lines.

    Choices between cases stay text, which browsers can break.
    """
    value = None if any(x.op == "if" for x in topological([right])) else readable(right, tidy)
    if value is None:
        return f"{name(left)} <code>= {escape(shown_text(right))}</code>"
    pieces = [_sign(term, k) for k, term in enumerate(_terms(value))]
    open_math = "<math displaystyle='true'>"
    return f"{open_math}{name_mathml(left)}<mo>=</mo></math> " + " ".join(
        f"{open_math}{piece}</math>" for piece in pieces
    )


def name(text: str) -> str:
    """A dotted name as MathML: the last part with the path as its subscript; der(x) has a dot.

    >>> name("motor.coil.p")
    '<math><msub><mi>p</mi><mtext>motor.coil</mtext></msub></math>'
    """
    return f"<math>{name_mathml(text)}</math>"


def _terms(value: Any) -> list[Any]:
    return list(value.as_ordered_terms()) if value.is_Add else [value]


def _sign(term: Any, place: int) -> str:
    negative = term.could_extract_minus_sign()
    body = sympy_mathml(-term if negative else term)
    form = "infix" if place else "prefix"
    if negative:
        return f"<mo form='{form}'>−</mo><mrow>{body}</mrow>"
    return f"<mo form='infix'>+</mo><mrow>{body}</mrow>" if place else body


def equations_html(found: StateEquations) -> str:
    """State equations as paragraphs of MathML."""

    def line(left: str, right: Any) -> str:
        text = equation(left, right, found.tidy)
        return f"<p class='equation{' plain' if '<code>' in text else ''}'>{text}</p>"

    lines = [f"<p class=note>For {escape(', '.join(found.positions))}.</p>"] if found.positions else []
    lines += [line(f"der({name_of(x)})", rate) for x, rate in zip(found.states, found.rates, strict=True)]
    if found.where:
        lines += ["<h3>where</h3>", *(line(name_of(x), value) for x, value in found.where)]
    for part in found.together:
        unknowns = ", ".join(name(name_of(x)) for x in part.unknowns)
        lines += [f"<h3>and {unknowns} from</h3>", *(line("0", residual) for residual in part.residuals)]
    if found.outputs:
        lines += ["<h3>outputs</h3>", *(line(label, value) for label, value in found.outputs)]
    return "".join(lines)


__all__ = ["equation", "equations_html", "name"]
