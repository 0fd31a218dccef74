"""Linear complementarity problems by pivoting in machine code, against all bases and by their conditions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from multibond.program.lemke import solve_complementarity


def by_enumeration(M: np.ndarray, q: np.ndarray) -> list[np.ndarray]:
    """Every solution that is a basis."""
    n, found = len(q), []
    for chosen in product((False, True), repeat=n):
        on = np.array(chosen)
        z = np.zeros(n)
        if on.any():
            z[on] = np.linalg.solve(M[np.ix_(on, on)], -q[on])
        if z.min() >= -1e-12 and (M @ z + q).min() >= -1e-12:
            found.append(z)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_small_problems_have_the_solution_of_enumeration(seed):
    draw = np.random.default_rng(seed)
    n = int(draw.integers(1, 7))
    A = draw.normal(size=(n, n))
    M, q = A @ A.T + 0.1 * np.eye(n), draw.normal(size=n)
    z = solve_complementarity(M, q)
    (expected,) = by_enumeration(M, q)  # positive definite: one and only one
    np.testing.assert_allclose(z, expected, atol=1e-10)


@pytest.mark.parametrize("seed", range(10))
def test_semidefinite_problems_that_can_be_solved_are(seed):
    draw = np.random.default_rng(seed)
    n = 12
    A = draw.normal(size=(n, 5))
    M = A @ A.T
    q = np.maximum(draw.normal(size=n), 0.0) - M @ np.maximum(draw.normal(size=n), 0.0)
    z = solve_complementarity(M, q)
    w = M @ z + q
    assert z.min() >= 0.0 and w.min() > -1e-9 and abs(z @ w) < 1e-8


def test_a_problem_without_a_solution_is_told():
    assert solve_complementarity(np.array([[0.0]]), np.array([-1.0])) is None


def test_a_hundred_unknowns():
    draw = np.random.default_rng(1)
    A = draw.normal(size=(100, 100))
    M, q = A @ A.T / 100 + np.eye(100), draw.normal(size=100)
    z = solve_complementarity(M, q)
    w = M @ z + q
    assert z.min() >= 0.0 and w.min() > -1e-10 and abs(z @ w) < 1e-9


@pytest.mark.parametrize("seed", range(10))
def test_a_problem_has_the_same_solution_in_all_units(seed):
    draw = np.random.default_rng(seed)
    A = draw.normal(size=(8, 5))
    M, q = A @ A.T, np.maximum(draw.normal(size=8), 0.0) - A @ (A.T @ np.maximum(draw.normal(size=8), 0.0))
    z = solve_complementarity(M, q)
    for unit in (2.0**-60, 2.0**-20, 2.0**20, 2.0**60):
        assert np.array_equal(solve_complementarity(unit * M, q), z / unit)  # powers of two do not round
        assert np.array_equal(solve_complementarity(M, unit * q), unit * z)
