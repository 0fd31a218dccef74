"""Transfer functions, in numbers and in symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from ..expression.mathml import name_mathml, number_mathml
from ..frozen import frozen
from ..notebook import framed

if TYPE_CHECKING:
    from ..equations.state_space import StateSpace


@frozen
class TransferFunction:
    """A ratio of polynomials in s, coefficients from the highest power down; the denominator begins with 1."""

    numerator: np.ndarray
    denominator: np.ndarray
    input: str
    output: str

    def __call__(self, s: Any) -> Any:
        """The value at a complex s; an array for an array."""
        return np.polyval(self.numerator, s) / np.polyval(self.denominator, s)

    @property
    def poles(self) -> np.ndarray:
        """Zeros of the denominator."""
        return np.roots(self.denominator)

    @property
    def zeros(self) -> np.ndarray:
        """Zeros of the numerator."""
        return np.roots(self.numerator)

    @property
    def gain(self) -> float:
        """The value at s = 0; infinite for an integrating system."""
        return float(self.numerator[-1] / self.denominator[-1]) if self.denominator[-1] else float("inf")

    def _repr_html_(self) -> str:
        above, below = (_polynomial_mathml(x) for x in (self.numerator, self.denominator))
        left = f"<mfrac>{name_mathml(self.output)}{name_mathml(self.input)}</mfrac>"
        return framed(f"<p><math displaystyle='true'>{left}<mo>=</mo><mfrac>{above}{below}</mfrac></math></p>")

    def __str__(self) -> str:
        return f"{self.output}/{self.input} = ({_polynomial(self.numerator)}) / ({_polynomial(self.denominator)})"


def transfer_function(A: Any, B: Any, C: Any, D: Any, F: Any, names: tuple[str, str]) -> TransferFunction:
    """The ratio of one output (rows C, D, F) to one input (column B): C (s − A)⁻¹ B + D + s F."""
    denominator = np.atleast_1d(np.poly(A)) if len(A) else np.ones(1)
    scale = np.linalg.norm(A) if len(A) else 1.0
    # det(s − A + B C) = det(s − A) (1 + C (s − A)⁻¹ B)
    other = np.poly(A - np.outer(B, C)) if len(A) else np.ones(1)
    rest = np.where(np.abs(other - denominator) <= 1e-12 * np.abs(denominator), 0.0, other - denominator)
    numerator = np.polyadd(rest, float(D) * denominator)
    numerator = np.polyadd(numerator, float(F) * np.append(denominator, 0.0))
    largest = float(np.max(np.abs(numerator))) if numerator.size else 0.0
    # a leading coefficient that is only rounding would make a false zero near infinity
    powers = np.arange(numerator.size - 1, -1, -1.0)
    size = np.abs(numerator) * max(scale, 1e-300) ** (powers - powers[-1])
    keep = size > 1e-12 * max(float(size.max()), 1e-300)
    first = int(np.argmax(keep)) if largest else numerator.size - 1
    return TransferFunction(np.real(numerator[first:]), np.real(denominator), *names)


def symbolic_transfer_function(space: StateSpace, output: Any, input: str | int = 0) -> Any:
    """The transfer function of a symbolic state space as a SymPy fraction in s.

    `output`: a name or linear expression; `input`: the name of an input (``f18``, or the source's path) or its number.
    """
    import sympy

    if not space.symbolic:
        raise ModelError("a symbolic transfer function needs state_space(symbolic=True)")
    s = sympy.Symbol("s")
    j = input_index(space, input)
    C, D, F = space.outputs([output])
    n = len(space.X)
    right = space.B[:, j] + s * space.E[:, j]
    below = (s * sympy.eye(n) - space.A).row_join(right)
    whole = below.col_join((-C).row_join(sympy.Matrix([[D[0, j] + s * F[0, j]]])))
    # Cramer's rule with polynomials: fractions are cleared column by column, and no division is left but the last
    clear = [sympy.lcm_list([sympy.fraction(entry)[1] for entry in whole[:, k]]) for k in range(n + 1)]
    even = sympy.Matrix(n + 1, n + 1, lambda i, k: sympy.cancel(whole[i, k] * clear[k]))
    numerator, denominator = (_determinant(m) for m in (even, even[:n, :n]))
    return sympy.factor(sympy.cancel(numerator / (denominator * clear[n])))


def _determinant(matrix: Any) -> Any:
    """The determinant of a matrix of polynomials, by fraction-free elimination."""
    import sympy

    if not matrix.rows:
        return sympy.Integer(1)
    exact = matrix.to_DM()
    return exact.domain.to_sympy(exact.det())


def input_index(space: StateSpace, wanted: str | int) -> int:
    """The number of an input given by number, bond name or source path."""
    if isinstance(wanted, int):
        if not 0 <= wanted < len(space.U):
            raise ModelError(f"there are {len(space.U)} inputs; {wanted} is not the number of one")
        return wanted
    names = [(path, entry.name, entry.path) for entry, path in zip(space.U, space.input_names, strict=True)]
    for k, pair in enumerate(names):
        if wanted in pair:
            return k
    from ..errors import NameNotFound, nearest

    raise NameNotFound(f"there is no input '{wanted}'" + nearest(wanted, [name for pair in names for name in pair]))


def _polynomial_mathml(coefficients: np.ndarray) -> str:
    pieces: list[str] = []
    for power, value in zip(range(len(coefficients) - 1, -1, -1), coefficients, strict=True):
        if not value and len(coefficients) > 1:
            continue
        sign = "<mo>−</mo>" if value < 0 else "<mo>+</mo>" if pieces else ""
        factor = "" if abs(value) == 1 and power else number_mathml(abs(float(value)))
        letter = "" if not power else "<mi>s</mi>" if power == 1 else f"<msup><mi>s</mi><mn>{power}</mn></msup>"
        pieces.append(f"{sign}{factor}{letter}")
    return f"<mrow>{''.join(pieces) or '<mn>0</mn>'}</mrow>"


def _polynomial(coefficients: np.ndarray) -> str:
    terms = []
    for power, value in zip(range(len(coefficients) - 1, -1, -1), coefficients, strict=True):
        if value or len(coefficients) == 1:
            terms.append(f"{value:.6g}" + (f" s^{power}" if power > 1 else " s" if power else ""))
    return " + ".join(terms).replace("+ -", "- ") or "0"
