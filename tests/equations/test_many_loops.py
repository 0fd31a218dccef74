"""Mechanisms with many loops: their positions are found by sparse least squares, the same as by dense ones."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.large_mechanisms import four_bar_row

from multibond.equations import closing


@pytest.mark.parametrize("damping", [0.0, 0.1])
def test_sparse_steps_are_those_of_dense_least_squares(damping):
    draw = np.random.default_rng(2)
    matrix = np.zeros((40, 50))
    for k in range(39):
        matrix[k, k : k + 4] = draw.normal(size=4)
    matrix[39] = matrix[3] + matrix[7]  # says nothing new
    right = matrix @ draw.normal(size=50)
    step = closing._sparsely(matrix, right, damping)
    assert step == pytest.approx(closing.least_squares(matrix, right, damping), abs=1e-4)


def test_a_row_of_four_bars_is_closed_and_moves_as_one(monkeypatch):
    solved, sparsely = [], closing._sparsely
    monkeypatch.setattr(closing, "_sparsely", lambda *given: (solved.append(1), sparsely(*given))[1])
    result = four_bar_row(12, 1.3).simulate(0.2, points=5)
    assert solved and result.stats.constraint_residual < 1e-9
    for k in (1, 7, 12):
        assert result[f"hinge{k}.phi"] == pytest.approx(result["hinge0.phi"], abs=1e-8)
    assert result["hinge0.phi"][0] == pytest.approx(1.3, abs=1e-12) and result["hinge0.phi"][-1] < 1.2
