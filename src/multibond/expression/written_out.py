"""Factored sums as text and as LaTeX, as a book prints them."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from .algebra import Node
from .factored import Product, Total

Shown = Callable[[Node], str]


def text_of(total: Total, shown: Shown = str) -> str:
    """A factored sum as text; `shown` writes symbols and functions."""
    return _joined(total, lambda p: _text_product(p, shown))


def latex_of(total: Total, shown: Shown) -> str:
    """A factored sum as LaTeX."""
    return _joined(total, lambda p: _latex_product(p, shown))


def _joined(total: Total, written: Callable[[Product], str]) -> str:
    if not total.terms:
        return "0"
    parts = []
    for k, term in enumerate(total.terms):
        sign = "-" if term.number < 0 else "+"
        body = written(Product(abs(term.number), term.factors, term.sums))
        parts.append(body if not k and sign == "+" else f"-{body}" if not k else f" {sign} {body}")
    return "".join(parts)


def _text_product(p: Product, shown: Shown) -> str:
    above, below = _number(p.number)
    top = [above] if above != "1" else []
    top += [_text_power(shown(x), x, k) for x, k in p.factors if k > 0]
    top += [f"({text_of(s, shown)})" if len(s.terms) > 1 else text_of(s, shown) for s in p.sums]
    bottom = [below] if below != "1" else []
    bottom += [_text_power(shown(x), x, -k) for x, k in p.factors if k < 0]
    line = "*".join(top) or "1"
    if not bottom:
        return line
    return f"{line}/{bottom[0]}" if len(bottom) == 1 else f"{line}/({'*'.join(bottom)})"


def _text_power(name: str, x: Node, power: int) -> str:
    base = name if _whole(x) else f"({name})"
    return base if power == 1 else f"{base}^{power}"


def _whole(x: Node) -> bool:
    """Whether a factor needs no brackets."""
    return x.op not in ("add", "sub", "mul", "div", "neg", "pow", "if")


def _number(value: float, pi: str = "pi", times: str = "*") -> tuple[str, str]:
    """A number as a fraction of small whole numbers where it is one, else in digits over one."""
    for unit, name in ((1.0, ""), (math.pi, pi)):
        close = Fraction(value / unit).limit_denominator(64)
        if abs(float(close) * unit - value) <= 1e-12 * abs(value):
            number = str(close.numerator)
            return (number if not name else name if number == "1" else f"{number}{times}{name}"), str(close.denominator)
    return f"{value:.12g}", "1"


def _latex_product(p: Product, shown: Shown) -> str:
    above, below = _number(p.number, r"\pi", r" \, ")
    top = [above] if above != "1" else []
    top += [_latex_power(shown(x), x, k) for x, k in p.factors if k > 0]
    top += [
        rf"\left({latex_of(s, shown)}\right)" if len(s.terms) > 1 else latex_of(s, shown) for s in p.sums
    ]  # fmt: skip
    bottom = [below] if below != "1" else []
    bottom += [_latex_power(shown(x), x, -k) for x, k in p.factors if k < 0]
    if not bottom:
        return r" \, ".join(top) or "1"
    line, divisor = r" \, ".join(top) or "1", r" \, ".join(bottom)
    return rf"\frac{{{line}}}{{{divisor}}}"


def _latex_power(name: str, x: Node, power: int) -> str:
    if power == 1:
        return name if _whole(x) else rf"\left({name}\right)"
    if x.op in ("sin", "cos"):  # sin² x
        return name.replace(rf"\{x.op}", rf"\{x.op}^{{{power}}}", 1)
    return f"{{{name}}}^{{{power}}}" if _whole(x) else rf"\left({name}\right)^{{{power}}}"
