"""Factors of matrices with many zeros solve as dense ones do."""

import numpy as np
import pytest

from multibond.program.factors import clear_rows, factor_rows, factor_within, solve_rows


@pytest.mark.parametrize("seed", range(12))
def test_solutions_are_those_of_numpy(seed):
    draw = np.random.default_rng(seed)
    n = int(draw.integers(1, 30))
    a = draw.normal(size=(n, n)) * (draw.random((n, n)) < 0.25) + np.eye(n)[draw.permutation(n)]
    b, x, order = draw.normal(size=n), np.zeros(n), np.zeros(4 * n, dtype=np.int64)
    factors = a.copy()
    assert factor_rows(n, factors, order) == 0
    solve_rows(n, factors, order, b, x)
    np.testing.assert_allclose(a @ x, b, atol=1e-9 * np.linalg.cond(a))


def test_a_singular_matrix_is_told():
    a = np.array([[1.0, 2.0], [2.0, 4.0]])
    assert factor_rows(2, a, np.zeros(8, dtype=np.int64)) == 1


@pytest.mark.parametrize("seed", range(12))
def test_rows_between_known_ends_have_the_same_factors(seed):
    draw = np.random.default_rng(seed)
    n = int(draw.integers(2, 40))
    first = np.maximum(np.arange(n) - draw.integers(0, 4, n), 0)
    last = np.minimum(np.arange(n) + draw.integers(0, 4, n), n - 1)
    columns = np.arange(n)
    inside = (columns >= first[:, None]) & (columns <= last[:, None])
    a = np.where(inside & (draw.random((n, n)) < 0.8), draw.normal(size=(n, n)), 0.0) + 0.1 * np.eye(n)
    whole, within = a.copy(), a.copy()
    order, known = np.zeros(4 * n, dtype=np.int64), np.zeros(4 * n, dtype=np.int64)
    known[n : 2 * n], known[2 * n : 3 * n] = first, last
    assert factor_rows(n, whole, order) == factor_within(n, within, known) == 0
    np.testing.assert_array_equal(whole, within)
    b, x = draw.normal(size=n), np.zeros(n)
    solve_rows(n, within, known, b, x)
    np.testing.assert_allclose(a @ x, b, atol=1e-9 * np.linalg.cond(a))
    clear_rows(n, within, known)
    assert not within.any()
