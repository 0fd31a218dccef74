"""Factors of matrices with many zeros solve as dense ones do."""

import numpy as np
import pytest

from multibond.program.factors import factor_rows, solve_rows


@pytest.mark.parametrize("seed", range(12))
def test_solutions_are_those_of_numpy(seed):
    draw = np.random.default_rng(seed)
    n = int(draw.integers(1, 30))
    a = draw.normal(size=(n, n)) * (draw.random((n, n)) < 0.25) + np.eye(n)[draw.permutation(n)]
    b, x, order = draw.normal(size=n), np.zeros(n), np.zeros(3 * n, dtype=np.int64)
    factors = a.copy()
    assert factor_rows(n, factors, order) == 0
    solve_rows(n, factors, order, b, x)
    np.testing.assert_allclose(a @ x, b, atol=1e-9 * np.linalg.cond(a))


def test_a_singular_matrix_is_told():
    a = np.array([[1.0, 2.0], [2.0, 4.0]])
    assert factor_rows(2, a, np.zeros(6, dtype=np.int64)) == 1
