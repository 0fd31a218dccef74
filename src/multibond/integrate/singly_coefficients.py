"""Coefficients of a singly diagonally implicit Runge-Kutta method of order 4 with an embedded one of order 3.

The first stage is explicit, the last one is the end of the step, and one real pole serves all stages: the method is
stable for every decay and damps what is fast. C. A. Kennedy and M. H. Carpenter, Applied Numerical Mathematics 44
(2003), the implicit part of ARK4(3)6L[2]SA.
"""

from __future__ import annotations

from fractions import Fraction

POLE = 0.25
STAGES = 6

_LOWER = (
    (),
    ("1/4",),
    ("8611/62500", "-1743/31250"),
    ("5012029/34652500", "-654441/2922500", "174375/388108"),
    ("15267082809/155376265600", "-71443401/120774400", "730878875/902184768", "2285395/8070912"),
    ("82889/524892", "0", "15625/83664", "69875/102672", "-2260/8211"),
)
_EMBEDDED = (
    "4586570599/29645900160", "0", "178811875/945068544", "814220225/1159782912", "-3700637/11593932", "61727/225920",
)  # fmt: skip

MATRIX = tuple(tuple(float(Fraction(value)) for value in row) for row in _LOWER)  # below the pole
NODES = tuple(float(sum(map(Fraction, row), Fraction(1, 4) if row else Fraction(0))) for row in _LOWER)
ENDS = (*MATRIX[-1], POLE)
ERRORS = tuple(end - float(Fraction(other)) for end, other in zip(ENDS, _EMBEDDED, strict=True))
