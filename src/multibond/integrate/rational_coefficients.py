"""Coefficients of a rational approximation of order 6 to the propagator of a linear system, with one real pole.

Over a step h, with z = h A, the states of ẋ = A x + b(t) change by Σ cⱼ(θ) yⱼ at the fraction θ, where yⱼ follows from
yⱼ₋₁ by one solution with I − γ z. The coefficients let Σ cⱼ(θ) (1 − γ z)⁻ʲ agree with exp(θ z) in all powers of z from
1 to 6, whatever γ is; γ is the one (of Laguerre's polynomial) with which the step is stable for every z with a negative
real part and damps what is fast: Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.6.
"""

from __future__ import annotations

from math import comb, factorial

import numpy as np

STAGES = 6
POLE = 0.33414236706804986  # 1/γ is the third zero of Laguerre's polynomial of degree 6
DEGREE = 4  # of the polynomial in time that stands for b(t)
NODES = (0.0, 0.5 - np.sqrt(3 / 28), 0.5, 0.5 + np.sqrt(3 / 28), 1.0)  # of Lobatto, where b is looked at
FLAT = 1 / 128  # largest value of the last power in such a polynomial that those below it cannot stand for
ROWS = 7  # of the interpolation, see `eighth.interpolate`


def _powers(count: int) -> np.ndarray:
    """The coefficients of θ, θ² … in cⱼ, with `count` stages, one row for each stage."""
    orders = range(1, count + 1)
    ways = np.array([[comb(j + k - 1, k) * POLE**k for j in orders] for k in orders])
    return np.linalg.solve(ways, np.diag([1 / factorial(k) for k in orders]))


def _nested() -> np.ndarray:
    """Rows of the interpolation from the powers θ to θ⁷, one row for each."""
    basis, factor = np.zeros((ROWS, ROWS)), np.eye(1, ROWS + 1, 1)[0]  # factor: coefficients of 1, θ, θ² …
    for row in range(ROWS):
        basis[:, row] = factor[1:]
        risen = np.append(0.0, factor[:-1])
        factor = factor - risen if row % 2 == 0 else risen  # times 1 − θ, then times θ
    return np.linalg.inv(basis)


def _rows(powers: np.ndarray) -> np.ndarray:
    """Rows of the interpolation, by the stages whose powers of θ these are."""
    return _nested() @ np.pad(powers, ((0, 0), (0, ROWS - powers.shape[1]))).T


def _plain(table: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(float, row)) for row in table)


_TIMES = np.linalg.inv(np.vander(NODES, increasing=True))  # powers of time from values at the nodes
_SHARES = np.zeros((STAGES, DEGREE + 1))  # of the powers of time in each solution
_share = np.eye(1, DEGREE + 1)[0]
for _j in range(STAGES):
    for _k in range(1, DEGREE + 1):
        _share[_k] += POLE * _k * _share[_k - 1]
    _SHARES[_j] = _share

WEIGHTS = _plain(POLE * _SHARES @ _TIMES)  # of b at each node in each solution
STEADY = tuple(map(float, POLE * _SHARES[:, 0]))  # the same where b does not change
ENDS = tuple(map(float, _powers(STAGES).sum(axis=1)))
ERRORS = tuple(map(float, _powers(STAGES).sum(axis=1) - np.append(_powers(STAGES - 1).sum(axis=1), 0.0)))
BENDING = tuple(map(float, FLAT * _TIMES[DEGREE]))
DENSE = _plain(_rows(_powers(STAGES)))
BOOKS = _plain(_rows((_TIMES / np.arange(1, DEGREE + 2)[:, None]).T))  # by rates at the nodes
TOTALS = tuple(map(float, (_TIMES / np.arange(1, DEGREE + 2)[:, None]).sum(axis=0)))
