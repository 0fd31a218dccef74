"""How much work reckoning with fractions of symbols will be, judged before it is done: it has no end of its own.

What takes the time is the common divisor of numerator and denominator. Its work grows with the number of monomials that
the degrees allow, ∏ (degree + 1), which doubles with every symbol; and where both are sums, with the square of the
number of all symbols there are, which are gone through one inside the other.
"""

from __future__ import annotations

from math import prod
from typing import Any

MOST_WORK = 4e6  # a few seconds
OF_A_TERM = 1.0  # times the number of symbols: work of a product of two terms, beside that of a common divisor
OF_SYMBOLS = 30.0  # times the square of their number: work of the common divisor of two sums


class TooMuch(Exception):
    """Symbols that take too long; `rows` are those of the matrix to be inverted, None of a coefficient."""

    def __init__(self, rows: list[int] | None = None):
        super().__init__()
        self.rows = rows


class SymbolicWork:
    """The work that was done so far."""

    def __init__(self) -> None:
        self.done = 0.0

    def operation(self, a: Any, b: Any, rows: list[int] | None = None) -> None:
        """Before a sum, product or quotient of two fractions, in an elimination of these `rows`."""
        if not (hasattr(a, "numer") and hasattr(b, "numer")):
            return
        # a sum brings both to one denominator, so that it is made of the same products
        symbols = len(a.numer.ring.gens)
        work = OF_A_TERM * symbols * (len(a.numer) + len(a.denom)) * (len(b.numer) + len(b.denom))
        if not (a.denom.is_ground and b.denom.is_ground):
            work += prod(x + y + 1.0 for x, y in zip(_degrees(a), _degrees(b), strict=True))
            if len(a.denom) > 1 or len(b.denom) > 1:
                work += OF_SYMBOLS * symbols**2
        self._add(work, rows)

    def _add(self, work: float, rows: list[int] | None) -> None:
        self.done += work
        if self.done > MOST_WORK:
            raise TooMuch(rows)


def _degrees(value: Any) -> list[int]:
    return [max(x, y, 0) for x, y in zip(value.numer.degrees(), value.denom.degrees(), strict=True)]


__all__ = ["SymbolicWork", "TooMuch"]
