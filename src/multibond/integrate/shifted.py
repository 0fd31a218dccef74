"""The matrix I − γ h A of a step of length h, factored once and kept while the step and A stay."""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import fabs

from ..program.factors import factor_rows
from ..program.kernel import integer, integers, kernel, pointers, real, reals
from .layout import FACTORED, FACTORS, MATRIX, NUMBERS, OWN

LARGEST = 1e300  # slopes beyond are infinite


@kernel
def has_no_value(own: integer, A: reals) -> integer:
    """1 if any of the own × own numbers of A is not finite."""
    check = 0.0
    for i in range(own * own):
        check += A[i] * 0.0
    return 0 if check == 0.0 else 1


@kernel
def is_endless(count: integer, A: reals) -> integer:
    """1 where a number of A is not finite."""
    for i in range(count):
        if not fabs(A[i]) < LARGEST:
            return 1
    return 0


@kernel
def without_infinite(count: integer, A: reals) -> integer:
    """Numbers of A that are not finite become zero. A slope may be infinite for an instant, as that of a square root
    at its beginning; it says how corrections converge, not to what, and a moment later it is another."""
    for i in range(count):
        if not fabs(A[i]) < LARGEST:
            A[i] = 0.0
    return 0


@kernel
def ready_factors(s: reals, k: integers, q: pointers, h: real, pole: real) -> integer:
    """Factors of I − γ h A with γ = pole, unless they are there; 1: there are none."""
    if s[FACTORED] == h:
        return 0
    own = k[OWN]
    A = reals(q[MATRIX])
    W = reals(q[FACTORS])
    weight = -pole * h
    for i in range(own * own):
        W[i] = weight * A[i]
    for i in range(own):
        W[i * own + i] += 1.0
    s[FACTORED] = 0.0
    if factor_rows(own, W, integers(q[NUMBERS])) != 0:
        return 1
    s[FACTORED] = h
    return 0
